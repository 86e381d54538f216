"""The vocabulary's phrases, compiled: which runs of words to look for, and what each means for a term.

It takes longer to compile the vocabulary than to match a report, so what comes out is plain data that can be kept.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from swppp_check.anchors import Anchored, anchored
from swppp_check.data import ChecklistError
from swppp_check.phrases import Compiled

EXCEPTION = re.compile(r"-\S")

Stems = frozenset[str]


class Check(NamedTuple):
    """A phrase of which more must be checked where its run stands; `needs` are stems of which it needs one each."""

    needs: tuple[Stems, ...]
    anchored: Anchored


@dataclass(slots=True)
class Sought:
    """What a path means for a term: a phrase of it as it stands, or checks."""

    whole: bool = False
    checks: list[Check] = field(default_factory=list)


# A path is a sequence of stems that is looked for: several by their number, a single one is its own key.
Path = int | str
Paths = Mapping[Path, Sought]


class Term(NamedTuple):
    """The paths of a term's phrases and of its exceptions, and the terms that it includes with theirs."""

    phrases: Paths
    exceptions: Paths
    includes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CompiledVocabulary:
    """What is looked for: `paths` are the sequences of several stems, in order of their numbers.

    `stems` are those that are looked for by themselves, or that a phrase needs.
    """

    paths: Sequence[tuple[str, ...]]
    stems: Stems
    terms: Mapping[str, Term]


def compile_vocabulary(
    terms: Mapping[str, Sequence[str]], compiled: Callable[[str], list[Compiled]]
) -> CompiledVocabulary:
    """Compile the terms' phrases; `compiled` gives the variants of a phrase. Raises ChecklistError for a bad one."""
    return _Compiler(compiled).all(terms)


class _Compiler:
    def __init__(self, compiled: Callable[[str], list[Compiled]]) -> None:
        self._compiled = compiled
        self._paths: dict[tuple[str, ...], int] = {}
        self._known: dict[str, list[tuple[Path, Check | None]]] = {}

    def all(self, vocabulary: Mapping[str, Sequence[str]]) -> CompiledVocabulary:
        terms = {term: self._term(term, phrases) for term, phrases in vocabulary.items()}
        return CompiledVocabulary(tuple(self._paths), frozenset(self._stems()), terms)

    def _stems(self) -> Iterator[str]:
        for path, check in chain.from_iterable(self._known.values()):
            if isinstance(path, str):
                yield path
            for stems in check.needs if check else ():
                yield from stems

    def _term(self, term: str, phrases: Sequence[str]) -> Term:
        own: dict[Path, Sought] = {}
        excluded: dict[Path, Sought] = {}
        for phrase in (phrase for phrase in phrases if not phrase.startswith("@")):
            excepted = EXCEPTION.match(phrase)
            try:
                watched = self._watched(phrase[1:] if excepted else phrase)
            except ValueError as error:
                raise ChecklistError(f"terms.{term}: {phrase[bool(excepted) :]!r}: {error}") from None
            _add(watched, excluded if excepted else own)
        return Term(own, excluded, tuple(phrase[1:] for phrase in phrases if phrase.startswith("@")))

    def _watched(self, text: str) -> Sequence[tuple[Path, Check | None]]:
        """The paths of a phrase, each with what must be checked where it stands."""
        if text not in self._known:
            self._known[text] = list(self._watch(text))
        return self._known[text]

    def _watch(self, text: str) -> Iterator[tuple[Path, Check | None]]:
        for compiled in self._compiled(text):
            phrase = anchored(compiled)
            whole = len(compiled) == 1 and not phrase.run.checked
            check = None if whole else Check(phrase.needs, phrase)
            for stems in phrase.run.paths():
                yield (stems[0] if len(stems) == 1 else self._paths.setdefault(stems, len(self._paths))), check


def _add(watched: Sequence[tuple[Path, Check | None]], to: dict[Path, Sought]) -> None:
    for number, check in watched:
        sought = to.setdefault(number, Sought())
        if check is None:
            sought.whole = True
        elif check not in sought.checks:
            sought.checks.append(check)
