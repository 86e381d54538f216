"""Certifications in whole plans: which statement is meant, who signs which, who is named, what is left to fill in."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import docx
import pytest
from conftest import Run
from statement_variants import CONTRACTOR, FEDERAL_FORM, PADDING, PREPARER, STATE_FORM, STATEMENTS

from swppp_check.checklists import load_checklist

BLANK = "_" * 30
ENGINEER = ("Adaeze Wynne, P.E.", "License No. 097315", "Date: February 9, 2026")
FIELDS = {
    "signer": ("Name: {}", "Title: {}"),
    "firm": ("Address of the firm: {}", "Telephone: {}"),
    "site": ("Site: {}",),
    "date": ("Date: {}",),
}
FILLED = ("Rory Plover", "General Manager", "7 Quarry Hill Road, Chatham, NY 12037", "(518) 555-0194")

Part = str | Sequence[Sequence[str]]


class Reviewed(NamedTuple):
    """A plan's certification items in the program's JSON, by item and element, and its letter."""

    elements: dict[str, dict[str, Any]]
    letter: str

    def status(self, item: str, element: str) -> str:
        """The status of an element."""
        return str(self.elements[item][element]["status"])

    def note(self, item: str, element: str) -> str:
        """The note on an element."""
        return str(self.elements[item][element]["note"])


def word(path: Path, *parts: Part) -> Path:
    """A Word file: "# ..." is a heading, a list of rows a table."""
    document = docx.Document()
    for part in parts:
        if isinstance(part, str):
            level = len(part) - len(part.lstrip("#"))
            document.add_heading(part[level:].strip(), level) if level else document.add_paragraph(part)
        else:
            table = document.add_table(rows=0, cols=len(part[0]))
            for row in part:
                for cell, text in zip(table.add_row().cells, row, strict=True):
                    cell.text = text
    document.save(str(path))
    return path


@pytest.fixture
def review(run: Run, tmp_path: Path) -> Any:
    """Review a Word file made of parts, in a town."""

    def review(town: str, *parts: Part) -> Reviewed:
        path = word(tmp_path / "plan.docx", *parts)
        data = json.loads(run(path, "-t", town, "--format", "json", "-q").out)
        items = {i["id"]: {e["id"]: e for e in i["elements"]} for i in data["items"]}
        return Reviewed(items, run(path, "-t", town, "-q").out)

    return review


def law(town: str, item: str) -> str:
    """A town's statement."""
    return STATEMENTS[town, item][0]


# ---------------------------------------------------------------- which statement, whose signature
def test_both_statements_on_one_page_are_signed_by_their_own_signers(review: Any) -> None:
    """A signature line belongs to the statement before it, whatever stands on the other's."""
    parts = [
        ("# Certifications", law("schenectady", PREPARER), "Signature: /s/ Adaeze Wynne", *ENGINEER),
        (law("schenectady", CONTRACTOR), f"Signature: {BLANK}", "Name: Rory Plover", "Title: President"),
    ]
    found = review("schenectady", *parts[0], *parts[1])
    assert found.status(PREPARER, "statement") == found.status(CONTRACTOR, "statement") == "present"
    assert found.status(PREPARER, "signed") == "present"
    swapped = [p.replace("/s/ Adaeze Wynne", BLANK) for p in parts[0]]
    contractor = [p.replace(BLANK, "/s/ Rory Plover") for p in parts[1]]
    found = review("schenectady", *swapped, *contractor)
    assert found.status(PREPARER, "signed") == "missing"
    assert found.note(PREPARER, "signed") == "the signature line is blank"


@pytest.mark.parametrize(("engineer", "contractor"), [(True, False), (False, True), (False, False)])
def test_statements_that_follow_each_other_share_the_signature_block(
    review: Any, engineer: bool, contractor: bool
) -> None:
    """Both statements first, then both signature lines: the engineer's line is the one beside the credential."""
    found = review(
        "schenectady",
        "# Certifications",
        law("schenectady", PREPARER),
        law("schenectady", CONTRACTOR),
        f"Signature: {'/s/ Adaeze Wynne' if engineer else BLANK}",
        *ENGINEER,
        f"Signature: {'/s/ Rory Plover' if contractor else BLANK}",
        "Rory Plover, President, Plover Earthmoving, LLC",
    )
    assert found.status(PREPARER, "signed") == ("present" if engineer else "missing"), found.note(PREPARER, "signed")


def test_a_statement_for_each_contractor_is_one_statement(review: Any) -> None:
    """A form for each of several contractors; one in other words does not spoil the others."""
    firms = ("Plover Earthmoving, LLC", "Sorrel Pipe & Drain, LLC", "Gannet Paving, Inc.")
    forms = [(law("schenectady", CONTRACTOR), firm, f"Signature: {BLANK}", f"Date: {BLANK}") for firm in firms]
    found = review("schenectady", "# Contractors' certifications", *(p for form in forms for p in form), STATE_FORM)
    assert found.status(CONTRACTOR, "statement") == "present"
    assert len(found.elements[CONTRACTOR]["statement"]["evidence"]) == 3


@pytest.mark.parametrize("town", ["schenectady", "east-greenbush", "rotterdam"])
def test_the_attached_ordinance_does_not_count_beside_an_altered_statement(review: Any, town: str) -> None:
    """Where the ordinance's words stand only in its own text, the plan's other words are what is certified."""
    ordinance = [i.text for i in load_checklist(town).town.item]
    attached = [f"# Appendix D: Excerpt from the {load_checklist(town).town.law}", *ordinance]
    own = ["# 8. Certifications", FEDERAL_FORM, f"Signature: {BLANK}", STATE_FORM, f"Signature: {BLANK}"]
    both = [*attached, law(town, PREPARER), law(town, CONTRACTOR)]
    found = review(town, *own, *both)
    assert found.status(PREPARER, "statement") == found.status(CONTRACTOR, "statement") == "altered"
    found = review(town, "# 1. Narrative", *PADDING, *both)
    for item in (PREPARER, CONTRACTOR):
        assert found.status(item, "statement") == "missing"
        assert found.note(item, "statement").startswith("only in an attached text")


# ---------------------------------------------------------------- the difference
@pytest.mark.parametrize("town", ["schenectady", "east-greenbush", "rotterdam"])
def test_the_state_permits_form_is_named_and_its_difference_told(review: Any, town: str) -> None:
    """It is altered, never missing: by name, with what it adds, in the letter and in JSON."""
    found = review(town, "# Contractors", STATE_FORM, f"Signature: {BLANK}")
    assert found.status(CONTRACTOR, "statement") == "altered"
    assert found.note(CONTRACTOR, "statement").startswith("It has the words of the state permit's form.")
    differences = found.elements[CONTRACTOR]["statement"]["differences"]
    assert {"kind": "adds", "law": "", "found": "owner or"} in differences
    letter = " ".join(found.letter.split())
    assert 'adds "owner or"; adds "of the most current version"' in letter
    assert re.search(r'has "[^"]*corrective actions[^"]*" where the ordinance has "', letter)


def test_the_table_colours_the_words_that_differ(tmp_path: Path) -> None:
    """The ordinance's words and the plan's have a colour each; without colour the sentence says as much."""
    import io

    from rich.console import Console

    from swppp_check import check
    from swppp_check.table import FOUND, LAW, print_table

    path = word(tmp_path / "plan.docx", "# Contractors", law("schenectady", CONTRACTOR))
    buffer = io.StringIO()
    console = Console(file=buffer, force_terminal=True, color_system="standard", width=400)
    print_table(check([path], town="east-greenbush"), console)
    colours = {"green": "32", "red": "31"}
    told = f'\x1b[{colours[FOUND]}m"SWPPP for the construction site identified in such"\x1b[0m where the ordinance has '
    assert f'{told}\x1b[{colours[LAW]}m"Stormwater Pollution Prevention Plan"\x1b[0m' in buffer.getvalue()


# ---------------------------------------------------------------- who the contractors are
NAMED = [["Contractor", "Measures"], ["Plover Earthmoving, LLC", "Silt fence, basin, clearing"]]


@pytest.mark.parametrize(
    "left_open",
    [
        "Contractor: to be determined",
        "Contractor: TBD",
        f"Site contractor: {BLANK}",
        f"Subcontractor for seeding: {BLANK}",
        [["Contractor", "Measures"], ["To be determined", "Silt fence, basin"]],
        [["Contractor", "Measures"], [BLANK, "Silt fence, basin"]],
    ],
)
def test_contractors_left_open_are_not_identified(review: Any, left_open: Part) -> None:
    """A placeholder or a blank where a name should stand is told as such, alone and beside contractors who are named."""
    form = ("## Statement", law("schenectady", CONTRACTOR), f"Contractor: {BLANK}", f"Signature: {BLANK}")
    found = review("schenectady", "# 7. Contractors", left_open, *form)
    place = left_open.split(":")[0] if isinstance(left_open, str) else "Silt fence, basin"
    assert found.status(CONTRACTOR, "contractors") == "missing"
    assert found.note(CONTRACTOR, "contractors").startswith("not identified: ")
    assert place in found.elements[CONTRACTOR]["contractors"]["nearest"]["quote"]
    found = review("schenectady", "# 7. Contractors", NAMED, left_open, *form)
    assert found.status(CONTRACTOR, "contractors") == "present"
    assert found.note(CONTRACTOR, "contractors").startswith("not identified: ")
    told = " ".join(found.letter.split()).partition('Not identified: plan.docx, under "7. Contractors": ')[2]
    assert place in told.partition('". ')[0]


def test_the_blanks_of_the_form_are_no_contractors_left_open(review: Any) -> None:
    """Where the contractors are named, the form's blanks are filled in later; unsigned forms are only a reminder."""
    form = (law("schenectady", CONTRACTOR), f"Contractor: {BLANK}", f"Signature: {BLANK}")
    found = review("schenectady", "# 7. Contractors", NAMED, "## Statement", *form)
    assert (found.status(CONTRACTOR, "contractors"), found.note(CONTRACTOR, "contractors")) == ("present", "")
    assert "shall sign a copy of the certification statement before" in " ".join(found.letter.split())


# ---------------------------------------------------------------- East Greenbush's fields
@pytest.mark.parametrize("left_out", ["", *FIELDS])
@pytest.mark.parametrize("way", ["blank", "filled", "rows"])
def test_each_field_is_there_provided_for_or_missing(review: Any, way: str, left_out: str) -> None:
    """A labelled blank provides for a field and is a reminder, a filled one is there, one without a line is missing."""
    filled = dict(
        zip(FIELDS, (FILLED[:2], FILLED[2:], ("Juniper Flats, 212 Hayes Road",), ("May 4, 2026",)), strict=True)
    )
    lines = [
        label.format(value if way == "filled" else BLANK)
        for name, labels in FIELDS.items()
        if name != left_out
        for label, value in zip(labels, filled[name], strict=True)
    ]
    block: list[Part] = [f"Signature: {BLANK}", *lines]
    if way == "rows":
        block = [[line.split(": ") for line in (f"Signature: {BLANK}", *lines)]]
    found = review("east-greenbush", "# Contractors", law("east-greenbush", CONTRACTOR), *block)
    provided = "provided for, to be filled in when signed"
    for name in FIELDS:
        expected = "missing" if name == left_out else "present"
        assert (name, found.status(CONTRACTOR, name)) == (name, expected)
        note = found.note(CONTRACTOR, name)
        assert (note == provided) == (name != left_out and way != "filled"), (name, note)
    reminded = " ".join(found.letter.split()).partition("REMINDERS")[2]
    assert ("Provided for, to be filled in when signed." in reminded) == (way != "filled")


@pytest.mark.parametrize("label", ["Name:", "Printed name:"])
def test_a_signature_table_begins_with_a_field_and_not_with_a_header(review: Any, label: str) -> None:
    """Its first row names the signer: a label with a colon is no column's heading."""
    rows = [[label, "Rory Plover"], ["Title:", "President"], ["Date:", "February 9, 2026"]]
    found = review("east-greenbush", "# Certifications", law("east-greenbush", CONTRACTOR), rows)
    assert found.status(CONTRACTOR, "signer") == "present", found.note(CONTRACTOR, "signer")
