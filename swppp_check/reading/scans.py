"""Which pages and pictures of a file are to be read by OCR, and what was read on them.

A file is read twice where it has such: the first time they are listed; then the process that asked has them read by
workers, without the limits of time that hold here; the second time what they read is put among the text.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from swppp_check.reading.kinds import OcrMode
from swppp_check.reading.raw import RawBlock, RawDocument

if TYPE_CHECKING:
    import pypdfium2 as pdfium

    from swppp_check.ocr.recognised import Recognised
    from swppp_check.reading.pdf import PageText

OFF, LEFT = "OCR is off", "OCR did not reach it"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A page or a picture that is to be read.

    `document` counts the files in the order in which they are opened, the one that was asked for first; `number` is
    that of the page or picture. `contents` is a hash: two of one hash show the same. `file` is the file's number in
    the folder for such files, None for the file that was asked for; `picture` says that it is a picture and no PDF.
    """

    document: int
    number: int
    contents: str
    file: int | None = None
    picture: bool = False


class Scans:
    """The scans of one file and of the files that it carries.

    `found` has for each document's number, by number of page or picture, what was read there or why it was not;
    without it, `wanted` is filled. Files that a worker cannot find otherwise are put into `folder`.
    """

    def __init__(
        self,
        mode: OcrMode = "off",
        found: Mapping[str, Mapping[str, Any]] | None = None,
        folder: str = "",
    ) -> None:
        self.mode, self.folder = mode, Path(folder)
        self.wanted: list[Wanted] = []
        self.found = found
        self._documents = 0
        self._files = 0

    def document(self, file: Path | bytes, content: bytes) -> "DocumentScans":
        """Those of the next document."""
        self._documents += 1
        return DocumentScans(self, self._documents, file, content)

    def put(self, content: bytes) -> int:
        """Put a file into the folder; its number."""
        self._files += 1
        (self.folder / str(self._files)).write_bytes(content)
        return self._files


class DocumentScans:
    """The scans of one document."""

    def __init__(self, scans: Scans, number: int, file: Path | bytes, content: bytes) -> None:
        self._scans, self._number, self._file, self._content = scans, number, file, content

    def is_read(self, number: int) -> bool:
        """Whether the page of that number was read by OCR: its own text is then of no use."""
        return isinstance(self._answers().get(str(number)), dict)

    def pages(
        self, document: "pdfium.PdfDocument", pages: Sequence["PageText"], reasons: Mapping[int, str]
    ) -> tuple[dict[int, "PageText"], dict[int, str]]:
        """The pages that were read, by number; and for each page that stays unread, the reason.

        `reasons` says by page number why a page's own text cannot be used.
        """
        if self._scans.mode == "off":
            return {}, {number: f"{reason}, and {OFF}" for number, reason in reasons.items()}
        force = self._scans.mode == "force"
        wanted = [p.number for p in pages if force or p.number in reasons or self.is_read(p.number)]
        if not wanted:
            return {}, {}
        if self._scans.found is None:
            self._want_pages(document, wanted)
            return {}, dict(reasons)
        read, failed = self._found(wanted)
        if not read:
            return {}, {number: f"{reason}, and {failed[number]}" for number, reason in reasons.items()}
        from swppp_check.ocr.pieces import page_texts

        texts = page_texts(read, [page for page in pages if page.number not in read])
        return texts, {n: f"{reason}, and {failed[n]}" for n, reason in reasons.items() if n in failed}

    def pictures(self, raw: RawDocument) -> RawDocument:
        """A Word file with the words of its pictures in their places."""
        numbers = [n for n, picture in enumerate(raw.pictures, 1) if picture.content]
        if self._scans.mode == "off" or not numbers:
            return raw
        if self._scans.found is None:
            for n in numbers:
                content = raw.pictures[n - 1].content
                contents = hashlib.sha256(content).hexdigest()
                self._scans.wanted.append(Wanted(self._number, n, contents, self._scans.put(content), picture=True))
            return raw
        read, failed = self._found(numbers)
        left = [replace(p, why=failed.get(n, "")) for n, p in enumerate(raw.pictures, 1) if n not in read]
        raw = replace(raw, pictures=tuple(left), blocks=_filled(raw, read))
        if not read:
            return raw
        note = "a picture was read by OCR" if len(read) == 1 else f"{len(read)} pictures were read by OCR"
        return replace(raw, warnings=(*raw.warnings, note))

    def _want_pages(self, document: "pdfium.PdfDocument", numbers: Sequence[int]) -> None:
        from swppp_check.ocr.contents import contents_of

        own = hashlib.sha256(self._content).hexdigest()
        file = self._scans.put(self._content) if isinstance(self._file, bytes) else None
        for n in numbers:
            self._scans.wanted.append(Wanted(self._number, n, contents_of(document, n, own), file))

    def _found(self, numbers: Sequence[int]) -> tuple[dict[int, "Recognised"], dict[int, str]]:
        """What was read of these, and why the others were not."""
        from swppp_check.ocr.recognised import Recognised

        found = self._answers()
        answers = {n: found.get(str(n), LEFT) for n in numbers}
        read = {n: Recognised.of(answer) for n, answer in answers.items() if not isinstance(answer, str)}
        return read, {n: answer for n, answer in answers.items() if isinstance(answer, str)}

    def _answers(self) -> Mapping[str, Any]:
        return (self._scans.found or {}).get(str(self._number), {})


def _filled(raw: RawDocument, read: Mapping[int, "Recognised"]) -> tuple[RawBlock, ...]:
    """The blocks of a Word file with those of its pictures, by number, where these stand."""
    if not read:
        return raw.blocks
    from swppp_check.ocr.pieces import page_texts
    from swppp_check.reading.layout import arrange

    texts = page_texts(read, [])
    table = 1 + max((b.table for b in raw.blocks if b.table is not None), default=-1)
    blocks = list(raw.blocks)
    for n in sorted(read, reverse=True):
        words = [
            # Type sizes say nothing here: Word's own blocks have none to compare with.
            replace(b, page=None, size=0.0, large=False, table=None if b.table is None else table + b.table)
            for b in arrange([texts[n]])
        ]
        table += 1 + max((b.table - table for b in words if b.table is not None), default=-1)
        at = raw.pictures[n - 1].at
        blocks[at:at] = words
    return tuple(blocks)
