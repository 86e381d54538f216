"""The vocabulary's phrases, compiled: which runs of words to look for, and what each stands for.

It takes longer to compile the vocabulary than to match a report, so what comes out is plain data that can be kept.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from swppp_check.anchors import Anchored, anchored
from swppp_check.data import ChecklistError
from swppp_check.phrases import Compiled

EXCEPTION = re.compile(r"-\S")


class Term(NamedTuple):
    """The numbers of a term's phrases and of its exceptions, and the terms that it includes with theirs."""

    phrases: tuple[int, ...]
    exceptions: tuple[int, ...]
    includes: tuple[str, ...]


class Check(NamedTuple):
    """A phrase whose run was found and of which more must be checked; `needs` is a mask of the stems that it needs."""

    number: int
    needs: int
    anchored: Anchored


@dataclass(slots=True)
class Watched:
    """What a path (a sequence of stems that spaCy finds) stands for."""

    number: int
    stems: tuple[str, ...]
    whole: bool = False
    checks: list[Check] = field(default_factory=list)
    by_word: dict[str, list[Check]] = field(default_factory=dict)

    def checks_at(self, word: str) -> list[Check]:
        """The checks of a path of one stem that accept the word itself."""
        if word not in self.by_word:
            stem = self.stems[0]
            self.by_word[word] = [check for check in self.checks if check.anchored.run.accepts(0, word, stem)]
        return self.by_word[word]


@dataclass(frozen=True, slots=True)
class CompiledVocabulary:
    """What is looked for.

    `paths` are the sequences of stems that spaCy finds, by their words; `of_stem` gives for a stem a mask of the
    `Check.needs` that it satisfies; `terms` say what the numbers of paths and checks stand for.
    """

    paths: Mapping[str, Watched]
    of_stem: Mapping[str, int]
    terms: Mapping[str, Term]


def compile_vocabulary(
    terms: Mapping[str, Sequence[str]], compiled: Callable[[str], list[Compiled]]
) -> CompiledVocabulary:
    """Compile the terms' phrases; `compiled` gives the variants of a phrase. Raises ChecklistError for a bad one."""
    return _Compiler(compiled).all(terms)


class _Compiler:
    def __init__(self, compiled: Callable[[str], list[Compiled]]) -> None:
        self._compiled = compiled
        self._numbers = count()
        self._paths: dict[str, Watched] = {}
        self._bits: dict[frozenset[str], int] = {}

    def all(self, terms: Mapping[str, Sequence[str]]) -> CompiledVocabulary:
        found = self._terms(terms)
        of_stem: dict[str, int] = defaultdict(int)
        for stems, bit in self._bits.items():
            for stem in stems:
                of_stem[stem] |= bit
        return CompiledVocabulary(self._paths, dict(of_stem), found)

    def _terms(self, vocabulary: Mapping[str, Sequence[str]]) -> Mapping[str, Term]:
        """Watch for a run of each distinct phrase."""
        known: dict[str, list[int]] = {}
        terms: dict[str, Term] = {}
        for term, phrases in vocabulary.items():
            own: list[int] = []
            excluded: list[int] = []
            includes = tuple(phrase[1:] for phrase in phrases if phrase.startswith("@"))
            for phrase in (phrase for phrase in phrases if not phrase.startswith("@")):
                excepted = EXCEPTION.match(phrase)
                text = phrase[1:] if excepted else phrase
                if text not in known:
                    try:
                        known[text] = list(self._watch(text))
                    except ValueError as error:
                        raise ChecklistError(f"terms.{term}: {phrase!r}: {error}") from None
                (excluded if excepted else own).extend(known[text])
            terms[term] = Term(tuple(dict.fromkeys(own)), tuple(dict.fromkeys(excluded)), includes)
        return terms

    def _watch(self, text: str) -> Iterator[int]:
        """The numbers that a phrase's places will bear."""
        for compiled in self._compiled(text):
            phrase = anchored(compiled)
            whole = len(compiled) == 1 and not phrase.run.checked
            check = None if whole else Check(next(self._numbers), self._mask(phrase.needs), phrase)
            if check:
                yield check.number
            for stems in phrase.run.paths():
                path = " ".join(stems)
                if path not in self._paths:
                    self._paths[path] = Watched(next(self._numbers), stems)
                watched = self._paths[path]
                if check:
                    watched.checks.append(check)
                else:
                    watched.whole = True
                    yield watched.number

    def _mask(self, needs: Sequence[frozenset[str]]) -> int:
        mask = 0
        for stems in needs:
            mask |= self._bits.setdefault(stems, 1 << len(self._bits))
        return mask
