"""Acres that a plan states: of the land that it disturbs, and of its site."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from swppp_check.matching import Reading
from swppp_check.phrasebook import Hit
from swppp_check.phrases import number
from swppp_check.submission import Kind

SQUARE_FEET, HECTARE = 43_560.0, 2.471  # square feet in an acre, acres in a hectare
# Terms of amounts, and the acres in their unit.
ACRES = {"project-acres": 1.0, "project-acre-column": 1.0}
LAND = ACRES | {"project-square-feet": 1 / SQUARE_FEET}
# Terms of the vocabulary with which a sentence says nothing of the plan.
UNCOUNTED = ("placeholder", "requirement")
# How many words may stand between an amount and what it measures, or a bound or a negation before it.
REACH, BOUND, NEGATED = 12, 3, 6


@dataclass(frozen=True, slots=True)
class Amount:
    """Acres, the words that give them, and the sentence where they stand."""

    acres: float
    text: str
    sentence: int


def countable(reading: Reading, sentence: int) -> bool:
    """Whether what a sentence says counts: not in an uncounted block, a blank, a quoted requirement."""
    return not reading.zone(sentence) and not any(hits(reading, t, sentence) for t in UNCOUNTED)


def hits(reading: Reading, term: str, sentence: int) -> Sequence[Hit]:
    """The places of a term in a sentence."""
    return reading.matched.hits.of(term).at(sentence)


def disturbed(reading: Reading) -> Amount | None:
    """How much the plan disturbs: the largest amount called a total, or else the largest."""
    return _largest(_amounts(reading, "project-disturbance", (), LAND), reading)


def site(reading: Reading) -> Amount | None:
    """How large the site is: the first amount called a total, or else the first."""
    stated = _amounts(reading, "project-site", ("project-disturbance",), ACRES)
    found = [a for a in stated if not _is(reading, "project-partial", a)]
    totals = [a for a in found if _is(reading, "project-total", a)]
    return next(iter(totals or found), None)


def bounded(reading: Reading, term: str) -> int | None:
    """The first sentence that bounds the disturbance by the term's words, if there is one."""
    told = reading.meeting([term], ["project-disturbance"], without=["project-open-at-once", "project-general"])
    return next((s for s in told if countable(reading, s)), None)


def _largest(amounts: Iterable[Amount], reading: Reading) -> Amount | None:
    found = list(amounts)
    totals = [a for a in found if _is(reading, "project-total", a)]
    return max(totals or found, key=lambda a: a.acres, default=None)


def _is(reading: Reading, term: str, amount: Amount) -> bool:
    return bool(hits(reading, term, amount.sentence))


def _amounts(reading: Reading, subject: str, other: tuple[str, ...], units: Mapping[str, float]) -> Iterator[Amount]:
    """The amounts nearest to a place of the subject; one that is as near to another is not the subject's."""
    tables = _acre_tables(reading)
    for sentence in reading.meeting([subject]):
        if not countable(reading, sentence) or hits(reading, "project-general", sentence):
            continue
        subjects = [h for h in hits(reading, subject, sentence) if not _negated(reading, sentence, h)]
        others = [h for term in other for h in hits(reading, term, sentence)]
        stated = list(_stated(reading, sentence, units))
        for amount, place in stated:
            gap = min((_gap(h, place) for h in subjects), default=REACH + 1)
            if gap > REACH or any(_gap(h, place) <= gap for h in others):
                continue
            if gap == min(_gap(h, p) for h in subjects for _, p in stated if _gap(h, place) == gap):
                yield amount
        if subjects and not stated and (only := _in_column(reading, sentence, tables)):
            yield only


def _stated(reading: Reading, sentence: int, units: Mapping[str, float]) -> Iterator[tuple[Amount, Hit]]:
    """The amounts of land in a sentence that are no bounds."""
    tokens = reading.matched.tokens(sentence)
    shares = hits(reading, "project-share", sentence)
    for share in shares:
        yield _amount(tokens[share.start : share.start + 1], 1.0, sentence), share
    for term, size in units.items():
        for hit in hits(reading, term, sentence):
            if term == "project-acre-column":
                after = tokens[hit.end - 1 : hit.end + 1]
                words = [w for w in after if number(w) is not None][:1]
            else:
                words = [w for w in tokens[hit.start : hit.end] if number(w) is not None]
            hectares = any(w.lower() in ("ha", "hectare", "hectares") for w in tokens[hit.start : hit.end])
            inside = any(s.start <= hit.start < s.end for s in shares)
            if words and not inside and not _bounds(reading, sentence, hit):
                yield _amount(words, HECTARE if hectares else size, sentence), hit


def _amount(words: Iterable[str], size: float, sentence: int) -> Amount:
    word = next(iter(words))
    acres = (number(word) or 0.0) * size
    figure = word if size == 1.0 else f"{acres:.2f}"
    return Amount(acres, f"{figure} acre{'' if acres <= 1 else 's'}", sentence)


def _in_column(reading: Reading, sentence: int, tables: frozenset[tuple[int, int]]) -> Amount | None:
    """The only number of a row in a table whose header speaks of acres."""
    place = reading.place(sentence)
    if place.block.table is None or (id(place.document), place.block.table) not in tables:
        return None
    numbers = [w for w in reading.matched.tokens(sentence) if w[:1].isdigit() and number(w) is not None]
    return _amount(numbers, 1.0, sentence) if len(numbers) == 1 else None


def _acre_tables(reading: Reading) -> frozenset[tuple[int, int]]:
    """The tables whose first row speaks of acres."""
    named = reading.sentences_with(["project-acre-word"])
    tables: dict[tuple[int, int], bool] = {}
    for at, document in enumerate(reading.documents):
        for index, block in enumerate(document.blocks):
            if block.kind is Kind.ROW and block.table is not None and (id(document), block.table) not in tables:
                first = next(iter(reading.sentences_of_block(at, index)), None)
                if first is not None:
                    tables[id(document), block.table] = first in named
    return frozenset(table for table, speaks in tables.items() if speaks)


def _gap(one: Hit, other: Hit) -> int:
    """The number of words between two places; 0 where they touch or overlap."""
    return max(other.start - one.end, one.start - other.end, 0)


def _negated(reading: Reading, sentence: int, hit: Hit) -> bool:
    return any(0 <= hit.start - cue.end <= BOUND for cue in hits(reading, "project-negation", sentence))


def _bounds(reading: Reading, sentence: int, hit: Hit) -> bool:
    """Whether words beside an amount make it a limit and not a measure."""

    def before(term: str, reach: int) -> bool:
        return any(0 <= hit.start - h.end < reach for h in hits(reading, term, sentence))

    after = any(0 <= h.start - hit.end <= 2 for h in hits(reading, "project-bound-after", sentence))
    return after or before("project-bound", BOUND) or before("project-negation", NEGATED)
