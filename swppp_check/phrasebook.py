"""All phrases of a vocabulary, compiled so that spaCy finds them in one pass over a text.

spaCy's PhraseMatcher looks for one run of each phrase by its stems; what must stand around the run is checked here.
(Its Matcher, which could look for the whole phrase, is some hundred times slower on thousands of patterns.)
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from spacy.attrs import NORM
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc
from spacy.vocab import Vocab

from swppp_check.anchors import Tokens
from swppp_check.compiling import CompiledVocabulary
from swppp_check.vocabulary import Vocabulary

# So many tokens are matched at once.
BATCH = 20_000


class Hit(NamedTuple):
    """A phrase found in a sentence: token positions counted from the sentence's first token."""

    start: int
    end: int


# By number (of a path that is a whole phrase, or a phrase of more): in which sentences it stands, and where.
Found = Mapping[int, Sequence[tuple[int, Hit]]]


class Phrasebook:
    """The compiled vocabulary, ready to be found in texts. `norm` gives a token's stem."""

    def __init__(self, compiled: CompiledVocabulary, vocabulary: Vocabulary, norm: Callable[[str], str]) -> None:
        self._common = frozenset(w.lower() for w in vocabulary.common_words)
        self._leading = frozenset(w.lower() for w in vocabulary.leading_words)
        self._paths, self._of_stem = compiled.paths, compiled.of_stem
        self._vocab = Vocab(lex_attr_getters={NORM: norm})
        self._matcher = PhraseMatcher(self._vocab, attr="NORM")
        strings = self._vocab.strings
        # The matcher takes hashes of norms as well as a Doc of words, from which it would compute them.
        hashes = [tuple(strings.add(stem) for stem in path.stems) for path in self._paths.values()]
        self._matcher.add("vocabulary", hashes)  # type: ignore[arg-type]

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
