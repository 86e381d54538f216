"""The process that draws parts of pages: a PDF comes from a stranger, so it is drawn within limits and apart.

It takes one job on standard input (the file, its password, the places as page and quotation) and writes a line for
each picture, so that what was drawn before a fault is kept.
"""

import json
import os
import sys
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import closing
from io import BytesIO
from itertools import groupby
from typing import Any

import pdfplumber
import pypdfium2 as pdfium
import pypdfium2.raw as raw
from PIL import Image, ImageChops

from swppp_check.page.framing import Box, lines, part
from swppp_check.page.locating import Word, locate
from swppp_check.reading.attached import utf16
from swppp_check.reading.frame import Frame, around, boxes_of
from swppp_check.reading.limits import Limits, confine
from swppp_check.reading.pieces import WORD

DPI = 110
LONGEST = 4000  # pixels: a page's longer side, however large it is
WIDEST, TALLEST = 900, 440  # pixels of a picture
COLOURS = 16  # text and lines need no more: they stay sharp, and the file small
HEAVY = 40_000  # bytes: what has more so is no text and lines
MARK = (255, 232, 140)  # what white paper becomes under a mark; ink stays as dark as it is


def main() -> None:
    """Draw what is ordered."""
    job: dict[str, Any] = json.loads(sys.stdin.buffer.readline())
    out = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # whatever a library prints is no answer
    confine(Limits())
    places = sorted(enumerate(job["places"]), key=lambda numbered: numbered[1][0])
    with (
        closing(pdfium.PdfDocument(job["path"], password=job["password"])) as text,
        pdfplumber.open(job["path"], password=job["password"] or "") as document,
    ):
        for number, on_page in groupby(places, key=lambda numbered: numbered[1][0]):
            try:
                for at, picture in _of_page(document, text, number, [(n, quote) for n, (_, quote) in on_page]):
                    out.write(json.dumps([at, picture]) + "\n")
                    out.flush()
            except Exception:  # a picture is an aid: whatever is wrong with a page must not stop the others
                continue


def _of_page(
    document: Any, text: pdfium.PdfDocument, number: int, quoted: Sequence[tuple[int, str]]
) -> Iterator[tuple[int, dict[str, Any]]]:
    page = document.pages[number - 1]
    image = page.to_image(resolution=min(DPI, 72 * LONGEST / max(page.width, page.height))).original.convert("RGB")
    page.close()
    with closing(text[number - 1]) as read:
        words, size = _words(read), read.get_size()
    scale = image.width / size[0]
    for at, quote in quoted:
        found = locate(quote, words)
        box: Box = part(size, found, words) if found else (0.0, 0.0, *size)
        shown = image.crop([round(side * scale) for side in box])
        for mark in lines(found):
            _mark(shown, [round((side - edge) * scale) for side, edge in zip(mark, box[:2] * 2, strict=True)])
        yield at, _packed(shown, bool(found))


def _words(page: pdfium.PdfPage) -> list[Word]:
    """The page's words in the order of the file, then the text of its annotations (as CAD programs write it)."""
    frame, height = Frame.of(page), page.get_height()

    def placed(text: str, box: tuple[float, float, float, float]) -> Word:
        x0, y0, x1, y1 = frame.shown(box)
        return Word(text, x0, height - y1, x1, height - y0)

    with closing(page.get_textpage()) as read:
        words = [
            placed(word[0], around(boxes))
            for word in WORD.finditer(read.get_text_range())
            if (boxes := list(boxes_of(read, word.start(), len(word[0]))))
        ]
    return [*words, *(placed(text, box) for text, box in _notes(page))]


def _notes(page: pdfium.PdfPage) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    sides = raw.FS_RECTF()
    for index in range(raw.FPDFPage_GetAnnotCount(page.raw)):
        note = raw.FPDFPage_GetAnnot(page.raw, index)
        text = utf16(lambda buffer, size: raw.FPDFAnnot_GetStringValue(note, b"Contents", buffer, size))  # noqa: B023
        if text and raw.FPDFAnnot_GetRect(note, sides):
            yield text, (sides.left, sides.bottom, sides.right, sides.top)
        raw.FPDFPage_CloseAnnot(note)


def _mark(image: Image.Image, box: Sequence[int]) -> None:
    left, top, right, bottom = box
    area = max(left, 0), max(top, 0), min(right, image.width), min(bottom, image.height)
    if area[0] < area[2] and area[1] < area[3]:
        under = image.crop(area)
        image.paste(ImageChops.multiply(under, Image.new("RGB", under.size, MARK)), area[:2])


def _packed(image: Image.Image, located: bool) -> dict[str, Any]:
    image.thumbnail((WIDEST, TALLEST) if located else (WIDEST, 2 * TALLEST))
    kind, content = "png", _saved(image.quantize(COLOURS, Image.Quantize.FASTOCTREE), "PNG")
    if len(content) > HEAVY:  # a scan or a photograph
        kind, content = "webp", _saved(image, "WEBP", quality=50, method=2)
    uri = f"data:image/{kind};base64,{b64encode(content).decode()}"
    return {"uri": uri, "width": image.width, "height": image.height, "located": located}


def _saved(image: Image.Image, form: str, **options: int) -> bytes:
    file = BytesIO()
    image.save(file, form, **options)
    return file.getvalue()
