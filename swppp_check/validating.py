"""Is a town's checklist file right? Every problem with its line, for whoever wrote the file.

The file's form is the model's business (`checklists.Town`). Here stands what a form cannot say: that items and elements
exist, that rules use terms that exist, that phrases can be compiled, and that the examples prove their rules.
"""

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from swppp_check.checklists import Clause, ElementRule, Town, TownItem, item_rules, load_checklist
from swppp_check.data import HOME, ChecklistError, Problem, TomlFile
from swppp_check.toml_lines import Key
from swppp_check.vocabulary import Vocabulary, load_vocabulary

Found = Iterator[tuple[Key, str]]


@dataclass(frozen=True, slots=True)
class Validated:
    """What a checklist file holds, and what is wrong with it."""

    problems: tuple[Problem, ...]
    items: int = 0
    elements: int = 0
    own: int = 0


def validate(path: Path) -> Validated:
    """Everything that is wrong with a checklist file; raises DataError where it cannot be read or is no TOML."""
    source = TomlFile(path)
    town = source.model(Town)
    if isinstance(town, list):
        return Validated(tuple(town))
    problems = [*problems_of(source, town)]
    if not problems:
        problems += [source.problem(key, message) for key, message in _unproved(town, path)]
    own = sum(len(item.element) for item in town.item)
    asked = 0 if problems else sum(len(load_checklist(file=path).elements(item)) for item in town.item)
    return Validated(tuple(problems), len(town.item), asked, own)


def problems_of(source: TomlFile, town: Town) -> Iterator[Problem]:
    """What is wrong with a town's file beyond its form and before anything is matched, in the order of its keys."""
    for key, message in _problems(town):
        yield source.problem(key, message)


def _problems(town: Town) -> Found:
    if town.provisional and not town.note:
        yield ("provisional",), "a note is needed: one sentence that says what is provisional"
    if not town.item:
        yield ("item",), "a checklist has at least one item"
    seen: set[str] = set()
    for number, item in enumerate(town.item):
        if item.id in seen:
            yield ("item", number, "id"), f"the item {item.id!r} stands twice"
        seen.add(item.id)
        yield from (((*("item", number), *key), message) for key, message in _item(item))
    if town.terms or any(item.element for item in town.item):
        yield from _terms(town)


def _item(item: TownItem) -> Found:
    known = item_rules()
    shared: Mapping[str, ElementRule] = known[item.id].element if item.id in known else {}
    if item.id not in known and not (item.title and item.element):
        near = difflib.get_close_matches(item.id, known, n=1, cutoff=0.6)
        hint = f"did you mean {near[0]!r}? " if near else ""
        says = f"{hint}an item of the town's own needs a title and elements; the known ones are {', '.join(known)}"
        yield ("id",), f"there is no item {item.id!r}: {says}"
        return
    for key in ("title", "any_of"):
        if item.id in known and getattr(item, key):
            yield (key,), f"the item {item.id!r} is a known one and has its own"
    for name, listed in (("without", item.without), ("any_of", item.any_of)):
        for number, element in enumerate(listed):
            if element not in shared and element not in item.element:
                yield (name, number), f"there is no element {element!r}: expected one of {', '.join(shared)}"
    if item.group == "certification" and not item.statement:
        yield (), "a certification needs its statement: the words to be signed"
    for id_, rule in item.element.items():
        at = ("element", id_)
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id_):
            yield at, "expected an id of small letters, digits and hyphens"
        if id_ in shared:
            yield at, f"the item {item.id!r} has this element already"
        yield from (((*at, *key), message) for key, message in _rule(item, rule))


def _rule(item: TownItem, rule: ElementRule) -> Found:
    """What is wrong with a rule by itself."""
    if rule.how != "text" and item.group != "certification":
        yield ("how",), f"{rule.how!r} is for certifications"
    if rule.how == "text" and not rule.seek:
        yield (), "seek is needed: how the element is recognised"
    if rule.how == "text" and not (rule.present and rule.absent):
        yield (), "present and absent are needed: at least one sentence that satisfies it and one that must not"
    if rule.kind == "if" and not (rule.when and rule.condition):
        yield ("kind",), "when and condition are needed: where the element is asked"
    for name, clauses in (("seek", rule.seek), ("also", rule.also), ("condition", rule.condition)):
        for number, clause in enumerate(clauses):
            if not clause.all:
                yield (name, number), "all is needed: the terms that must stand there"
            elif isinstance(clause.within, int) and clause.within < 1:
                yield (name, number, "within"), "expected a number of words, at least 1"


def _terms(town: Town) -> Found:
    """Terms that are misnamed, and rules that use terms which nothing defines."""
    shared = load_vocabulary(HOME / "vocabulary").terms
    for name, phrases in town.terms.items():
        if name in shared:
            yield ("terms", name), "the program has a term of this name: choose another"
        if not phrases or not all(phrase.strip() for phrase in phrases):
            yield ("terms", name), "expected a list of phrases"
    for accepted in town.preparer.accepted:
        if accepted not in shared and accepted not in town.terms:
            yield ("preparer", "accepted"), _unknown(accepted, [*shared, *town.terms])
    for name, phrases in town.terms.items():
        for number, phrase in enumerate(phrases):
            if phrase.startswith("@") and phrase[1:] not in shared and phrase[1:] not in town.terms:
                yield ("terms", name, number), _unknown(phrase[1:], [*shared, *town.terms])
    for number, item in enumerate(town.item):
        for id_, rule in item.element.items():
            at: Key = ("item", number, "element", id_)
            for key, used in _used(rule):
                if used not in shared and used not in town.terms:
                    yield (*at, *key), _unknown(used, [*shared, *town.terms])


def _used(rule: ElementRule) -> Found:
    """Every term that a rule uses, and where it names it."""
    yield from ((("topic",), term) for term in rule.topic)
    for name, clauses in (("seek", rule.seek), ("also", rule.also), ("condition", rule.condition)):
        for number, clause in enumerate(clauses):
            yield from (((name, number), term) for term in clause_terms(clause))


def clause_terms(clause: Clause) -> Iterable[str]:
    """The terms that a clause names."""
    named = (clause.all, clause.under, clause.none, clause.not_under, clause.section, clause.least)
    return [term for names in named for group in names for term in group.split("|")]


def _unknown(term: str, terms: Iterable[str]) -> str:
    near = difflib.get_close_matches(term, terms, n=1, cutoff=0.6)
    return f"there is no term {term!r}{f': did you mean {near[0]!r}?' if near else ''}"


def _unproved(town: Town, path: Path) -> Found:
    """Phrases that cannot be compiled, and examples that do not come out as they say."""
    own = [(n, id_, rule) for n, item in enumerate(town.item) for id_, rule in item.element.items()]
    if not own and not town.terms:
        return
    if bad := list(_uncompiled(town, load_vocabulary(HOME / "vocabulary"))):
        yield from bad
        return
    from swppp_check.examples import satisfies
    from swppp_check.reviewing import language

    try:
        compiled = language(load_checklist(file=path))
    except ChecklistError as error:  # terms that include each other in a circle
        yield ("terms",), str(error)
        return
    for number, id_, rule in own:
        if rule.how == "text":
            for name, listed, wanted in (("present", rule.present, True), ("absent", rule.absent, False)):
                for at, example in enumerate(listed):
                    if satisfies(rule, example, compiled) is not wanted:
                        says = "does not satisfy the rule" if wanted else "satisfies the rule and must not"
                        yield ("item", number, "element", id_, name, at), f"this example {says}: {example!r}"


def _uncompiled(town: Town, shared: Vocabulary) -> Found:
    """Phrases that are none: tried all at once, and one by one where that fails."""
    from swppp_check.language import Language

    def fails(terms: dict[str, tuple[str, ...]]) -> str:
        try:
            Language(replace(shared, terms=terms))
        except ChecklistError as error:
            return str(error)
        return ""

    if fails(dict(town.terms)):
        for name, phrases in town.terms.items():
            for number, phrase in enumerate(phrases):
                if said := fails({name: (phrase,)}):
                    yield ("terms", name, number), said.removeprefix(f"terms.{name}: ")
