"""What stands on a signature line of a PDF page: ink, a picture, a stamp, a field, a typed name, or nothing.

Only pages that carry the label of a signature line or words of certifying are looked at.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from swppp_check.reading.drawn import LEAST_STROKES, Drawn
from swppp_check.reading.labels import (
    BLANK,
    MOST_WORDS,
    as_name,
    blank_after_label,
    is_blank,
    is_other_label,
    is_signature_line,
    signature_data,
    typed_name,
)

# What may stand on a line, the most telling first.
ORDER = ("field", "ink", "stamp", "picture", "typed", "open field", "blank")
# Where ink stands that belongs to a line, in points below and above it, and where typed words do.
INK, TYPED = (-12.0, 34.0), (-4.0, 9.0)
# How far a rule may lie below or above its label's baseline or top, and how far right of it.
BESIDE, ABOVE, RIGHT = (-9.0, 6.0), (-3.0, 20.0), 160.0
# The least size of ink, in points, and the width of a line that is not ruled.
LEAST_WIDTH, LEAST_HEIGHT, UNRULED = 12.0, 4.0, 280.0


class Words(Protocol):
    """Words that stand together on one line, and their box in points from the page's lower left corner."""

    @property
    def text(self) -> str:
        """The words."""

    @property
    def x0(self) -> float:
        """Left."""

    @property
    def y0(self) -> float:
        """Below."""

    @property
    def x1(self) -> float:
        """Right."""

    @property
    def y1(self) -> float:
        """Above."""

    @property
    def turn(self) -> int:
        """By how many degrees they are turned; a signature's label is not."""


class Line(NamedTuple):
    """A line to sign on: its two ends and its height on the page."""

    x0: float
    x1: float
    y: float


def may_be_signed(pieces: Sequence[Words]) -> bool:
    """Whether a page with these words may be one that somebody signs."""
    low = " ".join(piece.text for piece in pieces).lower()
    return any(anchor in low for anchor in signature_data()["anchors"]) or bool(_labels(pieces))


def marks_among(things: Sequence[Drawn], pieces: Sequence[Words]) -> dict[int, str]:
    """For each piece that is a signature line's label, or stands under one without a label, what is on that line.

    `things` are those that are drawn on the page. Only a page that `may_be_signed` need be asked about.
    """
    labels = _labels(pieces)
    rules = [*(Line(d.x0, d.x1, d.y0) for d in things if d.kind == "rule"), *_typed_rules(pieces)]
    points = _points(things)
    found: dict[int, str] = {}
    taken: list[Line] = []
    for index in labels:
        line = _line(pieces, index, rules)
        taken.append(line)
        found[index] = "typed" if typed_name(pieces[index].text) else _on(line, points, pieces, index)
    for index, line in _unlabelled(pieces, rules, taken):
        if index not in found:
            found[index] = _on(line, points, pieces, index)
    for index, mark in _loose(things, pieces, rules):
        if mark not in found.values() and found.get(index, "blank") == "blank":
            found[index] = mark
    return found


def _labels(pieces: Sequence[Words]) -> list[int]:
    return [i for i, piece in enumerate(pieces) if piece.turn == 0 and is_signature_line(piece.text)]


def _typed_rules(pieces: Sequence[Words]) -> Iterator[Line]:
    """Rules made of characters; where a piece has words too, their place is that share of its width."""
    for piece in pieces:
        for blank in BLANK.finditer(piece.text):
            yield Line(*_share(piece, blank.start(), blank.end()), piece.y0)


def _share(piece: Words, start: int, end: int) -> tuple[float, float]:
    wide = (piece.x1 - piece.x0) / max(len(piece.text), 1)
    return piece.x0 + start * wide, piece.x0 + end * wide


def _line(pieces: Sequence[Words], index: int, rules: Sequence[Line]) -> Line:
    """The line that belongs to a label: in its own text, right of it, above it, or as wide as there is room."""
    piece = pieces[index]
    if blank := blank_after_label(piece.text):
        return Line(*_share(piece, *blank), piece.y0)
    others = [p for p in pieces if p is not piece and _level(p, piece) and p.x0 > piece.x1 and _is_apart(p)]
    right = min((p.x0 for p in others), default=piece.x1 + UNRULED)
    beside = [
        r
        for r in rules
        if BESIDE[0] <= r.y - piece.y0 <= BESIDE[1] and r.x1 > piece.x1 + 20 and r.x0 < min(piece.x1 + RIGHT, right)
    ]
    if beside:
        nearest = min(beside, key=lambda r: max(r.x0, piece.x1))
        return Line(max(nearest.x0, piece.x1), min(nearest.x1, right), nearest.y)
    above = [r for r in rules if ABOVE[0] <= r.y - piece.y1 <= ABOVE[1] and r.x0 - 10 < piece.x1 and piece.x0 < r.x1]
    if above:
        return min(above, key=lambda r: r.y)
    return Line(piece.x1, min(piece.x1 + UNRULED, right), piece.y0)


def _is_apart(piece: Words) -> bool:
    """Whether a piece right of a label is no blank and no typed name, but something else."""
    labelled = is_signature_line(piece.text) or is_other_label(piece.text)
    return labelled or not (is_blank(piece.text) or as_name(piece.text))


def _level(one: Words, other: Words) -> bool:
    return min(one.y1, other.y1) - max(one.y0, other.y0) > 0.4 * min(one.y1 - one.y0, other.y1 - other.y0)


def _unlabelled(pieces: Sequence[Words], rules: Sequence[Line], taken: Sequence[Line]) -> Iterator[tuple[int, Line]]:
    """Rules with nothing beside them, and the words right under each."""
    for rule in rules:
        mine = any(abs(rule.y - t.y) < 3 and rule.x0 - 3 < t.x1 and t.x0 < rule.x1 + 3 for t in taken)
        beside = any(
            p.x1 < rule.x0 + 12 and rule.x0 - p.x1 < RIGHT and BESIDE[0] <= rule.y - p.y0 <= BESIDE[1] for p in pieces
        )
        if mine or beside:
            continue
        under = [
            (rule.y - p.y1, i)
            for i, p in enumerate(pieces)
            if ABOVE[0] <= rule.y - p.y1 <= ABOVE[1] and rule.x0 - 12 < p.x0 < rule.x1 and not is_blank(p.text)
        ]
        if under and _is_short(pieces[min(under)[1]].text):
            yield min(under)[1], rule


def _is_short(text: str) -> bool:
    return len(text.split()) <= MOST_WORDS and not is_other_label(text)


def _loose(things: Sequence[Drawn], pieces: Sequence[Words], rules: Sequence[Line]) -> Iterator[tuple[int, str]]:
    """Signatures on no line: ink or a picture right above a printed name, and a field with the words next to it."""
    for thing in things:
        x = thing.middle[0]
        field = thing.kind.endswith("field")
        if thing.kind in ("rule", "typed") or not (field or _enough([thing])):
            continue
        near = [
            (abs(gap), i)
            for i, p in enumerate(pieces)
            if p.x0 - 40 < x < max(p.x1, p.x0 + 150)
            and (-80 if field else -8) < (gap := thing.y0 - p.y1) < 24
            and (field or as_name(p.text))
        ]
        if not near or any(_is_beside(p, thing) for p in pieces):
            continue
        if field or not any(_over(r, thing.middle) or _over(r, thing.start) for r in rules):
            yield min(near)[1], thing.kind


def _is_beside(label: Words, thing: Drawn) -> bool:
    """Whether something stands right of the label of another line, such as the date's."""
    level = label.y0 - 10 < thing.middle[1] < label.y1 + 20
    return level and is_other_label(label.text) and 0 < thing.middle[0] - label.x1 < UNRULED


def _points(things: Sequence[Drawn]) -> list[tuple[float, int, Drawn]]:
    """The heights of the things that may stand on a line, from below: a drawing sheet has thousands of both."""
    mine = [(n, thing) for n, thing in enumerate(things) if thing.kind != "rule"]
    points = ((y, n, thing) for n, thing in mine for y in (thing.middle[1], thing.start[1]) if math.isfinite(y))
    return sorted(points, key=lambda point: point[0])


def _on(line: Line, points: Sequence[tuple[float, int, Drawn]], pieces: Sequence[Words], label: int) -> str:
    """What stands on a line."""
    low = bisect_left(points, line.y + INK[0] - 1, key=lambda point: point[0])
    high = bisect_right(points, line.y + INK[1] + 1, key=lambda point: point[0])
    near = {n: thing for _, n, thing in points[low:high]}
    here = [thing for thing in near.values() if _over(line, thing.middle) or _over(line, thing.start)]
    kinds: set[str] = {d.kind for d in here if d.kind != "ink"}
    if _enough([d for d in here if d.kind == "ink"]):
        kinds.add("ink")
    for index, piece in enumerate(pieces):
        middle, low = (piece.x0 + piece.x1) / 2, TYPED[0] <= piece.y0 - line.y <= TYPED[1]
        if index != label and low and line.x0 - 4 <= middle <= line.x1 + 4 and as_name(piece.text):
            kinds.add("typed")
    return next((kind for kind in ORDER if kind in kinds), "blank")


def _over(line: Line, point: tuple[float, float]) -> bool:
    return line.x0 - 6 <= point[0] <= line.x1 + 6 and INK[0] <= point[1] - line.y <= INK[1]


def _enough(strokes: Sequence[Drawn]) -> bool:
    """Whether strokes together are as large as a signature or initials."""
    if not strokes:
        return False
    wide = max(d.x1 for d in strokes) - min(d.x0 for d in strokes)
    high = max(d.y1 for d in strokes) - min(d.y0 for d in strokes)
    return wide >= LEAST_WIDTH and high >= LEAST_HEIGHT and sum(d.strokes for d in strokes) >= LEAST_STROKES
