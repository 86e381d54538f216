"""Scans in Word files and in attachments, and under form fields, are read; within the limits, and only where needed."""

import subprocess
import sys
from pathlib import Path

import docx
import pypdfium2 as pdfium
import pytest
from docx.shared import Inches
from reportlab.pdfgen.canvas import Canvas
from scans import SENTENCES, assert_read, picture, placed, read, scanned, typed, words, written

from swppp_check.reading import read_submission
from swppp_check.reading.limits import Limits

PAGE = written(SENTENCES)


# ---------------------------------------------------------------- scans in other files, and under other things
@pytest.mark.needs("tesseract")
def test_a_page_pasted_into_a_word_file_is_read_at_its_place(tmp_path: Path) -> None:
    picture(PAGE).save(tmp_path / "page.png")
    file = docx.Document()
    file.add_paragraph("What stands before the scan.")
    file.add_picture(str(tmp_path / "page.png"), width=Inches(6))
    file.add_paragraph("What stands after the scan.")
    file.save(str(tmp_path / "plan.docx"))
    document = read(tmp_path / "plan.docx")
    assert_read(document)
    assert words(document).startswith("What stands before the scan. Silt fence")
    assert words(document).endswith("What stands after the scan.")
    assert any("read by OCR" in warning for warning in document.warnings)


def test_a_picture_in_a_word_file_that_is_not_read_is_named_with_the_reason(
    tmp_path: Path,
    no_engine: None,  # noqa: ARG001
) -> None:
    picture(PAGE).save(tmp_path / "page.png")
    file = docx.Document()
    file.add_picture(str(tmp_path / "page.png"), width=Inches(6))
    file.save(str(tmp_path / "plan.docx"))
    (unread,) = read(tmp_path / "plan.docx").unread
    assert "a picture (possibly a scanned page) was not read" in unread.reason
    assert "install Tesseract" in unread.reason


@pytest.mark.needs("tesseract")
def test_an_attachment_that_is_a_scan_is_read(tmp_path: Path) -> None:
    outer = pdfium.PdfDocument(typed(tmp_path / "outer.pdf", written(["See the attached plan."])))
    outer.new_attachment("scan.pdf").set_data(scanned(tmp_path / "scan.pdf", PAGE).read_bytes())
    outer.save(str(tmp_path / "plan.pdf"))
    plan, attached = read_submission([tmp_path / "plan.pdf"]).documents
    assert (plan.ocr_pages, attached.ocr_pages) == ((), (1,))
    assert_read(attached)


@pytest.mark.needs("tesseract")
def test_what_was_typed_into_the_fields_of_a_scan_is_read_once(tmp_path: Path) -> None:
    def draw(page: Canvas) -> None:
        placed(picture(written([*SENTENCES, "", "Owner of the site:"])))(page)
        page.acroForm.textfield(name="owner", value="Birch Hollow LLC", x=190, y=607, width=200, height=18, fontSize=10)

    document = read(typed(tmp_path / "form.pdf", draw))
    assert_read(document)
    assert words(document).count("Birch Hollow LLC") == 1
    assert "Owner of the site: Birch Hollow LLC" in words(document)


# ---------------------------------------------------------------- limits
@pytest.mark.needs("tesseract")
def test_a_picture_beyond_the_limit_of_pixels_is_not_opened(tmp_path: Path) -> None:
    picture(PAGE).save(tmp_path / "page.png")
    file = docx.Document()
    file.add_picture(str(tmp_path / "page.png"), width=Inches(6))
    file.save(str(tmp_path / "plan.docx"))
    (document,) = read_submission([tmp_path / "plan.docx"], limits=Limits(pixels=1)).documents
    (unread,) = document.unread
    assert "--max-pixels" in unread.reason


def test_a_document_with_text_needs_nothing_of_ocr(tmp_path: Path) -> None:
    path = typed(tmp_path / "text.pdf", PAGE, PAGE)
    code = (
        "import sys; from pathlib import Path; from swppp_check.reading.document import read_file;"
        "from swppp_check.reading.scans import Scans; scans = Scans('auto');"
        "read = read_file(Path(sys.argv[1]), None, scans);"
        "print(len(read.documents), scans.wanted, [m for m in sys.modules if 'swppp_check.ocr' in m or m == 'numpy'])"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "1 [] []"
