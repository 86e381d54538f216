"""The notation of a phrase in `checklists/vocabulary/`, compiled for matching.

    silt fence        words, matched by their stems, in any inflection
    =grading          this very word, whatever its inflection elsewhere
    #                 a number, in digits or words
    #5-100            a number from 5 to 100
    five              this number, in digits or words
    day|week          one of several words
    fine?             a word that may be absent
    ..3               up to three words of any kind
    ^                 a word with a capital that is no common word (a name)
    @other-term       every phrase of another term
    -trash rack       not where it is part of these words

A phrase is cut at its gaps and names into runs of words.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import NamedTuple

NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
TENS = ("thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred")
VALUES = {
    **{word: float(value) for value, word in enumerate(NUMBER_WORDS)},
    **{word: float(value) for value, word in zip(range(30, 101, 10), TENS, strict=True)},
}
NUMBER = "#"
GAP, RANGE, EXACT = re.compile(r"\.\.(\d+)"), re.compile(r"#([\d.]+)-([\d.]+)"), re.compile(r"=\w")


class Word(NamedTuple):
    """One word that a slot accepts: its stem and, where the stem is not enough, the exact words or the range."""

    norm: str
    text: str
    exact: str = ""
    low: float = 0.0
    high: float = -1.0

    def accepts(self, token: str) -> bool:
        """Whether the token, whose stem is known to agree, is meant."""
        if self.exact:
            return token.lower() == self.exact
        if self.high >= self.low:
            value = number(token)
            return value is not None and self.low <= value <= self.high
        return True

    @property
    def checked(self) -> bool:
        """Whether the stem alone does not decide."""
        return bool(self.exact) or self.high >= self.low


Slot = tuple[Word, ...]


class Run(NamedTuple):
    """Consecutive slots, each with the words that it accepts and with their stems.

    `checked` says that the stems alone do not decide.
    """

    slots: tuple[Slot, ...]
    stems: tuple[frozenset[str], ...]
    checked: bool

    @classmethod
    def of(cls, slots: Iterable[Slot]) -> "Run":
        """The run of these slots."""
        slots = tuple(slots)
        return cls(slots, tuple(map(_stems, slots)), any(map(_checked, slots)))

    def paths(self) -> Iterator[tuple[str, ...]]:
        """Every sequence of stems that the run stands for."""
        if len(self.stems) == 1:
            return ((stem,) for stem in dict.fromkeys(w.norm for w in self.slots[0]))
        return product(*(dict.fromkeys(w.norm for w in slot) for slot in self.slots))


@cache
def _stems(slot: Slot) -> frozenset[str]:
    return frozenset(w.norm for w in slot)


@cache
def _checked(slot: Slot) -> bool:
    return any(w.checked for w in slot)


@dataclass(frozen=True, slots=True)
class Gap:
    """Up to `most` words of any kind."""

    most: int


@dataclass(frozen=True, slots=True)
class Name:
    """A capitalised word that is no common word."""


Part = Run | Gap | Name
Compiled = tuple[Part, ...]


def number(text: str) -> float | None:
    """The value of a number in digits or of a number word up to a hundred; None for another word."""
    if text[:1].isdigit() or text[:1] == ".":
        try:
            return float(text.replace(",", ""))
        except ValueError:
            return None
    return VALUES.get(text.lower())


Slots = tuple[Slot | Gap | Name, ...]
Ways = Callable[[str], list[Slots]]


def compile_phrase(phrase: str, ways: Ways) -> list[Compiled]:
    """The phrase's variants: one for each choice of its optional words. `ways` comes from `part_ways`."""
    choices: list[list[Slots]] = []
    for part in phrase.split():
        optional = len(part) > 1 and part.endswith("?")
        choices.append([*ways(part[:-1]), ()] if optional else ways(part))
    variants: list[Compiled] = []
    for choice in product(*choices):
        flat = [slot for slots in choice for slot in slots]
        if flat and (compiled := _runs(flat)) not in variants:
            variants.append(compiled)
    return variants


def part_ways(split: Callable[[str], list[str]], norm: Callable[[str], str]) -> Ways:
    """What one part of a phrase stands for: one slot for all its single words, and each option of several words.

    `split` cuts a text into tokens, `norm` gives a token's stem.
    """
    return cache(partial(_ways, split, norm))


def _ways(split: Callable[[str], list[str]], norm: Callable[[str], str], part: str) -> list[Slots]:
    if gap := GAP.fullmatch(part):
        return [(Gap(int(gap[1])),)]
    if part == "^":
        return [(Name(),)]
    if limits := RANGE.fullmatch(part):
        return [((Word(NUMBER, "1", low=float(limits[1]), high=float(limits[2])),),)]
    exact = bool(EXACT.match(part))
    single: list[Word] = []
    ways: list[Slots] = []
    for option in part.split("|") if len(part) > 1 else [part]:
        own = exact or bool(EXACT.match(option))
        text = option.removeprefix("=") if own else option
        tokens = [NUMBER] if text == NUMBER else split(text) or ([text] if text.strip() else [])
        words = [Word(NUMBER, "1") if t == NUMBER else _word(t, norm, own) for t in tokens]
        if not words:
            raise ValueError(f"{part!r} has an empty option")
        if len(words) == 1:
            single.append(words[0])
        else:
            ways.append(tuple((word,) for word in words))
    return [((tuple(single)),), *ways] if single else ways


def _word(token: str, norm: Callable[[str], str], exact: bool) -> Word:
    value = number(token)
    if value is not None:
        return Word(NUMBER, "1", low=value, high=value)
    return Word(norm(token), token, exact=token.lower() if exact else "")


def _runs(flat: Sequence[Slot | Gap | Name]) -> Compiled:
    parts: list[Part] = []
    run: list[Slot] = []
    for slot in flat:
        if isinstance(slot, tuple):
            run.append(slot)
            continue
        if run:
            parts.append(Run.of(run))
            run = []
        parts.append(slot)
    if run:
        parts.append(Run.of(run))
    return tuple(parts)
