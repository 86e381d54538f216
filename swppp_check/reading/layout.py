"""From pieces of lines to blocks: running headers apart, table rows, paragraphs, labels on drawings."""

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from swppp_check.reading.columns import flows, without_line_numbers
from swppp_check.reading.drawing import framed, labels, spot
from swppp_check.reading.lines import BULLET, join_lines, whole_words
from swppp_check.reading.raw import RawBlock
from swppp_check.submission import Kind

if TYPE_CHECKING:
    from swppp_check.reading.pdf import PageText
    from swppp_check.reading.pieces import Piece

MARKER = re.compile(r"^(?:[\u2022\u25cf\u25aa\u25e6\uf0b7\u2013\u2014*\-]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)])$")
ENDED = re.compile(r"[.:;!?]['\"\u201d)]*$")
# A line that only seems to begin a list: "Wetland" / "A) fringes the east line".
INITIAL = re.compile(r"^[A-Za-z0-9]{1,2}[.)]\s")
# The number of a heading in capitals.
NUMBERED = re.compile(r"\d+(?:\.\d+)*\.?\s+[A-Z]")
# A heading in capitals has a word of them.
CAPITALS = re.compile(r"[A-Z]{4}")
# Lines that are this many times their size apart are set double-spaced.
WIDE = 1.6
# The strips at the top and the bottom of a page in which running headers and footers stand.
MARGIN = 0.1
# Two rows that are so much further apart than others, in points, belong to two tables.
TABLE_GAP = 4.0
# A group of pieces taller than this share of the page is a column of text, not a row of a table.
ROW_HEIGHT = 0.3


def arrange(pages: Sequence["PageText"]) -> Iterator[RawBlock]:
    """The blocks of a document, page by page."""
    return whole_words(_blocks(pages))


def _blocks(pages: Sequence["PageText"]) -> Iterator[RawBlock]:
    running = _running(pages)
    frame = framed(pages)
    seen: set[str] = set()
    table = 0
    previous: RawBlock | None = None
    for page in pages:
        body = []
        for piece in page.pieces:
            runs = _in_margin(piece, page) and _mask(piece.text) in running
            if runs or (page.large and spot(piece) in frame):
                if (key := _mask(piece.text)) not in seen:
                    seen.add(key)
                    yield RawBlock(Kind.FURNITURE, piece.text, page.number)
            else:
                body.append(piece)
        for flow in _flows(page, body):
            begins = True
            for block in labels(page, flow) if page.large else _text_page(page, flow, table):
                if block.table is not None:
                    table = max(table, block.table + 1)
                if previous is None:
                    previous = block
                elif begins and _continues(previous, block):
                    previous = _joined(previous, block)
                else:
                    yield previous
                    previous = block
                begins = False
    if previous is not None:
        yield previous


def _flows(page: "PageText", pieces: list["Piece"]) -> Iterator[list["Piece"]]:
    """What is read one after the other on a page: its columns, then the text that is turned."""
    for turn in sorted({piece.turn for piece in pieces}):
        turned = [piece for piece in pieces if piece.turn == turn]
        if page.large or turn:
            yield turned
        else:
            yield from flows(without_line_numbers(turned), page.width)


def _mask(text: str) -> str:
    return re.sub(r"\d+", "#", text.lower())


def _in_margin(piece: "Piece", page: "PageText") -> bool:
    strip = MARGIN * page.height
    return not page.large and piece.turn == 0 and (piece.y0 > page.height - strip or piece.y1 < strip)


def _running(pages: Sequence["PageText"]) -> frozenset[str]:
    """What stands at the top or bottom of many pages, digits apart."""
    counts = Counter(key for page in pages for key in {_mask(p.text) for p in page.pieces if _in_margin(p, page)})
    text_pages = sum(not page.large for page in pages)
    least = max(2, min(4, text_pages // 2))
    return frozenset(key for key, n in counts.items() if n >= least)


def _text_page(page: "PageText", pieces: list["Piece"], table: int) -> Iterator[RawBlock]:
    """A report page: rows where pieces stand side by side, paragraphs elsewhere."""
    lines: list[Piece] = []
    in_table = False
    columns: set[int] = set()
    floor, usual = 0.0, math.inf  # the lower edge of the row above, and the least space between two rows
    for group in _rows(pieces, page.height):
        group = _hang(group)
        if len(group) == 1:
            lines.append(group[0])
            in_table = False
            continue
        yield from _paragraphs(page, lines)
        lines = []
        edges = _edges(group)
        gap = floor - max(p.y1 for p in group)
        if not in_table or not _same_columns(columns, edges) or gap > usual + TABLE_GAP:
            table += 1
            in_table, columns, usual = True, edges, math.inf
        else:
            usual = min(usual, gap)
        floor = min(p.y0 for p in group)
        columns |= edges
        cells = _cells(group)
        size, bold = group[0].size, all(p.bold for p in group)
        yield RawBlock(
            Kind.ROW,
            " | ".join(cells),
            page.number,
            size=size,
            bold=bold,
            table=table - 1,
            cells=cells,
            mark=_mark(group),
        )
    yield from _paragraphs(page, lines)


def _rows(pieces: list["Piece"], height: float) -> list[list["Piece"]]:
    """Group pieces that belong to one row: where the text goes back up, what it passes stands beside it."""
    groups: list[list[Piece]] = []
    for piece in pieces:
        em = max(piece.y1 - piece.y0, 4)
        first = len(groups)
        while first and min(p.y0 for p in groups[first - 1]) < piece.y1 - 0.3 * em:
            first -= 1
        if first == len(groups):
            groups.append([piece])
            continue
        beside = [p for group in groups[first:] for p in group]
        tall = max(p.y1 for p in beside) - min(p.y0 for p in beside) > ROW_HEIGHT * height
        under = all(abs(p.x0 - piece.x0) < 1 for p in groups[-1][-1:])
        if tall or (under and first == len(groups) - 1 and piece.y0 < groups[-1][-1].y0 - 0.5 * em):
            if len(groups[-1]) > 1 and not tall:
                groups[-1].append(piece)
            else:
                groups.append([piece])
            continue
        groups[first:] = [[*beside, piece]]
    return _wrapped(groups)


def _wrapped(groups: list[list["Piece"]]) -> list[list["Piece"]]:
    """Give a row the lines on which its later cells go on: set solid below it, not at its left edge."""
    rows: list[list[Piece]] = []
    for group in groups:
        row = rows[-1] if rows else []
        piece = group[0]
        if (
            len(group) == 1
            and len(row) > 1
            and piece.x0 > min(p.x0 for p in row) + 5
            and any(abs(piece.x0 - p.x0) < 2 for p in row)
            and 0 <= row[-1].y0 - piece.y1 < 0.75 * piece.size
        ):
            row.append(piece)
        else:
            rows.append(list(group))
    return rows


def _edges(group: list["Piece"]) -> set[int]:
    return {round(p.x0) for p in group}


def _same_columns(columns: set[int], edges: set[int]) -> bool:
    """Whether a row's cells begin where those of the rows above begin."""
    return all(any(abs(edge - column) <= 4 for column in columns) for edge in edges)


def _hang(group: list["Piece"]) -> list["Piece"]:
    """Join a list marker with the text that hangs beside it."""
    if len(group) == 2 and MARKER.match(group[0].text):
        a, b = group
        y0, y1 = min(a.y0, b.y0), max(a.y1, b.y1)
        return [replace(b, text=f"{a.text} {b.text}", x0=a.x0, y0=y0, y1=y1, bold=a.bold and b.bold)]
    return group


def _cells(group: list["Piece"]) -> tuple[str, ...]:
    columns: list[list[Piece]] = []
    for piece in group:
        home = next((c for c in columns if piece.x0 < max(p.x1 for p in c) and piece.x1 > min(p.x0 for p in c)), None)
        if home is None:
            columns.append([piece])
        else:
            home.append(piece)
    columns.sort(key=lambda c: min(p.x0 for p in c))
    return tuple(join_lines([p.text for p in c]) for c in columns)


def _paragraphs(page: "PageText", lines: list["Piece"]) -> Iterator[RawBlock]:
    paragraph: list[Piece] = []
    step = _wide_step(lines)
    right = max((line.x1 for line in lines), default=0.0)
    for line in lines:
        if paragraph and not (_same_paragraph(paragraph, line) or _goes_on(paragraph[-1], line, step, right)):
            yield _paragraph(page, paragraph)
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield _paragraph(page, paragraph)


def _wide_step(lines: Sequence["Piece"]) -> float:
    """The distance of most lines where they are set double-spaced; 0 where they are not."""
    steps = sorted(a.y0 - b.y0 for a, b in itertools.pairwise(lines) if a.y0 > b.y0)
    usual = steps[len(steps) // 2] if len(steps) > 5 else 0.0
    return usual if usual > WIDE * max((line.size for line in lines), default=0.0) else 0.0


def _goes_on(last: "Piece", line: "Piece", step: float, right: float) -> bool:
    """Whether a double-spaced line goes on from the one above it."""
    if not step or abs(last.y0 - line.y0 - step) > 0.2 * step or ENDED.search(last.text[-4:]) or last.mark or line.mark:
        return False
    full = last.x1 > right - 5 * last.size and abs(last.x0 - line.x0) < 2 and re.search(r"[a-z,]$", last.text)
    return abs(last.size - line.size) < 0.6 and bool(line.text[:1].islower() or full)


def _same_paragraph(paragraph: list["Piece"], line: "Piece") -> bool:
    last = paragraph[-1]
    size = max(last.size, line.size, 1)
    gap = last.y0 - line.y1
    leading = (last.y0 + last.y1 - line.y0 - line.y1) / 2
    listed = BULLET.match(line.text) and not (INITIAL.match(line.text) and not last.text.endswith((".", ":", ";")))
    if listed or line.mark or last.mark or abs(last.size - line.size) > 0.6 or last.bold != line.bold:
        return False
    if (
        CAPITALS.search(last.text)
        and last.text.isupper()
        and not line.text.isupper()
        and (len(paragraph) == 1 or NUMBERED.match(last.text))
    ):
        return False
    if leading <= 0 or gap > 0.75 * size or leading > 1.75 * size:
        return False
    usual = [(a.y0 + a.y1 - b.y0 - b.y1) / 2 for a, b in itertools.pairwise(paragraph)]
    if usual and leading > min(usual) + 0.3 * size:
        return False
    return not (not usual and leading > 1.42 * size and last.text.endswith((".", ":", ";", "!", "?")))


def _paragraph(page: "PageText", lines: list["Piece"]) -> RawBlock:
    text = join_lines([p.text for p in lines])
    kind = Kind.BULLET if BULLET.match(text) else Kind.PARAGRAPH
    return RawBlock(kind, text, page.number, size=lines[0].size, bold=all(p.bold for p in lines), mark=_mark(lines))


def _mark(pieces: list["Piece"]) -> str:
    """What stands on the signature lines among them; of several, what stands on one that is not blank."""
    return max((p.mark for p in pieces), key=lambda mark: (mark not in ("", "blank"), mark), default="")


def _continues(previous: RawBlock, block: RawBlock) -> bool:
    """Whether a paragraph goes on from the page or the column before."""
    return (
        not previous.large
        and not block.large
        and previous.kind in (Kind.PARAGRAPH, Kind.BULLET)
        and block.kind is Kind.PARAGRAPH
        and abs(previous.size - block.size) < 0.6
        and previous.bold == block.bold
        and len(previous.text) > 60
        and not ENDED.search(previous.text[-4:])
        and (block.text[:1].islower() or block.text[:1] in '("\u201c' or previous.text[-1:] in ",-" or not block.bold)
        and not re.match(r"^(?:\d+(?:\.\d+)*|[A-Z]\.|[IVX]+\.)\s", block.text)
    )


def _joined(previous: RawBlock, block: RawBlock) -> RawBlock:
    text = join_lines([previous.text, block.text])
    return RawBlock(previous.kind, text, previous.page, size=previous.size, bold=previous.bold)
