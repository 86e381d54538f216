"""Text in columns, and the numbers beside its lines: the order in which a page is read.

Columns of a text and columns of a table look alike. In a text the lines of each column fill it, follow each other
at one distance and run on; the rows of a table begin at one height in all its columns.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from swppp_check.reading.pieces import Piece

# The space between two columns is at least so wide, in points; so many lines of both stand beside it.
GUTTER, LEAST_LINES = 8, 6
# A column is no narrower than this share of the page; its lines fill so much of it.
NARROWEST, FILLED = 0.18, 0.62
# A line wider than this share of the page is none of a column.
WHOLE = 0.55
# Of the lines of a text so many run on into the next; of the rows of a table so many begin at one height.
RUNNING_ON, BESIDE = 0.25, 0.5
# A page has so many numbered lines or more.
NUMBERED = 8

Flow = list["Piece"]


def flows(pieces: Sequence["Piece"], width: float) -> list[Flow]:
    """The pieces of a page in the parts that are read one after the other; one part where there are no columns."""
    gutters = _gutters(pieces, width)
    if not gutters:
        return [list(pieces)]
    empty: list[Flow] = [[] for _ in range(len(gutters) + 1)]
    # What spans all columns, and the columns under it.
    bands: list[tuple[Flow, list[Flow]]] = [([], [[*each] for each in empty])]
    for piece in sorted(pieces, key=lambda p: -p.y1):
        column = _column(piece, gutters)
        if column is not None:
            bands[-1][1][column].append(piece)
            continue
        if any(bands[-1][1]):
            bands.append(([], [[*each] for each in empty]))
        bands[-1][0].append(piece)
    place = {id(piece): at for at, piece in enumerate(pieces)}
    found: list[Flow] = []
    plain: Flow = []
    for span, columns in bands:
        plain += span
        if not _is_text(columns):
            plain += [piece for column in columns for piece in column]
            continue
        found.append(sorted(plain, key=lambda p: place[id(p)]))
        found += [sorted(column, key=lambda p: (-round(p.y0), p.x0)) for column in columns]
        plain = []
    found.append(sorted(plain, key=lambda p: place[id(p)]))
    return [flow for flow in found if flow]


def _gutters(pieces: Sequence["Piece"], width: float) -> list[float]:
    """The middles of the white strips that run down between lines on both sides."""
    lines = [p for p in pieces if p.x1 - p.x0 > 0.5 * NARROWEST * width]
    if len(lines) < 2 * LEAST_LINES or sum(p.x1 - p.x0 > WHOLE * width for p in lines) > 0.5 * len(lines):
        return []
    edges = [0] * (int(width) + 3)  # how many lines begin less how many end at each point across
    for line in lines:
        edges[min(max(int(line.x0), 0), len(edges) - 1)] += 1
        edges[min(max(int(line.x1) + 1, 0), len(edges) - 1)] -= 1
    covered = list(accumulate(edges))
    limit = max(len(lines) // 8, 1)
    found: list[float] = []
    start = None
    for x, count in enumerate(covered):
        if count <= limit:
            start = x if start is None else start
        elif start is not None:
            if x - start >= GUTTER and start > NARROWEST * width and x < (1 - NARROWEST) * width:
                found.append((start + x) / 2)
            start = None
    sides = [min(p.x0 for p in lines), *found, max(p.x1 for p in lines)]
    wide = all(b - a >= NARROWEST * width for a, b in pairwise(sides))
    return found if wide else []


def _column(piece: "Piece", gutters: list[float]) -> int | None:
    """The column that a piece stands in; None for one that spans several."""
    middle = (piece.x0 + piece.x1) / 2
    column = sum(middle > gutter for gutter in gutters)
    return None if any(piece.x0 < gutter - 2 and piece.x1 > gutter + 2 for gutter in gutters) else column


def _is_text(columns: list[Flow]) -> bool:
    """Whether columns are those of a text, not of a table."""
    long = [column for column in columns if len(column) >= LEAST_LINES]
    if len(long) < 2:
        return False
    running = [column for column in long if _runs_on(column)]
    if len(running) < 2:
        return False
    return not any(_side_by_side(a, b) for a, b in pairwise(running))


def _runs_on(column: Flow) -> bool:
    """Whether the lines of a column fill it and run on, each from the one above."""
    lines = sorted(column, key=lambda p: -p.y0)
    width = max(p.x1 for p in lines) - min(p.x0 for p in lines)
    filling = sum(p.x1 - p.x0 > FILLED * width for p in lines)
    run_on = sum(a.text[-1:] not in ".:;!?" and b.text[:1].islower() for a, b in pairwise(lines))
    return filling >= 0.5 * len(lines) and run_on >= RUNNING_ON * len(lines)


def _side_by_side(left: Flow, right: Flow) -> bool:
    """Whether most parts of two columns begin at one height: the rows of a table."""
    first, second = _beginnings(left), _beginnings(right)
    together = sum(any(abs(a - b) < 2 for b in second) for a in first)
    fewer = min(len(first), len(second))
    return fewer >= 3 and together >= BESIDE * fewer + 1


def _beginnings(column: Flow) -> list[float]:
    """The heights at which something new begins: after more space than there is between most lines."""
    lines = sorted(column, key=lambda p: -p.y0)
    steps = [a.y0 - b.y0 for a, b in pairwise(lines)]
    usual = sorted(steps)[len(steps) // 2]
    return [lines[0].y1, *(b.y1 for (_, b), step in zip(pairwise(lines), steps, strict=True) if step > 1.25 * usual)]


def without_line_numbers(pieces: Sequence["Piece"]) -> list["Piece"]:
    """The pieces without the numbers that count the lines of a page at its left edge."""
    numbers = [p for p in pieces if p.text.isdecimal() and len(p.text) < 4]
    if len(numbers) < NUMBERED:
        return list(pieces)
    left = min(p.x0 for p in pieces)
    counted: list[Piece] = []
    for piece in sorted((p for p in numbers if p.x0 < left + 30), key=lambda p: -p.y0):
        if not counted or int(piece.text) == int(counted[-1].text) + 1:
            counted.append(piece)
    if len(counted) < NUMBERED or not _evenly_spaced(counted):
        return list(pieces)
    dropped = {id(piece) for piece in counted}
    return [piece for piece in pieces if id(piece) not in dropped]


def _evenly_spaced(pieces: Sequence["Piece"]) -> bool:
    steps = sorted(a.y0 - b.y0 for a, b in pairwise(pieces))
    middle = steps[len(steps) // 2]
    return sum(abs(step - middle) < 2 for step in steps) >= 0.9 * len(steps)
