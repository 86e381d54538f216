"""PDF files: pdfium reads the text of every page, with the place and the type size of each piece."""

import ctypes
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from swppp_check.reading.ink import marks
from swppp_check.reading.layout import arrange
from swppp_check.reading.legible import why_unusable
from swppp_check.reading.raw import CannotOpen, RawDocument
from swppp_check.submission import Unread

if TYPE_CHECKING:
    from swppp_check.ocr import Ocr

# A page of 11 by 17 inches or more is a drawing sheet; sizes in points.
SHEET_LENGTH, SHEET_WIDTH = 1150, 750


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that stand together on one line. Coordinates are in points from the page's lower left corner."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool
    mark: str = ""  # on a signature line: "ink", "picture" or "blank"


@dataclass(frozen=True, slots=True)
class PageText:
    """The pieces of one page, in the order of the file."""

    number: int
    width: float
    height: float
    pieces: tuple[Piece, ...]

    @property
    def large(self) -> bool:
        """Whether the page is a drawing sheet by its size."""
        return max(self.width, self.height) >= SHEET_LENGTH and min(self.width, self.height) >= SHEET_WIDTH


def read_pdf(path: Path, password: str | None = None, ocr: "Ocr | None" = None) -> RawDocument:
    """Read a PDF, its pages without usable text by `ocr`; raises CannotOpen with one line for people."""
    pages: list[PageText] = []
    unread: list[Unread] = []
    reasons: dict[int, str] = {}
    with closing(_open(path, password)) as document:
        count = len(document)
        if count == 0:
            raise CannotOpen("the PDF has no pages: export it again")
        for number in range(1, count + 1):
            try:
                page, reason = _read_page(document, number)
            except pdfium.PdfiumError:
                unread.append(Unread(number, "the page is damaged"))
                continue
            if reason:
                reasons[number] = reason
            pages.append(page)
    if ocr:
        pages, reasons = ocr.complete(pages, reasons)
    unread += [Unread(number, reason) for number, reason in reasons.items()]
    unread.sort(key=lambda each: each.page or 0)
    return RawDocument(count, tuple(arrange(pages)), tuple(unread), ocr_pages=tuple(ocr.read) if ocr else ())


def _open(path: Path, password: str | None) -> pdfium.PdfDocument:
    try:
        return pdfium.PdfDocument(path, password=password)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD:
            wrong = "the password is wrong" if password else "the PDF asks for a password"
            raise CannotOpen(f"{wrong}: give it with --password") from None
        raise CannotOpen("the PDF is damaged and cannot be opened: export it again") from None


def _read_page(document: pdfium.PdfDocument, number: int) -> tuple[PageText, str]:
    """The page's text and, where it has none that can be used, the reason."""
    with closing(document[number - 1]) as page:
        width, height = page.get_size()
        with closing(page.get_textpage()) as textpage:
            text = textpage.get_text_range()
            reason = why_unusable(text, page)
            pieces = [] if reason else list(_pieces(textpage, text))
        for index, mark in marks(page, pieces).items():
            pieces[index] = replace(pieces[index], mark=mark)
        return PageText(number, width, height, tuple(pieces)), reason


def _pieces(textpage: pdfium.PdfTextPage, text: str) -> Iterator[Piece]:
    start = 0
    for line in text.split("\r\n"):
        count = len(line)
        if line.strip():
            yield from _line_pieces(textpage, line, start, count)
        start += count + 2


def _line_pieces(textpage: pdfium.PdfTextPage, line: str, start: int, count: int) -> Iterator[Piece]:
    boxes = _merge(_boxes(textpage, start, count))
    if not boxes:
        return
    size = raw.FPDFText_GetFontSize(textpage.raw, start)
    bold = _bold(textpage, start) and _bold(textpage, start + len(line.rstrip()) - 1)
    if len(boxes) == 1:
        yield Piece(_clean(line), *boxes[0], size, bold)
        return
    for box in boxes:
        words = _clean(textpage.get_text_bounded(*box))
        if words:
            yield Piece(words, *box, size, bold)


def _clean(text: str) -> str:
    """Soft hyphens and pdfium's marks for a hyphenated line end become a plain hyphen; white space is folded."""
    return " ".join(text.replace("\x02", "-").replace("\xad", "-").replace("\x00", " ").split())


def _boxes(textpage: pdfium.PdfTextPage, start: int, count: int) -> list[tuple[float, float, float, float]]:
    sides = [ctypes.c_double() for _ in range(4)]
    left, top, right, bottom = sides
    boxes = []
    for index in range(raw.FPDFText_CountRects(textpage.raw, start, count)):
        if raw.FPDFText_GetRect(textpage.raw, index, *sides):
            boxes.append((left.value, bottom.value, right.value, top.value))
    return boxes


def _merge(boxes: list[tuple[float, float, float, float]]) -> list[tuple[float, float, float, float]]:
    """Join neighbours that are no further apart than a wide space between words."""
    merged: list[tuple[float, float, float, float]] = []
    for box in boxes:
        if merged:
            last = merged[-1]
            em = max(last[3] - last[1], box[3] - box[1], 6.0)
            level = min(last[3], box[3]) - max(last[1], box[1]) > -0.3 * em
            if level and -em < box[0] - last[2] < 1.2 * em:
                merged[-1] = (
                    min(last[0], box[0]),
                    min(last[1], box[1]),
                    max(last[2], box[2]),
                    max(last[3], box[3]),
                )
                continue
        merged.append(box)
    return merged


_NAME = ctypes.create_string_buffer(128)


def _bold(textpage: pdfium.PdfTextPage, index: int) -> bool:
    if raw.FPDFText_GetFontWeight(textpage.raw, index) >= 600:
        return True
    flags = ctypes.c_int()
    length = raw.FPDFText_GetFontInfo(textpage.raw, index, _NAME, len(_NAME), flags)
    name = _NAME.raw[: max(length - 1, 0)].lower() if length <= len(_NAME) else b""
    return any(mark in name for mark in (b"bold", b"black", b"heavy"))
