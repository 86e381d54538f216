"""An element's verdict from the text: what shows it, or the nearest thing found and why it did not count."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from swppp_check.certifications import STATED
from swppp_check.checklists import ElementRule
from swppp_check.matching import Find, Place, Reading
from swppp_check.reading.labels import BLANK
from swppp_check.review import Difference, Evidence, Nearest, Status

# At most so many quotations for an element, and so many characters each.
QUOTATIONS, QUOTE_LENGTH = 3, 320
# A place that is left open for a name is a label or a row of so many words at most.
OPEN_WORDS = 16


@dataclass(frozen=True, slots=True)
class Verdict:
    """An element's status with what shows it."""

    status: Status
    evidence: tuple[Evidence, ...] = ()
    note: str = ""
    differences: tuple[Difference, ...] = ()  # of an altered statement
    later: bool = False  # it is provided for and filled in later
    nearest: Nearest | None = None


def text_verdict(reading: Reading, rule: ElementRule, within: frozenset[int] | None = None) -> Verdict:
    """An element looked for in the text, or in the sentences `within` alone."""
    shown = _shown(reading.find(rule.seek), within)
    shown_too = _shown(reading.find(rule.also), within)
    if shown and (shown_too or not rule.also):
        quoted = [*shown[:1], *shown_too[:1], *shown[1:], *shown_too[1:]]
        return Verdict(Status.PRESENT, quotations(f.place for f in quoted))
    if rule.kind == "if" and not any(not f.reason for f in reading.find(rule.condition)):
        return Verdict(Status.NOT_APPLICABLE, note=f"asked only where {rule.when}")
    half = shown or shown_too
    if half:
        return Verdict(Status.MISSING, quotations(f.place for f in half[:1]), "only one of its two parts was found")
    if near := _nearest(reading, rule, within):
        reason = near.reason or "only mentioned, without what is asked"
        told = nearest(near.place, reason)
        return Verdict(Status.MISSING, note=noted(told), nearest=told)
    mentioned = any(True for _ in _within(reading.mentions(rule), within))
    return Verdict(Status.MISSING, note="mentioned at most in passing" if mentioned else "not mentioned")


def is_left_open(reading: Reading, sentence: int, topic: Sequence[str]) -> bool:
    """Whether a sentence has a blank or a placeholder where a name should follow the subject."""
    subject = [h.start for t in topic for h in reading.matched.hits.of(t).at(sentence)]
    placeholder = [h.start for h in reading.matched.hits.of("placeholder").at(sentence)]
    text = reading.place(sentence).text
    before = not subject or not placeholder or min(subject) < max(placeholder)
    return len(text.split()) <= OPEN_WORDS and (bool(BLANK.search(text)) or (bool(placeholder) and before))


def _within(finds: Iterable[Find], within: frozenset[int] | None) -> Iterator[Find]:
    return (f for f in finds if within is None or f.place.sentence in within)


def _shown(finds: Iterable[Find], within: frozenset[int] | None) -> list[Find]:
    """The first finds that count, as many as are quoted."""
    return list(islice((f for f in _within(finds, within) if not f.reason), QUOTATIONS))


def _nearest(reading: Reading, rule: ElementRule, within: frozenset[int] | None) -> Find | None:
    """The nearest thing that was found and, if it is more than a mention, why it did not count."""
    found: dict[int, Find] = {}
    for find in _told(reading.find((*rule.seek, *rule.also)), within):
        closeness = _closeness(find.reason)
        found.setdefault(closeness, find)
        if not closeness:
            break
    if found:
        return found[min(found)]
    uncounted = list(_told(reading.mentions(rule, uncounted=True), within))
    if promised := next((f for f in uncounted if not _closeness(f.reason)), None):
        return promised
    alike = ((n, f) for n, f in reading.alike(rule) if within is None or f.place.sentence in within)
    likest = max(alike, key=lambda pair: pair[0], default=None)
    return likest[1] if likest else next(iter(uncounted), None)


def _told(finds: Iterable[Find], within: frozenset[int] | None) -> Iterator[Find]:
    """The finds that are no part of a certification's statement."""
    return (f for f in _within(finds, within) if f.reason != STATED)


def _closeness(reason: str) -> int:
    """Promises and the like come before headings, and these before attached texts."""
    if "heading" in reason or "title" in reason:
        return 1
    return 2 if any(w in reason for w in ("attached", "form", "contents", "running", "elsewhere")) else 0


def quotations(places: Iterable[Place]) -> tuple[Evidence, ...]:
    """The first different places, quoted."""
    chosen: dict[tuple[str, int], Evidence] = {}
    for place in places:
        key = (place.document.path, place.sentence)
        if key not in chosen:
            chosen[key] = Evidence(
                document=place.document.path,
                page=place.block.page,
                section=place.document.heading_of(place.block),
                quote=shortened(place.text),
            )
        if len(chosen) == QUOTATIONS:
            break
    return tuple(chosen.values())


def nearest(place: Place, reason: str) -> Nearest:
    """A place that does not count, quoted, and why."""
    return Nearest(**quotations([place])[0].model_dump(), reason=reason)


def shortened(text: str) -> str:
    """A quotation of bearable length."""
    text = " ".join(text.split())
    return text if len(text) <= QUOTE_LENGTH else text[: QUOTE_LENGTH - 1].rsplit(" ", 1)[0] + "\u2026"


def noted(near: Nearest) -> str:
    """Something that does not count with its words and place, as it stands in a note."""
    parts = [near.document.rsplit("/", 1)[-1], f"p. {near.page}" if near.page else "", near.section]
    return f'{near.reason}: "{near.quote}", {", ".join(p for p in parts if p)}'
