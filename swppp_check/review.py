"""What the review found: the result that every output renders and none computes.

`Review.model_dump_json()` is the program's JSON (schema version 1) and `Review.model_validate_json()` reads
it back.
"""

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


class Element(Part):
    """One thing that an item's sentence in the ordinance names."""

    id: str
    kind: Literal["shall", "should", "if"]
    means: str = Field(description="what a reviewer looks for")
    status: Status
    evidence: tuple[Evidence, ...] = ()
    note: str = Field(default="", description="why: the nearest thing found and why it did not count")
    remedy: str = Field(default="", description="what would make it complete")


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
