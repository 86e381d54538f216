"""The law as data: what a town's ordinance asks, and how each element is recognised.

`checklists/towns/` holds one file a town (items, numbers, citations, ordinance text, officer, clocks);
`checklists/items/` one file an item, shared by all towns (elements, what they mean, their rules);
`checklists/vocabulary/` the trade's words. Code knows no town, item or phrase.
"""

import difflib
import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field

from swppp_check.data import HOME, ChecklistError, DataError, TomlFile, summed
from swppp_check.model import Data, Model

Group = Literal["required", "major", "certification"]


class ReviewClause(Data):
    """What the ordinance says about the review itself. Absent keys: the ordinance is silent."""

    citation: str
    decides: str = Field(description="who decides completeness, as it stands in a sentence")
    standards: str = Field(description="citation of the design standards")
    completeness_days: int | None = Field(default=None, description="calendar days from receipt")
    completeness_extended: str = ""
    notice: str = Field(default="", description="what a notice of incompleteness must state")
    decision: str = ""
    default_approval: str = ""
    resubmission: str
    no_work: str


class Preparer(Data):
    """Who may prepare and sign a SWPPP in this town."""

    who: str = Field(description="in the ordinance's sense, as it stands in a sentence")
    accepted: tuple[str, ...] = Field(description="names of the vocabulary's terms for credentials that count")


class Clause(Data):
    """One way in which a text shows an element: all its conditions hold together.

    `all` names terms ("a|b": one of them) that stand in one place, of the size `within`: the same sentence, the same
    block (paragraph, row, label), or so many words of one sentence; `least` how many different places of a term the
    sentence must have. `under` names terms of which one must stand in an enclosing heading, the sheet's title or the
    table's header row. `on` says where the block stands: "text" is prose, tables and notes on drawings, but no bare
    labels; "row" a table's row; "title" a sheet's title. None of the terms in `none` may stand in the sentence (or the
    block, where `within` is the block), none of `not_under` above it. `section` names terms of which one must stand
    somewhere under the same heading. `negated` accepts a negation.
    """

    all: tuple[str, ...] = ()
    within: Literal["sentence", "block"] | int = "sentence"
    under: tuple[str, ...] = ()
    on: Literal["any", "text", "sheet", "prose", "row", "title"] = "any"
    least: dict[str, int] = Field(default={}, description="so many different places of a term in the sentence")
    none: tuple[str, ...] = ()
    not_under: tuple[str, ...] = ()
    section: tuple[str, ...] = ()
    negated: bool = False


class ElementRule(Data):
    """An element: what it means, how it is recognised, and sentences that prove the rule."""

    kind: Literal["shall", "should", "if"]
    how: Literal["text", "named", "statement", "signature", "beside"] = Field(
        default="text",
        description="looked for in the text, there with places left open for a name, as the item's statement, as its "
        "signature, or beside its statement",
    )
    means: str
    when: str = Field(default="", description='kind "if": the condition, in words')
    remedy: str = Field(description="what would make it complete")
    seek: tuple[Clause, ...] = ()
    also: tuple[Clause, ...] = Field(default=(), description="a second part, which must be found as well")
    topic: tuple[str, ...] = Field(default=(), description="terms that only mention the subject")
    condition: tuple[Clause, ...] = Field(default=(), description='kind "if": shows that the condition holds')
    left_open: tuple[Clause, ...] = Field(default=(), description='"named": where a name may be left open')
    present: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


class ItemRule(Data):
    """An item shared by the towns: its title and its elements in order."""

    title: str
    any_of: tuple[str, ...] = ()
    element: dict[str, ElementRule]


class TownItem(Data):
    """One numbered requirement in the town's own order, number and words."""

    id: str
    group: Group
    number: str = ""
    citation: str
    text: str = Field(description="the ordinance's own words")
    statement: str = Field(default="", description="certifications: the statement to be signed, verbatim")
    without: tuple[str, ...] = Field(default=(), description="elements of the item that this town does not ask")
    title: str = Field(default="", description="an item of the town's own: what it is called")
    any_of: tuple[str, ...] = Field(
        default=(), description="an item of the town's own: elements of which one is enough"
    )
    element: dict[str, ElementRule] = Field(default={}, description="elements of the town's own, by id")


class Town(Data):
    """A town's checklist as its file says it."""

    version: Literal[1] = Field(alias="schema")
    id: str
    name: str
    law: str
    provisional: bool = False
    note: str = Field(default="", description="one sentence: what is provisional")
    review: ReviewClause
    preparer: Preparer
    item: tuple[TownItem, ...]
    terms: dict[str, tuple[str, ...]] = Field(default={}, description="vocabulary of the town's own elements: phrases")


@dataclass(frozen=True, slots=True)
class Checklist:
    """A town's items together with the rules of their elements, ready for a review."""

    town: Town
    rules: Mapping[str, ItemRule]
    sha256: str

    def elements(self, item: TownItem) -> Mapping[str, ElementRule]:
        """The elements of an item that this town asks."""
        return {e: rule for e, rule in self.rules[item.id].element.items() if e not in item.without}


def towns() -> Mapping[str, Path]:
    """The checklists that come with the program, by id."""
    return {path.stem: path for path in sorted((HOME / "towns").glob("*.toml"))}


def load_checklist(town: str | None = None, file: Path | None = None) -> Checklist:
    """The checklist of a town that comes with the program, or of a file; raises ChecklistError."""
    known = towns()
    if file is None:
        wanted = re.sub(r"[\s_]+", "-", (town or "").strip().lower())
        if wanted not in known:
            near = difflib.get_close_matches(wanted, known, n=1, cutoff=0.4)
            hint = f"did you mean {near[0]}?" if near else f"known towns: {', '.join(known)}"
            raise ChecklistError(f"there is no checklist for the town {town!r}: {hint}")
        file = known[wanted]
    from swppp_check.validating import problems_of  # it is about the models of this module

    try:
        source = TomlFile(file)
    except DataError as error:
        raise ChecklistError(str(error)) from None
    found = source.model(Town)
    problems = found if isinstance(found, list) else list(problems_of(source, found))
    if isinstance(found, list) or problems:
        raise ChecklistError(summed(file, problems))
    return Checklist(found, _rules(found), _hash([file, *_shared_files()]))


def _rules(town: Town) -> Mapping[str, ItemRule]:
    """The rules of all known items, and those of the town's own items and elements."""
    rules = dict(item_rules())
    for item in town.item:
        if item.id not in rules:
            rules[item.id] = ItemRule(title=item.title, any_of=item.any_of, element=item.element)
        elif item.element:
            shared = rules[item.id]
            rules[item.id] = shared.model_copy(update={"element": {**shared.element, **item.element}})
    return rules


@cache
def item_rules() -> Mapping[str, ItemRule]:
    """The items shared by all towns, by id."""
    return {path.stem: _validated(ItemRule, path) for path in sorted((HOME / "items").glob("*.toml"))}


def _shared_files() -> list[Path]:
    return sorted([*HOME.glob("*.toml"), *(HOME / "items").glob("*.toml"), *(HOME / "vocabulary").glob("*.toml")])


def _hash(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _validated(model: type[Model], path: Path) -> Model:
    """A file that comes with the program."""
    try:
        found = TomlFile(path).model(model)
    except DataError as error:
        raise ChecklistError(str(error)) from None
    if isinstance(found, list):
        raise ChecklistError(summed(path, found))
    return found
