"""`explain`: what one element requires, by which provision, what counts for it and what does not."""

import difflib
import textwrap
from collections.abc import Iterator

from swppp_check.checklists import Checklist, ElementRule, item_rules, load_checklist, towns
from swppp_check.data import ChecklistError
from swppp_check.plain import plain
from swppp_check.rendering import example, sentence

WIDTH = 78
KINDS = {
    "shall": 'Required: the ordinance says "shall".',
    "should": 'Advised: the ordinance says "should"; without it a SWPPP is not incomplete.',
    "if": "Required where {when}.",
}
HOW = {
    "text": "Prose, a table's row, a note or label on a drawing that says it; what the rules know is in the examples.",
    "named": 'Names in prose, a table\'s row or beside the statement; "to be determined" and blank lines are no names.',
    "statement": "The statement in the ordinance's words. Line ends, capitals and punctuation do not matter; clauses "
    "that differ make it altered, and the difference is shown.",
    "signature": "A mark, a picture or words on the signature line under the statement, with the credential of a "
    "person who may sign in this town.",
    "beside": "Words beside the statement or its signature line; a labelled blank counts as provided for.",
}
NEVER = (
    "Never enough: contents pages, running headers, a heading with nothing under it, promises, placeholders, "
    "negations, quoted requirements, attached permits and ordinances, blank forms."
)


def explained(name: str, town: str | None = None) -> str:
    """The explanation of an element ("soils.description") or of all of an item ("soils"), as lines for a terminal.

    Without a town every town that asks it is cited. Raises ChecklistError with the nearest names for an unknown one.
    """
    laws = [load_checklist(town)] if town else [load_checklist(known) for known in towns()]
    item, _, element = name.strip().lower().partition(".")
    rules = item_rules()
    if item not in rules or (element and element not in rules[item].element):
        raise ChecklistError(_unknown(name, item))
    wanted = [element] if element else list(rules[item].element)
    asking = [law for law in laws if any(asked.id == item and _asks(law, item, wanted) for asked in law.town.item)]
    if not asking:
        raise ChecklistError(f"{laws[0].town.name} does not ask {plain(name)}")
    blocks = [*_law(item, asking)]
    for one in wanted:
        if any(_asks(law, item, [one]) for law in asking):
            blocks.extend(_element(f"{item}.{one}", rules[item].element[one]))
    return "\n\n".join(blocks) + "\n"


def _asks(law: Checklist, item: str, elements: list[str]) -> bool:
    return any(e in law.elements(asked) for asked in law.town.item if asked.id == item for e in elements)


def _law(item: str, laws: list[Checklist]) -> Iterator[str]:
    rule = item_rules()[item]
    yield f"{rule.title} ({item})"
    if rule.any_of:
        yield _wrapped(f"One of these is enough: {', '.join(f'{item}.{e}' for e in rule.any_of)}.")
    for law in laws:
        for asked in law.town.item:
            if asked.id == item:
                provisional = " (provisional)" if law.town.provisional else ""
                text = f"{plain(law.town.name)}, {plain(asked.citation)}{provisional}:"
                said = [_wrapped(part, "    ") for part in (plain(asked.text), plain(asked.statement)) if part]
                yield "\n".join([text, *said])


def _element(name: str, rule: ElementRule) -> Iterator[str]:
    yield "\n".join(
        [name, _wrapped(f"{sentence(rule.means)} {KINDS[rule.kind].format(when=plain(rule.when))}", "    ")]
    )
    yield "\n".join(["  What counts", _wrapped(HOW[rule.how], "    "), *_examples(rule.present)])
    yield "\n".join(["  What does not", _wrapped(NEVER, "    "), *_examples(rule.absent)])
    yield "\n".join(["  To be complete", _wrapped(sentence(rule.remedy), "    ")])


def _examples(texts: tuple[str, ...]) -> Iterator[str]:
    for text in texts:
        yield _wrapped(example(text), "    - ", "      ")


def _unknown(name: str, item: str) -> str:
    """The nearest names: of the item's own elements where the item is known."""
    rules = item_rules()
    known = [f"{i}.{e}" for i, rule in rules.items() for e in rule.element if i == item or item not in rules]
    near = difflib.get_close_matches(name.lower(), [*known, *rules], n=3, cutoff=0.5)
    hint = f"did you mean {', '.join(near)}?" if near else f"the items are {', '.join(rules)}"
    return f"there is no element {plain(name)!r}: {hint}"


def _wrapped(text: str, first: str = "", rest: str | None = None) -> str:
    indent = first if rest is None else rest
    return textwrap.fill(
        text, WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
