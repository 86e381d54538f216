"""What is drawn on a scanned page where somebody may have signed: the rules and the strokes of a pen, from its pixels.

The things are those that a PDF page has, so that both are judged alike.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from statistics import median
from typing import NamedTuple

import numpy as np

from swppp_check.ocr.engine import Word
from swppp_check.ocr.lines import SURE
from swppp_check.ocr.linework import Parts, Pixels, painted, runs
from swppp_check.reading.drawn import LEAST_STROKES, RULE_WIDTH, SEAL_HEIGHT, Drawn, is_seal
from swppp_check.reading.ink import INK, LEAST_WIDTH

# A rule is made of level runs of so many points, with gaps of at most this; it is so thick, or a share of its width
# where it is not quite level. Pieces of it are as far apart and as level as this.
RUN, GAP, THICK, TILT = 24.0, 0.7, 2.5, 0.012
APART, LEVEL = 4.0, 1.5
# A straight line of so many points, level or upright, is no stroke of a pen; so much beside it belongs to it.
STRAIGHT, UPRIGHT, BESIDE = 45.0, 40.0, 0.4
# A part of a signature is so wide or so high, as letters that touch seldom are, but no higher than this.
WIDE, HIGH, MOST_HEIGHT = 18.0, 14.0, 90.0
# How far beside a pasted picture's ink the rule goes on, and how far it may go on hidden.
PASTED, HIDDEN = 10.0, 18.0
# How far below a stroke of ink its end may lie that a rule cuts off.
CUT = 10.0
# A signature has at least so many points of ink for each point of its least width.
BLOT = 0.8
# A word is print where it was read as surely as this, or less surely and is no higher than so many usual words.
PRINT, USUAL = 0.85, 1.6


class Scene(NamedTuple):
    """The rules and the ink of a page, in points from its lower left corner, and the pixels of the ink."""

    things: tuple[Drawn, ...]
    ink: Pixels


def scene(dark: Pixels, words: Sequence[Word], scale: float) -> Scene:
    """What is drawn on a page with these dark pixels, `scale` a point, on which these words were read."""
    lines, level = _straight(dark, scale, STRAIGHT)
    _, upright = _straight(dark.T, scale, UPRIGHT)
    parts = Parts.of(dark & ~level & ~upright.T)
    large, small = _unprinted(parts, words, scale)
    drawn = {at: _stroke(parts, at, scale) for at in large}
    seals = _seals([*drawn.values()])
    ink = {
        at: stroke
        for at, stroke in drawn.items()
        if stroke.y1 - stroke.y0 <= MOST_HEIGHT and not any(_inside(stroke, seal) for seal in seals)
    }
    chosen = np.zeros(len(parts.rows), np.bool_)
    chosen[[*ink, *_remnants(parts, small, level, ink.values(), scale)]] = True
    rules = (_uncovered(_rule(line, dark.shape[0], scale), ink.values()) for line in lines)
    long = (rule for rule in rules if RULE_WIDTH[0] <= rule.x1 - rule.x0 <= RULE_WIDTH[1])
    return Scene((*long, *ink.values()), parts.painted(chosen))


def print_of(words: Sequence[Word], shape: tuple[int, ...], least: float = SURE) -> Pixels:
    """Where the words that were read as surely as this stand on a picture of that shape."""
    words = [word for word in words if any(c.isalnum() for c in word.text)]
    highest = USUAL * median([w.bottom - w.top for w in words if w.confidence > PRINT] or [shape[0]])
    found = np.zeros(shape, np.bool_)
    for word in words:
        if word.confidence > PRINT or (word.confidence > least and word.bottom - word.top <= highest):
            found[
                max(int(word.top) - 1, 0) : max(int(word.bottom) + 2, 0),
                max(int(word.left) - 1, 0) : max(int(word.right) + 2, 0),
            ] = True
    return found


class _Line(NamedTuple):
    """A straight line that runs across: its box in pixels, and the parts that it is made of."""

    left: int
    right: int
    top: int
    bottom: int
    parts: tuple[int, ...]


def _straight(dark: Pixels, scale: float, least: float) -> tuple[list[_Line], Pixels]:
    """The level straight lines of at least so many points, and their pixels."""
    parts = Parts.of(_level_runs(dark, scale))
    thin = [int(a) for a in parts.every if parts.high[a] <= _thick(parts.wide[a], scale)]
    found: list[_Line] = []
    for at in sorted(thin, key=lambda a: (parts.left[a], parts.top[a])):
        line = _Line(int(parts.left[at]), int(parts.right[at]), int(parts.top[at]), int(parts.bottom[at]), (at,))
        if before := next((f for f in found if _goes_on(f, line, scale)), None):
            found.remove(before)
            top, bottom = min(before.top, line.top), max(before.bottom, line.bottom)
            line = _Line(before.left, max(before.right, line.right), top, bottom, (*before.parts, at))
        found.append(line)
    found = [
        f for f in found if f.right - f.left >= least * scale and f.bottom - f.top <= _thick(f.right - f.left, scale)
    ]
    chosen = np.zeros(len(parts.rows), np.bool_)
    chosen[[at for line in found for at in line.parts]] = True
    pixels = parts.painted(chosen)
    side = max(round(BESIDE * scale), 1)
    for _ in range(side):
        pixels[1:] |= pixels[:-1].copy()
        pixels[:-1] |= pixels[1:].copy()
    return found, pixels


def _thick(wide: float, scale: float) -> float:
    """How high the box of a rule of that width is at most, in pixels."""
    return max(THICK * scale, TILT * wide)


def _goes_on(line: _Line, other: _Line, scale: float) -> bool:
    apart = abs(line.top + line.bottom - other.top - other.bottom) / 2
    return apart <= LEVEL * scale and -scale <= other.left - line.right <= APART * scale


def _level_runs(dark: Pixels, scale: float) -> Pixels:
    """The long runs of dark pixels, over small gaps."""
    rows, starts, ends = runs(dark)
    if not len(rows):
        return dark
    new = np.ones(len(rows), np.bool_)
    new[1:] = (rows[1:] != rows[:-1]) | (starts[1:] - ends[:-1] > GAP * scale)
    first = np.nonzero(new)[0]
    last = np.append(first[1:], len(rows)) - 1
    long = ends[last] - starts[first] >= RUN * scale
    return painted(dark.shape, rows[first][long], starts[first][long], ends[last][long])


def _unprinted(parts: Parts, words: Sequence[Word], scale: float) -> tuple[list[int], list[int]]:
    """The parts that are not print for the most part: those that are larger than letters, and small ones."""
    covered = np.pad(np.cumsum(print_of(words, parts.shape), axis=1, dtype=np.int32), ((0, 0), (1, 0)))
    inside = parts.sums(covered[parts.rows, parts.ends] - covered[parts.rows, parts.starts])
    own = parts.every
    own = own[2 * inside[own] < parts.sums(parts.ends - parts.starts)[own]]
    large = (parts.wide[own] >= WIDE * scale) | (parts.high[own] >= HIGH * scale)
    return own[large].tolist(), own[~large].tolist()


def _remnants(parts: Parts, small: Sequence[int], level: Pixels, ink: Iterable[Drawn], scale: float) -> Iterator[int]:
    """Small parts that belong to ink: those within its box, and what a rule cuts off from it."""
    at_rule = level.copy()
    at_rule[1:] |= level[:-1]
    at_rule[:-1] |= level[1:]
    touched = np.pad(np.cumsum(at_rule, axis=1, dtype=np.int32), ((0, 0), (1, 0)))
    touching = parts.sums(touched[parts.rows, parts.ends] - touched[parts.rows, parts.starts])
    boxes = [*ink]
    for at in small:
        x = (parts.left[at] + parts.right[at]) / 2 / scale
        y = (parts.shape[0] - (parts.top[at] + parts.bottom[at]) / 2) / scale
        below = CUT if touching[at] else 1.0
        if any(d.x0 - 1 <= x <= d.x1 + 1 and d.y0 - below <= y <= d.y1 + 1 for d in boxes):
            yield at


def _rule(line: _Line, height: int, scale: float) -> Drawn:
    y = (height - (line.top + line.bottom) / 2) / scale
    return Drawn("rule", line.left / scale, y, line.right / scale, y, ((line.left + line.right) / 2 / scale, y))


def _uncovered(rule: Drawn, ink: Iterable[Drawn]) -> Drawn:
    """A rule with the piece beside it that the white of a pasted picture of a signature hides."""
    on = [d for d in ink if INK[0] <= d.middle[1] - rule.y0 <= INK[1]]
    beside = [d for d in on if -PASTED <= rule.x0 - d.x1 <= PASTED or -PASTED <= d.x0 - rule.x1 <= PASTED]
    x0 = min([rule.x0, *(d.x0 - HIDDEN for d in beside if d.x0 < rule.x0)])
    x1 = max([rule.x1, *(d.x1 + HIDDEN for d in beside if d.x1 > rule.x1)])
    return Drawn("rule", x0, rule.y0, x1, rule.y1, ((x0 + x1) / 2, rule.y0))


def _stroke(parts: Parts, at: int, scale: float) -> Drawn:
    """A part as ink; its strokes are as many as its pixels amount to."""
    own, height = np.nonzero(parts.part == at)[0], parts.shape[0]
    first = own[np.argmin(parts.starts[own])]
    points = int(np.sum(parts.ends[own] - parts.starts[own])) / scale**2
    left, right, top, bottom = (int(side[at]) for side in (parts.left, parts.right, parts.top, parts.bottom))
    return Drawn(
        "ink",
        *(left / scale, (height - bottom) / scale, right / scale, (height - top) / scale),
        start=(left / scale, (height - int(parts.rows[first])) / scale),
        strokes=int(LEAST_STROKES * points / (BLOT * LEAST_WIDTH)),
    )


def _seals(strokes: Sequence[Drawn]) -> list[Drawn]:
    """The seals among the strokes; a rule that runs through one leaves two halves, one above the other."""
    halves = [s for s in strokes if s.x1 - s.x0 >= SEAL_HEIGHT / 2]
    wholes = [_whole(a, b) for a, b in combinations(halves, 2) if _is_stacked(a, b)]
    return [seal for seal in (*strokes, *wholes) if is_seal(seal)]


def _is_stacked(one: Drawn, other: Drawn) -> bool:
    """Whether two strokes stand one above the other about the same upright, with no more than a rule between."""
    gap = max(one.y0, other.y0) - min(one.y1, other.y1)
    return abs(one.middle[0] - other.middle[0]) <= THICK and -THICK <= gap <= 2 * THICK


def _whole(one: Drawn, other: Drawn) -> Drawn:
    x0, y0, x1, y1 = min(one.x0, other.x0), min(one.y0, other.y0), max(one.x1, other.x1), max(one.y1, other.y1)
    return Drawn("ink", x0, y0, x1, y1, ((x0 + x1) / 2, (y0 + y1) / 2))


def _inside(one: Drawn, other: Drawn) -> bool:
    """Whether something stands in, or is, the other."""
    return other.x0 <= one.middle[0] <= other.x1 and other.y0 <= one.middle[1] <= other.y1
