"""Places on a PDF page: boxes in the file's coordinates, and on the page as it is shown or as its text reads."""

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as raw

Box = tuple[float, float, float, float]  # left, bottom, right, top, in points


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


_SIDES = [ctypes.c_double() for _ in range(4)]


def boxes_of(textpage: pdfium.PdfTextPage, start: int, count: int) -> Iterator[Box]:
    """The boxes of a run of characters, one for each part of it, in the file's coordinates."""
    left, top, right, bottom = _SIDES
    for index in range(raw.FPDFText_CountRects(textpage.raw, start, count)):
        if raw.FPDFText_GetRect(textpage.raw, index, *_SIDES):
            yield left.value, bottom.value, right.value, top.value


def around(boxes: Sequence[Box]) -> Box:
    """The box around boxes, of which there is at least one."""
    if len(boxes) == 1:
        return boxes[0]
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)
