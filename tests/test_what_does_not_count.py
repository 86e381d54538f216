"""A mention is not evidence: what stands in the wrong place or is only promised satisfies nothing, and says why."""

import pytest
from text_plans import document

from swppp_check.checklists import load_checklist, towns
from swppp_check.review import Element, Review
from swppp_check.reviewing import review
from swppp_check.submission import Submission


def reviewed(*lines: str, town: str = "schenectady") -> Review:
    return review(Submission((document(*lines),)), load_checklist(town), "major")


def found(result: Review) -> set[str]:
    return {f"{i.id}.{e.id}" for i, e in result.findings() if e.status in ("present", "altered")}


def element(result: Review, name: str) -> Element:
    return next(e for i, e in result.findings() if f"{i.id}.{e.id}" == name)


CONTENTS = [
    "1.0 PROJECT NARRATIVE: Location, Type and Size of the Project ........ 1",
    "2.0 NATURAL RESOURCES MAP, Vegetation, Wetlands and Surface Waters ........ 3",
    "2.1 Soils: Hydrologic Soil Group C silt loam ........ 5",
    "3.0 CONSTRUCTION SEQUENCE: Clearing and Grubbing, Grading, Utilities ........ 7",
    "3.1 Clearing begins April 20, 2026 ........ 8",
    "4.0 SILT FENCE, SEDIMENT BASIN AND DIVERSION SWALE ........ 11",
    "4.1 Maintenance Cost Estimate, $4,000 ........ 15",
    "5.0 SPILL KITS AND REPORTING TO THE DEC HOTLINE ........ 17",
    "6.0 HydroCAD ANALYSIS OF THE 10-YEAR STORM ........ 21",
]

TEMPLATE = [
    "1. Project Narrative > [Insert the location, type and size of the project.]",
    "2. Site Map > [Insert drawing.]",
    "3. Soils > To be provided.",
    "4. Construction Sequence > TBD",
    "5. Erosion and Sediment Controls > Silt fence: [insert length]. To be completed by the engineer.",
    "6. Maintenance > To be provided. Cost: $__________",
    "7. Spill Response > N/A",
    "8. Receiving Waters > Name of receiving water: ____________________",
    "9. Responsible Parties > Name: ____________________ Telephone: ____________________",
]

PERMIT = [
    "PART III. PLAN CONTENT > Every SWPPP shall be prepared before the notice of intent is filed, and the permittee shall keep it current.",
    "PART III. PLAN CONTENT > The SWPPP shall include a narrative of the location, type and size of the project.",
    "PART III. PLAN CONTENT > The SWPPP shall include a site map at a scale no smaller than one inch equals 100 feet.",
    "PART III. PLAN CONTENT > The plan must describe soils with their hydrologic soil group and the wetlands and streams of the site.",
    "PART III. PLAN CONTENT > The owner or operator shall install silt fence, sediment basins and inlet protection before clearing begins.",
    "PART III. PLAN CONTENT > The owner or operator shall not disturb more than five acres of soil at any one time without approval.",
    "PART III. PLAN CONTENT > The plan must list materials stored on site, such as lumber, paint, fuel and fertilizer, and spill kits.",
    "PART III. PLAN CONTENT > The permittee must maintain the practices weekly, and the plan shall state the cost of maintenance.",
    "PART III. PLAN CONTENT > The plan shall compare existing and proposed peak discharges for the 1-year and 100-year storms.",
    "PART III. PLAN CONTENT > Each contractor shall sign a certification before work begins under this permit.",
    "PART IV. INSPECTIONS > The qualified inspector shall inspect silt fence weekly and after each storm; under this permit repairs follow.",
    "PART V. TERMINATION > The owner or operator must file the notice of termination when permanent seeding covers the site.",
]

PROSE = [
    "The bridge carries two lanes of traffic over the railroad on three spans of rolled steel beams.",
    "Deck thickness is 9 inches, and concrete strength at 28 days shall be at least 4,500 psi.",
    "The air handling unit supplies 12,000 cubic feet per minute at a static pressure of 2.4 inches of water.",
    "Bids were opened on March 3, 2026, and the low bidder offered $4,218,000 for the work.",
    "Columns are spaced 30 feet on center in both directions and bear on spread footings 6 feet square.",
    "The traffic study counted 1,140 vehicles in the evening peak hour at the signal on State Street.",
    "Switchgear is rated at 15 kV and is tested every three years by the manufacturer.",
    "The lighting levels in the corridors are measured at a height of 30 inches above the floor.",
    "Fire dampers are to be installed where ducts cross rated walls, and access doors shall be provided.",
    "The elevator serves five floors and travels at 150 feet per minute.",
    "Roof loads include 42 pounds per square foot of snow and drift against the parapet.",
    "Welds are inspected by ultrasonic testing, and ten percent of bolts are checked for tension.",
]


def test_a_bare_table_of_contents_shows_nothing() -> None:
    assert found(reviewed(*CONTENTS)) == set()


def test_a_blank_template_shows_nothing() -> None:
    assert found(reviewed(*TEMPLATE)) == set()


def test_the_text_of_a_permit_shows_nothing() -> None:
    assert found(reviewed(*PERMIT)) == set()


@pytest.mark.parametrize("town", towns())
def test_an_ordinance_s_own_text_shows_nothing(town: str) -> None:
    law = load_checklist(town).town
    lines = [f"{item.citation} Contents > {item.text}" for item in law.item]
    lines += [f"{item.citation} Certification > {item.statement}" for item in law.item if item.statement]
    assert found(reviewed(*lines, town=town)) == set()


def test_two_hundred_pages_of_other_engineering_show_nothing() -> None:
    pages = [line for page in range(200) for line in PROSE[page % 5 :] + PROSE]
    assert found(reviewed(*pages)) == set()


@pytest.mark.parametrize(
    ("name", "lines", "said"),
    [
        (
            "maintenance-schedule.cost",
            ["A maintenance cost estimate of $4,000 will be sent when it is in hand."],
            "promised",
        ),
        (
            "soils.description",
            ["3.1 Silt loam of hydrologic soil group C ............ 7", "2 ....... 9", "4 ....... 9"],
            "contents",
        ),
        ("stored-materials.spill-response", ["Spill Response > To be provided."], ""),
        ("phasing.start-date", ["Schedule > Clearing will begin on a date to be determined."], "placeholder"),
        ("soils.description", PERMIT, "attached"),
    ],
)
def test_a_missing_element_says_the_nearest_thing_and_why_it_did_not_count(
    name: str, lines: list[str], said: str
) -> None:
    missing = element(reviewed(*lines), name)
    assert missing.status == "missing"
    assert said in missing.note
    assert missing.note


def test_the_nearest_mention_is_the_one_that_has_most_of_what_is_asked() -> None:
    lines = [
        "Site > Clearing begins behind the shop.",
        "Start of Clearing > Clearing begins once the bonds are posted.",
    ]
    near = element(reviewed(*lines), "phasing.start-date").nearest
    assert near is not None
    assert (near.quote, near.reason) == (
        "Clearing begins once the bonds are posted.",
        "only mentioned, without what is asked",
    )


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("site-map.scale", "Site > This is a community-scale solar generating facility."),
        ("post-construction-practices.description", "Waters > No pond or stream lies on the parcel."),
        ("phasing.start-date", "Controls > Compost sock filters shallow runoff off broken ground."),
    ],
)
def test_a_word_in_passing_is_not_quoted_as_the_nearest_thing(name: str, line: str) -> None:
    missing = element(reviewed(line), name)
    assert missing.note == "mentioned at most in passing"
    assert missing.nearest is None


@pytest.mark.parametrize(
    ("answer", "counts"),
    [
        ("", False),
        (" | yes | no", False),
        (" Yes / No / N/A", False),
        (" [ ] Yes [ ] No", False),
        (" \u2612 Yes \u2610 No", True),
        (" | No", True),
    ],
)
def test_a_question_counts_with_its_answer_only(answer: str, counts: bool) -> None:
    """A form's question, read from a scan, has its answers to choose from but no boxes."""
    line = f"Disturbance > Is the open soil held to no more than five acres at any one time?{answer}"
    assert ("phasing.five-acre-limit" in found(reviewed(line))) == counts


def test_a_stated_none_on_site_satisfies_where_the_requirement_allows_it() -> None:
    assert "natural-resources-map.wetlands" in found(
        reviewed("Wetlands > There are no wetlands on or adjoining the site.")
    )


def test_a_promised_wetland_survey_does_not() -> None:
    assert (
        found(reviewed("Wetlands > A wetland delineation will be performed and its report submitted later.")) == set()
    )


# ---------------------------------------------------------------- bound in without a heading
DIGEST = [
    "6. Contractors",
    "The site contractor is Halvorsen Earthworks, Inc., which builds and tends all of the controls.",
    "What the Town's code asks, in short",
    "This page was made for the use of the owner's lender. It is not a statement of what is designed here.",
    "The Town asks that no more than five acres be disturbed at one time. A plan is to say how long cleared ground lies open.",
    "Each plan must hold a maintenance schedule with an estimate of its cost, and easements for access are to be recorded.",
    "The Town may require a letter of credit. A refusal is in writing and gives reasons.",
]

QUESTIONS = [
    "7. Records",
    "Records stay in the trailer until the site is closed out.",
    "FORM OF SITE REPORT (BLANK)",
    "(1) Is a spill kit on hand, and are spills reported to the hotline? Y N NA",
    "(2) Is trash picked up daily and carted off? Y N NA. (3) Is silt fence upright? Y N NA.",
    "(4) Is sediment removed from the basin at half its depth? Y N NA. Cleared on (date): ____________",
    "Seen by: ____________________",
]


@pytest.mark.parametrize("lines", [DIGEST, QUESTIONS], ids=["digest", "form"])
def test_a_text_that_is_bound_in_without_a_heading_shows_nothing(lines: list[str]) -> None:
    result = reviewed(*lines, town="east-greenbush")
    assert found(result) <= {"contractor-certification.contractors"}


def test_what_stands_before_the_bound_in_text_still_counts() -> None:
    assert "contractor-certification.contractors" in found(reviewed(*DIGEST))
