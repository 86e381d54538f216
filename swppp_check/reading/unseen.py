"""Text that nobody can see: set invisible or in white over nothing, or beside the page.

An invisible layer over a scan or over drawn letters is what makes them searchable, and white on dark is legible:
so a page with such text is drawn, and the text counts where there is something to see at its place.
"""

import ctypes
import re
from collections.abc import Callable

import pypdfium2 as pdfium
import pypdfium2.raw as raw
from PIL import Image

from swppp_check.reading.frame import Box, around, boxes_of
from swppp_check.reading.limits import watch

_WORD = re.compile(r"\S+")
_WHITE = 250  # each of red, green and blue
_CONTRAST = 40  # between the lightest and the darkest of what is seen, of 255
_LONGEST = 2000  # of the picture's side, in pixels
_SAMPLES = 2  # letters of a line that are looked at, beside the first
_HIDDEN_MODES = (raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP)


class Unseen:
    """Looks at one page; `found` says whether something on it was left out."""

    def __init__(self, page: pdfium.PdfPage, shown: Callable[[Box], Box]) -> None:
        self.found = False
        self._page = page
        self._shown = shown
        self._size = page.get_size()
        self._picture: Image.Image | None = None

    def seen(self, textpage: pdfium.PdfTextPage, line: str, start: int, boxes: list[Box]) -> str:
        """The line with blanks for what cannot be seen; an empty string where all of it can be seen.

        `boxes` are those of the line's parts, in the file's coordinates; parts may differ.
        """
        inside = self._on_page(around(boxes), wholly=True)
        if not inside and not any(map(self._on_page, boxes)):
            self.found = True
            return " "
        if inside and len(boxes) == 1:
            at = start + len(line) - len(line.lstrip())
            if not _is_doubtful(textpage, at) or self._is_visible(boxes[0]):
                return ""
            self.found = True
            return " "
        doubtful = _any_doubtful(textpage, line, start, len(boxes))
        if inside and not doubtful:
            return ""
        letters = list(line)
        for word in _WORD.finditer(line):
            at, end = word.span()
            unsure = doubtful and _is_doubtful(textpage, start + at)
            if not inside or unsure:
                box = _box(textpage, start + at, end - at)
                if not self._on_page(box) or (unsure and not self._is_visible(box)):
                    letters[at:end] = " " * (end - at)
        seen = "".join(letters)
        if seen == line:
            return ""
        self.found = True
        return seen

    def _on_page(self, box: Box, wholly: bool = False) -> bool:
        """Whether the middle of a box is on the page; or all of it."""
        width, height = self._size
        x0, y0, x1, y1 = self._shown(box)
        if not wholly:
            x0 = x1 = (x0 + x1) / 2
            y0 = y1 = (y0 + y1) / 2
        return bool(x0 >= -1 and y0 >= -1 and x1 <= width + 1 and y1 <= height + 1)

    def _is_visible(self, box: Box) -> bool:
        if self._picture is None:
            self._picture = shown(self._page, _LONGEST)
        width, height = self._picture.size
        x0, y0, x1, y1 = (side * width / self._size[0] for side in self._shown(box))
        area = (
            max(0, int(x0)),
            max(0, int(height - y1)),
            min(width, int(x1) + 1),
            min(height, int(height - y0) + 1),
        )
        if area[0] >= area[2] or area[1] >= area[3]:
            return False
        shades = self._picture.crop(area).tobytes()
        return max(shades) - min(shades) >= _CONTRAST


def shown(page: pdfium.PdfPage, longest: int, enlarged: float = 1.0) -> Image.Image:
    """A picture of a page in shades of grey, its longer side of no more pixels than `longest`.

    It has at most `enlarged` pixels a point.
    """
    for each in page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=2):
        watch().pixels(*each.get_px_size())
    scale = min(enlarged, longest / max(page.get_size()))
    picture: Image.Image = page.render(scale=scale, grayscale=True).to_pil()
    return picture


_COLOUR = [ctypes.c_uint() for _ in range(4)]


def _is_doubtful(textpage: pdfium.PdfTextPage, index: int) -> bool:
    """Whether a character is drawn not at all or in white."""
    red, green, blue, opacity = _COLOUR
    page = textpage.raw
    if raw.FPDFText_GetFillColor(page, index, *_COLOUR) and (
        (red.value >= _WHITE and green.value >= _WHITE and blue.value >= _WHITE) or opacity.value == 0
    ):
        return True
    item = raw.FPDFText_GetTextObject(page, index)
    return bool(item) and raw.FPDFTextObj_GetTextRenderMode(item) in _HIDDEN_MODES


def _any_doubtful(textpage: pdfium.PdfTextPage, line: str, start: int, parts: int) -> bool:
    """Whether a line of so many parts, of which each looks alike, seems to hold something doubtful."""
    last = len(line.rstrip()) - 1
    few = min(parts, _SAMPLES)
    for sample in range(few + 1):
        at = sample * last // few
        while line[at].isspace():
            at += 1
        if _is_doubtful(textpage, start + at):
            return True
    return False


def _box(textpage: pdfium.PdfTextPage, start: int, count: int) -> Box:
    return around(list(boxes_of(textpage, start, count)) or [(0.0, 0.0, 0.0, 0.0)])
