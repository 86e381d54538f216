"""What the review found: the result that every output renders and none computes.

`Review.model_dump_json()` is the program's JSON (schema version 1) and `Review.model_validate_json()` reads
it back.
"""

import datetime
from collections.abc import Iterator
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Status(StrEnum):
    """Of an element: all but `partial`. Of an item: all but `altered`."""

    PRESENT = "present"
    PARTIAL = "partial"
    MISSING = "missing"
    ALTERED = "altered"
    UNREADABLE = "unreadable"
    NOT_APPLICABLE = "not-applicable"


class Part(BaseModel):
    """Base of the model: frozen, and closed against unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Evidence(Part):
    """A quotation that shows an element, and where it stands."""

    document: str
    page: int | None = Field(description="1-based position in the file; null in a Word file")
    section: str = Field(description="title of the section or drawing sheet; empty before the first heading")
    quote: str


class Decided(Part):
    """A person's verdict on an element, beside what the program found."""

    machine: Status = Field(description="the program's own verdict")
    verdict: Status = Field(description="the person's, which `status` follows")
    reason: str
    by: str
    date: datetime.date
    expires: datetime.date | None = Field(default=None, description="the last day on which it holds")


class Difference(Part):
    """Words of a certification statement that the ordinance or the plan has and the other has not, as written."""

    kind: Literal["omits", "adds", "has"] = Field(description='"has": other words where the ordinance has its own')
    law: str
    found: str


class Nearest(Evidence):
    """The nearest thing to what is asked, which does not count."""

    reason: str = Field(description="why it does not count, as in: only promised")


class Element(Part):
    """One thing that an item's sentence in the ordinance names."""

    id: str
    kind: Literal["shall", "should", "if"]
    means: str = Field(description="what a reviewer looks for")
    status: Status
    evidence: tuple[Evidence, ...] = ()
    note: str = Field(default="", description="why: the nearest thing found and why it did not count")
    nearest: Nearest | None = Field(default=None, description="the nearest thing found that does not count")
    remedy: str = Field(default="", description="what would make it complete")
    decision: Decided | None = Field(default=None, description="a person's verdict, where there is one")
    differences: tuple[Difference, ...] = Field(default=(), description="how an altered statement differs")
    later: bool = Field(default=False, description="present as a blank that is filled in when it is signed")


class Item(Part):
    """One numbered requirement of the ordinance."""

    id: str
    group: Literal["required", "major", "certification"]
    number: str
    citation: str
    title: str
    status: Status
    any_of: tuple[str, ...] = Field(default=(), description="elements of which one is enough")
    elements: tuple[Element, ...]


class UnreadPage(Part):
    """Something in a document that could not be read."""

    page: int | None
    reason: str


class ReviewedDocument(Part):
    """One file of the submission."""

    path: str
    pages: int | None = Field(description="null for a Word file, which has none")
    sha256: str
    unread_pages: tuple[int, ...] = ()
    unread: tuple[UnreadPage, ...] = ()
    ocr_pages: tuple[int, ...] = Field(default=(), description="pages read by OCR: quotations may have its errors")
    warnings: tuple[str, ...] = ()


class UnopenedFile(Part):
    """A file that could not be opened."""

    path: str
    reason: str


class Fact(Part):
    """Something for the letter that the plan itself states, such as its name or its preparer."""

    value: str
    evidence: Evidence | None = None


class Project(Part):
    """The project's class and what the plan says of it."""

    category: Literal["major", "minor"]
    basis: str
    determined: bool
    evidence: tuple[Evidence, ...] = ()
    facts: dict[str, Fact] = {}


class ChecklistUsed(Part):
    """Which checklist the review applied."""

    name: str
    law: str
    provisional: bool
    note: str = Field(default="", description="what is provisional about it")
    sha256: str


class Tool(Part):
    """The program that made the review."""

    name: str = "swppp-check"
    version: str


class IdleDecision(Part):
    """An entry of the decisions that changed nothing, and why."""

    element: str = Field(description="as in soils.description")
    state: Literal["unused", "expired"]
    reason: str


class DecisionsUsed(Part):
    """The file of people's verdicts that the review follows."""

    sha256: str
    idle: tuple[IdleDecision, ...] = ()


class Change(Part):
    """What became of a finding since the earlier review."""

    element: str = Field(description="as in soils.description")
    change: Literal["resolved", "open", "new"]
    number: int = Field(description="the finding's number in the letters, which it keeps")
    title: str = Field(description="the item's, as the earlier review has it")
    means: str


class Earlier(Part):
    """The review of an earlier round, compared with this one."""

    sha256: str
    numbers: dict[str, int] = Field(description="the number of each finding of any earlier round, by element")
    changes: tuple[Change, ...] = ()


class Review(Part):
    """All findings for one submission."""

    schema_: Literal[1] = Field(default=1, alias="schema")
    tool: Tool
    town: str
    checklist: ChecklistUsed
    project: Project
    documents: tuple[ReviewedDocument, ...]
    unopened: tuple[UnopenedFile, ...] = ()
    items: tuple[Item, ...]
    complete: bool
    name: str = Field(default="", description="the submission's, where several were reviewed")
    decisions: DecisionsUsed | None = None
    previous: Earlier | None = Field(default=None, description="the earlier round, where one was given")

    model_config = ConfigDict(frozen=True, extra="forbid", serialize_by_alias=True, populate_by_name=True)

    def findings(self) -> Iterator[tuple[Item, Element]]:
        """Every applicable item's elements, in the checklist's order."""
        for item in self.items:
            if item.status is not Status.NOT_APPLICABLE:
                for element in item.elements:
                    yield item, element

    def deficiencies(self) -> tuple[tuple[Item, Element], ...]:
        """What the ordinance says shall be there and is missing or altered."""
        return tuple(
            (item, e)
            for item, e in self.findings()
            if e.kind == "shall" and e.status in (Status.MISSING, Status.ALTERED)
        )

    def comments(self) -> tuple[tuple[Item, Element], ...]:
        """What the ordinance says should be there and is missing."""
        return tuple((i, e) for i, e in self.findings() if e.kind == "should" and e.status is Status.MISSING)

    def unreadable(self) -> tuple[tuple[Item, Element], ...]:
        """What was not found and might stand on a page that could not be read."""
        return tuple((i, e) for i, e in self.findings() if e.status is Status.UNREADABLE)
