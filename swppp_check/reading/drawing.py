"""Drawing sheets: the frame that they share, and the labels and notes of each."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from swppp_check.reading.lines import BULLET, join_lines
from swppp_check.reading.raw import RawBlock
from swppp_check.submission import Kind

if TYPE_CHECKING:
    from swppp_check.reading.pdf import PageText
    from swppp_check.reading.pieces import Piece

# What stands in the frame of a sheet and yet is said of that sheet: its scale and its number.
OWN_TO_A_SHEET = re.compile(r"\bscale\b|\bsheet\b|^\W*1\s?(?:\"|in)|^[A-Z]{1,3}[- ]?\d+(?:\.\d+)?$", re.IGNORECASE)


def framed(pages: Sequence["PageText"]) -> frozenset[tuple[str, int, int]]:
    """What stands at the same spot of most drawing sheets: the frame, not the drawing."""
    sheets = [page for page in pages if page.large]
    counts = Counter(
        found for page in sheets for found in {spot(p) for p in page.pieces if not OWN_TO_A_SHEET.search(p.text)}
    )
    return frozenset(found for found, n in counts.items() if n >= 3 and n > 0.6 * len(sheets))


def spot(piece: "Piece") -> tuple[str, int, int]:
    """A piece's words and its place on the sheet, roughly."""
    return piece.text, round(piece.x0 / 8), round(piece.y0 / 8)


def labels(page: "PageText", pieces: list["Piece"]) -> Iterator[RawBlock]:
    """A drawing sheet: each piece is a label; lines set solid under each other at one margin are a note."""
    note: list[Piece] = []

    def close() -> Iterator[RawBlock]:
        if note:
            text = join_lines([p.text for p in note])
            yield RawBlock(
                Kind.LABEL,
                text,
                page.number,
                size=note[0].size,
                bold=note[0].bold,
                large=True,
                mark=next((p.mark for p in note if p.mark), ""),
            )
            note.clear()

    for piece in pieces:
        if note:
            last = note[-1]
            leading = last.y0 - piece.y0
            em = max(last.size, 1)
            indent = piece.x0 - (last.x0 if len(note) > 1 else note[0].x0)
            hanging = len(note) == 1 and BULLET.match(note[0].text) and indent < 3.5 * em
            under = 0 < leading <= 1.7 * em and (abs(indent) < 0.6 * em or (indent > 0 and hanging))
            if not (under and abs(last.size - piece.size) < 0.6 and not BULLET.match(piece.text)):
                yield from close()
        note.append(piece)
    yield from close()
