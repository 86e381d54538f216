"""People's verdicts: a reviewed file that overrules the program, element by element.

The review keeps both verdicts side by side; everything that is made of it follows the person's.
"""

import datetime
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field, field_validator

from swppp_check.data import DataError, Problem, TomlFile, summed
from swppp_check.findings import item_status
from swppp_check.model import Data
from swppp_check.rendering import sentence
from swppp_check.review import Decided, DecisionsUsed, Element, IdleDecision, Item, Review, Status
from swppp_check.reviewing import settled

FORMS = ("%Y-%m-%d", "%B %d, %Y", "%d %B %Y", "%m/%d/%Y")
ALTERNATIVE = "another of the alternatives is enough"


class Decision(Data):
    """One entry of a decisions file."""

    element: str = Field(description="item and element, as in soils.description")
    verdict: Literal["present", "missing", "altered", "not-applicable"]
    reason: str = Field(min_length=1)
    by: str = Field(min_length=1, description="who decided")
    date: datetime.date = Field(description="when")
    expires: datetime.date | None = Field(default=None, description="the last day on which it holds")

    @field_validator("date", "expires", mode="before")
    @classmethod
    def _a_day(cls, value: object) -> object:
        """A number is no date, and a moment is more than a day; pydantic would take both."""
        if value is None or (isinstance(value, (str, datetime.date)) and not isinstance(value, datetime.datetime)):
            return value
        raise ValueError("expected a date, as in 2026-11-02")


class DecisionsFile(Data):
    """A decisions file: a list of entries."""

    decision: tuple[Decision, ...] = ()


@dataclass(frozen=True, slots=True)
class Decisions:
    """The entries of a file, and its hash."""

    path: Path
    entries: tuple[Decision, ...]
    sha256: str


def load_decisions(path: Path) -> Decisions:
    """Read a decisions file; raises DataError with the line."""
    source = TomlFile(path)
    found = source.model(DecisionsFile)
    problems = found if isinstance(found, list) else list(_twice(source, found))
    if isinstance(found, list) or problems:
        raise DataError(summed(path, problems))
    return Decisions(path, found.decision, hashlib.sha256(source.content).hexdigest())


def _twice(source: TomlFile, found: DecisionsFile) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, entry in enumerate(found.decision):
        if entry.element in seen:
            yield source.problem(("decision", number, "element"), f"{entry.element!r} is decided twice")
        seen.add(entry.element)


def day(text: str) -> datetime.date | None:
    """The day of a date as people write it (2026-11-02, November 2, 2026); None where it is none."""
    for form in FORMS:
        try:
            return datetime.datetime.strptime(text.strip(), form).date()
        except ValueError:
            continue
    return None


def decided_by(decisions: Decisions, date: str) -> datetime.date | None:
    """The day by which entries expire; raises DataError where one expires and no day is given.

    The program has no clock of its own.
    """
    today = day(date)
    if today is None and any(entry.expires for entry in decisions.entries):
        given = f"{date!r} is no date" if date else "no date is given"
        raise DataError(f"{decisions.path}: entries expire, and {given}: give --date 2026-11-02, or --date today")
    return today


def decide(review: Review, decisions: Decisions, date: str) -> Review:
    """The review with people's verdicts; `date` is the day by which entries expire, as people write it.

    Raises DataError as `decided_by` does.
    """
    today = decided_by(decisions, date)
    idle: list[IdleDecision] = []
    valid: dict[str, Decision] = {}
    elements = {f"{i.id}.{e.id}": e for i, e in review.findings()}
    for entry in decisions.entries:
        if entry.expires and today and entry.expires < today:
            idle.append(_idle(entry, "expired", f"it held until {entry.expires}"))
        elif entry.element not in elements:
            idle.append(_idle(entry, "unused", "the review has no such element, or it is not asked of this project"))
        elif elements[entry.element].status == entry.verdict:
            idle.append(_idle(entry, "unused", "the program finds the same"))
        else:
            valid[entry.element] = entry
    items = tuple(_decided(item, valid) for item in review.items)
    unread = bool(review.unopened) or any(d.unread for d in review.documents)
    return review.model_copy(
        update={
            "items": items,
            "complete": settled(items) and not unread and bool(review.documents),
            "decisions": DecisionsUsed(sha256=decisions.sha256, idle=tuple(idle)),
        }
    )


def _idle(entry: Decision, state: Literal["unused", "expired"], reason: str) -> IdleDecision:
    return IdleDecision(element=entry.element, state=state, reason=reason)


def _decided(item: Item, decisions: Mapping[str, Decision]) -> Item:
    if item.status is Status.NOT_APPLICABLE or not any(f"{item.id}.{e.id}" in decisions for e in item.elements):
        return item
    elements = [_overruled(e, decisions.get(f"{item.id}.{e.id}")) for e in item.elements]
    if item.any_of:
        elements = _alternatives(item, elements)
    return item.model_copy(update={"elements": tuple(elements), "status": item_status(elements)})


def _overruled(element: Element, entry: Decision | None) -> Element:
    if entry is None:
        return element
    decision = Decided(
        machine=element.status,
        verdict=Status(entry.verdict),
        reason=entry.reason,
        by=entry.by,
        date=entry.date,
        expires=entry.expires,
    )
    says = sentence(f"by decision of {entry.by}, {entry.date}: {entry.reason}")
    note = f"{says} The program's own verdict: {element.status.value}."
    return element.model_copy(update={"status": decision.verdict, "note": note, "decision": decision, "later": False})


def _alternatives(item: Item, elements: list[Element]) -> list[Element]:
    """One of the alternatives is enough; where none is left, the others count again as what they are: not found."""
    enough = any(e.status is Status.PRESENT for e in elements if e.id in item.any_of)
    settled_: list[Element] = []
    for e in elements:
        if e.id in item.any_of and e.decision is None:
            if enough and e.status is Status.MISSING:
                e = e.model_copy(update={"status": Status.NOT_APPLICABLE, "note": ALTERNATIVE})
            elif not enough and e.status is Status.NOT_APPLICABLE:
                e = e.model_copy(update={"status": Status.MISSING, "note": ""})
        settled_.append(e)
    return settled_
