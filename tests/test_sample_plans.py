"""The sample plans get exactly the verdicts that their authors expect."""

import tomllib
from typing import Any

import pytest
from conftest import SAMPLES

from swppp_check import check
from swppp_check.running import status_of

EXPECTED = tomllib.loads((SAMPLES / "expected.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("expected", EXPECTED.values(), ids=EXPECTED)
def test_a_sample_plan(expected: dict[str, Any]) -> None:
    review = check([SAMPLES / expected["file"]], town=expected["town"])
    reported: dict[str, list[str]] = {"missing": [], "altered": []}
    for item, element in review.deficiencies():
        reported[element.status].append(f"{item.id}.{element.id}")
    assert sorted(reported["missing"]) == sorted(expected["missing"])
    assert sorted(reported["altered"]) == sorted(expected["altered"])
    assert review.complete == expected["complete"]
    assert review.project.category == expected["project"]
    assert status_of(review) == (0 if expected["complete"] else 1)


def test_there_is_a_plan_for_each_town_complete_and_deficient_in_pdf_and_word() -> None:
    assert {e["town"] for e in EXPECTED.values()} == {"schenectady", "east-greenbush", "rotterdam"}
    assert {e["complete"] for e in EXPECTED.values()} == {True, False}
    assert {e["file"].rsplit(".")[-1] for e in EXPECTED.values()} == {"pdf", "docx"}
