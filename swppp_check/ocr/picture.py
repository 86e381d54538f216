"""The picture of a page that an engine reads: rendered by pdfium within a bound of pixels."""

import ctypes
from itertools import islice

import pypdfium2 as pdfium
import pypdfium2.raw as raw
from PIL import Image

# No picture has more pixels than this, whatever the size of its page.
PIXELS = 60_000_000
# A scan is enlarged at most so much: more than the scanner saw is not there to be read.
ENLARGED = 2.0
# A scanner that knows no resolution writes one point a pixel. A page that is larger than a sheet of paper
# and that coarse is taken for a letter page.
COARSE, PAPER, LONG_SIDE = 100.0, 1150.0, 792.0


def covered(page: pdfium.PdfPage, most: int = 4000) -> tuple[float, float]:
    """The share of the page that pictures cover, 1 at most, and the finest picture's dots an inch (0 without one).

    Only the first `most` things drawn on the page are looked at.
    """
    width, height = page.get_size()
    area = dots = 0.0
    sides = [ctypes.c_float() for _ in range(4)]
    left, bottom, right, top = sides
    for item in islice(page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3), most):
        if not raw.FPDFPageObj_GetBounds(item.raw, *sides):
            continue
        wide, high = right.value - left.value, top.value - bottom.value
        if wide <= 1 or high <= 1:
            continue
        area += wide * high
        if wide * high > 0.05 * width * height:
            long, short = sorted(item.get_px_size(), reverse=True)
            dots = max(dots, 72 * long / max(wide, high), 72 * short / min(wide, high))
    return min(area / max(width * height, 1.0), 1.0), dots


def rendered(page: pdfium.PdfPage, dpi: float, enlarged: float = ENLARGED) -> tuple[Image.Image, float]:
    """The page in grey at about `dpi` dots an inch, and the pixels for each of its points.

    A scan has at most `enlarged` times its own dots, and a page that is too large for the bound has fewer.
    """
    width, height = page.get_size()
    share, dots = covered(page)
    if share > 0.6 and dots:
        dpi = min(dpi, enlarged * dots)
    scale = min(dpi / 72, (PIXELS / max(width * height, 1.0)) ** 0.5)
    picture = page.render(scale=scale, grayscale=True, fill_color=(255, 255, 255, 255)).to_pil()
    return picture.convert("L"), scale


def shrink(page: pdfium.PdfPage) -> float:
    """What to multiply the page's points with: 1 but for a scan whose scanner knew no size."""
    share, dots = covered(page)
    long = max(page.get_size())
    return LONG_SIDE / long if share > 0.6 and 0 < dots < COARSE and PAPER < long < 4 * PAPER else 1.0
