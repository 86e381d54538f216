"""What a reader hands over: the text of one file in reading order, not yet arranged in sections."""

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
    "ink", "picture" or "blank"; it is empty where that was not looked at.
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
class RawDocument:
    """The text of one file: `pages` is 0 for a Word file. `ocr_pages` were read from their pictures."""

    pages: int
    blocks: tuple[RawBlock, ...]
    unread: tuple[Unread, ...] = ()
    warnings: tuple[str, ...] = ()
    ocr_pages: tuple[int, ...] = ()
