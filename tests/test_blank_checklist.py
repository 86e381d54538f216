"""The blank checklist that a town hands to applicants, in its three forms."""

import re
from pathlib import Path

import docx
import html5lib
import pytest
from conftest import Run
from lxml import html

from swppp_check.checklists import load_checklist, towns

TOWNS = sorted(towns())


def flat(text: str) -> str:
    return " ".join(text.replace("\\", "").replace("|", " ").split())


def wanted(town: str) -> list[str]:
    """All that a town's checklist must say, in order: each item's title, law, statement and elements."""
    law = load_checklist(town)
    return [
        flat(said)
        for item in law.town.item
        for said in (
            f"{law.rules[item.id].title} ({item.citation})",
            item.text,
            item.statement,
            *(rule.means for rule in law.elements(item).values()),
        )
        if said
    ]


def word_text(file: Path) -> str:
    document = docx.Document(str(file))
    return "\n".join(
        " ".join(cell.text for row in part.rows for cell in row.cells) if hasattr(part, "rows") else part.text
        for part in document.iter_inner_content()
    )


def in_order(said: list[str], text: str) -> None:
    at = 0
    for part in said:
        found = text.find(part, at)
        assert found >= 0, part
        at = found + 1


@pytest.mark.parametrize("town", TOWNS)
@pytest.mark.parametrize("suffix", [".md", ".html", ".docx"])
def test_it_has_the_law_s_text_and_every_element_in_the_town_s_order(
    run: Run, tmp_path: Path, town: str, suffix: str
) -> None:
    file = tmp_path / f"checklist{suffix}"
    assert run("checklist", town, "-o", file).status == 0
    match suffix:
        case ".docx":
            text = word_text(file)
        case ".html":
            source = file.read_text(encoding="utf-8")
            html5lib.HTMLParser(strict=True).parse(source)
            text = html.document_fromstring(source).text_content()
        case _:
            text = file.read_text(encoding="utf-8")
    in_order(wanted(town), flat(text))


def test_it_is_printed_as_markdown_without_a_file_and_is_always_the_same(run: Run, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.md", "b.docx", "c.docx")]
    for file in files:
        run("checklist", "Schenectady", "-o", file)
    assert run("checklist", "schenectady").out == files[0].read_text(encoding="utf-8")
    assert files[1].read_bytes() == files[2].read_bytes()


def test_each_element_has_a_box_and_a_place_to_fill_in(run: Run) -> None:
    law = load_checklist("schenectady")
    rows = re.findall(r"^\| \N{BALLOT BOX} \| .+ \| \|$", run("checklist", "schenectady").out, flags=re.MULTILINE)
    assert len(rows) == sum(len(law.elements(item)) for item in law.town.item)


def test_a_provisional_checklist_says_so_and_alternatives_are_named(run: Run) -> None:
    assert "Provisional." in run("checklist", "rotterdam").out
    assert "Provisional." not in run("checklist", "schenectady").out
    assert "One of these is enough:" in run("checklist", "schenectady").out


def test_an_unknown_town_or_kind_of_file_is_an_error_of_one_line(run: Run, tmp_path: Path) -> None:
    ran = run("checklist", "schenectedy")
    assert (ran.status, ran.out) == (2, "")
    assert "did you mean schenectady?" in ran.err
    ran = run("checklist", "schenectady", "-o", tmp_path / "list.pdf")
    assert ran.status == 2
    assert "use .docx or .md or .html" in ran.err
    ran = run("checklist", "schenectady", "-o", tmp_path / "no" / "list.md")
    assert ran.status == 2
    assert "it cannot be written" in ran.err
