"""All phrases of a vocabulary, so that spaCy finds them in one pass over a text.

spaCy's PhraseMatcher looks for one run of each phrase by its stems; what must stand around the run is checked here,
and only for the terms and the sentences that are asked for: of a long report most are not.
(spaCy's Matcher, which could look for the whole phrase, is some hundred times slower on thousands of patterns.)
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import and_, or_
from typing import Any, NamedTuple

from spacy.attrs import NORM
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc
from spacy.vocab import Vocab

from swppp_check.anchors import Tokens
from swppp_check.bits import bits_of
from swppp_check.compiling import Paths, Stems
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
    `standing[n]` are its runs, three numbers each: the path, and where the run begins and ends in the sentence.
    """

    tokens: Tokens
    spans: Sequence[Span]
    twins: Sequence[Sequence[int]]
    count: int
    standing: Sequence[Sequence[int]]
    _with_path: Mapping[int, Sequence[int]]  # the sentences of the text that have a path
    _with_stem: Mapping[str, Sequence[int]]
    _bits: dict[int | str | Stems, int] = field(default_factory=dict)

    def possible(self, paths: Paths) -> int:
        """The numbers in the text of the sentences that have the words of a phrase of these paths, as bits."""
        found = 0
        for path in self._with_path.keys() & paths.keys():
            here = self._having(path, self._with_path)
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
            self._bits[stems] = reduce(or_, (self._having(stem, self._with_stem) for stem in stems), 0)
        return self._bits[stems]

    def _having(self, key: int | str, sentences: Mapping[Any, Sequence[int]]) -> int:
        """The sentences that have a path or a stem."""
        if key not in self._bits:
            self._bits[key] = bits_of(sentences.get(key, ()), self.count)
        return self._bits[key]

    def hits(self, paths: Paths, sentence: int) -> list[Hit]:
        """The phrases of these paths in the distinct sentence of this number."""
        found: list[Hit] = []
        tokens = self.tokens
        tokens.start, tokens.end = first, _ = self.spans[sentence]
        standing = iter(self.standing[sentence])
        for path, start, end in zip(standing, standing, standing, strict=True):
            if path not in paths:
                continue
            sought = paths[path]
            if sought.whole:
                found.append(Hit(start, end))
            for check in sought.checks:
                if place := check.anchored.around(first + start, first + end, tokens):
                    found.append(Hit(place[0] - first, place[1] - first))
        return found


class Phrasebook:
    """The paths of a compiled vocabulary, ready to be found in texts. `norm` gives a token's stem."""

    def __init__(self, paths: Mapping[str, int], vocabulary: Vocabulary, norm: Callable[[str], str]) -> None:
        self._common = frozenset(w.lower() for w in vocabulary.common_words)
        self._leading = frozenset(w.lower() for w in vocabulary.leading_words)
        self._paths = paths
        self._vocab = Vocab(lex_attr_getters={NORM: norm})
        self._matcher = PhraseMatcher(self._vocab, attr="NORM")
        strings = self._vocab.strings
        # The matcher takes hashes of norms as well as a Doc of words, from which it would compute them.
        hashes = [tuple(strings.add(stem) for stem in path.split(" ")) for path in paths]
        self._matcher.add("vocabulary", hashes)  # type: ignore[arg-type]

    def find(
        self, words: Sequence[str], norms: Sequence[str], spans: Sequence[Span], twins: Sequence[Sequence[int]]
    ) -> Runs:
        """The runs in sentences whose tokens are `spans` of the words, in order; see `Runs`."""
        standing = [array("I") for _ in spans]
        with_path: dict[int, array[int]] = defaultdict(lambda: array("I"))
        sentence, first, last = -1, 0, 0
        for start, end in self._runs(words, spans):
            while start >= last:
                sentence += 1
                first, last = spans[sentence]
            path = self._paths[norms[start] if end == start + 1 else " ".join(norms[start:end])]
            standing[sentence].extend((path, start - first, end - first))
            with_path[path].extend(twins[sentence])
        with_stem: dict[str, array[int]] = defaultdict(lambda: array("I"))
        for n, (start, end) in enumerate(spans):
            for stem in set(norms[start:end]):
                with_stem[stem].extend(twins[n])
        tokens = Tokens(words, norms, self._common, self._leading)
        return Runs(tokens, spans, twins, sum(map(len, twins)), standing, dict(with_path), dict(with_stem))

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
