"""The matching engine: text becomes normalised tokens once, and spaCy finds the vocabulary in them.

Every text is cut in sentences and tokens, normalised by `CHARACTERS`, `FIGURE_STEPS` and the spelling table, and all
sentences go through one spaCy document, whose tokens carry their stem as `norm_` ("#" for a number).
`swppp_check.phrases` says how the vocabulary is written and compiled.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import snowballstemmer
import spacy
from spacy.attrs import NORM
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc

from swppp_check.data import ChecklistError
from swppp_check.phrases import NUMBER, NUMBER_WORDS, Anchored, Run, Tokens, anchored, compile_phrase, number
from swppp_check.vocabulary import Vocabulary

# Between two sentences; no phrase contains it.
END = "\u00b6"
TOKEN = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+|[^\W\d_]+(?:'[^\W\d_]+)?|_{2,}|[^\w\s]|_")

# Normalisation: first what stands for one character, then the ordered steps, each a pattern and what takes its place.
# The steps for figures are taken only where the text has one.
CHARACTERS = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u02bc\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\xad", "-"),
        **{"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\xd7": " x "},
    }
)
HYPHEN = re.compile(r"(?<=[A-Za-z])-(?=[A-Za-z])")
FIGURE_STEPS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        ("''", '"'),
        (r"(?<=\d)\s*(?:\xb1|\+/-)", " "),
        (rf"(?i)\b(?:{'|'.join(NUMBER_WORDS)})\s+\((\d+)\)", r"\1"),
        (r"(?<=\d)\s?'(?=[\s\-\dxX.,;:)/]|$)", " ft "),
        (r'(?<=\d)\s?"', " in "),
        (r"(?<=\d)-(?=[A-Za-z])|(?<=[A-Za-z])-(?=\d)", " - "),
    )
)
FIGURE = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it stands in the text, and where its tokens begin and end in the matched document."""

    text: str
    start: int
    end: int


class Hit(NamedTuple):
    """A term found in a sentence: token positions counted from the sentence's first token."""

    start: int
    end: int


Places = Mapping[int, Sequence[Hit]]


class Hits:
    """Where each term stands: its places by sentence, put together from its phrases when it is first asked for."""

    def __init__(self, terms: Mapping[str, "Term"], phrases: Mapping[int, Places]) -> None:
        self._terms, self._phrases = terms, phrases
        self._known: dict[str, Places] = {}

    def of(self, term: str) -> Places:
        """The places of a term by sentence; none for a term that stands nowhere or does not exist."""
        if term not in self._known:
            self._known[term] = self._places(self._terms[term]) if term in self._terms else {}
        return self._known[term]

    def _places(self, term: "Term") -> Places:
        every = _joined(
            [*(self._phrases.get(phrase, {}) for phrase in term.phrases), *(self.of(name) for name in term.includes)]
        )
        excluded = _joined(self._phrases.get(phrase, {}) for phrase in term.exceptions) if every else {}
        if excluded:
            every = {i: kept for i, hits in every.items() if (kept := _outside(hits, excluded.get(i, ())))}
        return {i: sorted(set(hits)) if len(hits) > 1 else hits for i, hits in every.items()}


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


class Term(NamedTuple):
    """A term's phrases and its exceptions, by number, and the terms that it includes with theirs."""

    phrases: tuple[int, ...]
    exceptions: tuple[int, ...]
    includes: tuple[str, ...]


class Watched(NamedTuple):
    """What a run of words that spaCy finds stands for: whole phrases, and phrases of which more must be checked."""

    whole: list[int]
    anchored: list[tuple[int, Anchored]]


class Language:
    """A vocabulary compiled for matching; build it once, it keeps no state of a text."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._nlp = spacy.blank("en")
        self._norm = _stemmer(vocabulary.stems)
        self._nlp.vocab.lex_attr_getters[NORM] = self._norm  # type: ignore[attr-defined]
        for lexeme in self._nlp.vocab:  # those that the tokenizer's exceptions have already made
            lexeme.norm_ = self._norm(lexeme.text)
        self._spellings: dict[str, list[tuple[list[str], list[str]]]] = defaultdict(list)
        for written, meant in sorted(vocabulary.spellings.items(), key=lambda item: -len(item[0])):
            tokens = TOKEN.findall(written.lower())
            self._spellings[tokens[0]].append((tokens, TOKEN.findall(meant)))
        ends = "|".join(re.escape(a) for a in vocabulary.abbreviations)
        self._sentence_end = re.compile(r"(?<=[.!?])(?<!\b[A-Z]\.)['\")]*\s+(?=['\"(]?[A-Z0-9\u2022])")
        self._abbreviation = re.compile(rf"(?:^|[\s(])(?:{ends})\.$", re.IGNORECASE)
        self._common = frozenset(w.lower() for w in vocabulary.common_words)
        self._leading = frozenset(w.lower() for w in vocabulary.leading_words)
        self._matcher = PhraseMatcher(self._nlp.vocab, attr="NORM")
        self._runs: dict[int, Watched] = {}
        self._terms = self._compile(vocabulary)

    def _compile(self, vocabulary: Vocabulary) -> Mapping[str, Term]:
        """Number the distinct phrases, and watch for a run of each."""
        numbers: dict[str, int] = {}
        watched: dict[Run, Watched] = {}
        terms: dict[str, Term] = {}
        for term, phrases in vocabulary.terms.items():
            own: list[int] = []
            excluded: list[int] = []
            includes = tuple(phrase[1:] for phrase in phrases if phrase.startswith("@"))
            for phrase in (phrase for phrase in phrases if not phrase.startswith("@")):
                excepted = re.match(r"-\S", phrase)
                text = phrase[1:] if excepted else phrase
                if text not in numbers:
                    numbers[text] = len(numbers)
                    try:
                        self._watch(numbers[text], text, watched)
                    except ValueError as error:
                        raise ChecklistError(f"terms.{term}: {phrase!r}: {error}") from None
                (excluded if excepted else own).append(numbers[text])
            terms[term] = Term(tuple(own), tuple(excluded), includes)
        vocab = self._nlp.vocab
        for number_, (run, meaning) in enumerate(watched.items()):
            name = f"run {number_}"
            self._matcher.add(name, [Doc(vocab, words=list(words)) for words in run.samples()])
            self._runs[vocab.strings[name]] = meaning
        return terms

    def _watch(self, number_: int, text: str, watched: dict[Run, Watched]) -> None:
        if "|" not in text:
            text = " ".join(self._respelt(re.sub(r"(?<=[a-z]) - (?=[a-z])", " ", text).split()))
        for compiled in compile_phrase(text, self._split, self._norm):
            phrase = anchored(compiled)
            meaning = watched.setdefault(phrase.run, Watched([], []))
            if len(compiled) == 1 and not phrase.run.checked:
                meaning.whole.append(number_)
            else:
                meaning.anchored.append((number_, phrase))

    def sentences(self, text: str) -> Iterator[str]:
        """The sentences of a text, as written."""
        start = 0
        for end in self._sentence_end.finditer(text):
            piece = text[start : end.start()]
            if self._abbreviation.search(piece) or re.match(r"^\W*\w{1,4}\.$", piece):
                continue
            yield piece.strip()
            start = end.end()
        if text[start:].strip():
            yield text[start:].strip()

    def match(self, texts: Sequence[str]) -> Matched:
        """Find every term in every sentence of the texts. Sentences that are written alike are matched once."""
        words: list[str] = []
        sentences: list[Sentence] = []
        owner: list[int] = []
        alike: dict[str, list[int]] = {}
        for index, text in enumerate(texts):
            for written in self.sentences(text):
                twins = alike.setdefault(written, [])
                if not twins:
                    start = len(words)
                    words += self._split(written)
                    words.append(END)
                    sentences.append(Sentence(written, start, len(words) - 1))
                else:
                    sentences.append(sentences[twins[0]])
                twins.append(len(sentences) - 1)
                owner.append(index)
        found = self._found(words, list(alike.values()), sentences)
        return Matched(tuple(sentences), tuple(owner), Hits(self._terms, found), words)

    def _found(
        self, words: list[str], twins: Sequence[Sequence[int]], sentences: Sequence[Sentence]
    ) -> Mapping[int, Places]:
        """The places of every phrase by sentence; `twins` are the sentences that are written alike."""
        norms = [self._norm(word) for word in words]
        group_of = [n for n, same in enumerate(twins) for _ in range(_length(sentences[same[0]]) + 1)]
        found: dict[int, dict[int, list[Hit]]] = defaultdict(dict)
        group, tokens, stems = -1, Tokens(words, norms, self._common, self._leading, 0, 0), frozenset[str]()

        def add(phrase: int, start: int, end: int) -> None:
            places, own = found[phrase], twins[group]
            if own[0] not in places:
                shared: list[Hit] = []
                places.update((sentence, shared) for sentence in own)
            places[own[0]].append(Hit(start - tokens.start, end - tokens.start))

        for key, start, end in self._matcher(Doc(self._nlp.vocab, words=words)):
            if group_of[start] != group:
                group = group_of[start]
                sentence = sentences[twins[group][0]]
                tokens = Tokens(words, norms, self._common, self._leading, sentence.start, sentence.end)
                stems = frozenset(norms[sentence.start : sentence.end])
            meaning = self._runs[key]
            for number_ in meaning.whole:
                add(number_, start, end)
            for number_, phrase in meaning.anchored:
                if all(not need.isdisjoint(stems) for need in phrase.needs):
                    place = phrase.around((start, end), tokens)
                    if place:
                        add(number_, *place)
        return found

    def _split(self, text: str) -> list[str]:
        """The tokens of a text, with one spelling for each word, unit and mark."""
        if not text.isascii():
            text = text.translate(CHARACTERS)
        if FIGURE.search(text):
            for pattern, put in FIGURE_STEPS:
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


def _length(sentence: Sentence) -> int:
    return sentence.end - sentence.start


def _joined(parts: Iterable[Places]) -> dict[int, list[Hit]]:
    """The places of several phrases or terms together."""
    joined: dict[int, list[Hit]] = {}
    for places in parts:
        for index, hits in places.items():
            joined.setdefault(index, []).extend(hits)
    return joined


def _outside(hits: Sequence[Hit], excluded: Sequence[Hit]) -> list[Hit]:
    """The hits that do not overlap an excluded one."""
    return [h for h in hits if not any(h.start < x.end and x.start < h.end for x in excluded)]
