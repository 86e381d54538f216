"""OCR: the pages of a document that have no usable text are read from their pictures."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from swppp_check.reading.pdf import PageText


class Ocr:
    """How one PDF file's pages are completed by OCR; costs nothing until a page needs it.

    `file_hash` is the SHA-256 of the file in hexadecimal. `read` holds the numbers of the pages that were read so.
    """

    def __init__(
        self, path: Path, password: str | None, file_hash: str, mode: Literal["auto", "off", "force"], progress: bool
    ) -> None:
        self._file = (path, password, file_hash)
        self._mode = mode
        self._progress = progress
        self.read: list[int] = []

    def complete(self, pages: list["PageText"], reasons: dict[int, str]) -> tuple[list["PageText"], dict[int, str]]:
        """The pages, those read by OCR with what was read; and for each page that stays unread, the reason.

        `reasons` says by page number why a page's text cannot be used.
        """
        if self._mode == "off":
            return pages, {number: f"{reason}, and OCR is off" for number, reason in reasons.items()}
        wanted = [page.number for page in pages if page.number in reasons or self._mode == "force"]
        if not wanted:
            return pages, reasons
        from swppp_check.ocr.pieces import page_texts
        from swppp_check.ocr.reader import read_pages

        found = read_pages(*self._file, wanted, self._progress)
        typed = [page for page in pages if page.number not in found.pages]
        texts = page_texts(found.pages, typed)
        self.read = sorted(texts)
        unread = {n: f"{reason}, and {found.failed[n]}" for n, reason in reasons.items() if n in found.failed}
        return [_completed(page, texts.get(page.number)) for page in pages], unread


def _completed(page: "PageText", read: "PageText | None") -> "PageText":
    """The page as read; sides and words are taken, whatever else is known of it stays."""
    return replace(page, width=read.width, height=read.height, pieces=read.pieces) if read else page
