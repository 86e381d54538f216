"""Who signed: certification pages of many layouts, signed and unsigned, through the real command line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import signature_pages as pages
from conftest import Run
from signature_pages import LAYOUTS, SEEN, SIGNED, UNSIGNED

from swppp_check.checklists import load_checklist


def statement(town: str, item: str = "preparer-certification") -> str:
    """The statement of a town's ordinance."""
    return next(i.statement for i in load_checklist(town).town.item if i.id == item)


def elements(run: Run, path: Path, town: str = "schenectady", item: str = "preparer-certification") -> dict[str, Any]:
    """The elements of a certification item in the program's JSON, by id."""
    ran = run(path, "--town", town, "--format", "json", "--quiet")
    assert ran.status in (1, 3), ran.err
    found = next(i for i in json.loads(ran.out)["items"] if i["id"] == item)
    return {e["id"]: e for e in found["elements"]}


@pytest.mark.parametrize("mark", [*SIGNED, *UNSIGNED], ids=lambda mark: mark.__name__)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_signed_or_not_on_a_pdf_page(run: Run, tmp_path: Path, layout: str, mark: Callable[..., None]) -> None:
    """What stands on the line is a signature or not, and the note says no more than was seen."""
    path = pages.pdf_page(tmp_path / "page.pdf", statement("schenectady"), LAYOUTS[layout], mark)
    found = elements(run, path)
    assert found["statement"]["status"] == "present"
    assert found["signed"]["status"] == ("present" if mark in SIGNED else "missing"), found["signed"]["note"]
    assert SEEN.get(mark, "the signature line is blank") in found["signed"]["note"]
    if mark in SIGNED and mark not in (pages.typed, pages.slashes):  # whose words may stand in one block with others
        assert "097315" in found["signed"]["note"]


def test_signed_or_not_in_a_word_file(run: Run, tmp_path: Path) -> None:
    """Pictures, Word's signature lines and words stand for a signature; blanks, logos, seals and names do not."""
    wrong = {}
    made = list(pages.word_pages(tmp_path, statement("schenectady")))
    for name, path, signed in made:
        found = elements(run, path)["signed"]
        if (found["status"] == "present") != signed:
            wrong[name] = found["note"]
    assert not wrong
    assert len(made) >= 24


@pytest.mark.needs("tesseract")
@pytest.mark.parametrize("mark", [pages.vector_ink, pages.image, pages.nothing], ids=lambda mark: mark.__name__)
@pytest.mark.parametrize("layout", ["beside", "over_label", "over_name", "by"])
def test_signed_or_not_on_a_scan(run: Run, tmp_path: Path, layout: str, mark: Callable[..., None]) -> None:
    """Ink above the rule of a scanned page is a mark on the line."""
    page = pages.pdf_page(tmp_path / "page.pdf", statement("schenectady"), LAYOUTS[layout], mark)
    found = elements(run, pages.scanned(tmp_path / "scan.pdf", page))
    assert found["statement"]["status"] == "present"
    assert found["signed"]["status"] == ("missing" if mark is pages.nothing else "present"), found["signed"]["note"]


SIGNERS = {
    "Adaeze Wynne, P.E.\nLicense No. 097315": True,
    "Bea Cole, R.L.A.\nLandscape Architect, License No. 001234": True,
    "Bea Cole\nRegistered Landscape Architect": True,
    "Cal Reed, CPESC\nCPESC No. 4411": True,
    "Cal Reed\nCertified Professional in Erosion and Sediment Control": True,
    "Name: Dee Holm, PE, CPESC\nTitle: Principal": True,
    "Joe Plan, R.A.\nArchitect, License No. 20331": False,
    "Joe Plan, AIA\nPlan & Field Architecture, PLLC": False,
    "Name: Sue Line, L.S.\nLand Surveyor, License No. 050111": False,
    "Kim Broad, AICP\nSenior Planner": False,
    "Name: Pat Grove\nTitle: Project Manager": False,
    "Pat Grove\nOwner, Grove Contracting": False,
}


@pytest.mark.parametrize("signer", SIGNERS, ids=lambda signer: signer.split("\n")[0])
@pytest.mark.parametrize("town", ["schenectady", "east-greenbush", "rotterdam"])
def test_the_town_accepts_the_signers_credential_or_not(run: Run, tmp_path: Path, town: str, signer: str) -> None:
    """An engineer, a landscape architect and a CPESC may sign; an architect, a surveyor or nobody of these may not."""

    def block(c: Any) -> pages.Line:
        c.drawString(72, 500, "Signature: ______________________________")
        for at, text in enumerate(signer.split("\n")):
            c.drawString(72, 482 - 15 * at, text)
        return pages.Line(128, 498, 190, 72, 440)

    path = pages.pdf_page(tmp_path / "page.pdf", statement(town), block, pages.vector_ink)
    signed = elements(run, path, town)["signed"]
    assert signed["status"] == ("present" if SIGNERS[signer] else "missing"), signed["note"]
    if not SIGNERS[signer]:
        assert signed["note"].startswith("a mark stands on the signature line, but ")
        assert load_checklist(town).town.preparer.who in signed["note"]
        letter = run(path, "--town", town).out
        citation = next(i.citation for i in load_checklist(town).town.item if i.id == "preparer-certification")
        assert f"({citation})" in letter
