"""The pieces of a PDF page: words that stand together on one line, in a frame in which they read forwards.

Text that runs up or down a page is turned, so that layout may take every piece as level. Letters that were set
apart, drawn twice or melted into one glyph become plain words here.
"""

import ctypes
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from swppp_check.reading.glyphs import clean, is_spread, respaced
from swppp_check.reading.unseen import Unseen

Box = tuple[float, float, float, float]

# Line ends as pdfium writes them: a break, or a hyphen that it took for one inside a word.
LINE_END = re.compile("\r\n|[\x02\ufffe](?:\r\n)?")


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


@dataclass(frozen=True, slots=True)
class Frame:
    """The visible part of a page in the file's own coordinates, and how far it is turned to be shown (clockwise)."""

    left: float
    bottom: float
    width: float
    height: float
    rotation: int

    @classmethod
    def of(cls, page: pdfium.PdfPage) -> "Frame":
        """The frame of a page."""
        left, bottom, right, top = page.get_bbox()
        return cls(left, bottom, right - left, top - bottom, page.get_rotation())

    def turned(self, box: Box, angle: int) -> Box:
        """A box of the file's coordinates on the page turned so that text at `angle` is level."""
        x0, y0, x1, y1 = box[0] - self.left, box[1] - self.bottom, box[2] - self.left, box[3] - self.bottom
        match angle % 360:
            case 90:
                return y0, self.width - x1, y1, self.width - x0
            case 180:
                return self.width - x1, self.height - y1, self.width - x0, self.height - y0
            case 270:
                return self.height - y1, x0, self.height - y0, x1
            case _:
                return x0, y0, x1, y1

    def shown(self, box: Box) -> Box:
        """A box of the file's coordinates on the page as it is shown."""
        return self.turned(box, self.rotation)

    def filed(self, box: Box) -> Box:
        """The box in the file's coordinates for one on the page as it is shown."""
        width, height = (self.width, self.height) if self.rotation % 180 == 0 else (self.height, self.width)
        shown = Frame(0, 0, width, height, 0)
        x0, y0, x1, y1 = shown.turned(box, -self.rotation)
        return x0 + self.left, y0 + self.bottom, x1 + self.left, y1 + self.bottom


def page_pieces(textpage: pdfium.PdfTextPage, text: str, frame: Frame, unseen: Unseen) -> Iterator[Piece]:
    """The pieces of a page in the order of the file; `text` is the page's whole text.

    What nobody can see is left out and noted in `unseen`.
    """
    start = 0
    drawn: set[tuple[str, int, int, int]] = set()
    for end in [*LINE_END.finditer(text), None]:
        stop = end.start() if end else len(text)
        line = text[start:stop]
        if end and end[0][0] != "\r":
            line += "-"
        if line.strip():
            for piece in _line_pieces(textpage, line, start, frame, unseen):
                spot = (piece.text, round(piece.x0 / 3), round(piece.y0 / 3), piece.turn)
                if spot not in drawn:  # bold print is imitated by printing twice
                    drawn.add(spot)
                    yield piece
        start = end.end() if end else stop


def _line_pieces(
    textpage: pdfium.PdfTextPage, line: str, start: int, frame: Frame, unseen: Unseen
) -> Iterator[Piece]:
    first = start + len(line) - len(line.lstrip())
    angle, size = _type(textpage, first)
    boxes = list(_boxes(textpage, start, len(line)))
    if not boxes:
        return
    if seen := unseen.seen(textpage, line, start, boxes):
        if not seen.strip():
            return
        line = seen
    turn = (angle - frame.rotation) % 360
    bold = _bold(textpage, first) and _bold(textpage, start + len(line.rstrip()) - 1)
    if is_spread(line):
        line = respaced(textpage, start, line, lambda box: frame.turned(box, angle))
        boxes = [_around(boxes)]
    merged = _merge([(frame.turned(box, angle), box) for box in boxes])
    if len(merged) == 1 or seen:
        level = _around([level for level, _ in merged])
        if words := clean(line):
            yield Piece(words, *level, size, bold, turn=turn)
        return
    for level, filed in merged:
        if words := clean(textpage.get_text_bounded(*filed)):
            yield Piece(words, *level, size, bold, turn=turn)


_MATRIX = raw.FS_MATRIX()


def _type(textpage: pdfium.PdfTextPage, index: int) -> tuple[int, float]:
    """The angle of a character in whole quarter turns, in degrees, and its size on the page in points."""
    size = raw.FPDFText_GetFontSize(textpage.raw, index)
    if not raw.FPDFText_GetMatrix(textpage.raw, index, _MATRIX):
        return 0, size
    a, b, c, d = _MATRIX.a, _MATRIX.b, _MATRIX.c, _MATRIX.d
    angle = 0 if b == 0 and a > 0 else round(math.degrees(math.atan2(b, a)) / 90) * 90 % 360
    return angle, size * (math.hypot(c, d) or 1)


_SIDES = [ctypes.c_double() for _ in range(4)]


def _boxes(textpage: pdfium.PdfTextPage, start: int, count: int) -> Iterator[Box]:
    left, top, right, bottom = _SIDES
    for index in range(raw.FPDFText_CountRects(textpage.raw, start, count)):
        if raw.FPDFText_GetRect(textpage.raw, index, *_SIDES):
            yield left.value, bottom.value, right.value, top.value


def _around(boxes: list[Box]) -> Box:
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def _merge(boxes: list[tuple[Box, Box]]) -> list[tuple[Box, Box]]:
    """Join neighbours that are no further apart than a wide space between words; each box with its place in the file."""
    merged: list[tuple[Box, Box]] = []
    for box, filed in boxes:
        if merged:
            last = merged[-1][0]
            em = max(last[3] - last[1], box[3] - box[1], 6.0)
            level = min(last[3], box[3]) - max(last[1], box[1]) > -0.3 * em
            if level and -em < box[0] - last[2] < 1.2 * em:
                merged[-1] = (_around([last, box]), _around([merged[-1][1], filed]))
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
