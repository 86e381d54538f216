"""The picture that an engine reads: a page rendered by pdfium, or a picture file, within a bound of pixels."""

import pypdfium2 as pdfium
import pypdfium2.raw as raw
from PIL import Image

from swppp_check.reading.legible import covered
from swppp_check.reading.limits import watch

# No picture has more pixels than this, whatever the size of its page.
PIXELS = 60_000_000
# The kinds of picture files that are opened.
FORMATS = ("PNG", "JPEG", "TIFF", "GIF", "BMP", "WEBP")
Image.MAX_IMAGE_PIXELS = None  # the watch has a limit of its own
# A scan is enlarged at most so much: more than the scanner saw is not there to be read.
ENLARGED = 2.0
# A scanner that knows no resolution writes one point a pixel. A page that is larger than a sheet of paper
# and that coarse is taken for a letter page.
COARSE, PAPER, LONG_SIDE = 100.0, 1150.0, 792.0


def rendered(page: pdfium.PdfPage, dpi: float, enlarged: float = ENLARGED) -> tuple[Image.Image, float]:
    """The page in grey at about `dpi` dots an inch, and the pixels for each of its points.

    A scan has at most `enlarged` times its own dots, and a page that is too large for the bound has fewer.
    """
    width, height = page.get_size()
    share, dots = covered(page)
    if share > 0.6 and dots:
        dpi = min(dpi, enlarged * dots)
    scale = min(dpi / 72, (PIXELS / max(width * height, 1.0)) ** 0.5)
    for each in page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=2):
        watch().pixels(*each.get_px_size())
    picture = page.render(scale=scale, grayscale=True, fill_color=(255, 255, 255, 255)).to_pil()
    return picture.convert("L"), scale


def shrink(page: pdfium.PdfPage) -> float:
    """What to multiply the page's points with: 1 but for a scan whose scanner knew no size."""
    share, dots = covered(page)
    long = max(page.get_size())
    return LONG_SIDE / long if share > 0.6 and 0 < dots < COARSE and PAPER < long < 4 * PAPER else 1.0


def without_fields(page: pdfium.PdfPage) -> None:
    """Hide form fields and typed notes: their words are read from the file, and are not to be read twice.

    The page in memory is changed, the file is not.
    """
    for index in range(raw.FPDFPage_GetAnnotCount(page.raw)):
        annotation = raw.FPDFPage_GetAnnot(page.raw, index)
        if not annotation:
            continue
        if raw.FPDFAnnot_GetSubtype(annotation) in (raw.FPDF_ANNOT_WIDGET, raw.FPDF_ANNOT_FREETEXT):
            flags = raw.FPDFAnnot_GetFlags(annotation)
            raw.FPDFAnnot_SetFlags(annotation, flags | raw.FPDF_ANNOT_FLAG_HIDDEN)
        raw.FPDFPage_CloseAnnot(annotation)


def opened(path: str, dpi: float) -> tuple[Image.Image, float]:
    """A picture file in grey at about `dpi` dots an inch, taken for a letter page, and the pixels a point."""
    with Image.open(path, formats=FORMATS) as file:
        watch().pixels(*file.size)
        picture = file.convert("RGBA") if file.has_transparency_data else file.convert("L")
    if picture.mode == "RGBA":
        picture = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("L")
    times = min(dpi * LONG_SIDE / 72 / max(picture.size), ENLARGED)
    if abs(times - 1) > 0.1:
        size = (max(round(picture.width * times), 1), max(round(picture.height * times), 1))
        picture = picture.resize(size, Image.Resampling.BICUBIC)
    return picture, max(picture.size) / LONG_SIDE
