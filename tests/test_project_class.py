"""The project's class and the facts for the letter: what each limit of the definitions makes of a plan.

Minor is an agricultural use or single-family construction that disturbs from one to five acres and does not
discharge directly to a water on the 303(d) list; a test that the plan leaves open makes the project major and
undetermined.
"""

from functools import cache
from pathlib import Path
from typing import Any, Literal

import pytest

from swppp_check.data import HOME, read_toml
from swppp_check.language import Language
from swppp_check.matching import Reading
from swppp_check.project import project
from swppp_check.reading.pdf import read_pdf
from swppp_check.reading.structure import assemble
from swppp_check.reading.word import read_word
from swppp_check.review import Project
from swppp_check.submission import Block, Document, Kind, Section, Sheet, Submission
from swppp_check.vocabulary import load_vocabulary

SAMPLES = Path(__file__).parent.parent / "sample_plans"
EXPECTED: dict[str, dict[str, Any]] = read_toml(SAMPLES / "expected.toml")

HOUSES = "The applicant proposes four single-family houses on four lots."
UNLISTED = "The brook is not on the State's 303(d) list of impaired waters."
MINOR = "Under the Town's stormwater law the project is a minor project."


@cache
def language() -> Language:
    """The vocabulary compiled once for all tests."""
    return Language(load_vocabulary(HOME / "vocabulary"))


def reading(*lines: str) -> Reading:
    """A plan of lines: "# " begins a heading, "= " a running header, "> " a sheet's note; "a | b" a row."""
    blocks: list[Block] = []
    sections = [Section("", 0, None)]
    for line in lines:
        at, text = len(sections) - 1, line[2:]
        if line.startswith("# "):
            sections.append(Section(text, 1, None, 1))
            blocks.append(Block(Kind.HEADING, text, 1, level=1, section=at + 1))
        elif line.startswith("= "):
            blocks.append(Block(Kind.FURNITURE, text, 1, section=at))
        elif line.startswith("> "):
            blocks.append(Block(Kind.LABEL, text, 2, section=at, sheet=0))
        elif " | " in line:
            blocks.append(Block(Kind.ROW, line, 1, section=at, table=0, cells=tuple(line.split(" | "))))
        else:
            blocks.append(Block(Kind.PARAGRAPH, line, 1, section=at))
    sheets = (Sheet("C-1", "SITE PLAN", "", 2),)
    document = Document("plan.pdf", "", 2, tuple(blocks), tuple(sections), sheets)
    return Reading(Submission((document,)), language())


def judged(*lines: str, asked: Literal["auto", "major", "minor"] = "auto") -> Project:
    """The class of a plan of these lines."""
    return project(reading(*lines), asked)


def of(*lines: str) -> str:
    """The class in a word, with a question mark where it is undetermined."""
    found = judged(*lines)
    return found.category + ("" if found.determined else "?")


# ---------------------------------------------------------------- acreage
@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("The work will disturb 2.38 acres in all.", "minor"),
        ("The work will disturb 1.0 acre.", "minor"),
        ("The work will disturb exactly 5 acres.", "minor"),
        ("The work will disturb five acres.", "minor"),
        ("The work will disturb 5.0 acres of the 9.6-acre parcel.", "minor"),
        ("The parcel has 6.80 acres, of which 3.66 acres will be disturbed.", "minor"),
        ("Total disturbance: 105,000 square feet.", "minor"),
        ("Area to be disturbed (acres): 2.4", "minor"),
        ("Area to be disturbed | 2.4 ac", "minor"),
        ("The limit of disturbance encloses 2.9 acres.", "minor"),
        ("Phase 1 disturbs 1.2 acres and Phase 2 disturbs 1.4 acres; the total is 2.6 acres.", "minor"),
        ("It will disturb 4.4 acres; no more than five acres will be disturbed at any one time.", "minor"),
        ("The beech grove, 7.1 acres, will not be disturbed. The work disturbs 2.0 acres.", "minor"),
        ("The work disturbs 3.1 of its 8.4 acres.", "minor"),
        ("The work will disturb 5.1 acres.", "major"),
        ("Total disturbance is 12.0 acres.", "major"),
        ("The site of 20 acres will be disturbed to the extent of 6.25 acres.", "major"),
        ("Total disturbance: 240,000 square feet.", "major"),
        ("The work will disturb 0.8 acre.", "major?"),
        ("The parcel measures 3.06 acres.", "major?"),
        ("Not more than five acres will be disturbed at any one time.", "major?"),
        ("The acreage to be disturbed will be supplied.", "major?"),
    ],
)
def test_acres_disturbed(line: str, outcome: str) -> None:
    """From one to five acres, both included; a limit, a part or the size of the parcel is no measure."""
    assert of(HOUSES, UNLISTED, line) == outcome


def test_bounds_are_enough_with_the_plans_own_class() -> None:
    """A plan that gives no figure may say that it stays within five acres."""
    assert of(HOUSES, UNLISTED, "The project disturbs less than five acres.") == "major?"
    assert of(HOUSES, UNLISTED, "The project disturbs less than five acres.", MINOR) == "minor"
    assert of(HOUSES, UNLISTED, "The project disturbs between one and five acres.") == "minor"


def test_acres_in_a_table_with_the_unit_in_its_header() -> None:
    """A row may give a bare number below a header that says acres."""
    assert of(HOUSES, UNLISTED, "Item | Acres", "Parcel | 9.2", "Disturbed | 2.4") == "minor"
    assert of(HOUSES, UNLISTED, "Item | Acres", "Parcel | 9.2", "Disturbed | 6.4") == "major"


# ---------------------------------------------------------------- use
@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        (HOUSES, "minor"),
        ("The land will be divided into five lots. Each gets one single-family house.", "minor"),
        ("Re: SWPPP for two single-family homes, 12 Elm Lane", "minor"),
        ("The owners will build one house and a barn.", "minor"),
        ("Project type: single-family residential subdivision", "minor"),
        ("The farm proposes a dairy barn with a manure storage.", "minor"),
        ("An agricultural building for hay storage will be constructed.", "minor"),
        (f"{HOUSES} There will be no commercial use, no apartments and no new street.", "minor"),
        (f"{HOUSES} No commercial, industrial or mixed use is proposed.", "minor"),
        (f"{HOUSES} Accessory apartments: none.", "minor"),
        (f"{HOUSES} A plaza lies across the road.", "minor"),
        (f"{HOUSES} The site of a former factory adjoins the proposed driveway.", "minor"),
        (f"{HOUSES} A vacant warehouse will be demolished.", "minor"),
        (f"{HOUSES} The proposed entrance is next to a church on Library Lane.", "minor"),
        (f"{HOUSES} Commercially available geotextile will be installed. Topsoil will be stored.", "minor"),
        ("A two-family house will be built.", "major"),
        ("The applicant proposes a building of two dwelling units.", "major"),
        ("A duplex is proposed on the lot.", "major"),
        ("Each house will contain two dwelling units.", "major"),
        ("The project consists of eight garden apartments.", "major"),
        ("Construction of 24 townhouses in six buildings is proposed.", "major"),
        ("Single-family attached homes will be built.", "major"),
        ("Alder Partners proposes a neighborhood retail plaza.", "major"),
        ("The project is a commercial development.", "major"),
        ("The project is a mixed use building.", "major"),
        ("Construction of a warehouse with loading docks.", "major"),
        ("A solar array of 3 MW will be constructed.", "major"),
        ("The parish will build a new church hall and a church office.", "major"),
        ("The Town will reconstruct 4,200 feet of Mill Hollow Road.", "major"),
        ("The project is the reconstruction of Curry Road.", "major"),
        ("The owner will replace a vacant garage with a medical office building.", "major"),
        ("The derelict mill will be converted into apartments.", "major"),
        ("The Board of Fire Commissioners proposes a fire station.", "major"),
        ("Existing ground slopes to the east.", "major?"),
        ("The applicant does not propose single-family houses.", "major?"),
        ("Single-family houses stand on the neighboring lots.", "major?"),
        ("A barn stood here until 1960.", "major?"),
        (f"{HOUSES} A convenience store will be built on the corner lot.", "major?"),
    ],
)
def test_use(line: str, outcome: str) -> None:
    """Only what the plan proposes counts, not what it excludes, takes down or has beside it."""
    assert of(line, "The work will disturb 2.38 acres in all.", UNLISTED) == outcome


def test_many_words_of_another_use_leave_the_class_open() -> None:
    """A plan that speaks of a store throughout is not minor for a house that it proposes too."""
    rest = ("The work will disturb 2.38 acres.", UNLISTED, MINOR)
    store = (
        "Deliveries to the retail store come by the alley.",
        "The store opens in May.",
        "Roof water of the store",
    )
    assert of(HOUSES, *rest, store[0]) == "minor"
    assert of(HOUSES, *rest, *store) == "major?"


def test_uses_outside_the_plan_do_not_count() -> None:
    """A running header, a heading and an attached law show no use."""
    rest = ("The work will disturb 2.38 acres.", UNLISTED)
    assert of("= Proposed single-family houses", *rest) == "major?"
    assert of("# Proposed single-family houses", *rest) == "major?"
    assert of(HOUSES, "Any project that builds commercial space is a major project.", *rest) == "minor"


# ---------------------------------------------------------------- 303(d)
@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        (UNLISTED, "minor"),
        ("Quarry Kill is not an impaired water.", "minor"),
        ("No reach of the Moordener Kill is in the State's list of impaired waters.", "minor"),
        ("Beaver Creek isn't on the 303(d) list.", "minor"),
        ("The site does not discharge directly to a 303(d) listed water.", "minor"),
        ("Is the receiving water on the 303(d) list? | No", "minor"),
        ("The Mohawk River is on the 303(d) list, but the site does not discharge directly to it.", "minor"),
        (MINOR, "minor"),
        ("The outfall discharges directly to Cowhorn Creek, which is on the 303(d) list.", "major"),
        ("The receiving water, Cowhorn Creek, is listed as impaired on the 303(d) list.", "major"),
        (f"{MINOR} The receiving water is on the Section 303(d) list.", "major"),
        ("The Mohawk River is on the 303(d) list.", "major?"),
        (f"{MINOR} The Mohawk River is on the 303(d) list.", "major?"),
        ("If the receiving water is on the 303(d) list, enhanced criteria apply.", "major?"),
        ("The brook flows to the river.", "major?"),
    ],
)
def test_listed_water(line: str, outcome: str) -> None:
    """A direct discharge to a listed water makes a project major; silence leaves the class open."""
    assert of(HOUSES, "The work will disturb 2.38 acres in all.", line) == outcome


# ---------------------------------------------------------------- the plan's own words
def test_the_plans_own_class_is_no_evidence_of_use_or_acreage() -> None:
    """A plan that only calls itself minor is reviewed as major."""
    assert of(MINOR) == "major?"
    assert of(MINOR, HOUSES) == "major?"
    assert of(MINOR, "The work will disturb 2.38 acres.") == "major?"
    assert of(MINOR, HOUSES, "The work will disturb 2.38 acres.") == "minor"
    assert of("It is not a minor project.", HOUSES, "The work will disturb 2.38 acres.") == "major?"


def test_the_plans_own_class_may_be_major() -> None:
    """A plan that calls itself major is taken at its word."""
    assert of("The project is classed as major under the Town's law.") == "major"
    assert of("The project is a major project.", HOUSES, UNLISTED, "The work disturbs 2.38 acres.") == "major"


def test_the_basis_says_what_would_settle_the_class() -> None:
    """What is known, what is not, and what would make it known."""
    found = judged(HOUSES)
    assert "single-family" in found.basis
    assert "undetermined" in found.basis
    assert "the acreage to be disturbed" in found.basis
    assert "303(d)" in found.basis
    assert "statement of the use" not in found.basis


def test_evidence_quotes_the_sentences() -> None:
    """Each test that is known has its quotation, with document, page and section."""
    found = judged("# The Project", HOUSES, "The work will disturb 2.38 acres.", UNLISTED)
    assert [e.quote for e in found.evidence] == [HOUSES, "The work will disturb 2.38 acres.", UNLISTED]
    assert {(e.document, e.page, e.section) for e in found.evidence} == {("plan.pdf", 1, "The Project")}
    assert judged("> TYPE OF PROJECT: A RETAIL PLAZA").evidence[0].section == "Sheet C-1 SITE PLAN"


def test_the_reviewers_own_class() -> None:
    """The reviewer's answer holds; where the plan shows the other class the basis says so."""
    plan = ("The applicant proposes a retail plaza.", "The work will disturb 7.58 acres.")
    assert judged(*plan, asked="major").basis == "as given by the reviewer"
    against = judged(*plan, asked="minor")
    assert (against.category, against.determined) == ("minor", True)
    assert "by the plan it is a major project" in against.basis
    assert "7.58 acres" in against.basis
    silent = judged("Existing ground slopes to the east.", asked="minor")
    assert (silent.category, silent.determined, silent.basis) == ("minor", True, "as given by the reviewer")


# ---------------------------------------------------------------- facts
COVER = (
    "# STORMWATER POLLUTION PREVENTION PLAN",
    "# JUNIPER COMMONS",
    "# Prepared for: Alder Ridge Partners, LLC",
    "# 4 Fir Court, Albany, New York 12205",
    "# Prepared by: Marlow Finch, D.P.C.",
    "The project is parcel 71.10-3-20.1 on the south side of Cobble Turnpike in the Town of Rotterdam.",
    "The parcel measures 9.40 acres, of which 7.58 acres will be disturbed.",
    "Runoff reaches the Poentic Kill, a tributary of the Mohawk River.",
)


def values(*lines: str) -> dict[str, str]:
    """The facts' values by key."""
    return {key: fact.value for key, fact in judged(*lines).facts.items()}


def test_facts_of_a_cover_page() -> None:
    """Every fact of the letter's block, cleaned, each with its evidence."""
    assert values(*COVER) == {
        "name": "JUNIPER COMMONS",
        "location": "on the south side of Cobble Turnpike in the Town of Rotterdam",
        "parcel": "71.10-3-20.1",
        "applicant": "Alder Ridge Partners, LLC",
        "preparer": "Marlow Finch, D.P.C.",
        "acreage": "9.40 acres",
        "disturbed": "7.58 acres",
        "receiving-waters": "Poentic Kill, Mohawk River",
    }
    assert all(fact.evidence and fact.evidence.quote for fact in judged(*COVER).facts.values())


@pytest.mark.parametrize(
    ("lines", "key", "value"),
    [
        (("Project: Lands of Wendover",), "name", "Lands of Wendover"),
        (("Project name | Coldbrook Warehouse",), "name", "Coldbrook Warehouse"),
        (("= Lands of Wendover SWPPP Job 26-114",), "name", "Lands of Wendover"),
        (("# TANNER BLOCK - STORMWATER POLLUTION PREVENTION PLAN",), "name", "TANNER BLOCK"),
        (
            ("Re: SWPPP for Two Houses on Cinder Hill Road (Lots 1 and 2)",),
            "name",
            "Two Houses on Cinder Hill Road",
        ),
        (("= Alder Ridge Renewables, LLC | SWPPP Revision 1",), "name", None),
        (("# Purpose of the Stormwater Pollution Prevention Plan",), "name", None),
        (
            ("Owner: Wendover Homes, LLC. Engineer: Pruyn Engineering, PLLC, 9 Mill Row",),
            "applicant",
            "Wendover Homes, LLC",
        ),
        (
            ("Owner: Wendover Homes, LLC. Engineer: Pruyn Engineering, PLLC, 9 Mill Row",),
            "preparer",
            "Pruyn Engineering, PLLC",
        ),
        (
            ("Prepared for | Quarry Basin Holdings, LLC, 8 Lock Row, Cohoes",),
            "applicant",
            "Quarry Basin Holdings, LLC",
        ),
        (
            ("Sorrel Properties, LLC (the Applicant) holds title to 14 acres.",),
            "applicant",
            "Sorrel Properties, LLC",
        ),
        (("Applicant: Karl and Janine Whitcomb, 12 Elm Lane",), "applicant", "Karl and Janine Whitcomb"),
        (("Applicant: ____________",), "applicant", None),
        (("Owner | Phone",), "applicant", None),
        (
            ("Marlow Finch, D.P.C. prepared this SWPPP for Alder Partners, LLC.",),
            "preparer",
            "Marlow Finch, D.P.C.",
        ),
        (("The wetland report was prepared by Loam Soils, Inc.",), "preparer", None),
        (
            ("Ashgrove Site Engineering, PLLC, 6 Lantern Row, Scotia",),
            "preparer",
            "Ashgrove Site Engineering, PLLC",
        ),
        (
            ("Location: 2210 Burdock Road, Town of Rotterdam; tax parcel 59.09-4-2.",),
            "location",
            "2210 Burdock Road, Town of Rotterdam",
        ),
        (
            ("The two lots (tax parcels 49.31-2-8 and 49.31-2-9) are level.",),
            "parcel",
            "49.31-2-8 and 49.31-2-9",
        ),
        (("Receiving water: Fuller's Run",), "receiving-waters", "Fuller's Run"),
        (("Crews meet at the Poentic Kill Road gate.",), "receiving-waters", None),
        (("TOTAL SITE AREA 6.45 AC",), "acreage", "6.45 acres"),
    ],
)
def test_fact(lines: tuple[str, ...], key: str, value: str | None) -> None:
    """Labels, letterheads, running headers and sentences; none where nothing sure is found."""
    assert values(*lines).get(key) == value


# ---------------------------------------------------------------- the sample plans
@pytest.mark.parametrize("plan", EXPECTED)
def test_sample_plan(plan: str) -> None:
    """Each sample plan shows its class and says enough for a letter."""
    path = SAMPLES / EXPECTED[plan]["file"]
    raw = read_word(path) if path.suffix == ".docx" else read_pdf(path)
    found = project(Reading(Submission((assemble(raw, path.name, ""),)), language()), "auto")
    assert (found.category, found.determined) == (EXPECTED[plan]["project"], True), found.basis
    assert {"name", "location", "parcel", "preparer", "disturbed", "receiving-waters"} <= found.facts.keys()
    assert all(len(fact.value) <= 120 and fact.value == fact.value.strip(" ,;") for fact in found.facts.values())


def test_a_project_s_name_on_two_lines_of_a_title_block_is_one_name() -> None:
    raw = read_pdf(SAMPLES / "rotterdam-drawing-set.pdf")
    found = project(Reading(Submission((assemble(raw, "set.pdf", ""),)), language()), "auto")
    assert found.facts["name"].value == "Millstone Athletic Center"
