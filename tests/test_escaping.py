"""Everything that a document or a file name says is data: quoted, never obeyed."""

import re
import sys
from pathlib import Path

import pytest
from conftest import Run
from reportlab.pdfgen import canvas

from swppp_check import Review

EVIL = "[red]sandy loam[/red] <script>alert(1)</script> ::error::boom"
NAME = "plan\x1b[31m\u202e\u2066[red]\n::error::.pdf"
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
FORMATS = ("letter", "table", "json")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if sys.platform == "win32":
        pytest.skip("no such file names")
    made = tmp_path_factory.mktemp("hostile")
    sheet = canvas.Canvas(str(made / NAME))
    sheet.drawString(72, 700, "1. Soils [bold red]of the site[/]")
    sheet.drawString(72, 680, f"The soils of the site are {EVIL} of hydrologic group B.")
    sheet.showPage()
    sheet.rect(0, 0, 500, 500, fill=1)
    sheet.save()
    (made / "bad\x1b]0;x\x07\u202e.pdf").write_bytes(b"junk")
    return made


@pytest.mark.parametrize("wanted", FORMATS)
def test_nothing_that_steers_a_terminal_is_printed(run: Run, folder: Path, wanted: str) -> None:
    ran = run(folder, "-t", "schenectady", "-f", wanted)
    for text in (ran.out, ran.err):
        assert not STEERS.search(text)
        assert not any(line.startswith("::") for line in text.splitlines())


@pytest.mark.parametrize("wanted", FORMATS)
def test_markup_is_quoted_and_not_obeyed(run: Run, folder: Path, wanted: str) -> None:
    ran = run(folder / NAME, "-t", "schenectady", "-f", wanted, "-q")
    assert "[red]" in ran.out


def test_the_json_still_says_what_the_file_is_called(run: Run, folder: Path) -> None:
    ran = run(folder, "-t", "schenectady", "-f", "json", "-q")
    review = Review.model_validate_json(ran.out)
    assert [Path(d.path).name for d in review.documents] == [NAME]
    assert "\\u202e" in ran.out


def test_a_name_that_is_given_is_quoted_in_the_error(run: Run) -> None:
    for arguments in ((f"no{NAME}", "-t", "rotterdam"), ("x.pdf", "-t", "rotter\x1b[31m\u202edam")):
        ran = run(*arguments)
        assert ran.status == 2
        assert not STEERS.search(ran.err)
        assert len(ran.err.splitlines()) == 1
