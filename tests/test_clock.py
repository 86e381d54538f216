"""The day of receipt and the clock that the ordinance starts with it."""

import pytest
from conftest import SAMPLES, Run

PLANS = {
    "rotterdam": SAMPLES / "rotterdam-warehouse.pdf",
    "schenectady": SAMPLES / "schenectady-infill.docx",
    "east-greenbush": SAMPLES / "east-greenbush-library.docx",
}


def letter(run: Run, town: str, *more: str) -> str:
    return " ".join(run(PLANS[town], "-t", town, "-q", *more).out.split())


def test_the_thirty_days_end_on_the_day_that_the_ordinance_s_own_period_ends(run: Run) -> None:
    said = letter(run, "rotterdam", "--received", "2026-11-02")
    assert "received on November 2, 2026; 30 days of its receipt end on Wednesday, December 2, 2026." in said
    assert "Received: November 2, 2026" in said


def test_the_longer_period_is_told_and_no_day_is_computed_from_it(run: Run) -> None:
    said = letter(run, "schenectady", "--received", "2026-11-02")
    assert "end on Wednesday, December 2, 2026. The period is 60 business days of receipt if" in said
    assert said.count("2026") == 3  # received twice, the end once


def test_a_day_that_falls_on_a_weekend_is_not_moved(run: Run) -> None:
    assert "end on Saturday, January 2, 2027" in letter(run, "rotterdam", "--received", "2026-12-03")


def test_an_ordinance_without_a_clock_gets_none(run: Run) -> None:
    said = letter(run, "east-greenbush", "--received", "2026-11-02")
    assert "Received: November 2, 2026" in said
    assert "30 days" not in said
    assert "December" not in said


def test_without_the_day_of_receipt_no_day_is_named(run: Run) -> None:
    said = letter(run, "rotterdam")
    assert "Within 30 days of receipt" in said
    assert "Received:" not in said
    assert "end on" not in said


@pytest.mark.parametrize("wrong", ["2026-13-02", "2026-02-30", "11/2/2026", "tomorrow", "0001-01-01", "9999-12-31"])
def test_what_is_no_day_is_an_error_of_one_line(run: Run, wrong: str) -> None:
    ran = run(PLANS["rotterdam"], "-t", "rotterdam", "--received", wrong)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"swppp-check: --received: there is no day '{wrong}': write it as 2026-11-02\n"


def test_names_that_are_given_go_before_those_of_the_plan(run: Run) -> None:
    given = (
        "--applicant",
        "Heron Foods, Inc.",
        "--project-name",
        "Cold Store",
        "--reviewer",
        "A. Reed, Stormwater Officer",
    )
    said = letter(run, "rotterdam", *given)
    assert "[date] Heron Foods, Inc. [address]" in said
    assert "Project: Cold Store" in said
    assert "Applicant: Heron Foods, Inc." in said
    assert "A. Reed, Stormwater Officer for the Town of Rotterdam" in said
    assert "[name]" not in said
