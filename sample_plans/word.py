"""A sample plan as a Word file. A drawing sheet becomes a landscape page with its labels in a ruled frame."""

import io
import zipfile
from datetime import datetime
from pathlib import Path
from typing import assert_never

from docx import Document
from docx.document import Document as WordFile
from docx.enum.section import WD_ORIENT, WD_SECTION
from docx.enum.table import WD_ALIGN_VERTICAL
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK, WD_TAB_ALIGNMENT, WD_TAB_LEADER
from docx.oxml.ns import qn
from docx.oxml.parser import OxmlElement
from docx.shared import Inches, Pt
from docx.text.paragraph import Paragraph as WordParagraph
from ink import ink
from PIL import Image, ImageDraw
from sheet import LABEL_LENGTH
from source import Block, Heading, Noise, PageBreak, Paragraph, Plan, Sheet, Signature, Table

PRINTED = datetime(2026, 1, 5)  # the date in every file's properties: the files must not change by themselves
ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
LETTER, LEDGER = (8.5, 11.0), (17.0, 11.0)  # inches, width and height


def write_word(plan: Plan, out: Path) -> None:
    """Write the plan to `out`; the same plan gives the same bytes with the same python-docx and Pillow."""
    document = Document()
    _prepare(document, plan)
    if plan.cover:
        for at, line in enumerate(plan.cover):
            paragraph = document.add_paragraph()
            paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
            paragraph.paragraph_format.space_before = Pt(0 if at else 144)
            run = paragraph.add_run(line)
            run.bold, run.font.size = at == 0, Pt(22 if at == 0 else plan.size + 2)
        document.add_page_break()  # type: ignore[no-untyped-call]
    if plan.toc:
        _add_contents(document, plan)
    for block in plan.blocks:
        _add(document, plan, block)
    buffer = io.BytesIO()
    document.save(buffer)
    _rezip(buffer, out)


def _prepare(document: WordFile, plan: Plan) -> None:
    """Body style, margins, running header and footer, and properties that no clock enters."""
    normal = document.styles["Normal"]
    normal.font.name = "Times New Roman" if plan.serif else "Arial"
    normal.font.size = Pt(plan.size)
    section = document.sections[0]
    section.page_width, section.page_height = Inches(LETTER[0]), Inches(LETTER[1])
    section.left_margin = section.right_margin = Inches(1)
    section.header.paragraphs[0].text = plan.header
    section.footer.paragraphs[0].text = f"{plan.footer}    Page "
    _add_field(section.footer.paragraphs[0], "PAGE", "1")
    properties = document.core_properties
    properties.title, properties.author, properties.last_modified_by = plan.title, plan.header, plan.header
    properties.created = properties.modified = PRINTED


def _add(document: WordFile, plan: Plan, block: Block) -> None:
    if not isinstance(block, Sheet) and document.sections[-1].orientation == WD_ORIENT.LANDSCAPE:
        _turn_page(document, LETTER)
    match block:
        case Heading(level, text):
            _add_heading(document, plan, level, text)
        case Paragraph(text, bullet):
            document.add_paragraph(text, style="List Bullet" if bullet else None)
        case Table(rows):
            _add_table(document, rows, bold_head=True)
            document.add_paragraph()
        case Signature():
            _add_signature(document, block)
        case Sheet():
            _add_sheet(document, plan, block)
        case Noise(blocks):
            for part in blocks:
                _add(document, plan, part)
        case PageBreak():
            document.add_page_break()  # type: ignore[no-untyped-call]
        case _:
            assert_never(block)


def _add_heading(document: WordFile, plan: Plan, level: int, text: str) -> None:
    if not plan.fake_headings:
        document.add_heading(text, level)
        return
    paragraph = document.add_paragraph()
    paragraph.paragraph_format.space_before = Pt(10)
    paragraph.paragraph_format.keep_with_next = True
    run = paragraph.add_run(text)
    run.bold, run.font.size = True, Pt(plan.size + 4 - level)


def _add_table(document: WordFile, rows: tuple[tuple[str, ...], ...], *, bold_head: bool) -> None:
    table = document.add_table(rows=len(rows), cols=len(rows[0]), style="Table Grid")
    for at, row in enumerate(rows):
        for cell, text in zip(table.rows[at].cells, row, strict=True):
            cell.paragraphs[0].add_run(text).bold = bold_head and at == 0


def _add_signature(document: WordFile, block: Signature) -> None:
    """A borderless table; a signed block has a picture of the signature where the other has a ruled blank."""
    table = document.add_table(rows=len(block.rows) + 1, cols=2)
    table.rows[0].cells[0].text = "Signature:"
    line = table.rows[0].cells[1].paragraphs[0]
    if block.signed:
        line.add_run().add_picture(_picture(dict(block.rows).get("Name", "")), width=Inches(2.1))
        line = table.rows[0].cells[1].add_paragraph()
    line.add_run("_" * 36)
    for row, (label, value) in zip(table.rows[1:], block.rows, strict=True):
        row.cells[0].text, row.cells[1].text = f"{label}:", value or "_" * 20
    document.add_paragraph()


def _picture(name: str) -> io.BytesIO:
    """A PNG of the signature of that name."""
    image = Image.new("RGB", (840, 220), "white")
    points = [(10 + 820 * along, 210 - 200 * up) for along, up in ink(name)]
    ImageDraw.Draw(image).line(points, fill=(20, 28, 110), width=5, joint="curve")
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    buffer.seek(0)
    return buffer


def _add_sheet(document: WordFile, plan: Plan, sheet: Sheet) -> None:
    _turn_page(document, LEDGER)
    labels = [label.text for label in sheet.labels if len(label.text) <= LABEL_LENGTH]
    notes = [label.text for label in sheet.labels if len(label.text) > LABEL_LENGTH]
    if labels:
        columns = 4
        padded = labels + [""] * (-len(labels) % columns)
        rows = tuple(tuple(padded[at : at + columns]) for at in range(0, len(padded), columns))
        _add_table(document, rows, bold_head=False)
        for row in document.tables[-1].rows:
            row.height = Inches(min(1.0, (7.6 - 0.4 * len(notes)) / len(rows)))
            for cell in row.cells:
                cell.vertical_alignment = WD_ALIGN_VERTICAL.CENTER
                cell.paragraphs[0].alignment = WD_ALIGN_PARAGRAPH.CENTER
    if notes:
        document.add_paragraph().add_run("NOTES").bold = True
    for number, note in enumerate(notes, 1):
        document.add_paragraph(f"{number}. {note}")
    document.add_paragraph()
    title = (plan.title, sheet.title, f"SCALE: {sheet.scale or 'NONE'}", f"SHEET {sheet.number}")
    _add_table(document, (title,), bold_head=True)


def _turn_page(document: WordFile, size: tuple[float, float]) -> None:
    """Begin a section of that page size, unless the file is still empty."""
    empty = len(document.element.body) == 1
    section = document.sections[-1] if empty else document.add_section(WD_SECTION.NEW_PAGE)
    section.page_width, section.page_height = Inches(size[0]), Inches(size[1])
    section.orientation = WD_ORIENT.LANDSCAPE if size[0] > size[1] else WD_ORIENT.PORTRAIT


def _add_contents(document: WordFile, plan: Plan) -> None:
    """A contents field with dotted leaders; Word fills in the pages when the field is updated."""
    _add_heading(document, plan, 1, "Contents")
    for block in plan.blocks:
        if isinstance(block, Heading):
            paragraph = document.add_paragraph()
            paragraph.paragraph_format.left_indent = Inches(0.25 * (block.level - 1))
            paragraph.paragraph_format.tab_stops.add_tab_stop(
                Inches(6.4), WD_TAB_ALIGNMENT.RIGHT, WD_TAB_LEADER.DOTS
            )  # fmt: skip
            paragraph.add_run(f"{block.text}\t")
    document.paragraphs[-1].add_run().add_break(WD_BREAK.PAGE)


def _add_field(paragraph: WordParagraph, code: str, shown: str) -> None:
    run = paragraph.add_run()
    for kind in ("begin", "separate", "end"):
        mark = OxmlElement("w:fldChar")
        mark.set(qn("w:fldCharType"), kind)
        run._r.append(mark)
        if kind == "begin":
            instruction = OxmlElement("w:instrText")
            instruction.text = code
            run._r.append(instruction)
        elif kind == "separate":
            text = OxmlElement("w:t")
            text.text = shown
            run._r.append(text)


def _rezip(buffer: io.BytesIO, out: Path) -> None:
    """Write the package again with one timestamp for every part."""
    with zipfile.ZipFile(buffer) as package, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as fixed:
        for name in package.namelist():
            part = zipfile.ZipInfo(name, ZIP_EPOCH)
            part.compress_type = zipfile.ZIP_DEFLATED
            fixed.writestr(part, package.read(name))
