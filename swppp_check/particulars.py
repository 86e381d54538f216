"""What the sender of a letter adds to a review: dates and names, and the ordinance's clock, which runs from receipt."""

import datetime
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from swppp_check.checklists import ReviewClause

YEARS = range(1990, 2200)  # a day of receipt outside them is a slip of the pen


@dataclass(frozen=True, slots=True)
class Particulars:
    """What is given for the letter. An empty string means: what the plan states, or a blank in square brackets.

    `date` is the letter's date as it shall be printed, `received` the day on which the submission was received,
    `reviewer` the name and title of the person who signs. No date is computed from `date`: the clocks run from receipt.
    """

    date: str = ""
    received: datetime.date | None = None
    applicant: str = ""
    project: str = ""
    reviewer: str = ""


def parse_day(given: object) -> datetime.date | None:
    """A day, also as text (2026-11-02); None for nothing and for an empty text. Raises ValueError."""
    if given is None or given == "":
        return None
    found = given if isinstance(given, datetime.date) and not isinstance(given, datetime.datetime) else None
    if isinstance(given, str):
        with suppress(ValueError):
            found = datetime.date.fromisoformat(given)
    if found is None or found.year not in YEARS:
        raise ValueError(f"there is no day {str(given)!r}: write it as 2026-11-02")
    return found


def day(date: datetime.date) -> str:
    """As it is printed: November 2, 2026."""
    return f"{date:%B} {date.day}, {date.year}"


def due(received: datetime.date | None, clause: "ReviewClause") -> datetime.date | None:
    """The last day of the ordinance's own period, in calendar days after receipt; no extension is counted."""
    if received is None or clause.completeness_days is None:
        return None
    return received + datetime.timedelta(days=clause.completeness_days)
