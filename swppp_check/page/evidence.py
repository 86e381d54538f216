"""The evidence page, one HTML file that needs nothing else: what it shows, and the template filled with it."""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from itertools import groupby

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup, escape

from swppp_check.checklists import Checklist, ElementRule
from swppp_check.letter import compose
from swppp_check.letter_findings import group_title
from swppp_check.page.pictures import Picture, pictures
from swppp_check.particulars import Particulars
from swppp_check.plain import plain
from swppp_check.rendering import counted, example, explained, names, place, sentence
from swppp_check.review import Element, Evidence, Item, Review, Status

# What an element is on the page: its status or, where the ordinance does not say "shall", advice.
STATES = {
    "missing": ("Missing", "\N{MULTIPLICATION X}"),
    "altered": ("Altered", "\N{NOT EQUAL TO}"),
    "unreadable": ("Not readable", "?"),
    "advised": ("Advised", "!"),
    "partial": ("Partly present", "\N{CIRCLE WITH LEFT HALF BLACK}"),
    "present": ("Present", "\N{CHECK MARK}"),
    "not-applicable": ("Does not apply", "\N{EN DASH}"),
}
KINDS = {"shall": "required", "should": "advised", "if": "required where it applies"}
VERDICTS = {"complete": "Complete", "deficient": "Not complete", "undetermined": "Not determined"}
CHANGES = {
    "resolved": "Resolved since the earlier review",
    "open": "Still open from the earlier review",
    "new": "New in this review",
}
SECTION = re.compile("\N{SECTION SIGN} [^\\s,;)]+\\)?")
EXAMPLES = 3  # sentences that would count, shown for what is missing


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quotation, its place and, from a PDF, a picture of it."""

    place: str
    words: str
    picture: Picture | None


@dataclass(frozen=True, slots=True)
class Looked:
    """One element: what was looked for and what came of it."""

    id: str
    state: str
    kind: str
    means: str
    note: str
    remedy: str
    evidence: tuple[Quoted, ...]
    nearest: Quoted | None
    reason: str
    examples: tuple[str, ...]
    machine: str  # the program's own verdict, where a person decided
    round: str  # what became of it since the earlier review


@dataclass(frozen=True, slots=True)
class Asked:
    """One item of the ordinance with its elements."""

    id: str
    state: str
    title: str
    citation: str
    law: str
    choice: bool
    elements: tuple[Looked, ...]


def evidence_page(review: Review, checklist: Checklist, sent: Particulars, password: str | None = None) -> str:
    """The page as HTML; `password` opens a protected PDF once more, for its pictures."""
    shown = pictures(_by_importance(review), password)
    items = [_asked(item, review, checklist, shown) for item in review.items]
    grouped = groupby(zip(review.items, items, strict=True), key=lambda pair: pair[0].group)
    groups = [(_kept(group_title(review, key)), [asked for _, asked in pairs]) for key, pairs in grouped]
    states = Counter(element.state for asked in items for element in asked.elements)
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    here = files("swppp_check.page")
    style, script = ((here / name).read_text(encoding="utf-8") for name in ("review.css", "review.js"))
    letter = compose(review, checklist, sent)
    return environment.from_string((here / "review.html.j2").read_text(encoding="utf-8")).render(
        letter=letter,
        summary=_summary(review) or letter.opening,
        verdict=VERDICTS[letter.outcome],
        groups=groups,
        states=STATES,
        counts={state: states[state] for state in STATES if states[state]},
        total=sum(states.values()),
        kinds=KINDS,
        without_pictures=all(document.pages is None for document in review.documents),
        style=Markup(style),
        script=Markup(script),
        policy="default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; "
        f"style-src '{_hash(style)}'; script-src '{_hash(script)}'",
    )


def _kept(text: str) -> Markup:
    """A section sign and its number, which may have a hyphen, stay on one line."""
    return Markup(SECTION.sub(r'<span class="kept">\g<0></span>', str(escape(text))))


def _hash(text: str) -> str:
    """As a content security policy names an inline style or script."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _summary(review: Review) -> str:
    """How many deficiencies there are, in a sentence; empty where there are none."""
    match counted(review.deficiencies()):
        case 0:
            return ""
        case 1:
            return "One thing that the ordinance says shall be there is missing or altered."
        case many:
            return f"{many} things that the ordinance says shall be there are missing or altered."


def _by_importance(review: Review) -> Iterator[Evidence]:
    """What is worth a picture: each element's first quotation or nearest thing, then the others in turn."""
    elements = [element for _, element in review.findings()]
    for n in range(max((len(e.evidence) for e in elements), default=0) + 1):
        for element in elements:
            quoted = (*element.evidence, *([element.nearest] if element.nearest else []))
            yield from quoted[n : n + 1]


def _asked(item: Item, review: Review, checklist: Checklist, shown: Mapping[Evidence, Picture]) -> Asked:
    rules = checklist.rules[item.id].element if item.id in checklist.rules else {}
    law = next((asked.text for asked in checklist.town.item if asked.id == item.id), "")
    known = names(review)
    changes = review.previous.changes if review.previous else ()
    rounds = {c.element: f"{CHANGES[c.change]}, number {c.number}." for c in changes}
    return Asked(
        id=plain(item.id),
        state=item.status.value,
        title=plain(item.title),
        citation=_kept(plain(item.citation)),
        law=plain(law),
        choice=bool(item.any_of),
        elements=tuple(
            _looked(item, element, rules.get(element.id), known, shown, rounds.get(f"{item.id}.{element.id}", ""))
            for element in item.elements
        ),
    )


def _looked(
    item: Item,
    element: Element,
    rule: ElementRule | None,
    known: Mapping[str, str],
    shown: Mapping[Evidence, Picture],
    since: str,
) -> Looked:
    lacking = element.status in (Status.MISSING, Status.ALTERED, Status.UNREADABLE)
    advice = element.kind != "shall" and element.status in (Status.MISSING, Status.ALTERED)
    examples = rule.present[:EXAMPLES] if rule and lacking else ()

    def quoted(evidence: Evidence) -> Quoted:
        return Quoted(place(evidence, known), plain(evidence.quote), shown.get(evidence))

    return Looked(
        id=f"{plain(item.id)}.{plain(element.id)}",
        state="advised" if advice else element.status.value,
        kind=element.kind,
        means=plain(element.means),
        note=explained(element, known),
        remedy=sentence(element.remedy) if lacking else "",
        evidence=tuple(map(quoted, element.evidence)),
        nearest=quoted(element.nearest) if element.nearest and lacking and not element.decision else None,
        reason=plain(element.nearest.reason) if element.nearest else "",
        examples=tuple(
            example(text).replace(" > ", " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} ") for text in examples
        ),
        machine=element.decision.machine.value if element.decision else "",
        round=since,
    )
