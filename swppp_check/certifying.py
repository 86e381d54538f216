"""What is known before a plan is read: the ordinance's statement made ready, widespread forms, oaths."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from rapidfuzz import fuzz, process
from rapidfuzz.distance import Indel, LCSseq

from swppp_check.wording import NEAR, Word, alike, data, line, phrases, words_of

# Measured in tests/test_statements.py.
FORM = 0.5  # share of a form's fragments that make a text this form
BONUS = 0.10  # what a fragment of a form adds to the share of peculiar words that is evidence of a free wording
CONTAINED = 80  # rapidfuzz's partial ratio, 0 to 100, from which a fragment is in a text
OPENING = 15  # words from the verb on that say if something else is certified
FIRST, LEAST, CLAUSE = (
    6,
    2,
    25,
)  # of the law's first 6 peculiar words, 2 stand in the first 25 of a free wording
BACK = 12  # words before a verb of certifying in which the first person stands


@dataclass(frozen=True, slots=True)
class Law:
    """A statement of the ordinance made ready for comparing."""

    text: str
    words: list[Word]
    vocabulary: frozenset[str]
    hard: frozenset[int]  # positions of the words that may not change
    keys: list[str]  # beginnings of the words that the other statements do not have, in order
    stems: frozenset[str]  # the same as they are spelt
    seeds: list[tuple[str, int]]  # runs of words, and the character at which each stands

    def opens_like(self, words: Sequence[Word]) -> bool:
        """A text begins with something that is peculiar to this statement's beginning."""
        return len({w.norm[:6] for w in words[:CLAUSE]}.intersection(self.keys[:FIRST])) >= LEAST


class Oath(NamedTuple):
    """Positions of the verb of certifying and of the first word (the person) that belongs to it."""

    verb: int
    first: int


@cache
def prepared(text: str, others: tuple[str, ...]) -> Law:
    """The statement `text` of an ordinance whose other statements are `others`."""
    words = words_of(text)
    hard = {i for i, word in enumerate(words) if word.norm[0] == "#"}
    for entry, phrase in zip(data()["hard"], phrases("hard"), strict=True):
        starred = [k for k, word in enumerate(entry.split()) if word.startswith("*")]
        size = len(entry.split())
        hard |= {i + k for i in range(len(words)) for k in starred if line(words[i : i + size]) == phrase}
    common = {w.norm[:6] for other in others for w in words_of(other)}
    common |= {w[:6] for oath in phrases("oaths") for w in oath.split()}
    keyed = [w for w in words if len(w.norm) > 4 and w.norm[:6] not in common]
    return Law(
        text=text,
        words=words,
        vocabulary=frozenset(w.norm for w in words),
        hard=frozenset(hard),
        keys=[w.norm[:6] for w in keyed],
        stems=frozenset(text[w.start : w.end].lower()[:6] for w in keyed),
        seeds=[(m[0].lower(), m.start()) for m in re.finditer(r"\w{3,} \w+ \w{5,} \w+", text)][1::2],
    )


@lru_cache(1 << 16)
def in_words_of(vocabulary: frozenset[str], word: str) -> str:
    """The law's word that a word of the text is, slips of the OCR allowed; the word itself if it is none."""
    if word in vocabulary or len(word) < 4:
        return word
    near = process.extract(word, sorted(vocabulary), scorer=Indel.normalized_similarity, score_cutoff=NEAR, limit=3)
    return next((w for w, _, _ in near if abs(len(w) - len(word)) < 3 and alike(w, word)), word)


def share(law: Law, words: Sequence[Word]) -> float:
    """Share of the law's words that stand in the text in order."""
    text = [in_words_of(law.vocabulary, w.norm) for w in words]
    return LCSseq.similarity([w.norm for w in law.words], text) / max(1, len(law.words))


def evidence(law: Law, laws: Sequence[Law], words: Sequence[Word]) -> float:
    """Share of the words peculiar to a law that stand in the text in order, and a bonus for forms of it."""
    text = line(words)
    fragments = [f for _, _, own in _forms_of(law, laws) for f in own]
    return _keyed(law, [w.norm for w in words]) + BONUS * sum(_contains(text, f) for f in fragments)


def form_of(law: Law, laws: Sequence[Law], words: Sequence[Word]) -> str:
    """The name of the widespread form of the law that a text follows, or an empty string.

    It is told by the fragments that the law itself has not.
    """
    text, ordinance = line(words), line(law.words)
    shares = {"": FORM}
    for name, fragments, _ in _forms_of(law, laws):
        telling = [f for f in fragments if not _contains(ordinance, f)]
        shares[name] = sum(_contains(text, f) for f in telling) / max(1, len(telling))
    return max(shares, key=lambda name: (shares[name], name))


def has_fragment(words: Sequence[Word]) -> bool:
    """A fragment of a widespread form is in the text."""
    text = line(words)
    return any(_contains(text, fragment) for _, fragments, _ in _forms() for fragment in fragments)


def in_first_person(words: Sequence[Word]) -> bool:
    """One of the words is of the first person."""
    return any(w.norm in phrases("first_person") for w in words)


def certifies(words: Sequence[Word]) -> bool:
    """Somebody certifies in the first person."""
    return next(_verbs(words), None) is not None


def opens(words: Sequence[Word], at: int) -> bool:
    """Somebody certifies in the first person near the word `at`."""
    return certifies(words[max(0, at - 8) : at + BACK])


def oaths(words: Sequence[Word]) -> Iterator[Oath]:
    """Where somebody certifies in the first person under penalty of law."""
    for verb in _verbs(words):
        if any(oath in line(words[verb : verb + 10]) for oath in phrases("oaths")):
            first = (i for i in range(max(0, verb - BACK), verb) if in_first_person(words[i : i + 1]))
            yield Oath(verb, next(first))


def of_something_else(words: Sequence[Word]) -> bool:
    """The first words say that a notice, an inspection or a finished site is certified."""
    opening = f" {line(words[:OPENING])} "
    return any(f" {phrase} " in opening for phrase in phrases("elsewhere"))


@cache
def probes() -> tuple[str, ...]:
    """Substrings in lower case that lead to oaths."""
    return tuple(data()["probes"])


def _verbs(words: Sequence[Word]) -> Iterator[int]:
    """Positions of the verbs of certifying that have a first person a few words before them."""
    for i, word in enumerate(words):
        if _is_verb(word.norm) and in_first_person(words[max(0, i - BACK) : i]):
            yield i


@lru_cache(1 << 16)
def _is_verb(word: str) -> bool:
    return any(alike(verb, word) for verb in phrases("verbs"))


def _keyed(law: Law, norms: Sequence[str]) -> float:
    return LCSseq.similarity(law.keys, [norm[:6] for norm in norms]) / max(1, len(law.keys))


@cache
def _forms() -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    """The widespread forms: name, fragments (normalised), and those of them that no other form has."""
    forms = {form["name"]: tuple(line(words_of(f)) for f in form["fragments"]) for form in data()["form"]}
    times = Counter(fragment for fragments in forms.values() for fragment in fragments)
    return tuple((name, all_, tuple(f for f in all_ if times[f] == 1)) for name, all_ in forms.items())


def _forms_of(law: Law, laws: Sequence[Law]) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """The forms that have more of the words peculiar to a law in common than of the other laws'."""
    for form in _forms():
        words = " ".join(form[1]).split()
        if max(laws, key=lambda it: _keyed(it, words)) is law:
            yield form


def _contains(text: str, fragment: str) -> bool:
    """A normalised fragment is in a normalised text, slips and small changes allowed."""
    return len(text) >= len(fragment) and fuzz.partial_ratio(fragment, text) >= CONTAINED
