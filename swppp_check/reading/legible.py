"""Whether a page's text layer says what the page shows; where it does not, the page is read from its picture."""

import ctypes
import re
from contextlib import closing
from itertools import accumulate, islice

import pypdfium2 as pdfium
import pypdfium2.raw as raw
from PIL import Image

from swppp_check.reading.unseen import shown

# A text layer with a larger share than this of replacement and private-use characters is no text.
GARBAGE = 0.3
NO_TEXT = re.compile("[\ufffd\ue000-\uf8ff\x00\x01\x03-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
WHITE = " \r\n\t"
# English prose holds many of these; labels and tables may hold none, but hold words of the trade.
FUNCTION_WORDS = frozenset(
    (
        *("the", "and", "for", "with", "from", "that", "this", "are", "will", "not", "all", "shall", "was", "has"),
        *("have", "which", "each", "than", "any", "other", "may", "must", "been", "its"),
    )
)
WORD = re.compile(r"[a-z]{3,}")
LEAST_WORDS, FEW = 25, 0.04
# A scan with no more letters than this outside its margins has a stamp or a header put on it, not a text layer.
STAMP, MARGIN, SPARSE = 80, 0.1, 600
PICTURE = 0.6  # the share of the page that a scan covers
# On a page whose longer side has so many pixels, fewer dark ones than this are dust, and paths with fewer segments
# than this spell no word.
SIDE, DUST, LETTERS = 1100, 160, 40
RULES = 0.05  # the share of the page that rules and frames cover at most
EDGE = 0.03  # of the page's sides, where scanners leave shadows

NOTHING = "nothing is on the page"  # which is blank or lost
SCAN = "it has no text layer (a scan or a picture)"
STAMPED = "it is a scan or a picture with hardly any text"
CODES = "its text layer is garbage (the fonts carry no character codes)"
NO_ENGLISH = "its text layer is garbage (it holds no English words)"


def why_unusable(text: str, page: pdfium.PdfPage) -> str:
    """Why the page has to be read from its picture; "" where its text layer will do, or where it is blank.

    `NOTHING` says that the page holds nothing at all.
    """
    letters = len(text) - sum(map(text.count, WHITE))
    if letters <= 0:
        if next(iter(page.get_objects(max_depth=2)), None) is None:
            return NOTHING
        return "" if is_blank(page) else SCAN
    if len(NO_TEXT.findall(text)) > GARBAGE * letters or text.count("(cid:") * 6 > GARBAGE * letters:
        return "" if is_blank(page) else CODES
    if _is_gibberish(text):
        return NO_ENGLISH
    if letters < SPARSE and _is_stamped(page):
        return STAMPED
    return ""


def _is_gibberish(text: str) -> bool:
    """Whether hardly a word is English; the trade's words are looked up only where prose was not recognised."""
    words = WORD.findall(text.lower())
    if len(words) < LEAST_WORDS or sum(w in FUNCTION_WORDS for w in words) > FEW * len(words):
        return False
    from swppp_check.ocr.lexicon import known_words

    return sum(w in known_words() for w in words) < 2 * FEW * len(words)


def _is_stamped(page: pdfium.PdfPage) -> bool:
    if covered(page)[0] < PICTURE or _has_hidden_text(page):
        return False
    left, bottom, right, top = page.get_bbox()
    strip = MARGIN * (top - bottom)
    with closing(page.get_textpage()) as textpage:
        inside = textpage.get_text_bounded(left, bottom + strip, right, top - strip)
    return len("".join(inside.split())) < STAMP


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


def _has_hidden_text(page: pdfium.PdfPage) -> bool:
    """Whether the page has invisible text: an OCR layer, however few words the picture holds."""
    hidden = raw.FPDF_TEXTRENDERMODE_INVISIBLE
    texts = page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=3)
    return any(raw.FPDFTextObj_GetTextRenderMode(text.raw) == hidden for text in texts)


def is_blank(page: pdfium.PdfPage) -> bool:
    """Whether nothing is on the page, or nothing but the dust and the shadows of a scan of blank paper."""
    segments = 0
    pictures = []
    for item in page.get_objects(max_depth=3):
        if item.type == raw.FPDF_PAGEOBJ_PATH:
            segments += max(raw.FPDFPath_CountSegments(item.raw), 0)
        elif item.type != raw.FPDF_PAGEOBJ_FORM:
            segments += LETTERS
            if item.type == raw.FPDF_PAGEOBJ_IMAGE:
                pictures.append(item)
        if segments > 5000:
            break
    seen, pixels = _seen(shown(page, SIDE, 2.0).convert("L"))
    if segments < LETTERS and not raw.FPDFPage_GetAnnotCount(page.raw):
        return seen < RULES * pixels
    return seen < DUST and all(map(_is_whole, pictures))


def _seen(grey: Image.Image) -> tuple[int, int]:
    """How many pixels are much darker or lighter than the paper, and of how many; the page's edges are left out."""
    wide, high = (max(int(EDGE * side), 1) for side in grey.size)
    if grey.width <= 2 * wide or grey.height <= 2 * high:
        return 0, 1
    counts = grey.crop((wide, high, grey.width - wide, grey.height - high)).histogram()
    counted = list(accumulate(counts))
    paper = next(shade for shade, n in enumerate(counted) if 2 * n >= counted[-1])
    darker, others = (counted[paper - 51] if paper > 50 else 0), counted[min(paper + 50, 255)]
    return darker + counted[-1] - others, counted[-1]


def _is_whole(picture: pdfium.PdfImage) -> bool:
    """Whether pdfium can unpack a picture; it leaves out what it cannot without a word."""
    try:
        picture.get_bitmap().close()
    except pdfium.PdfiumError:
        return False
    return True
