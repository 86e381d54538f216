"""The command line: what it prints where, how it ends, and what it says of bad input."""

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from conftest import SAMPLES, Run
from reportlab.pdfgen import canvas

from swppp_check import Review

CLINIC = SAMPLES / "schenectady-clinic.pdf"
WAREHOUSE = SAMPLES / "rotterdam-warehouse.pdf"


def one_line(text: str) -> bool:
    return len([line for line in text.splitlines() if line.strip()]) == 1


# ---------------------------------------------------------------- results
def test_a_first_argument_that_is_no_command_is_a_path(run: Run) -> None:
    assert run(WAREHOUSE, "--town", "rotterdam").out == run("check", WAREHOUSE, "--town", "rotterdam").out


def test_an_option_may_come_first(run: Run) -> None:
    assert run("-t", "rotterdam", WAREHOUSE, "-q").status == 1


def test_a_complete_plan_ends_with_0_and_a_completeness_notice(run: Run) -> None:
    ran = run(CLINIC, "-t", "schenectady")
    assert ran.status == 0, ran.out
    assert "complete" in ran.out


def test_a_deficient_plan_ends_with_1_and_a_letter_that_cites_the_ordinance(run: Run) -> None:
    ran = run(WAREHOUSE, "-t", "rotterdam")
    assert ran.status == 1
    assert "§ 270-215F" in ran.out
    assert "was not found in the documents submitted" in " ".join(ran.out.split())


def test_the_letter_is_alone_on_stdout_and_the_summary_on_stderr(run: Run) -> None:
    ran = run(WAREHOUSE, "-t", "rotterdam")
    assert "phasing" in ran.err.lower()
    assert run(WAREHOUSE, "-t", "rotterdam", "-q").err == ""
    assert run(WAREHOUSE, "-t", "rotterdam", "-q").out == ran.out


def test_the_json_is_the_review_and_reads_back(run: Run) -> None:
    ran = run(WAREHOUSE, "-t", "rotterdam", "--format", "json")
    review = Review.model_validate_json(ran.out)
    assert json.loads(ran.out)["schema"] == 1
    assert review.model_dump_json(indent=1) + "\n" == ran.out
    assert [i.group for i in review.items] == sorted(
        [i.group for i in review.items], key="required major certification".index
    )


def test_the_json_follows_the_published_schema(run: Run) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(run("schema").out)
    jsonschema.validate(json.loads(run(WAREHOUSE, "-t", "rotterdam", "-f", "json").out), schema)


def test_the_table_is_printed_on_request(run: Run) -> None:
    ran = run(WAREHOUSE, "-t", "rotterdam", "--format", "table")
    assert "Construction phasing plan" in ran.out
    assert ran.status == 1


def test_outputs_are_written_by_their_suffix(run: Run, tmp_path: Path) -> None:
    letter, data = tmp_path / "letter.txt", tmp_path / "review.json"
    ran = run(WAREHOUSE, "-t", "rotterdam", "-o", letter, "-o", data)
    assert letter.read_text(encoding="utf-8") == ran.out
    assert Review.model_validate_json(data.read_text(encoding="utf-8")).town == "rotterdam"


def test_the_same_input_gives_the_same_bytes(run: Run) -> None:
    first = run(WAREHOUSE, "-t", "rotterdam", "-f", "json").out
    assert run(WAREHOUSE, "-t", "rotterdam", "-f", "json").out == first


def test_several_files_and_a_folder_are_one_submission(run: Run, tmp_path: Path) -> None:
    for plan in (WAREHOUSE, SAMPLES / "schenectady-infill.docx"):
        shutil.copy(plan, tmp_path)
    review = Review.model_validate_json(run(tmp_path, "-t", "rotterdam", "-f", "json").out)
    assert [Path(d.path).name for d in review.documents] == [
        "rotterdam-warehouse.pdf",
        "schenectady-infill.docx",
    ]


def test_a_minor_project_has_its_major_items_not_applicable(run: Run) -> None:
    ran = run(SAMPLES / "schenectady-infill.docx", "-t", "schenectady", "-f", "json", "--project", "minor")
    review = Review.model_validate_json(ran.out)
    assert {i.status for i in review.items if i.group == "major"} == {"not-applicable"}


def test_a_provisional_checklist_says_so(run: Run) -> None:
    assert "not in the text at hand" in " ".join(run(WAREHOUSE, "-t", "rotterdam").out.split())


def test_towns_lists_the_checklists(run: Run) -> None:
    out = run("towns").out
    assert [line.split()[0] for line in out.splitlines()] == ["east-greenbush", "rotterdam", "schenectady"]
    assert "provisional" in out


def test_help_and_towns_do_not_import_spacy() -> None:
    code = "import sys; sys.argv = ['swppp-check', {!r}]\nfrom swppp_check.cli import main\ntry: main()\nexcept SystemExit: pass\nprint('spacy' in sys.modules)"
    for argument in ("--help", "towns"):
        ran = subprocess.run([sys.executable, "-c", code.format(argument)], capture_output=True, text=True, check=True)
        assert ran.stdout.splitlines()[-1] == "False"


# ---------------------------------------------------------------- bad input: one line, exit 2
def write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def locked(path: Path) -> Path:
    pdf = canvas.Canvas(str(path), encrypt="secret")
    pdf.drawString(72, 700, "Silt fence stands below the slope.")
    pdf.save()
    return path


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.pdf", b"", "empty"),
        ("short.pdf", b"hello, this is not a PDF at all", "neither a PDF nor a Word file"),
        ("page.pdf", b"<!DOCTYPE html><html><body>404</body></html>", "HTML"),
        (
            "pointer.pdf",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
            "git lfs pull",
        ),
        ("cut.pdf", CLINIC.read_bytes()[:900], "damaged"),
        ("cut.docx", (SAMPLES / "schenectady-infill.docx").read_bytes()[:3000], "damaged"),
        (
            "old.doc",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le"),
            "save it as .docx",
        ),
        (
            "locked.docx",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            "encrypted",
        ),
        ("plan.dwg", b"AC1032\x00\x00", "plot it to .pdf"),
        ("scan.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF", "picture"),
    ],
)
def test_a_file_that_cannot_be_opened(run: Run, tmp_path: Path, name: str, content: bytes, said: str) -> None:
    ran = run(write(tmp_path / name, content), "-t", "rotterdam")
    assert (ran.status, ran.out) == (2, "")
    assert one_line(ran.err), ran.err
    assert name in ran.err
    assert said in ran.err


def test_a_missing_file_and_an_empty_folder(run: Run, tmp_path: Path) -> None:
    assert "no such file" in run(tmp_path / "none.pdf", "-t", "rotterdam").err
    assert "no PDF or Word files" in run(tmp_path, "-t", "rotterdam").err


def test_a_workbook_and_an_archive_are_named(run: Run, tmp_path: Path) -> None:
    for inside, said in (("xl/workbook.xml", "Excel"), ("plan.pdf", "ZIP archive")):
        with zipfile.ZipFile(tmp_path / "x.docx", "w") as package:
            package.writestr(inside, "x")
        ran = run(tmp_path / "x.docx", "-t", "rotterdam")
        assert ran.status == 2
        assert said in ran.err


def test_a_password_is_asked_for_and_used(run: Run, tmp_path: Path) -> None:
    plan = locked(tmp_path / "locked.pdf")
    ran = run(plan, "-t", "rotterdam")
    assert ran.status == 2
    assert "--password" in ran.err
    assert "wrong" in run(plan, "-t", "rotterdam", "--password", "other").err
    assert run(plan, "-t", "rotterdam", "--password", "secret").status == 1


def test_a_pdf_under_a_word_name_is_read_with_a_warning(run: Run, tmp_path: Path) -> None:
    shutil.copy(WAREHOUSE, tmp_path / "plan.docx")
    ran = run(tmp_path / "plan.docx", "-t", "rotterdam", "-q")
    assert ran.status == 1
    assert "it is a PDF" in ran.err


def test_the_other_documents_of_a_run_are_listed_and_nothing_is_called_missing(run: Run, tmp_path: Path) -> None:
    bad = write(tmp_path / "bad.pdf", b"")
    ran = run(bad, WAREHOUSE, "-t", "rotterdam", "-f", "json", "-q")
    assert ran.status == 2
    assert "rotterdam-warehouse.pdf: read" in ran.err
    statuses = {e.status for i in Review.model_validate_json(ran.out).items for e in i.elements}
    assert "missing" not in statuses
    assert "unreadable" in statuses


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("rotterdm", "rotterdam"), ("Schenectedy", "schenectady"), ("greenbush", "east-greenbush")],
)
def test_an_unknown_town_gets_the_nearest(run: Run, typed: str, meant: str) -> None:
    ran = run(CLINIC, "-t", typed)
    assert ran.status == 2
    assert one_line(ran.err)
    assert meant in ran.err


def test_a_town_is_needed_and_contradictory_options_are_refused(run: Run, tmp_path: Path) -> None:
    assert run(CLINIC).status == 2
    assert "--town" in run(CLINIC).err
    ran = run(CLINIC, "-t", "rotterdam", "--checklist", tmp_path / "x.toml")
    assert ran.status == 2
    assert one_line(ran.err)
    ran = run(CLINIC, "-t", "rotterdam", "-o", tmp_path / "letter.xyz")
    assert ran.status == 2
    assert ".txt" in ran.err
    assert run(CLINIC, "-t", "rotterdam", "-o", tmp_path / "none" / "letter.txt").status == 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("name = [", "x.toml"),
        ("schema = 1\nid = 'x'\n", "name"),
        ("schema = 1\nid = 'x'\nnames = 'X'\n", "name"),
    ],
)
def test_a_bad_checklist_names_file_and_key(run: Run, tmp_path: Path, content: str, said: str) -> None:
    file = write(tmp_path / "x.toml", content.encode())
    ran = run(CLINIC, "--checklist", file)
    assert ran.status == 2
    assert one_line(ran.err), ran.err
    assert "x.toml" in ran.err
    assert said in ran.err


def test_a_checklist_that_is_not_shipped_is_used(run: Run, tmp_path: Path) -> None:
    text = (SAMPLES.parent / "checklists" / "towns" / "schenectady.toml").read_text(encoding="utf-8")
    file = tmp_path / "other.toml"
    file.write_text(text.replace("City of Schenectady", "Village of Elsewhere"), encoding="utf-8")
    ran = run(CLINIC, "--checklist", file)
    assert ran.status == 0
    assert "Village of Elsewhere" in ran.out


# ---------------------------------------------------------------- pages that cannot be read
def scanned(path: Path) -> Path:
    pdf = canvas.Canvas(str(path))
    for _ in range(3):
        pdf.rect(80, 80, 400, 600, fill=1)
        pdf.showPage()
    pdf.save()
    return path


def test_a_document_without_text_ends_with_3_and_nothing_is_called_missing(run: Run, tmp_path: Path) -> None:
    ran = run(scanned(tmp_path / "scan.pdf"), "-t", "rotterdam", "-f", "json")
    review = Review.model_validate_json(ran.out)
    assert ran.status == 3
    assert review.documents[0].unread_pages == (1, 2, 3)
    assert not review.complete
    assert not review.deficiencies()


def test_a_blank_page_is_neither_text_nor_unread(run: Run, tmp_path: Path) -> None:
    pdf = canvas.Canvas(str(tmp_path / "blank.pdf"))
    pdf.showPage()
    pdf.drawString(72, 700, "Silt fence stands below every slope of the site.")
    pdf.save()
    review = Review.model_validate_json(run(tmp_path / "blank.pdf", "-t", "rotterdam", "-f", "json").out)
    assert review.documents[0].unread_pages == ()


def test_an_unrelated_document_has_everything_missing(run: Run, tmp_path: Path) -> None:
    pdf = canvas.Canvas(str(tmp_path / "novel.pdf"))
    for line in range(40):
        pdf.drawString(
            72,
            760 - 16 * line,
            "She closed the book and looked across the table at her brother, who said nothing.",
        )
    pdf.save()
    ran = run(tmp_path / "novel.pdf", "-t", "schenectady", "-f", "json")
    review = Review.model_validate_json(ran.out)
    assert ran.status == 1
    assert {e.status for i in review.items for e in i.elements} <= {"missing", "not-applicable"}


def test_spacy_works_as_ever_beside_the_program() -> None:
    """The program imports spaCy without its command line, which stays there for who wants it."""
    code = (
        "import sys, swppp_check.reviewing; before = 'spacy.cli' in sys.modules; import spacy, spacy.cli; "
        "print(before, spacy.cli.download.__name__, spacy.info(silent=True)['spacy_version'] == spacy.__version__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[0:2] == ["False", "download"]
    assert done.stdout.split()[-1] == "True"
