"""The matching engine: text becomes normalised tokens once, and spaCy finds the vocabulary in them.

Every text is cut in sentences and tokens, normalised by `CHARACTERS`, `FIGURE_STEPS` and the spelling table; a token's
stem ("#" for a number) is its norm, by which `swppp_check.phrasebook` finds the vocabulary's phrases with spaCy.
`swppp_check.phrases` says how they are written.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_

import snowballstemmer

from swppp_check.bits import numbers_in
from swppp_check.compiling import CompiledVocabulary, Term, compile_vocabulary
from swppp_check.phrasebook import Hit, Phrasebook, Runs
from swppp_check.phrases import NUMBER, NUMBER_WORDS, Compiled, compile_phrase, number, part_ways
from swppp_check.vocabulary import Vocabulary

# Between two sentences; no phrase contains it.
END = "\u00b6"
TOKEN = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+|[^\W\d_]+(?:'[^\W\d_]+)?|_{2,}|[^\w\s]|_")

# Normalisation: first what stands for one character, then the ordered steps, each a pattern and what takes its place.
# The steps for figures are taken only where the text has one, and the sign that the pattern begins with or contains.
CHARACTERS = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u02bc\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\xad", "-"),
        **{"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\xd7": " x "},
    }
)
HYPHEN = re.compile(r"(?<=[A-Za-z])-(?=[A-Za-z])")
FIGURE_STEPS: tuple[tuple[str, re.Pattern[str], str], ...] = tuple(
    (sign, re.compile(pattern), put)
    for sign, pattern, put in (
        ("''", "''", '"'),
        ("\xb1", r"(?<=\d)\s*\xb1", " "),
        ("+/-", r"(?<=\d)\s*\+/-", " "),
        ("(", rf"(?i)\b(?:{'|'.join(NUMBER_WORDS)})\s+\((\d+)\)", r"\1"),
        ("'", r"(?<=\d)\s?'(?=[\s\-\dxX.,;:)/]|$)", " ft "),
        ('"', r'(?<=\d)\s?"', " in "),
        ("-", r"(?<=\d)-(?=[A-Za-z])|(?<=[A-Za-z])-(?=\d)", " - "),
    )
)
FIGURE = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it stands in the text, and where its tokens begin and end in the matched document."""

    text: str
    start: int
    end: int


class Places:
    """Where a term stands, by sentence; what is not asked for is not worked out.

    `possible` are the sentences that have the words of one of its phrases, as bits: it stands nowhere else.
    """

    def __init__(self, term: Term, included: Sequence["Places"], runs: Runs, distinct: Sequence[int]) -> None:
        self._term, self._included, self._runs, self._distinct = term, included, runs, distinct
        self.possible: int = reduce(or_, (p.possible for p in included), runs.possible(term.phrases))
        self._known: dict[int, Sequence[Hit]] = {}

    def at(self, sentence: int) -> Sequence[Hit]:
        """The places in a sentence, in order."""
        if not self.possible >> sentence & 1:
            return ()
        n = self._distinct[sentence]
        if n not in self._known:
            self._known[n] = self._in(n)
        return self._known[n]

    def __contains__(self, sentence: int) -> bool:
        return bool(self.at(sentence))

    def __iter__(self) -> Iterator[int]:
        """Every sentence in which the term stands, in order."""
        return (sentence for sentence in numbers_in(self.possible) if self.at(sentence))

    def _in(self, n: int) -> Sequence[Hit]:
        """The places in the nth distinct sentence: those of the phrases that do not overlap an exception."""
        hits = self._runs.hits(self._term.phrases, n)
        for included in self._included:
            hits += included.at(self._runs.twins[n][0])
        if hits and self._term.exceptions:
            hits = _outside(hits, self._runs.hits(self._term.exceptions, n))
        return tuple(sorted(set(hits)))


class Hits:
    """Where each term of a vocabulary stands."""

    def __init__(self, terms: Mapping[str, Term], runs: Runs) -> None:
        self._terms, self._runs = terms, runs
        self._distinct = [0] * runs.count
        for n, twins in enumerate(runs.twins):
            for sentence in twins:
                self._distinct[sentence] = n
        self._known: dict[str, Places] = {}

    def of(self, term: str) -> Places:
        """The places of a term by sentence; none for a term that stands nowhere or does not exist."""
        if term not in self._known:
            compiled = self._terms.get(term, Term({}, {}, ()))
            included = [self.of(name) for name in compiled.includes]
            self._known[term] = Places(compiled, included, self._runs, self._distinct)
        return self._known[term]


@dataclass(frozen=True, slots=True)
class Matched:
    """All sentences of a list of texts, and where each term stands.

    `owner[i]` is the index of the text that sentence i came from; `hits.of(term)[i]` the term's places in sentence i.
    """

    sentences: tuple[Sentence, ...]
    owner: tuple[int, ...]
    hits: Hits
    words: Sequence[str]

    def tokens(self, index: int) -> Sequence[str]:
        """The normalised tokens of sentence `index`."""
        sentence = self.sentences[index]
        return self.words[sentence.start : sentence.end]


class Language:
    """A vocabulary compiled for matching; build it once, it keeps no state of a text.

    `compiled` is what compiling the same vocabulary gave at another time.
    """

    def __init__(self, vocabulary: Vocabulary, compiled: CompiledVocabulary | None = None) -> None:
        self._norm = _stemmer(vocabulary.stems)
        self._spellings: dict[str, list[tuple[list[str], list[str]]]] = defaultdict(list)
        for written, meant in sorted(vocabulary.spellings.items(), key=lambda item: -len(item[0])):
            tokens = TOKEN.findall(written.lower())
            self._spellings[tokens[0]].append((tokens, TOKEN.findall(meant)))
        ends = "|".join(re.escape(a) for a in vocabulary.abbreviations)
        self._sentence_end = re.compile(r"[.!?](?<!\b[A-Z]\.)['\")]*\s+(?=['\"(]?[A-Z0-9\u2022])")
        self._longest = max(map(len, vocabulary.abbreviations), default=0) + 2  # with what stands before and after it
        self._abbreviation = re.compile(rf"(?:^|[\s(])(?:{ends})\.$", re.IGNORECASE)
        self._ways = part_ways(self._split, self._norm)
        self.compiled = compiled or compile_vocabulary(vocabulary.terms, self._compiled)
        self._phrasebook = Phrasebook(self.compiled, vocabulary, self._norm)

    def _compiled(self, phrase: str) -> list[Compiled]:
        if "|" not in phrase:
            phrase = " ".join(self._respelt(re.sub(r"(?<=[a-z]) - (?=[a-z])", " ", phrase).split()))
        return compile_phrase(phrase, self._ways)

    def sentences(self, text: str) -> Iterator[str]:
        """The sentences of a text, as written."""
        start = 0
        for end in self._sentence_end.finditer(text):
            piece = text[start : end.start() + 1]
            if self._abbreviation.search(piece, max(len(piece) - self._longest, 0)) or re.match(
                r"^\W*\w{1,4}\.$", piece
            ):
                continue
            yield piece.strip()
            start = end.end()
        if text[start:].strip():
            yield text[start:].strip()

    def match(self, texts: Sequence[str]) -> Matched:
        """Find every term in every sentence of the texts. Sentences that are written alike are matched once."""
        words: list[str] = []
        shared: dict[str, str] = {}
        sentences: list[Sentence] = []
        owner: list[int] = []
        alike: dict[str, list[int]] = {}
        for index, text in enumerate(texts):
            for written in self.sentences(text):
                twins = alike.setdefault(written, [])
                if not twins:
                    start = len(words)
                    words += [shared.setdefault(word, word) for word in self._split(written)]
                    words.append(END)
                    sentences.append(Sentence(written, start, len(words) - 1))
                else:
                    sentences.append(sentences[twins[0]])
                twins.append(len(sentences) - 1)
                owner.append(index)
        norms = [self._norm(word) for word in words]
        spans = [(sentences[same[0]].start, sentences[same[0]].end) for same in alike.values()]
        runs = self._phrasebook.find(words, norms, spans, list(alike.values()))
        return Matched(tuple(sentences), tuple(owner), Hits(self.compiled.terms, runs), words)

    def _split(self, text: str) -> list[str]:
        """The tokens of a text, with one spelling for each word, unit and mark."""
        if not text.isascii():
            text = text.translate(CHARACTERS)
        if FIGURE.search(text):
            for sign, pattern, put in FIGURE_STEPS:
                if sign in text:
                    text = pattern.sub(put, text)
        if "-" in text:
            text = HYPHEN.sub(" ", text)
        return self._respelt(TOKEN.findall(text))

    def _respelt(self, tokens: list[str]) -> list[str]:
        lower = [token.lower() for token in tokens]
        at = 0
        for position in [i for i, token in enumerate(lower) if token in self._spellings]:
            if position < at:
                continue
            for written, meant in self._spellings[lower[position]]:
                if lower[position : position + len(written)] == written:
                    shift = len(tokens) - len(lower)
                    tokens[position + shift : position + shift + len(written)] = meant
                    at = position + len(written)
                    break
        return tokens


def _stemmer(own: Mapping[str, str]) -> Callable[[str], str]:
    """The Snowball stem of a word; "#" for a number."""
    stem = snowballstemmer.stemmer("english")

    @cache
    def norm(text: str) -> str:
        if text.lower() in own:
            return own[text.lower()]
        return NUMBER if number(text) is not None else str(stem.stemWord(text.lower())) or text

    return norm


def _outside(hits: Sequence[Hit], excluded: Sequence[Hit]) -> list[Hit]:
    """The hits that do not overlap an excluded one."""
    return [h for h in hits if not any(h.start < x.end and x.start < h.end for x in excluded)]
