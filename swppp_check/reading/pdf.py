"""PDF files: pdfium reads the text of every page, with the place and the type size of each piece.

What a page shows beside its own contents (form fields, notes, CAD labels) is put among the pieces at its place.
"""

import re
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from swppp_check.reading.attached import attachments
from swppp_check.reading.drawn import drawn
from swppp_check.reading.empty import lost_pages
from swppp_check.reading.forms import Shown, page_shows, stamped
from swppp_check.reading.frame import Frame
from swppp_check.reading.ink import marks_among, may_be_signed
from swppp_check.reading.layout import arrange
from swppp_check.reading.legible import NOTHING, PICTURE, covered, why_unusable
from swppp_check.reading.limits import PageLost, Stopped, rest, watch
from swppp_check.reading.pieces import Piece, page_pieces
from swppp_check.reading.placing import place, words_in
from swppp_check.reading.raw import CannotOpen, RawDocument
from swppp_check.reading.scans import DocumentScans
from swppp_check.reading.unseen import Unseen, shown
from swppp_check.reading.xfa import xfa_blocks
from swppp_check.submission import Unread

# A page of 11 by 17 inches or more is a drawing sheet; sizes in points.
SHEET_LENGTH, SHEET_WIDTH = 1150, 750
# A scan is looked at for signatures with so many pixels a side and a point at most.
SCAN_LONGEST, SCAN_SCALE = 3000, 2.0
NO_PAGES = "the PDF has no pages: export it again"


@dataclass(frozen=True, slots=True)
class PageText:
    """The pieces of one page, in the order of the file.

    `shows` is what it shows beside its contents, already among the pieces where it has text of its own; `hidden` says
    whether text that nobody sees was left out.
    """

    number: int
    width: float
    height: float
    pieces: tuple[Piece, ...]
    shows: Shown | None = None
    hidden: bool = False

    @property
    def large(self) -> bool:
        """Whether the page is a drawing sheet by its size."""
        return max(self.width, self.height) >= SHEET_LENGTH and min(self.width, self.height) >= SHEET_WIDTH


def read_pdf(file: Path | bytes, password: str | None = None, scans: DocumentScans | None = None) -> RawDocument:
    """Read a PDF's text, and what was read on its `scans`; raises CannotOpen with one line for people."""
    pages: list[PageText] = []
    unread: list[Unread] = []
    empty: list[int] = []
    reasons: dict[int, str] = {}
    with closing(_open(file, password)) as document:
        count = len(document)
        if count == 0:
            raise CannotOpen(NO_PAGES)
        if document.get_formtype() != raw.FORMTYPE_NONE:
            document.init_forms()
        for number in range(1, count + 1):
            try:
                watch().page(number, count)
                page, reason = _read_page(document, number, bool(scans and scans.is_read(number)))
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
                reasons[number] = reason
            pages.append(page)
        seen, reasons = scans.pages(document, pages, reasons) if scans else ({}, reasons)
        pages = [_completed(page, seen.get(page.number)) for page in pages]
        unread += [Unread(number, reason) for number, reason in reasons.items()]
        form, reason = xfa_blocks(document, pages)
        attached, refused = attachments(document, [f for page in pages if page.shows for f in page.shows.files])
        unread += [Unread(None, each) for each in (reason, *refused) if each]
    if empty:
        unread.extend(Unread(number, "the page is damaged") for number in lost_pages(file, password, empty, count))
    unread.sort(key=lambda each: (each.page is None, each.page or 0))
    return RawDocument(
        count,
        (*arrange(pages), *form),
        tuple(unread),
        tuple(_warnings(pages)),
        ocr_pages=tuple(sorted(seen)),
        attachments=tuple(attached),
    )


def _completed(page: PageText, seen: PageText | None) -> PageText:
    """The page with what was read on its picture, if it was, and what it shows beside that."""
    if seen:
        page = replace(page, width=seen.width, height=seen.height, pieces=seen.pieces)
    if page.shows and (seen or not page.pieces):
        page = replace(page, pieces=tuple(place(page.pieces, page.shows)))
    return page


def _warnings(pages: list[PageText]) -> list[str]:
    hidden = [page.number for page in pages if page.hidden]
    if not hidden:
        return []
    more = f" and {len(hidden) - 1} more" if len(hidden) > 1 else ""
    return [f"text that nobody can see (invisible, white or beside the page) on page {hidden[0]}{more} was not counted"]


def _open(file: Path | bytes, password: str | None) -> pdfium.PdfDocument:
    try:
        return pdfium.PdfDocument(file, password=password)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD:
            wrong = "the password is wrong" if password else "the PDF asks for a password"
            raise CannotOpen(f"{wrong}: give it with --password") from None
        if _has_no_pages(file):
            raise CannotOpen(NO_PAGES) from None
        raise CannotOpen("the PDF is damaged and cannot be opened: export it again") from None


def _has_no_pages(file: Path | bytes) -> bool:
    """Whether a PDF that pdfium refuses says itself that it has no pages."""
    content = file if isinstance(file, bytes) else file.read_bytes()
    return bool(re.search(rb"/Count\s+0\b", content)) and not re.search(rb"/Type\s*/Page\b", content)


def _read_page(document: pdfium.PdfDocument, number: int, is_read: bool) -> tuple[PageText, str]:
    """The page's text and, where it has none that can be used, the reason.

    A page that `is_read` by OCR has no pieces here, and no reason.
    """
    with closing(document[number - 1]) as page:
        width, height = page.get_size()
        frame = Frame.of(page)
        unseen = Unseen(page, frame.shown)
        shows = page_shows(document, page, frame)
        with closing(page.get_textpage()) as textpage:
            watch().text(textpage.count_chars())
            text = "" if is_read else textpage.get_text_range()
            reason = "" if is_read else why_unusable(text, page)
            pieces = [] if reason or is_read else list(page_pieces(textpage, text, frame, unseen))
            if unseen.found and not pieces:
                reason = why_unusable("", page)
            for index, mark in _marks(page, pieces, frame).items():
                pieces[index] = replace(pieces[index], mark=mark)
            if shows and shows.stamps:
                shows.notes += stamped(document, number, page, textpage, frame, shows.stamps)
            if shows and pieces:
                pieces = place(pieces, shows, partial(words_in, textpage, frame))
        return PageText(number, width, height, tuple(pieces), shows, unseen.found), reason


def _marks(page: pdfium.PdfPage, pieces: list[Piece], frame: Frame) -> dict[int, str]:
    """What stands on the signature lines among the pieces; over a scan, what its picture shows there."""
    if not may_be_signed(pieces):
        return {}
    found = marks_among(drawn(page, frame.shown), pieces)
    if covered(page)[0] < PICTURE:
        return found
    from swppp_check.ocr.signing import marks_on_scan

    picture = shown(page, SCAN_LONGEST, SCAN_SCALE)
    on_scan = marks_on_scan(picture.convert("L"), picture.height / page.get_height(), pieces)
    return found | {index: mark for index, mark in on_scan.items() if found.get(index, "blank") == "blank"}
