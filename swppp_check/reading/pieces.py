"""The pieces of a PDF page: words that stand together on one line, in a frame in which they read forwards.

Text that runs up or down a page is turned, so that layout may take every piece as level. Letters that were set
apart, drawn twice or melted into one glyph become plain words here.
"""

import ctypes
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from swppp_check.reading.frame import Box, Frame, around, boxes_of
from swppp_check.reading.glyphs import clean, is_spread, respaced
from swppp_check.reading.unseen import Unseen

# Line ends as pdfium writes them: a break, or a hyphen that it took for one inside a word.
LINE_END = re.compile("\r\n|[\x02\ufffe](?:\r\n)?")
WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that stand together on one line. Coordinates are in points from the lower left corner of the page.

    `turn` is how far the text is turned against the page as it is shown, in degrees anticlockwise (0, 90, 180, 270);
    the coordinates are those of the page turned back by it, so that every piece is level.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool
    mark: str = ""  # on a signature line: "ink", "picture", "blank" or "field"
    turn: int = 0


def page_pieces(textpage: pdfium.PdfTextPage, text: str, frame: Frame, unseen: Unseen) -> Iterator[Piece]:
    """The pieces of a page in the order of the file; `text` is the page's whole text.

    What nobody can see is left out and noted in `unseen`.
    """
    start = 0
    drawn: set[tuple[str, int, int, int, int]] = set()
    for end in [*LINE_END.finditer(text), None]:
        stop = end.start() if end else len(text)
        line = text[start:stop]
        if end and end[0][0] != "\r":
            line += "-"
        if line.strip():
            for piece in _line_pieces(textpage, line, start, frame, unseen):
                spots = {(piece.text, piece.turn, *spot) for spot in _spots(piece)}
                if drawn.isdisjoint(spots):  # bold print is imitated by printing twice
                    yield piece
                drawn |= spots
        start = end.end() if end else stop


def _spots(piece: Piece) -> Iterator[tuple[int, int, int]]:
    """The squares of two grids that a piece begins in: two that begin within a point and a half share one."""
    for grid, shift in enumerate((0.0, 1.5)):
        yield grid, int((piece.x0 + shift) // 3), int((piece.y0 + shift) // 3)


def _line_pieces(textpage: pdfium.PdfTextPage, line: str, start: int, frame: Frame, unseen: Unseen) -> Iterator[Piece]:
    first, last = len(line) - len(line.lstrip()), len(line.rstrip()) - 1
    angle, size = _type(textpage, start + first)
    boxes = list(boxes_of(textpage, start, len(line)))
    if not boxes:
        return
    if len(boxes) > 1 and _differ(boxes[0], boxes[-1]):
        last_angle, last_size = _type(textpage, start + last)
        if last_angle != angle and (cut := _other_angle(textpage, line, start, angle)):
            yield from _line_pieces(textpage, line[:cut], start, frame, unseen)
            yield from _line_pieces(textpage, line[cut:], start + cut, frame, unseen)
            return
        size = max(size, last_size)
    if seen := unseen.seen(textpage, line, start, boxes):
        if not seen.strip():
            return
        line = seen
    turn = (angle - frame.rotation) % 360
    bold = _bold(textpage, start + first) and _bold(textpage, start + last)

    def level(box: Box) -> Box:
        return frame.turned(box, angle)

    if is_spread(line):
        line, boxes = respaced(textpage, start, line, level), [around(boxes)]
    elif angle == 180 and level(boxes[0])[0] > level(boxes[-1])[0]:
        line, boxes = _forwards(textpage, line, start, level), [around(boxes)]
    merged = _merge([(level(box), box) for box in boxes])
    if len(merged) == 1 or seen:
        if words := clean(line):
            yield Piece(words, *around([box for box, _ in merged]), size, bold, turn=turn)
        return
    for box, filed in merged:
        if words := clean(textpage.get_text_bounded(*filed)):
            yield Piece(words, *box, size, bold, turn=turn)


def _differ(first: Box, last: Box) -> bool:
    """Whether the last part of a line stands or is sized otherwise than the first."""
    return not (last[1] < first[3] and first[1] < last[3] and last[3] - last[1] < 1.15 * (first[3] - first[1]))


def _other_angle(textpage: pdfium.PdfTextPage, line: str, start: int, angle: int) -> int:
    """Where in a line the first word stands that runs at another angle; 0 where none does."""
    words = WORD.finditer(line)
    return next((w.start() for w in words if _type(textpage, start + w.start())[0] != angle), 0)


def _forwards(textpage: pdfium.PdfTextPage, line: str, start: int, level: Callable[[Box], Box]) -> str:
    """The words of a line that stands on its head, which pdfium gives from its end."""
    placed = [(level(_word_box(textpage, start, word)), word[0]) for word in WORD.finditer(line)]
    return " ".join(word for _, word in sorted(placed))


def _word_box(textpage: pdfium.PdfTextPage, start: int, word: re.Match[str]) -> Box:
    return around(list(boxes_of(textpage, start + word.start(), len(word[0]))) or [(0.0, 0.0, 0.0, 0.0)])


_MATRIX = raw.FS_MATRIX()


def _type(textpage: pdfium.PdfTextPage, index: int) -> tuple[int, float]:
    """The angle of a character in whole quarter turns, in degrees, and its size on the page in points."""
    page = textpage.raw
    size = raw.FPDFText_GetFontSize(page, index)
    if not raw.FPDFText_GetMatrix(page, index, _MATRIX):
        return 0, size
    a, b = _MATRIX.a, _MATRIX.b
    angle = 0 if b == 0 and a > 0 else round(math.degrees(math.atan2(b, a)) / 90) * 90 % 360
    return angle, size * (math.hypot(_MATRIX.c, _MATRIX.d) or 1)


def _merge(boxes: list[tuple[Box, Box]]) -> list[tuple[Box, Box]]:
    """Join neighbours that are no further apart than a wide space between words; each with its box in the file."""
    merged: list[tuple[Box, Box]] = []
    for box, filed in boxes:
        if merged:
            last = merged[-1][0]
            em = max(last[3] - last[1], box[3] - box[1], 6.0)
            level = min(last[3], box[3]) - max(last[1], box[1]) > -0.3 * em
            if level and -em < box[0] - last[2] < 1.2 * em:
                merged[-1] = (around([last, box]), around([merged[-1][1], filed]))
                continue
        merged.append((box, filed))
    return merged


_NAME = ctypes.create_string_buffer(128)


def _bold(textpage: pdfium.PdfTextPage, index: int) -> bool:
    if raw.FPDFText_GetFontWeight(textpage.raw, index) >= 600:
        return True
    flags = ctypes.c_int()
    length = raw.FPDFText_GetFontInfo(textpage.raw, index, _NAME, len(_NAME), flags)
    name = _NAME.raw[: max(length - 1, 0)].lower() if length <= len(_NAME) else b""
    return any(mark in name for mark in (b"bold", b"black", b"heavy"))
