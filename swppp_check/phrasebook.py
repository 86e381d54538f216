"""All phrases of a vocabulary, so that spaCy finds them in one pass over a text.

spaCy's PhraseMatcher looks for one run of each phrase by its stems, where it has several words; a single word needs no
matcher. What must stand around the run is checked here, and only for the terms and the sentences that are asked for:
of a long report most are not.
(spaCy's Matcher, which could look for the whole phrase, is some hundred times slower on thousands of patterns.)
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from swppp_check.anchors import Tokens
from swppp_check.bits import bits_of
from swppp_check.compiling import CompiledVocabulary, Path, Paths, Sought, Stems
from swppp_check.spacy_parts import NORM, Doc, PhraseMatcher, Vocab
from swppp_check.vocabulary import Vocabulary

# So many tokens are matched at once.
BATCH = 20_000


class Hit(NamedTuple):
    """A phrase found in a sentence: token positions counted from the sentence's first token."""

    start: int
    end: int


Span = tuple[int, int]


@dataclass(slots=True)
class Runs:
    """The runs that stand in a list of distinct sentences.

    Sentence n has the tokens `spans[n]`; `twins[n]` are the numbers that it bears in the text, of `count` in all.
    `standing` are the runs of several words, sentence by sentence, three numbers each: the path, and where the run
    begins and ends in the sentence; those of sentence n begin at `first[n]`. `having` are the sentences of the text,
    by path and by stem.
    """

    tokens: Tokens
    spans: Sequence[Span]
    twins: Sequence[Sequence[int]]
    count: int
    standing: Sequence[int]
    first: Sequence[int]
    having: Mapping[Path, Sequence[int]]
    _bits: dict[Path | Stems, int] = field(default_factory=dict)

    def possible(self, paths: Paths) -> int:
        """The numbers in the text of the sentences that have the words of a phrase of these paths, as bits."""
        found = 0
        for path in self.having.keys() & paths.keys():
            here = self._with(path)
            sought = paths[path]
            if sought.whole:
                found |= here
            else:
                for check in sought.checks:
                    found |= reduce(and_, map(self._with_one, check.needs), here)
        return found

    def _with_one(self, stems: Stems) -> int:
        """The sentences that have one of the stems."""
        if stems not in self._bits:
            self._bits[stems] = reduce(or_, map(self._with, stems), 0)
        return self._bits[stems]

    def _with(self, path: Path) -> int:
        if path not in self._bits:
            self._bits[path] = bits_of(self.having.get(path, ()), self.count)
        return self._bits[path]

    def hits(self, paths: Paths, sentence: int) -> list[Hit]:
        """The phrases of these paths in the distinct sentence of this number."""
        found: list[Hit] = []
        tokens = self.tokens
        tokens.start, tokens.end = first, last = self.spans[sentence]
        for at in range(first, last):
            if tokens.norms[at] in paths:
                self._add(found, paths[tokens.norms[at]], at, at + 1)
        numbers = iter(self.standing[self.first[sentence] : self.first[sentence + 1]])
        for path, start, end in zip(numbers, numbers, numbers, strict=True):
            if path in paths:
                self._add(found, paths[path], first + start, first + end)
        return found

    def _add(self, found: list[Hit], sought: Sought, start: int, end: int) -> None:
        """Add what a run that stands in the tokens from `start` to `end` means."""
        first = self.tokens.start
        if sought.whole:
            found.append(Hit(start - first, end - first))
        for check in sought.checks:
            if place := check.anchored.around(start, end, self.tokens):
                found.append(Hit(place[0] - first, place[1] - first))


class Phrasebook:
    """A compiled vocabulary, ready to be found in texts. `norm` gives a token's stem."""

    def __init__(self, compiled: CompiledVocabulary, vocabulary: Vocabulary, norm: Callable[[str], str]) -> None:
        self._common = frozenset(w.lower() for w in vocabulary.common_words)
        self._leading = frozenset(w.lower() for w in vocabulary.leading_words)
        self._stems = compiled.stems
        self._number = {path: number for number, path in enumerate(compiled.paths)}
        self._vocab = Vocab(lex_attr_getters={NORM: norm})
        self._matcher = PhraseMatcher(self._vocab, attr="NORM")
        strings = self._vocab.strings
        # The matcher takes hashes of norms as well as a Doc of words, from which it would compute them.
        hashes = [tuple(strings.add(stem) for stem in path) for path in compiled.paths]
        self._matcher.add("vocabulary", hashes)  # type: ignore[arg-type]

    def find(
        self, words: Sequence[str], norms: Sequence[str], spans: Sequence[Span], twins: Sequence[Sequence[int]]
    ) -> Runs:
        """The runs in sentences whose tokens are `spans` of the words, in order; see `Runs`."""
        standing, beginnings = array("I"), array("I")
        having: dict[Path, array[int]] = defaultdict(lambda: array("I"))
        sentence, first, last = -1, 0, 0
        for start, end in self._runs(words, spans):
            while start >= last:
                sentence += 1
                first, last = spans[sentence]
                beginnings.append(len(standing))
            number = self._number[tuple(norms[start:end])]
            standing.extend((number, start - first, end - first))
            having[number].extend(twins[sentence])
        beginnings.extend([len(standing)] * (len(spans) + 1 - len(beginnings)))
        for n, (start, end) in enumerate(spans):
            for stem in self._stems.intersection(norms[start:end]):
                having[stem].extend(twins[n])
        tokens = Tokens(words, norms, self._common, self._leading)
        return Runs(tokens, spans, twins, sum(map(len, twins)), standing, beginnings, dict(having))

    def _runs(self, words: Sequence[str], spans: Sequence[Span]) -> Iterator[Span]:
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
