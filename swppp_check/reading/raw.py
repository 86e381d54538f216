"""What a reader hands over: the text of one file in reading order, not yet arranged in sections."""

from collections import Counter
from dataclasses import dataclass

from swppp_check.submission import Kind, Unread


class CannotOpen(Exception):
    """The file cannot be opened; the message is one line that says why and what to do."""


@dataclass(frozen=True, slots=True)
class RawBlock:
    """A block before sections and drawing sheets are known.

    `kind` is HEADING only where the file itself says so (a Word style, a PDF outline entry); `level` is then its
    depth. `size` is the text's size in points (0 where unknown), `bold` whether all of it is bold.
    `large` marks text on a drawing-size page (larger than 12 by 18 inches). `breaks` marks a block that begins a
    new page in the author's intention (a page break stands before it). `mark` says what stands on a signature line:
    "ink", "picture", "stamp", "field" (a digital signature), "typed" (a name), "open field" or "blank"; it is empty
    where that was not looked at.
    """

    kind: Kind
    text: str
    page: int | None = None
    level: int = 0
    size: float = 0.0
    bold: bool = False
    large: bool = False
    breaks: bool = False
    table: int | None = None
    cells: tuple[str, ...] = ()
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that is carried in another."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a Word file that is large enough to be a scanned page and that no words describe.

    `at` is the number of blocks that stand before it, `content` its file (PNG, JPEG, …), empty where there is none.
    `why` says why OCR did not read it, where it was tried.
    """

    at: int
    content: bytes
    why: str = ""


@dataclass(frozen=True, slots=True)
class RawDocument:
    """The text of one file: `pages` is 0 for a Word file. `ocr_pages` were read from their pictures.

    `pictures` were not read (a reader of scans may put blocks in their place); `attachments` are files of their own.
    """

    pages: int
    blocks: tuple[RawBlock, ...]
    unread: tuple[Unread, ...] = ()
    warnings: tuple[str, ...] = ()
    ocr_pages: tuple[int, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    pictures: tuple[Picture, ...] = ()

    def all_unread(self) -> tuple[Unread, ...]:
        """What was not read, the pictures among it."""
        left = Counter(picture.why for picture in self.pictures)
        return (*self.unread, *(Unread(None, _unread_pictures(count, why)) for why, count in left.items()))


def _unread_pictures(count: int, why: str) -> str:
    one = "a picture (possibly a scanned page) was not read"
    return (one if count == 1 else f"{count} pictures (possibly scanned pages) were not read") + (why and f": {why}")
