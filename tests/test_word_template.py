"""A town's own Word template: fields anywhere, parts in their places, and errors that name what is wrong."""

from pathlib import Path
from typing import Any

import docx
import pytest
from conftest import SAMPLES, Ran, Run
from docx.document import Document

from swppp_check.word.letter import FIELDS

PLAN = SAMPLES / "rotterdam-warehouse.pdf"


def style(paragraph: Any) -> str:
    return str(paragraph.style.name)


def letter(run: Run, template: Path) -> tuple[Ran, Path]:
    out = template.with_name("letter.docx")
    return run(PLAN, "-t", "rotterdam", "-q", "--template", template, "-o", out, "--reviewer", "A. Reed"), out


def saved(document: Document, folder: Path) -> Path:
    file = folder / "letterhead.docx"
    document.save(str(file))
    return file


def refused(ran: Ran) -> str:
    """The one line of an error."""
    assert ran.status == 2
    assert len(ran.err.splitlines()) == 1
    assert ran.err.startswith("swppp-check: ")
    return ran.err


def test_the_template_that_is_written_makes_the_letter_that_comes_without_one(run: Run, tmp_path: Path) -> None:
    template = tmp_path / "letterhead.docx"
    assert run("template", "-o", template).status == 0
    _, out = letter(run, template)
    plain = tmp_path / "plain.docx"
    run(PLAN, "-t", "rotterdam", "-q", "-o", plain, "--reviewer", "A. Reed")
    assert out.read_bytes() == plain.read_bytes()


def test_it_is_always_the_same_and_may_be_edited(run: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "one.docx", tmp_path / "two.docx"
    for file in (one, two):
        run("template", "-o", file)
    assert one.read_bytes() == two.read_bytes()
    document = docx.Document(str(one))
    document.sections[0].first_page_header.paragraphs[0].text = "DEPARTMENT OF PUBLIC WORKS of the {{ town }}"
    document.styles["SWPPP Finding"].font.italic = True
    _, out = letter(run, saved(document, tmp_path))
    made = docx.Document(str(out))
    assert (
        made.sections[0].first_page_header.paragraphs[0].text == "DEPARTMENT OF PUBLIC WORKS of the Town of Rotterdam"
    )
    assert made.styles["SWPPP Finding"].font.italic


def test_a_letterhead_of_the_town_s_own_gets_the_styles_and_lists_that_it_lacks(run: Run, tmp_path: Path) -> None:
    document = docx.Document()
    for relation in [r for r in document.part.rels.values() if r.reltype.endswith("/numbering")]:
        document.part.drop_rel(relation.rId)
        document.part.rels.pop(relation.rId, None)
    document.add_paragraph("To {{ applicant }}, {{ date }}")
    document.add_table(1, 1).cell(0, 0).text = "{{ project }} at {{ location }}"
    document.add_paragraph("{{ findings }}")
    ran, out = letter(run, saved(document, tmp_path))
    assert ran.status == 1
    made = docx.Document(str(out))
    assert made.paragraphs[0].text == "To Coldbrook Provisions, LLC, [date]"
    assert made.tables[0].cell(0, 0).text.startswith("Coldbrook Distribution Warehouse at 1450 Switchback Road")
    asked = [p for p in made.paragraphs if style(p) == "SWPPP Finding"]
    assert [p.text.split(" - ")[0] for p in asked][:2] == [
        "Construction phasing plan",
        "Pre- and post-development comparison",
    ]
    assert all(p._p.get_or_add_pPr().numPr is not None for p in asked)
    assert not any("{{" in p.text for p in made.paragraphs)


def test_an_unknown_field_is_named_with_those_that_there_are(run: Run, tmp_path: Path) -> None:
    document = docx.Document()
    document.sections[0].footer.paragraphs[0].text = "{{ offficer }}"
    document.add_paragraph("{{ findings }}")
    ran, out = letter(run, saved(document, tmp_path))
    assert "there is no field {{ offficer }}: the fields are acreage, address, applicant," in refused(ran)
    assert not out.exists()


@pytest.mark.parametrize("broken", ["Dear {{ applicant }", "{{ date }} {{ }}", "{% if date %}", "{{ date | nosuch }}"])
def test_a_broken_field_is_shown(run: Run, tmp_path: Path, broken: str) -> None:
    document = docx.Document()
    document.add_paragraph("{{ findings }}")
    document.add_paragraph(broken)
    ran, _ = letter(run, saved(document, tmp_path))
    assert "a field is broken" in refused(ran)
    assert broken in ran.err


def test_a_template_without_findings_is_refused(run: Run, tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("Dear {{ applicant }}: your plan is fine.")
    ran, _ = letter(run, saved(document, tmp_path))
    assert "it has no {{ findings }}" in refused(ran)


@pytest.mark.parametrize("where", ["text", "header"])
def test_a_part_needs_a_paragraph_of_its_own_in_the_text(run: Run, tmp_path: Path, where: str) -> None:
    document = docx.Document()
    if where == "header":
        document.add_paragraph("{{ findings }}")
        document.sections[0].header.paragraphs[0].text = "{{ closing }}"
    else:
        document.add_paragraph("Findings: {{ findings }}")
    ran, _ = letter(run, saved(document, tmp_path))
    assert "needs a paragraph of its own" in refused(ran)


def test_what_is_no_word_file_or_not_there_is_an_error_of_one_line(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "letterhead.docx"
    text.write_text("Dear {{ applicant }}")
    assert "it is no Word document: save it in Word as .docx" in refused(letter(run, text)[0])
    assert "it cannot be read" in refused(letter(run, tmp_path / "none.docx")[0])
    ran = run(PLAN, "-t", "rotterdam", "--template", text)
    assert "--template is for a Word letter" in refused(ran)


def test_a_template_is_looked_at_before_the_plan_is(run: Run, tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("{{ findings }}")
    document.add_paragraph("Dear {{ applicant }")
    broken = saved(document, tmp_path)
    out = tmp_path / "letter.docx"
    absent = tmp_path / "no-such-plan.pdf"
    asked = (absent, "-t", "rotterdam", "--template")
    assert "a field is broken" in refused(run(*asked, broken, "-o", out))
    assert "it cannot be read" in refused(run(*asked, tmp_path / "none.docx", "-o", out))
    whole = tmp_path / "whole.docx"
    run("template", "-o", whole)
    assert "no-such-plan.pdf" in refused(run(*asked, whole, "-o", out))


def test_a_template_may_have_every_field_of_a_letter(run: Run, tmp_path: Path) -> None:
    document = docx.Document()
    for field in FIELDS:
        document.add_paragraph(f"{field}: {{{{ {field} }}}}")
    document.add_paragraph("{{ findings }}")
    ran, out = letter(run, saved(document, tmp_path))
    assert ran.status == 1
    lines = [p.text for p in docx.Document(str(out)).paragraphs[: len(FIELDS)]]
    assert [line.split(": ")[0] for line in lines] == list(FIELDS)
    assert "town: Town of Rotterdam" in lines


def test_a_template_cannot_run_anything(run: Run, tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("{{ findings }}")
    document.add_paragraph("{{ date.__class__.__mro__ }}")
    ran, _ = letter(run, saved(document, tmp_path))
    assert "a field cannot be filled in" in refused(ran)
