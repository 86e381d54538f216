"""The matching engine: text becomes normalised tokens once, and spaCy finds the vocabulary in them.

Every text is normalised by the spelling table and the steps of `STEPS`, cut in sentences, and all sentences go
through one spaCy document, whose tokens carry their stem as `norm_` ("#" for a number). `swppp_check.phrases` says
how the vocabulary is written and compiled.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import snowballstemmer
import spacy
from spacy.attrs import NORM
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc

from swppp_check.data import ChecklistError
from swppp_check.phrases import NUMBER, NUMBER_WORDS, Anchored, Compiled, Run, Tokens, anchored, compile_phrase, number
from swppp_check.vocabulary import Vocabulary

# Between two sentences; no phrase contains it.
END = "\u00b6"
# Marks a term's exceptions inside the matchers.
NOT = "-"
# Marks the parts of phrases with gaps inside the matcher.
RUN = "\u00a7"
TOKEN = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+|[^\W\d_]+(?:'[^\W\d_]+)?|_{2,}|[^\w\s]|_")

# The ordered steps of normalisation; each is a pattern and what takes its place.
STEPS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        ("[\u2018\u2019\u02bc\u2032]", "'"),
        ("[\u201c\u201d\u2033]|''", '"'),
        ("[\u2010-\u2015\u2212\xad]", "-"),
        ("\ufb00", "ff"),
        ("\ufb01", "fi"),
        ("\ufb02", "fl"),
        ("\ufb03", "ffi"),
        ("\ufb04", "ffl"),
        ("\xd7", " x "),
        (r"(?<=\d)\s*(?:\xb1|\+/-)", " "),
        (rf"(?i)\b(?:{'|'.join(NUMBER_WORDS)})\s+\((\d+)\)", r"\1"),
        (r"(?<=\d)\s?'(?=[\s\-\dxX.,;:)/]|$)", " ft "),
        (r'(?<=\d)\s?"', " in "),
        (r"(?<=[A-Za-z])-(?=[A-Za-z])", " "),
        (r"(?<=\d)-(?=[A-Za-z])|(?<=[A-Za-z])-(?=\d)", " - "),
    )
)


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


@dataclass(frozen=True, slots=True)
class Matched:
    """All sentences of a list of texts, and where each term stands.

    `owner[i]` is the index of the text that sentence i came from; `hits[term][i]` its places in sentence i.
    """

    sentences: tuple[Sentence, ...]
    owner: tuple[int, ...]
    hits: Mapping[str, Mapping[int, tuple[Hit, ...]]]
    words: Sequence[str]

    def tokens(self, index: int) -> Sequence[str]:
        """The normalised tokens of sentence `index`."""
        sentence = self.sentences[index]
        return self.words[sentence.start : sentence.end]


class Language:
    """A vocabulary compiled for matching; build it once, it keeps no state of a text."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._nlp = spacy.blank("en")
        self._norm = _stemmer(vocabulary.stems)
        self._nlp.vocab.lex_attr_getters[NORM] = self._norm  # type: ignore[attr-defined]
        for lexeme in self._nlp.vocab:  # those that the tokenizer's exceptions have already made
            lexeme.norm_ = self._norm(lexeme.text)
        spellings = vocabulary.spellings
        self._spelling = {_key(k): v for k, v in spellings.items()}
        longest_first = sorted(spellings, key=len, reverse=True)
        self._respell = re.compile(
            r"(?<!\w)(?:" + "|".join(re.escape(k).replace(r"\ ", r"\s+") for k in longest_first) + r")(?!\w)",
            re.IGNORECASE,
        )
        ends = "|".join(re.escape(a) for a in vocabulary.abbreviations)
        self._sentence_end = re.compile(r"(?<=[.!?])(?<!\b[A-Z]\.)['\")]*\s+(?=['\"(]?[A-Z0-9\u2022])")
        self._abbreviation = re.compile(rf"(?:^|[\s(])(?:{ends})\.$", re.IGNORECASE)
        self._common = frozenset(w.lower() for w in vocabulary.common_words)
        self._matcher = PhraseMatcher(self._nlp.vocab, attr="NORM")
        watched: dict[str, dict[Run, None]] = defaultdict(dict)
        self._anchors: dict[Run, str] = {}
        self._anchored: dict[str, list[tuple[str, Anchored]]] = defaultdict(list)
        for term, phrases in vocabulary.terms.items():
            for phrase in phrases:
                name, text = (NOT + term, phrase[1:]) if re.match(r"-\S", phrase) else (term, phrase)
                if "|" not in text:
                    text = self._respelt(re.sub(r"(?<=[a-z]) - (?=[a-z])", " ", text))
                try:
                    variants = compile_phrase(text, self._split, self._norm)
                except ValueError as error:
                    raise ChecklistError(f"terms.{term}: {phrase!r}: {error}") from None
                for compiled in variants:
                    self._add(name, compiled, watched)
        for key, runs in watched.items():
            self._matcher.add(key, [Doc(self._nlp.vocab, words=list(w)) for run in runs for w in run.samples()])

    def _add(self, term: str, compiled: Compiled, watched: dict[str, dict[Run, None]]) -> None:
        """A single run that stems decide goes to spaCy under the term's name, another phrase by its anchor."""
        phrase = anchored(compiled)
        if len(compiled) == 1 and not phrase.run.checked:
            watched[term][phrase.run] = None
            return
        if phrase.run not in self._anchors:
            self._anchors[phrase.run] = f"{RUN}{len(self._anchors)}"
            watched[self._anchors[phrase.run]][phrase.run] = None
        self._anchored[self._anchors[phrase.run]].append((term, phrase))

    def normalised(self, text: str) -> str:
        """The text with one spelling for each word, unit and mark."""
        for pattern, put in STEPS:
            text = pattern.sub(put, text)
        return self._respelt(text)

    def _respelt(self, text: str) -> str:
        return self._respell.sub(lambda m: self._spelling[_key(m[0])], text)

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
        """Find every term in every sentence of the texts."""
        words: list[str] = []
        sentences: list[Sentence] = []
        owner: list[int] = []
        for index, text in enumerate(texts):
            for written in self.sentences(text):
                split = self._split(written)
                sentences.append(Sentence(written, len(words), len(words) + len(split)))
                owner.append(index)
                words.extend(split)
                words.append(END)
        found = self._found(words, sentences)
        hits = {
            term: kept
            for term, places in found.items()
            if not term.startswith(NOT)
            and (kept := {i: h for i, hs in places.items() if (h := _outside(hs, _at(found, NOT + term, i)))})
        }
        return Matched(tuple(sentences), tuple(owner), hits, words)

    def _found(self, words: list[str], sentences: Sequence[Sentence]) -> Mapping[str, Mapping[int, list[Hit]]]:
        """The places of every term and of every term's exceptions, by sentence."""
        norms = [self._norm(word) for word in words]
        number_of = [n for n, sentence in enumerate(sentences) for _ in range(sentence.end - sentence.start + 1)]
        names = self._nlp.vocab.strings
        found: dict[str, dict[int, list[Hit]]] = defaultdict(lambda: defaultdict(list))
        at, tokens, stems = -1, Tokens(words, norms, self._common, 0, 0), frozenset[str]()
        for key, start, end in self._matcher(Doc(self._nlp.vocab, words=words)):
            name, index = names[key], number_of[start]
            first = sentences[index].start
            if name not in self._anchored:
                found[name][index].append(Hit(start - first, end - first))
                continue
            if index != at:
                at = index
                tokens = Tokens(words, norms, self._common, first, sentences[index].end)
                stems = frozenset(norms[first : sentences[index].end])
            for term, phrase in self._anchored[name]:
                if all(not need.isdisjoint(stems) for need in phrase.needs):
                    place = phrase.around((start, end), tokens)
                    if place:
                        found[term][index].append(Hit(place[0] - first, place[1] - first))
        return found

    def _split(self, text: str) -> list[str]:
        if text.isalpha() and text.isascii():
            return self._spelling.get(text.lower(), text).split()
        return TOKEN.findall(self.normalised(text))


def _stemmer(own: Mapping[str, str]) -> Callable[[str], str]:
    """The Snowball stem of a word; "#" for a number."""
    stem = snowballstemmer.stemmer("english")

    @cache
    def norm(text: str) -> str:
        if text.lower() in own:
            return own[text.lower()]
        return NUMBER if number(text) is not None else str(stem.stemWord(text.lower())) or text

    return norm


def _at(found: Mapping[str, Mapping[int, list[Hit]]], term: str, index: int) -> Sequence[Hit]:
    return found[term].get(index, ()) if term in found else ()


def _outside(hits: Sequence[Hit], excluded: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits that do not overlap an excluded one, in order."""
    if len(hits) == 1 and not excluded:
        return tuple(hits)
    kept = {h for h in hits if not any(h.start < x.end and x.start < h.end for x in excluded)}
    return tuple(sorted(kept))


def _key(text: str) -> str:
    return re.sub(r"\s+", " ", text.lower())
