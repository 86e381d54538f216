"""The letter as plain data: what it says, in order, without a word on how it looks.

`letter.compose` makes it of a review; renderers (plain text, Word, HTML, Markdown) only lay it out. Every
string is one line of visible characters (`plain`), and empty strings and tuples mean that there is nothing
to show.
"""

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["complete", "deficient", "undetermined"]

DOCUMENTS = "Documents received"
UNREAD = "Pages that could not be read"
REMINDERS = "Reminders"
NOTES = "Notes of the review"
COPIES = "Copies"
RESOLVED = "Resolved since the earlier review"
CLASS = "Evidence of the class"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the "Re:" block."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Received:
    """A document received; `length` is in words ("41 pages"), `sha256` the first characters of its hash."""

    name: str
    length: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words of the plan (without quotation marks) and the place where they stand."""

    place: str
    words: str


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that was looked for, or several of which one is enough, and what came of it.

    `letter` is "a", "b", ... where a numbered finding has several points, and empty otherwise. `verdict` is
    empty where the finding's `lead` says it for all of them. `evidence_label` and `remedy_label` say what
    the quotations and the remedy are ("Nearest found", "To be complete").
    """

    letter: str
    asked: tuple[str, ...]
    verdict: str
    note: str
    evidence_label: str
    evidence: tuple[Quotation, ...]
    remedy_label: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Numbered:
    """A finding that a reply can quote by its number; `standing` says in a later round whether it is new."""

    number: int
    title: str
    citation: str
    lead: str
    points: tuple[Point, ...]
    standing: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Numbered findings under one title; `lead` says what they are."""

    title: str
    lead: str
    findings: tuple[Numbered, ...]


@dataclass(frozen=True, slots=True)
class Unread:
    """Pages, or a file, that could not be read, and why."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Letter:
    """The whole letter, in its order.

    The findings are numbered through `groups`, `comments` and `unreadable`, from 1; in a later round they keep the
    earlier letter's numbers, and `resolved` names those that are settled. The fields in square brackets ("[date]",
    "[name], [title]") are for the person who signs. `due` is the day on which the ordinance's period for deciding on
    completeness ends, empty where it sets none or the day of receipt is not given.
    """

    outcome: Outcome
    town: str
    decides: str
    date: str
    received: str
    due: str
    addressee: tuple[str, ...]
    subject: str
    rows: tuple[Row, ...]
    documents: tuple[Received, ...]
    scope: tuple[str, ...]
    scope_evidence: tuple[Quotation, ...]
    opening: str
    groups: tuple[Group, ...]
    comments: Group | None
    unread: tuple[Unread, ...]
    unreadable: Group | None
    reminders: tuple[str, ...]
    notes: tuple[str, ...]
    closing_title: str
    closing: tuple[str, ...]
    signature: tuple[str, ...]
    copies: tuple[str, ...]
    record: str
    resolved: tuple[str, ...] = ()
