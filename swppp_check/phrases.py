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

A phrase is cut at its gaps and names into runs of words. spaCy's PhraseMatcher finds one run of each phrase (its
Matcher is some hundred times slower on a vocabulary of thousands of patterns); what stands around it is checked here.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
TENS = {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "hundred": 100,
}
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


@dataclass(frozen=True)
class Run:
    """Consecutive slots, each with the words that it accepts."""

    slots: tuple[tuple[Word, ...], ...]

    @cached_property
    def checked(self) -> bool:
        """Whether stems alone do not decide."""
        return any(w.checked for slot in self.slots for w in slot)

    @cached_property
    def stems(self) -> tuple[frozenset[str], ...]:
        """The stems that each slot accepts."""
        return tuple(frozenset(w.norm for w in slot) for slot in self.slots)

    def samples(self) -> Iterator[tuple[str, ...]]:
        """Words for every sequence of stems that the run stands for."""
        yield from product(*(tuple({w.norm: w.text for w in slot}.values()) for slot in self.slots))


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
        ways = _ways(core, split, norm)
        choices.append([*ways, ()] if optional else ways)
    variants: list[Compiled] = []
    for choice in product(*choices):
        flat = [slot for slots in choice for slot in slots]
        if flat and (compiled := _runs(flat)) not in variants:
            variants.append(compiled)
    return variants


Slots = tuple[tuple[Word, ...] | Gap | Name, ...]


def _ways(part: str, split: Callable[[str], list[str]], norm: Callable[[str], str]) -> list[Slots]:
    """What one part of a phrase stands for: one slot for all its single words, and each option of several words."""
    if gap := re.fullmatch(r"\.\.(\d+)", part):
        return [(Gap(int(gap[1])),)]
    if part == "^":
        return [(Name(),)]
    if limits := re.fullmatch(r"#([\d.]+)-([\d.]+)", part):
        return [((Word(NUMBER, "1", low=float(limits[1]), high=float(limits[2])),),)]
    exact = bool(re.match(r"=\w", part))
    single: list[Word] = []
    ways: list[Slots] = []
    for option in part.split("|") if len(part) > 1 else [part]:
        own = exact or bool(re.match(r"=\w", option))
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


def _weight(part: Part) -> int:
    assert isinstance(part, Run)
    return sum(min(len(w.text) if w.text.isalpha() else 1 for w in slot) for slot in part.slots)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a sentence, `start` to `end` of a list, with their stems."""

    words: Sequence[str]
    norms: Sequence[str]
    common: frozenset[str]
    leading: frozenset[str]
    start: int
    end: int

    def is_name(self, position: int) -> bool:
        """Whether a capitalised word stands there that is no common word, or a leading word before a name."""
        if not self.start <= position < self.end or not self.words[position][:1].isupper():
            return False
        word = self.words[position].lower()
        if word not in self.common:
            return True
        if word not in self.leading:
            return False
        following = self.words[position + 1] if position + 1 < self.end else ""
        return position > self.start and following[:1].isupper() and following.lower() not in self.common

    def has(self, run: Run, position: int) -> bool:
        """Whether the run stands there."""
        stems = run.stems
        if position < self.start or position + len(stems) > self.end:
            return False
        for i, accepted in enumerate(stems, position):
            if self.norms[i] not in accepted:
                return False
        return not run.checked or all(
            any(w.norm == self.norms[i] and w.accepts(self.words[i]) for w in slot)
            for i, slot in enumerate(run.slots, position)
        )


@dataclass(frozen=True)
class Anchored:
    """A phrase as it is looked up: by one of its runs, with what stands before it (nearest first) and after it."""

    run: Run
    before: Compiled
    after: Compiled

    @cached_property
    def needs(self) -> tuple[frozenset[str], ...]:
        """Stems of which a sentence must have one each for the phrase to stand in it."""
        return tuple(part.stems[0] for part in (*self.before, *self.after) if isinstance(part, Run))

    def around(self, span: Span, tokens: Tokens) -> Span | None:
        """Where the phrase stands whose run was found at `span`: the first place if any."""
        if self.run.checked and not tokens.has(self.run, span[0]):
            return None
        begin, end = span
        if self.before:
            begin = next(_reach(self.before, 0, begin, tokens, -1, 0), -1)
        if begin >= 0 and self.after:
            end = next(_reach(self.after, 0, end, tokens, 1, 0), -1)
        return (begin, end) if begin >= 0 and end >= 0 else None


def anchored(compiled: Compiled) -> Anchored:
    """The phrase by the run that has the most letters."""
    at = max((i for i, part in enumerate(compiled) if isinstance(part, Run)), key=lambda i: _weight(compiled[i]))
    run = compiled[at]
    assert isinstance(run, Run)
    return Anchored(run, compiled[:at][::-1], compiled[at + 1 :])


def _reach(parts: Compiled, index: int, at: int, tokens: Tokens, step: int, slack: int) -> Iterator[int]:
    """Ends of the remaining parts, read forwards (step 1) from token `at` or backwards (step -1) up to it."""
    if index == len(parts):
        yield at
        return
    part = parts[index]
    if isinstance(part, Gap):
        yield from _reach(parts, index + 1, at, tokens, step, slack + part.most)
        return
    length = len(part.slots) if isinstance(part, Run) else 1
    for skipped in range(slack + 1):
        position = at + skipped if step > 0 else at - skipped - length
        found = tokens.has(part, position) if isinstance(part, Run) else tokens.is_name(position)
        if found:
            yield from _reach(parts, index + 1, position + length if step > 0 else position, tokens, step, 0)
