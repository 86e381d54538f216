"""The blank checklist that a town hands to applicants: what the ordinance asks, in its words and item by item."""

from dataclasses import dataclass
from itertools import groupby

from swppp_check.checklists import Checklist, ElementRule, TownItem
from swppp_check.letter_findings import GROUPS
from swppp_check.plain import plain
from swppp_check.rendering import HASH, sentence

KINDS = {"shall": "", "should": "advised", "if": "where it applies"}
HOW_TO = (
    "For each line give the document, page or sheet where the SWPPP shows it. What is not marked is required; "
    "a mention, a heading with nothing under it or a promise is not enough."
)


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to show; `kind` is empty for what the ordinance requires."""

    id: str
    means: str
    kind: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One item: `law` is the ordinance's text, `statement` what is to be signed, `choice` names alternatives."""

    title: str
    citation: str
    law: str
    statement: str
    choice: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Blank:
    """The whole checklist; `note` says what is provisional about it."""

    town: str
    title: str
    law: str
    note: str
    how_to: str
    groups: tuple[tuple[str, tuple[Entry, ...]], ...]
    record: str


def blank(checklist: Checklist) -> Blank:
    """The checklist of a town, ready for any renderer."""
    town = checklist.town
    grouped = groupby(town.item, key=lambda item: item.group)
    return Blank(
        town=plain(town.name),
        title="Contents of a stormwater pollution prevention plan (SWPPP)",
        law=plain(town.law),
        note=f"Provisional. {sentence(town.note)}" if town.provisional else "",
        how_to=HOW_TO,
        groups=tuple((GROUPS[key], tuple(_entry(item, checklist) for item in items)) for key, items in grouped),
        record=f"Checklist {checklist.sha256[:HASH]}.",
    )


def _entry(item: TownItem, checklist: Checklist) -> Entry:
    rule = checklist.rules[item.id]
    wanted = checklist.elements(item)
    choice = [plain(wanted[e].means) for e in rule.any_of if e in wanted]
    return Entry(
        title=plain(rule.title),
        citation=plain(item.citation),
        law=plain(item.text),
        statement=plain(item.statement),
        choice=f"One of these is enough: {'; '.join(choice)}." if choice else "",
        lines=tuple(Line(f"{item.id}.{e}", plain(r.means), _kind(r)) for e, r in wanted.items()),
    )


def _kind(rule: ElementRule) -> str:
    return f"where {plain(rule.when)}" if rule.kind == "if" and rule.when else KINDS[rule.kind]
