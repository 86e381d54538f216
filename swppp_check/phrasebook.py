"""All phrases of a vocabulary, compiled so that spaCy finds them in one pass over a text.

spaCy's PhraseMatcher looks for one run of each phrase by its stems; what must stand around the run is checked here.
(Its Matcher, which could look for the whole phrase, is some hundred times slower on thousands of patterns.)
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from spacy.attrs import NORM
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc
from spacy.vocab import Vocab

from swppp_check.anchors import Anchored, Tokens, anchored
from swppp_check.data import ChecklistError
from swppp_check.phrases import Compiled
from swppp_check.vocabulary import Vocabulary

# So many tokens are matched at once.
BATCH = 20_000
EXCEPTION = re.compile(r"-\S")


class Hit(NamedTuple):
    """A phrase found in a sentence: token positions counted from the sentence's first token."""

    start: int
    end: int


# By number (of a path that is a whole phrase, or a phrase of more): in which sentences it stands, and where.
Found = Mapping[int, Sequence[tuple[int, Hit]]]


class Term(NamedTuple):
    """The numbers of a term's phrases and of its exceptions, and the terms that it includes with theirs."""

    phrases: tuple[int, ...]
    exceptions: tuple[int, ...]
    includes: tuple[str, ...]


class Check(NamedTuple):
    """A phrase whose run was found and of which more must be checked; `needs` is a mask of `Phrasebook`'s bits."""

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


class Phrasebook:
    """The compiled vocabulary. `compiled` gives the variants of a phrase, `norm` a token's stem."""

    def __init__(
        self, vocabulary: Vocabulary, compiled: Callable[[str], list[Compiled]], norm: Callable[[str], str]
    ) -> None:
        self._compiled = compiled
        self._common = frozenset(w.lower() for w in vocabulary.common_words)
        self._leading = frozenset(w.lower() for w in vocabulary.leading_words)
        self._vocab = Vocab(lex_attr_getters={NORM: norm})
        self._numbers = count()
        self._paths: dict[str, Watched] = {}
        self._bits: dict[frozenset[str], int] = {}
        self.terms = self._compile(vocabulary)
        self._of_stem: dict[str, int] = defaultdict(int)
        for stems, bit in self._bits.items():
            for stem in stems:
                self._of_stem[stem] |= bit
        self._matcher = PhraseMatcher(self._vocab, attr="NORM")
        strings = self._vocab.strings
        # The matcher takes hashes of norms as well as a Doc of words, from which it would compute them.
        hashes = [tuple(strings.add(stem) for stem in path.stems) for path in self._paths.values()]
        self._matcher.add("vocabulary", hashes)  # type: ignore[arg-type]

    def _compile(self, vocabulary: Vocabulary) -> Mapping[str, Term]:
        """Watch for a run of each distinct phrase."""
        known: dict[str, list[int]] = {}
        terms: dict[str, Term] = {}
        for term, phrases in vocabulary.terms.items():
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

    def find(self, words: Sequence[str], norms: Sequence[str], spans: Sequence[tuple[int, int]]) -> Found:
        """The places of the phrases in sentences whose tokens are `spans` of the words, in order."""
        found: dict[int, list[tuple[int, Hit]]] = defaultdict(list)
        tokens = Tokens(words, norms, self._common, self._leading)
        sentence, have = -1, -1
        for start, end in self._runs(words, spans):
            if start >= tokens.end:
                have = -1
                while start >= tokens.end:
                    sentence += 1
                    tokens.start, tokens.end = spans[sentence]
            single = end == start + 1
            path = self._paths[norms[start] if single else " ".join(norms[start:end])]
            if path.whole:
                found[path.number].append((sentence, Hit(start - tokens.start, end - tokens.start)))
            checks = path.checks_at(words[start]) if single else path.checks
            if checks and have < 0:
                have = self._have(norms[tokens.start : tokens.end])
            for number, needs, phrase in checks:
                if needs & have == needs and (place := phrase.around(start, end, tokens)):
                    found[number].append((sentence, Hit(place[0] - tokens.start, place[1] - tokens.start)))
        return found

    def _have(self, norms: Sequence[str]) -> int:
        have, of_stem = 0, self._of_stem
        for norm in norms:
            if norm in of_stem:
                have |= of_stem[norm]
        return have

    def _runs(self, words: Sequence[str], spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """The places of every watched run, in batches of whole sentences."""
        first = 0
        while first < len(spans):
            begin = spans[first][0]
            last = first
            while last + 1 < len(spans) and spans[last + 1][1] - begin <= BATCH:
                last += 1
            doc = Doc(self._vocab, words=list(words[begin : spans[last][1]]))
            for _, start, end in self._matcher(doc):
                yield begin + start, begin + end
            first = last + 1
