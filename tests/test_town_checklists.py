"""The towns' checklist files: which items each town asks, in which order, under which citation."""

import tomllib
from collections import Counter

import pytest

from swppp_check.checklists import Town
from swppp_check.data import HOME

FIRST_ELEVEN = (
    "narrative",
    "site-map",
    "natural-resources-map",
    "soils",
    "phasing",
    "pollution-prevention",
    "stored-materials",
    "control-measures",
    "practice-details",
    "implementation-schedule",
    "maintenance-schedule",
)
SCHENECTADY_REQUIRED = (*FIRST_ELEVEN, "responsible-parties", "diversion-practices", "watercourses")
SCHENECTADY_MAJOR = (
    "post-construction-practices",
    "hydrology",
    "runoff-comparison",
    "post-construction-maintenance",
)
REQUIRED = {
    "schenectady": SCHENECTADY_REQUIRED,
    "east-greenbush": (
        *FIRST_ELEVEN,
        "watercourses",
        "responsible-parties",
        "diversion-practices",
        "post-construction-practices",
    ),
    "rotterdam": SCHENECTADY_REQUIRED,
}
MAJOR = {
    "schenectady": SCHENECTADY_MAJOR,
    "east-greenbush": (
        "hydrology",
        "runoff-comparison",
        "post-construction-maintenance",
        "maintenance-easements",
        "maintenance-agreement",
    ),
    "rotterdam": SCHENECTADY_MAJOR,
}
CERTIFICATIONS = ("preparer-certification", "contractor-certification")
COUNTS = {"schenectady": (14, 4, 2), "east-greenbush": (15, 5, 2), "rotterdam": (14, 4, 2)}
SECTION = {"schenectady": "§ 148-", "east-greenbush": "§ 54-", "rotterdam": "§ 270-215"}
CONTRACTOR_FIELDS = ("signer", "firm", "site", "date")
WITHOUT = {
    "schenectady": {"watercourses": ("runoff-data",), "contractor-certification": CONTRACTOR_FIELDS},
    "east-greenbush": {"site-map": ("lawn-and-yard",)},
    "rotterdam": {
        "site-map": ("lawn-and-yard",),
        "watercourses": ("runoff-data",),
        "contractor-certification": CONTRACTOR_FIELDS,
    },
}
CREDENTIALS = ("credential-engineer", "credential-landscape-architect", "credential-cpesc")


@pytest.fixture(params=sorted(COUNTS))
def town(request: pytest.FixtureRequest) -> Town:
    """Each town's checklist in turn."""
    with (HOME / "towns" / f"{request.param}.toml").open("rb") as file:
        return Town.model_validate(tomllib.load(file))


def test_file_name_is_the_id_of_a_town(town: Town) -> None:
    assert town.id in COUNTS
    assert (HOME / "towns" / f"{town.id}.toml").is_file()


def test_number_of_items_in_each_group(town: Town) -> None:
    groups = Counter(item.group for item in town.item)
    assert (groups["required"], groups["major"], groups["certification"]) == COUNTS[town.id]


def test_items_stand_in_the_order_of_the_ordinance(town: Town) -> None:
    expected = (*REQUIRED[town.id], *MAJOR[town.id], *CERTIFICATIONS)
    assert tuple(item.id for item in town.item) == expected
    assert len(set(expected)) == len(expected)


@pytest.mark.parametrize("group", ["required", "major"])
def test_numbers_count_up_from_one(town: Town, group: str) -> None:
    numbers = [item.number for item in town.item if item.group == group]
    assert numbers == [f"({n})" for n in range(1, len(numbers) + 1)]


def test_certifications_have_no_number(town: Town) -> None:
    assert {item.number for item in town.item if item.group == "certification"} == {""}


def test_citations_are_of_the_towns_own_section(town: Town) -> None:
    for item in town.item:
        assert item.citation.startswith(SECTION[town.id]), item.id
    for citation in (town.review.citation, town.review.standards):
        assert citation.startswith(SECTION[town.id])


def test_citations_end_in_the_number_unless_the_list_is_provisional(town: Town) -> None:
    for item in town.item:
        if item.group != "certification":
            assert item.citation.endswith(item.number) is not town.provisional, item.id


def test_only_certifications_have_a_statement(town: Town) -> None:
    for item in town.item:
        if item.group == "certification":
            assert item.statement.startswith("I certify under penalty of law"), item.id
        else:
            assert item.statement == "", item.id


def test_only_the_preparers_statement_cites_the_penal_law(town: Town) -> None:
    citing = [item.id for item in town.item if "§ 210.45 of the Penal Law" in item.statement]
    assert citing == ["preparer-certification"]


def test_elements_that_the_town_does_not_ask(town: Town) -> None:
    assert {item.id: item.without for item in town.item if item.without} == WITHOUT[town.id]


def test_texts_are_one_paragraph_without_stray_spaces(town: Town) -> None:
    strings = [text for item in town.item for text in (item.citation, item.text, item.statement)]
    strings += [value for value in town.review.model_dump().values() if isinstance(value, str)]
    strings += [town.name, town.law, town.note, town.preparer.who]
    for string in strings:
        assert string == " ".join(string.split()), string
        assert "\u00a0" not in string, string
    assert all(item.text for item in town.item)


def test_only_rotterdam_is_provisional_and_says_why(town: Town) -> None:
    assert town.provisional is (town.id == "rotterdam")
    assert bool(town.note) is town.provisional


def test_only_towns_with_a_clock_have_one(town: Town) -> None:
    review = town.review
    if town.id == "east-greenbush":
        assert review.completeness_days is None
        assert review.notice == review.default_approval == ""
    else:
        assert review.completeness_days == 30
        assert "the deficiencies in the plan and the requirements for completeness" in review.notice
        assert "30 days of receipt" in review.default_approval
    assert bool(review.completeness_extended) is (town.id == "schenectady")


def test_no_work_before_approval_is_cited(town: Town) -> None:
    assert f"({SECTION[town.id]}" in town.review.no_work


def test_credentials_of_the_preparer(town: Town) -> None:
    assert town.preparer.accepted == CREDENTIALS
