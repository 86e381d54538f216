"""Tables in Word files of the program's own look."""

from collections.abc import Sequence
from typing import Any

from docx.document import Document
from docx.oxml import OxmlElement
from docx.shared import Inches

from swppp_check.word import styles


def fill(
    document: Document, table: Any, head: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[float]
) -> None:
    """Fill a table of that size; a head is repeated on each page, and without one the table has no lines.

    Widths are in inches. A row is never cut by the end of a page.
    """
    table.autofit = False
    for column, width in zip(table.columns, widths, strict=True):
        column.width = Inches(width)
    if head:
        table.style = document.styles[styles.TABLE]
        table.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    for row, texts in zip(table.rows, [head, *rows] if head else rows, strict=True):
        row._tr.get_or_add_trPr().insert(0, OxmlElement("w:cantSplit"))
        for cell, text, width in zip(row.cells, texts, widths, strict=True):
            cell.width = Inches(width)
            cell.paragraphs[0].text = text
            cell.paragraphs[0].style = document.styles[styles.CELL]
