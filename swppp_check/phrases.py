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

A phrase is cut at its gaps and names into runs of words. spaCy's PhraseMatcher finds the runs (its Matcher is some
hundred times slower on a vocabulary of thousands of patterns); what stands between them is checked here.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

NUMBER_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
).split()
TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100}
NUMBER = "#"

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Word:
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


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive slots, each with the words that it accepts."""

    slots: tuple[tuple[Word, ...], ...]

    @property
    def checked(self) -> bool:
        """Whether stems alone do not decide."""
        return any(w.checked for slot in self.slots for w in slot)

    def samples(self) -> Iterator[tuple[str, ...]]:
        """Words for every sequence of stems that the run stands for."""
        yield from product(*(tuple({w.norm: w.text for w in slot}.values()) for slot in self.slots))

    def accepts(self, tokens: Sequence[str], norms: Callable[[str], str]) -> bool:
        """Whether tokens that agree in their stems agree in everything."""
        return all(
            any(w.norm == norms(token) and w.accepts(token) for w in slot)
            for slot, token in zip(self.slots, tokens, strict=True)
        )


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
    lower = text.lower()
    if lower in TENS:
        return float(TENS[lower])
    if lower in NUMBER_WORDS:
        return float(NUMBER_WORDS.index(lower))
    try:
        return float(lower.replace(",", "")) if lower[:1].isdigit() or lower[:1] == "." else None
    except ValueError:
        return None


def compile_phrase(phrase: str, split: Callable[[str], list[str]], norm: Callable[[str], str]) -> list[Compiled]:
    """The phrase's variants: one for each choice of its optional words."""
    choices: list[list[tuple[tuple[Word, ...] | Gap | Name, ...]]] = []
    for part in phrase.split():
        optional = len(part) > 1 and part.endswith("?")
        core = part[:-1] if optional else part
        slots = _slots(core, split, norm)
        choices.append([slots, ()] if optional else [slots])
    variants: list[Compiled] = []
    for choice in product(*choices):
        flat = [slot for slots in choice for slot in slots]
        if flat and (compiled := _runs(flat)) not in variants:
            variants.append(compiled)
    return variants


def _slots(
    part: str, split: Callable[[str], list[str]], norm: Callable[[str], str]
) -> tuple[tuple[Word, ...] | Gap | Name, ...]:
    if gap := re.fullmatch(r"\.\.(\d+)", part):
        return (Gap(int(gap[1])),)
    if part == "^":
        return (Name(),)
    if part == NUMBER:
        return ((Word(NUMBER, "1"),),)
    if limits := re.fullmatch(r"#([\d.]+)-([\d.]+)", part):
        return ((Word(NUMBER, "1", low=float(limits[1]), high=float(limits[2])),),)
    exact = bool(re.match(r"=\w", part))
    words: list[Word] = []
    several: list[list[str]] = []
    for option in (part[1:] if exact else part).split("|") if len(part) > 1 else [part]:
        tokens = [option] if option == NUMBER else split(option) or [option]
        several.append(tokens)
        words.append(Word(NUMBER, "1") if option == NUMBER else _word(tokens[0], norm, exact))
    if len(several) == 1 and len(several[0]) > 1:
        return tuple((_word(t, norm, exact),) for t in several[0])
    return (tuple(words),)


def _word(token: str, norm: Callable[[str], str], exact: bool) -> Word:
    value = number(token)
    if value is not None:
        return Word(NUMBER, "1", low=value, high=value)
    return Word(norm(token), token, exact=token.lower() if exact else "")


def _runs(flat: Sequence[tuple[Word, ...] | Gap | Name]) -> Compiled:
    parts: list[Part] = []
    run: list[tuple[Word, ...]] = []
    for slot in flat:
        if isinstance(slot, tuple):
            run.append(slot)
            continue
        if run:
            parts.append(Run(tuple(run)))
            run = []
        parts.append(slot)
    if run:
        parts.append(Run(tuple(run)))
    return tuple(parts)


def join(
    compiled: Compiled,
    spans: Mapping[Run, Sequence[Span]],
    end: int,
    is_name: Callable[[int], bool],
    start: int,
) -> Iterator[Span]:
    """Where a phrase of several parts stands in one sentence.

    `spans` are the places of each run in the sentence, which reaches from token `start` to `end`.
    """
    first = next(i for i, part in enumerate(compiled) if isinstance(part, Run))
    lead = sum(isinstance(p, Name) for p in compiled[:first])
    run = compiled[first]
    assert isinstance(run, Run)
    for span in spans[run]:
        begin = span[0] - lead
        if begin < start or not all(is_name(i) for i in range(begin, span[0])):
            continue
        for last in _follow(compiled, first + 1, span[1], spans, end, is_name):
            yield begin, last
            break


def _follow(
    compiled: Compiled,
    index: int,
    at: int,
    spans: Mapping[Run, Sequence[Span]],
    end: int,
    is_name: Callable[[int], bool],
    slack: int = 0,
) -> Iterator[int]:
    if index == len(compiled):
        yield at
        return
    part = compiled[index]
    match part:
        case Gap():
            yield from _follow(compiled, index + 1, at, spans, end, is_name, slack + part.most)
        case Name():
            for position in range(at, min(at + slack + 1, end)):
                if is_name(position):
                    yield from _follow(compiled, index + 1, position + 1, spans, end, is_name)
        case Run():
            for span in spans[part]:
                if at <= span[0] <= at + slack:
                    yield from _follow(compiled, index + 1, span[1], spans, end, is_name)
