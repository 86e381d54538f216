"""What was submitted: the one model of a plan's files that every later stage works on.

Readers (`swppp_check.reading`) make it, whatever the file type; nothing downstream asks where a page
came from. All classes are immutable values.
"""

from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What a block is on the page."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    BULLET = "bullet"
    ROW = "row"  # a row of a table; its cells are in `Block.cells` where the file tells them apart
    LABEL = "label"  # a word or note on a drawing sheet
    FURNITURE = "furniture"  # a running header or footer
    NOTE = "note"  # a footnote or endnote
    PLACEHOLDER = "placeholder"  # a form field or content control that nobody filled in


@dataclass(frozen=True, slots=True)
class Block:
    """One unit of text: a heading, a paragraph, a table row, a label.

    `page` is the 1-based position in the file of the page on which the block begins; None in a Word file.
    `level` is a heading's depth (1 is the highest) and 0 for every other kind.
    `section` is the index in `Document.sections` of the section that the block stands in.
    `sheet` is the index in `Document.sheets` of the drawing sheet that it stands on, or None.
    `table` numbers the tables of a document from 0; None outside tables.
    `mark` says what stands on a signature line: "ink", "picture", "stamp", "field" (a digital signature), "typed" (a
    name), "open field" or "blank"; empty where that is not known.
    """

    kind: Kind
    text: str
    page: int | None = None
    level: int = 0
    section: int = 0
    sheet: int | None = None
    table: int | None = None
    cells: tuple[str, ...] = ()
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its place in the tree; section 0 is the text before the first heading."""

    title: str
    level: int
    parent: int | None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing sheet, known by its size, its number or its title block."""

    number: str
    title: str
    scale: str
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that could not be read, and why. `page` is None where it is not one page."""

    page: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Document:
    """One file of a submission. `pages` is 0 for a Word file, which has none; `ocr_pages` were read by OCR."""

    path: str
    sha256: str
    pages: int
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...] = (Section("", 0, None),)
    sheets: tuple[Sheet, ...] = ()
    unread: tuple[Unread, ...] = ()
    warnings: tuple[str, ...] = ()
    ocr_pages: tuple[int, ...] = ()

    def heading_of(self, block: Block) -> str:
        """The title of the section, or the number and title of the drawing sheet, in which a block stands."""
        sheet = None if block.sheet is None else self.sheets[block.sheet]
        title = f"Sheet {sheet.number} {sheet.title}" if sheet else self.sections[block.section].title
        return " ".join(title.split())


@dataclass(frozen=True, slots=True)
class Unopened:
    """A file that could not be opened, and the one line that says why and what to do."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Submission:
    """The files that together are one plan."""

    documents: tuple[Document, ...]
    unopened: tuple[Unopened, ...] = field(default=())
