"""The letterhead that comes with the program: a Word template with fields, good enough to send, made to be edited."""

from docx.document import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt
from docx.text.paragraph import Paragraph

from swppp_check.word.saving import saved
from swppp_check.word.styles import SMALL, SUBJECT, TITLE, new_document, ruled

OPENING = ("{{ date }}", "", "{{ applicant }}", "{{ address }}", "")
PARTS = ("re", "documents", "scope", "findings", "closing")
SIGNATURE = ("", "", "______________________________", "{{ reviewer }}", "{{ for_town }}", "")


def letterhead() -> bytes:
    """The template as a .docx file, always the same bytes."""
    document = new_document()
    _heads(document)
    for line in OPENING:
        _close(document.add_paragraph(line))
    document.add_paragraph("Re:  {{ subject }}", SUBJECT)
    for part in PARTS:
        document.add_paragraph(f"{{{{ {part} }}}}")
    for line in SIGNATURE:
        paragraph = document.add_paragraph(line)
        _close(paragraph)
        paragraph.paragraph_format.keep_with_next = True
    document.add_paragraph("{{ copies }}")
    document.add_paragraph("{{ record }}", SMALL).paragraph_format.space_before = Pt(12)
    return saved(document)


def _heads(document: Document) -> None:
    """The town's name on the first page, a running title on the others, page numbers on all."""
    section = document.sections[0]
    section.different_first_page_header_footer = True
    first = section.first_page_header
    town = first.paragraphs[0]
    town.style, town.text = TITLE, "{{ town }}"
    decides = first.add_paragraph("{{ decides }}", SMALL)
    ruled(decides, "bottom")
    first.add_paragraph("", SMALL)
    running = section.header.paragraphs[0]
    running.style, running.text = SMALL, "{{ town }}: SWPPP of {{ project }}, {{ date }}"
    ruled(running, "bottom", 4)
    section.header.add_paragraph("", SMALL)
    number_pages(document)


def number_pages(document: Document) -> None:
    """Page numbers at the foot of every page, the first one too."""
    section = document.sections[0]
    _page_number(section.footer.paragraphs[0])
    if section.different_first_page_header_footer:
        _page_number(section.first_page_footer.paragraphs[0])


def _page_number(paragraph: Paragraph) -> None:
    paragraph.style = SMALL
    paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    paragraph.add_run("Page ")
    _word_field(paragraph, "PAGE")
    paragraph.add_run(" of ")
    _word_field(paragraph, "NUMPAGES")


def _word_field(paragraph: Paragraph, name: str) -> None:
    """A field that Word itself fills in."""
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), name)
    run = OxmlElement("w:r")
    text = OxmlElement("w:t")
    text.text = "1"
    run.append(text)
    field.append(run)
    paragraph._p.append(field)


def _close(paragraph: Paragraph) -> None:
    paragraph.paragraph_format.space_after = 0
