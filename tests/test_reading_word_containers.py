"""Word files under a password, of Word 97, and with pictures of pages; and that the review says what was noted."""

import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import docx
import pytest
from conftest import Run
from docx.oxml.ns import qn
from docx.shared import Inches
from msoffcrypto.format.ooxml import OOXMLFile
from PIL import Image

from swppp_check.reading import word_container
from swppp_check.reading.raw import CannotOpen
from swppp_check.reading.word import read_word
from swppp_check.review import Review

SENTENCE = "Silt fence is checked every seven days."


def plan(*sentences: str) -> bytes:
    document = docx.Document()
    for sentence in sentences:
        document.add_paragraph(sentence)
    out = BytesIO()
    document.save(out)
    return out.getvalue()


def locked(content: bytes, password: str) -> bytes:
    out = BytesIO()
    OOXMLFile(BytesIO(content)).encrypt(password, out)
    return out.getvalue()


def test_a_word_file_under_a_password_is_read_with_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plan.docx"
    path.write_bytes(locked(plan(SENTENCE), "alder"))
    assert [block.text for block in read_word(path, "alder").blocks] == [SENTENCE]
    for options, said in (((), "give its password with --password"), (("--password", "oak"), "is wrong")):
        ran = run(path, "-t", "rotterdam", *options)
        assert (ran.status, ran.out) == (2, "")
        assert len(ran.err.splitlines()) == 1
        assert "encrypted Word file" in ran.err
        assert said in ran.err
    assert run(path, "-t", "rotterdam", "--password", "alder").status == 1


@pytest.fixture
def word97(tmp_path: Path) -> Path:
    """The sentence as a file of Word 97."""
    source = tmp_path / "plan.docx"
    source.write_bytes(plan(SENTENCE))
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [
        "soffice",
        profile,
        "--headless",
        "--convert-to",
        "doc:MS Word 97",
        "--outdir",
        str(tmp_path),
        str(source),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return tmp_path / "plan.doc"


@pytest.mark.needs("soffice")
def test_a_file_of_word_97_is_read_by_libreoffice(word97: Path) -> None:
    assert [block.text for block in read_word(word97).blocks] == [SENTENCE]


def test_without_libreoffice_a_file_of_word_97_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    content = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le")
    with pytest.raises(CannotOpen, match=r"LibreOffice.*not installed: save it as \.docx or \.pdf"):
        read_word(content)


def test_a_conversion_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "soffice"
    program.write_text(f"#!/bin/sh\nexec {shutil.which('sleep')} 60\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(word_container, "LONGEST", 0.1)
    content = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le")
    with pytest.raises(CannotOpen, match="took longer"):
        read_word(content)


def test_pictures_of_pages_are_handed_on_with_their_places() -> None:
    scan = BytesIO()
    Image.new("L", (640, 880), 255).save(scan, "PNG")
    document = docx.Document()
    document.add_paragraph("Before the scan.")
    document.add_picture(BytesIO(scan.getvalue()), width=Inches(6))
    document.add_paragraph("Between.")
    cell = document.add_table(1, 2).rows[0].cells[0].paragraphs[0]
    cell.add_run("In a table: ").add_picture(BytesIO(scan.getvalue()), width=Inches(4))
    document.add_paragraph("After.").add_run().add_picture(BytesIO(scan.getvalue()), width=Inches(1))
    out = BytesIO()
    document.save(out)
    read = read_word(out.getvalue())
    assert [block.text for block in read.blocks] == ["Before the scan.", "Between.", "In a table:", "After."]
    assert [(picture.at, picture.content) for picture in read.pictures] == [(1, scan.getvalue()), (2, scan.getvalue())]
    assert [each.reason for each in read.all_unread()] == ["2 pictures (possibly scanned pages) were not read"]


@pytest.mark.parametrize("output", ["letter", "table", "json"])
def test_every_output_says_that_there_are_tracked_changes(run: Run, tmp_path: Path, output: str) -> None:
    document = docx.Document()
    changed = document.add_paragraph(SENTENCE)._p
    inserted = changed.makeelement(qn("w:ins"), {qn("w:id"): "1"})
    inserted.extend(list(changed))
    changed.append(inserted)
    path = tmp_path / "plan.docx"
    document.save(str(path))
    ran = run(path, "-t", "rotterdam", "-f", output, "-q")
    assert "tracked changes" in " ".join(ran.out.split())
    if output == "json":
        assert any("tracked changes" in w for w in Review.model_validate_json(ran.out).documents[0].warnings)
