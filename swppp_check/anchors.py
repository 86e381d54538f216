"""A phrase as it is looked up in a sentence: by one of its runs of words, with what must stand around it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from swppp_check.phrases import Compiled, Gap, Part, Run

Span = tuple[int, int]


@dataclass(slots=True)
class Tokens:
    """The tokens of a list of sentences with their stems; the sentence that is searched is `start` to `end`."""

    words: Sequence[str]
    norms: Sequence[str]
    common: frozenset[str]
    leading: frozenset[str]
    start: int = 0
    end: int = 0

    def is_name(self, position: int) -> bool:
        """Whether a capitalised word stands there that is no common word, or a leading word before a name."""
        if not self.words[position][:1].isupper():
            return False
        word = self.words[position].lower()
        if word not in self.common:
            return True
        if word not in self.leading:
            return False
        following = self.words[position + 1] if position + 1 < self.end else ""
        return position > self.start and following[:1].isupper() and following.lower() not in self.common

    def accepts(self, run: Run, position: int) -> bool:
        """Whether the words at a run's place, whose stems agree, are the ones that it means."""
        for slot, at in zip(run.slots, range(position, position + len(run.slots)), strict=True):
            word, stem = self.words[at], self.norms[at]
            if not any(w.norm == stem and w.accepts(word) for w in slot):
                return False
        return True


class Step(NamedTuple):
    """A run (or a name, where there is none), and how many other words may stand before it, as read."""

    gap: int
    run: Run | None
    stems: tuple[frozenset[str], ...]
    length: int

    def stands(self, position: int, tokens: Tokens) -> bool:
        """Whether it stands at the position, which with its length lies within the sentence."""
        if self.run is None:
            return tokens.is_name(position)
        for i, accepted in enumerate(self.stems, position):
            if tokens.norms[i] not in accepted:
                return False
        return not self.run.checked or tokens.accepts(self.run, position)


Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Anchored:
    """A phrase by one of its runs, with the steps from there to its beginning and to its end."""

    run: Run
    before: Steps
    after: Steps

    @property
    def needs(self) -> tuple[frozenset[str], ...]:
        """Stems of which a sentence must have one each for the phrase to stand in it."""
        return tuple(step.stems[0] for step in (*self.before, *self.after) if step.run)

    def around(self, start: int, end: int, tokens: Tokens) -> Span | None:
        """Where the phrase stands whose run was found by its stems from `start` to `end`: the nearest place if any."""
        if self.run.checked and not tokens.accepts(self.run, start):
            return None
        if self.before:
            start = _back(self.before, 0, start, tokens)
        if start >= 0 and self.after:
            end = _on(self.after, 0, end, tokens)
        return (start, end) if start >= 0 and end >= 0 else None


def _on(steps: Steps, index: int, at: int, tokens: Tokens) -> int:
    """Where the steps from `index` end that are read forwards from token `at`; -1 where they do not stand."""
    step = steps[index]
    for position in range(at, min(at + step.gap, tokens.end - step.length) + 1):
        if step.stands(position, tokens):
            end = position + step.length
            if index + 1 < len(steps):
                end = _on(steps, index + 1, end, tokens)
            if end >= 0:
                return end
    return -1


def _back(steps: Steps, index: int, at: int, tokens: Tokens) -> int:
    """Where the steps from `index` begin that are read backwards from token `at`; -1 where they do not stand."""
    step = steps[index]
    nearest = at - step.length
    for position in range(nearest, max(nearest - step.gap, tokens.start) - 1, -1):
        if step.stands(position, tokens):
            start = position if index + 1 == len(steps) else _back(steps, index + 1, position, tokens)
            if start >= 0:
                return start
    return -1


def anchored(compiled: Compiled) -> Anchored:
    """The phrase by its heaviest run."""
    at = max((i for i, part in enumerate(compiled) if isinstance(part, Run)), key=lambda i: _weight(compiled[i]))
    run = compiled[at]
    assert isinstance(run, Run)
    return Anchored(run, _steps(compiled[:at][::-1]), _steps(compiled[at + 1 :]))


def _weight(part: Part) -> int:
    """The letters of a run's shortest words: the more, the rarer."""
    assert isinstance(part, Run)
    return sum(min(len(w.text) if w.text.isalpha() else 1 for w in slot) for slot in part.slots)


def _steps(parts: Compiled) -> Steps:
    steps: list[Step] = []
    gap = 0
    for part in parts:
        if isinstance(part, Gap):
            gap += part.most
        elif isinstance(part, Run):
            steps.append(Step(gap, part, part.stems, len(part.slots)))
            gap = 0
        else:
            steps.append(Step(gap, None, (), 1))
            gap = 0
    return tuple(steps)
