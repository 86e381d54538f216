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
        off = [not self._on_page(box) for box in boxes]
        if all(off):
            self.found = True
            return " "
        hidden = []
        words = list(_WORD.finditer(line))
        for word in words if len(boxes) > 1 else words[:1]:
            at, end = (word.start(), word.end()) if len(boxes) > 1 else (word.start(), words[-1].end())
            beside = any(off) and not self._on_page(_box(textpage, start + at, end - at))
            if beside or (
                _doubtful(textpage, start + at) and not self._is_visible(_box(textpage, start + at, end - at))
            ):
                hidden.append((at, end))
        if not hidden:
            return ""
        self.found = True
        letters = list(line)
        for at, end in hidden:
            letters[at:end] = " " * (end - at)
        return "".join(letters)

    def _on_page(self, box: Box) -> bool:
        """Whether the middle of a box is on the page."""
        width, height = self._size
        x0, y0, x1, y1 = self._shown(box)
        middle, centre = (x0 + x1) / 2, (y0 + y1) / 2
        return bool(-1 <= middle <= width + 1 and -1 <= centre <= height + 1)

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


def shown(page: pdfium.PdfPage, longest: int) -> Image.Image:
    """A picture of a page in shades of grey, its longer side of no more pixels than `longest` nor than its points."""
    for each in page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=2):
        watch().pixels(*each.get_px_size())
    scale = min(1.0, longest / max(page.get_size()))
    picture: Image.Image = page.render(scale=scale, grayscale=True).to_pil()
    return picture


_COLOUR = [ctypes.c_uint() for _ in range(4)]


def _doubtful(textpage: pdfium.PdfTextPage, index: int) -> bool:
    """Whether a character is drawn not at all or in white."""
    red, green, blue, opacity = _COLOUR
    if raw.FPDFText_GetFillColor(textpage.raw, index, *_COLOUR) and (
        min(red.value, green.value, blue.value) >= _WHITE or opacity.value == 0
    ):
        return True
    item = raw.FPDFText_GetTextObject(textpage.raw, index)
    return bool(item) and raw.FPDFTextObj_GetTextRenderMode(item) in _HIDDEN_MODES


def _box(textpage: pdfium.PdfTextPage, start: int, count: int) -> Box:
    return around(list(boxes_of(textpage, start, count)) or [(0.0, 0.0, 0.0, 0.0)])
