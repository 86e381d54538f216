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
# A mention is worth quoting that has so many parts of what is asked.
ALIKE = 2
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
        return Verdict(Status.MISSING, note=reason, nearest=nearest(near.place, reason))
    mentioned = any(True for _ in _within(reading.mentions(rule), within))
    return Verdict(Status.MISSING, note="mentioned at most in passing" if mentioned else "not mentioned")


def is_left_open(reading: Reading, sentence: int, topic: Sequence[str]) -> bool:
    """Whether a sentence has a blank or a placeholder where a name should follow the subject."""
    subject = [h.start for t in topic for h in reading.matched.hits.of(t).get(sentence, ())]
    placeholder = [h.start for h in reading.matched.hits.of("placeholder").get(sentence, ())]
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
    finds = [f for f in _within(reading.find((*rule.seek, *rule.also)), within) if f.reason != STATED]
    if finds:
        return min(finds, key=lambda f: _closeness(f.reason))
    mentions = [f for f in _within(reading.mentions(rule), within) if f.reason != STATED]
    if promised := [f for f in mentions if f.reason and _closeness(f.reason) == 0]:
        return promised[0]
    alike = [(reading.likeness(rule, f.place.sentence), f) for f in mentions if not f.reason]
    likeness, likest = max(alike, key=lambda pair: pair[0], default=(0, None))
    return likest if likeness >= ALIKE else next((f for f in mentions if f.reason), None)


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
