"""The numbered part of the letter: what was looked for, what was found, what would complete it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from swppp_check.checklists import Checklist
from swppp_check.letter_parts import Group, Numbered, Point, Quotation
from swppp_check.plain import plain
from swppp_check.rendering import advised, names, place, sentence, shortened, together
from swppp_check.review import Element, Evidence, Item, Review, Status
from swppp_check.rounds import numbering

QUOTED = 300  # characters of a quotation in the letter; the review holds all of it
SHOWN = 3  # quotations a point

GROUPS = {
    "required": "Contents required of every SWPPP",
    "major": "Additional contents for major projects",
    "certification": "Certifications",
}
ONE = {
    Status.MISSING: "This was not found in the documents submitted.",
    Status.ALTERED: "This was found, but not in the words of the ordinance.",
    Status.UNREADABLE: "This was not found in what could be read.",
}
SEVERAL = {
    Status.MISSING: "The following were not found in the documents submitted:",
    Status.ALTERED: "The following were found, but not in the words of the ordinance:",
    Status.UNREADABLE: "The following were not found in what could be read:",
}
ANY = {
    Status.MISSING: "None of these was found in the documents submitted; one of them is enough:",
    Status.ALTERED: "None of these was found in the words of the ordinance; one of them is enough:",
    Status.UNREADABLE: "None of these was found in what could be read; one of them is enough:",
}
OPEN, NEW, PARTLY = "Still open from the earlier review.", "New in this review.", "In part new in this review."
ADVICE = (
    "A comment does not make the SWPPP incomplete: it concerns what the ordinance says should be shown, "
    "or what it asks only where a condition holds."
)
ASIDE = (
    "What follows was not found and may stand on the pages listed above. It is not called missing; it is "
    "open until those pages can be read."
)


class Findings:
    """The findings of one review under their numbers: from 1 on, in a later round those of the earlier letter."""

    def __init__(self, review: Review, checklist: Checklist) -> None:
        """Number everything that the letter lists."""
        self._review = review
        self._rules = checklist.rules
        self._names = names(review)
        self._numbers = numbering(review)
        self._changes = {c.element: c.change for c in review.previous.changes} if review.previous else {}

    def deficiencies(self) -> Iterator[Group]:
        """What shall be there and is missing or altered, a group for each part of the ordinance."""
        for group, found in groupby(self._review.deficiencies(), key=lambda pair: pair[0].group):
            findings = self._findings(found, "To be complete")
            yield Group(group_title(self._review, group), "", tuple(sorted(findings, key=lambda f: f.number)))

    def comments(self) -> Group | None:
        """What the ordinance only advises, or asks on a condition, and was not found."""
        findings = tuple(self._findings(advised(self._review), "Advised"))
        return Group("Comments", ADVICE, findings) if findings else None

    def unreadable(self) -> Group | None:
        """What was not found and might stand where nothing could be read."""
        findings = tuple(self._findings(self._review.unreadable(), "If it does not stand there"))
        return Group("Contents that may stand on those pages", ASIDE, findings) if findings else None

    def _findings(self, found: Iterable[tuple[Item, Element]], remedy_label: str) -> Iterator[Numbered]:
        for _, pairs in groupby(found, key=lambda pair: (pair[0].group, pair[0].id)):
            listed = list(pairs)
            item = listed[0][0]
            sets = together(item, (element for _, element in listed))
            lead = _lead(sets)
            points = tuple(
                self._point(item, elements, _letter(n) if len(sets) > 1 else "", bool(lead), remedy_label)
                for n, elements in enumerate(sets)
            )
            points = tuple(_quoted_once(points))
            keys = [f"{item.id}.{element.id}" for _, element in listed]
            number, standing = self._numbers[keys[0]], self._standing(keys)
            yield Numbered(number, plain(item.title), plain(item.citation), lead, points, standing)

    def _standing(self, keys: Iterable[str]) -> str:
        """Whether a finding was one before; empty in a first round."""
        changes = {self._changes.get(key, "") for key in keys}
        match "open" in changes, "new" in changes:
            case True, True:
                return PARTLY
            case True, False:
                return OPEN
            case False, True:
                return NEW
        return ""

    def _point(self, item: Item, elements: tuple[Element, ...], letter: str, led: bool, label: str) -> Point:
        first = elements[0]
        verdict = "" if led else (ONE if len(elements) == 1 else ANY)[first.status]
        notes = [sentence(_why(element)) for element in elements]
        if condition := self._condition(item, first):
            notes.insert(0, f"It is asked where {condition}.")
        evidence = [e for element in elements for e in element.evidence]
        evidence += [element.nearest for element in elements if element.nearest and not element.decision]
        return Point(
            letter=letter,
            asked=tuple(plain(element.means) for element in elements),
            verdict=verdict,
            note=" ".join(dict.fromkeys(note for note in notes if note)),
            evidence_label="Found" if first.status is Status.ALTERED else "Nearest found",
            evidence=quotations(evidence, self._names),
            remedy_label=label,
            remedy=" Or: ".join(dict.fromkeys(sentence(e.remedy) for e in elements if e.remedy)),
        )

    def _condition(self, item: Item, element: Element) -> str:
        """In words, when an element of kind "if" is asked."""
        rule = self._rules[item.id].element.get(element.id) if item.id in self._rules else None
        return plain(rule.when) if rule and element.kind == "if" else ""


def group_title(review: Review, group: str) -> str:
    """The title of a group of items with the provisions they share: "Certifications (§ 148-8, § 148-9)"."""
    provisions = (plain(i.citation.removesuffix(i.number)) for i in review.items if i.group == group)
    shared = ", ".join(dict.fromkeys(p for p in provisions if p))
    return f"{GROUPS[group]} ({shared})" if shared else GROUPS[group]


def quotations(evidence: Iterable[Evidence], known: Mapping[str, str]) -> tuple[Quotation, ...]:
    """The first different quotations, each with its place."""
    found = dict.fromkeys(Quotation(place(e, known), shortened(e.quote, QUOTED)) for e in evidence)
    return tuple(found)[:SHOWN]


def _why(element: Element) -> str:
    """Why an element has its status, without the words that are quoted beside it."""
    return element.nearest.reason if element.nearest and not element.decision else element.note


def _quoted_once(points: Iterable[Point]) -> Iterator[Point]:
    """The points of a finding; words that one of them quotes already are not repeated, but their place is."""
    seen: set[Quotation] = set()
    for point in points:
        evidence = tuple(replace(quoted, words="") if quoted in seen else quoted for quoted in point.evidence)
        seen |= set(point.evidence)
        yield replace(point, evidence=evidence)


def _lead(sets: tuple[tuple[Element, ...], ...]) -> str:
    """One sentence for several single elements of the same status, so that it need not be repeated."""
    statuses = {elements[0].status for elements in sets}
    alike = len(sets) > 1 and len(statuses) == 1 and all(len(elements) == 1 for elements in sets)
    return SEVERAL[statuses.pop()] if alike else ""


def _letter(index: int) -> str:
    """a, b, ..., z, aa, ab, ..."""
    return (_letter(index // 26 - 1) if index >= 26 else "") + chr(ord("a") + index % 26)
