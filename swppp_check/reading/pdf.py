"""PDF files: pdfium reads the text of every page, with the place and the type size of each piece."""

import ctypes
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from swppp_check.reading.empty import lost_pages
from swppp_check.reading.ink import marks
from swppp_check.reading.layout import arrange
from swppp_check.reading.limits import PageLost, Stopped, rest, watch
from swppp_check.reading.raw import CannotOpen, RawDocument
from swppp_check.submission import Unread

# A page of 11 by 17 inches or more is a drawing sheet; sizes in points.
SHEET_LENGTH, SHEET_WIDTH = 1150, 750
# A text layer with a larger share than this of replacement and private-use characters is no text.
GARBAGE = 0.3
# What is said of a page with nothing on it, which is blank or lost.
NOTHING = "nothing is on the page"
NO_TEXT = re.compile("[\ufffd\ue000-\uf8ff\x00\x01\x03-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


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


def read_pdf(path: Path, password: str | None = None) -> RawDocument:
    """Read a PDF's text layer; raises CannotOpen with one line for people."""
    pages: list[PageText] = []
    unread: list[Unread] = []
    empty: list[int] = []
    with closing(_open(path, password)) as document:
        count = len(document)
        if count == 0:
            raise CannotOpen("the PDF has no pages: export it again")
        for number in range(1, count + 1):
            try:
                watch().page(number, count)
                page, reason = _read_page(document, number)
            except pdfium.PdfiumError:
                unread.append(Unread(number, "the page is damaged"))
                continue
            except PageLost as lost:
                unread.append(Unread(number, str(lost)))
                continue
            except Stopped as stop:
                unread.extend(rest(number, count, str(stop)))
                break
            if reason == NOTHING:
                empty.append(number)
            elif reason:
                unread.append(Unread(number, reason))
            pages.append(page)
    if empty:
        unread.extend(Unread(number, "the page is damaged") for number in lost_pages(path, password, empty, count))
        unread.sort(key=lambda each: each.page or 0)
    return RawDocument(count, tuple(arrange(pages)), tuple(unread))


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
            watch().text(textpage.count_chars())
            text = textpage.get_text_range()
            reason = _unusable(text, page)
            pieces = [] if reason else list(_pieces(textpage, text))
        for index, mark in marks(page, pieces).items():
            pieces[index] = replace(pieces[index], mark=mark)
        return PageText(number, width, height, tuple(pieces)), reason


def _unusable(text: str, page: pdfium.PdfPage) -> str:
    letters = len(text) - sum(map(text.count, " \r\n\t"))
    if letters <= 0:
        if next(iter(page.get_objects(max_depth=2)), None) is None:
            return NOTHING
        return "" if _is_blank(page) else "it has no text layer (a scan or a picture)"
    bad = len(NO_TEXT.findall(text))
    if bad > GARBAGE * letters or text.count("(cid:") * 6 > GARBAGE * letters:
        return "its text layer is garbage (the fonts carry no character codes)"
    return ""


def _is_blank(page: pdfium.PdfPage) -> bool:
    """Whether nothing can be seen on the page; looked at only where it has no text.

    A picture that pdfium cannot unpack is left out of what it draws without a word: such a page is not blank.
    """
    pictures = list(page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=2))
    for picture in pictures:
        watch().pixels(*picture.get_px_size())
    drawn = page.render(scale=min(1.0, 800 / max(page.get_size())), grayscale=True).to_pil()
    low, _ = drawn.getextrema()
    return bool(low > 200) and all(map(_is_whole, pictures))


def _is_whole(picture: pdfium.PdfImage) -> bool:
    try:
        picture.get_bitmap().close()
    except pdfium.PdfiumError:
        return False
    return True


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
