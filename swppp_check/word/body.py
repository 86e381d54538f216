"""The parts of a letter as Word paragraphs and tables. What is said, and in which order, is the letter's."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from docx.blkcntnr import BlockItemContainer
from docx.document import Document
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Inches
from docx.text.paragraph import Paragraph

from swppp_check.letter_lines import Line, finding_lines
from swppp_check.letter_parts import (
    CLASS,
    COPIES,
    DOCUMENTS,
    NOTES,
    REMINDERS,
    RESOLVED,
    UNREAD,
    Group,
    Letter,
    Quotation,
)
from swppp_check.word import styles
from swppp_check.word.numbering import Numbering
from swppp_check.word.tables import fill

WIDTH = 6.5  # inches of text on a Letter page with the default margins
INDENTS = (0.0, 0.3, 0.6)  # inches, by depth


class Body:
    """Writes parts of one letter for one document, whose styles and lists they use."""

    def __init__(self, document: Document, letter: Letter) -> None:
        """Add the styles and lists that the document lacks."""
        styles.adopt(document)
        self._document = document
        self._letter = letter
        self._lists = Numbering(document)
        self._part: Any = None

    def part(self, name: str) -> list[Any]:
        """The elements of a part, by its name in a template: see `PARTS`."""
        self._part = BlockItemContainer(OxmlElement("w:body"), self._document)
        PARTS[name](self)
        return list(self._part._element)

    def _re(self) -> None:
        self._table((), [(f"{row.label}:", row.value) for row in self._letter.rows], (1.5, 5.0))

    def _documents(self) -> None:
        if self._letter.documents:
            self._heading(DOCUMENTS)
            rows = [(d.name, d.length, d.sha256) for d in self._letter.documents]
            self._table(("Document", "Length", "SHA-256"), rows, (3.7, 1.3, 1.5))

    def _scope(self) -> None:
        self._say(self._letter.scope)
        for quotation in self._letter.scope_evidence:
            self._quotation(CLASS, quotation, 0)

    def _findings(self) -> None:
        letter = self._letter
        self._say([letter.opening])
        for group in (*letter.groups, letter.comments):
            self._group(group)
        self._list(RESOLVED, letter.resolved)
        if letter.unread:
            self._heading(UNREAD)
            self._table(("Where", "Why"), [(u.place, u.reason) for u in letter.unread], (3.0, 3.5))
        self._group(letter.unreadable)
        for title, entries in ((REMINDERS, letter.reminders), (NOTES, letter.notes)):
            self._list(title, entries)

    def _closing(self) -> None:
        self._heading(self._letter.closing_title)
        self._say(self._letter.closing)

    def _copies(self) -> None:
        self._paragraph(f"{COPIES}:", styles.LIST).paragraph_format.keep_with_next = True
        for copy in self._letter.copies:
            self._lists.bullet(self._paragraph(copy, styles.LIST))

    def _group(self, group: Group | None) -> None:
        if group is None:
            return
        self._heading(group.title)
        self._say([group.lead] if group.lead else [])
        for finding in group.findings:
            for line in finding_lines(finding):
                self._line(line)

    def _line(self, line: Line) -> None:
        match line.role:
            case "title":
                self._lists.number(self._paragraph(line.text, styles.FINDING), int(line.label))
            case "point":
                self._lists.letter(self._paragraph(line.text, styles.POINT))
            case "said":
                said = self._paragraph(line.text, styles.DETAIL)
                said.paragraph_format.keep_with_next = True  # what is quoted, or what is to be done, follows
                self._indented(said, line.depth)
            case "choice":
                self._lists.bullet(self._paragraph(line.text, styles.CHOICE), line.depth)
            case "quotation":
                self._quotation(line.label, Quotation(line.text, line.words), line.depth)
            case "remedy":
                paragraph = self._paragraph("", styles.DETAIL)
                paragraph.add_run(f"{line.label}: ").bold = True
                paragraph.add_run(line.text)
                self._indented(paragraph, line.depth)

    def _quotation(self, label: str, quotation: Quotation, depth: int) -> None:
        paragraph = self._paragraph(f"{label}: {quotation.place}", styles.QUOTATION)
        if quotation.words:
            paragraph.add_run(": ")
            paragraph.add_run(f"\u201c{quotation.words}\u201d").italic = True
        self._indented(paragraph, depth, 0.1)

    def _indented(self, paragraph: Paragraph, depth: int, more: float = 0) -> None:
        """Depth 1 is the style's own indent, which a template may change."""
        if depth != 1:
            paragraph.paragraph_format.left_indent = Inches(INDENTS[depth] + more)

    def _heading(self, text: str) -> None:
        self._paragraph(text, styles.HEADING)

    def _say(self, paragraphs: Iterable[str]) -> None:
        for text in paragraphs:
            self._paragraph(text, "Normal")

    def _list(self, title: str, entries: Sequence[str]) -> None:
        if entries:
            self._heading(title)
        for entry in entries:
            self._lists.bullet(self._paragraph(entry, styles.LIST))

    def _paragraph(self, text: str, style: str) -> Paragraph:
        paragraph: Paragraph = self._part.add_paragraph(text)
        paragraph.style = self._document.styles[style]
        return paragraph

    def _table(self, head: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[float]) -> None:
        """A table with a head that is repeated on each page or, without one, two plain columns."""
        if not rows:
            return
        table = self._part.add_table(len(rows) + bool(head), len(widths), Inches(WIDTH))
        fill(self._document, table, head, rows, widths)
        self._paragraph("", styles.SMALL)


PARTS = {
    "re": Body._re,
    "documents": Body._documents,
    "scope": Body._scope,
    "findings": Body._findings,
    "closing": Body._closing,
    "copies": Body._copies,
}


def texts(document: Document) -> Iterator[Any]:
    """Every paragraph element of the body and of the headers and footers."""
    for section in document.sections:
        for part in (
            section.header,
            section.first_page_header,
            section.even_page_header,
            section.footer,
            section.first_page_footer,
            section.even_page_footer,
        ):
            if not part.is_linked_to_previous:
                yield from part._element.iter(qn("w:p"))
    yield from document.element.body.iter(qn("w:p"))
