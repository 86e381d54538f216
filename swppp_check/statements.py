"""Is a certification statement in a plan, in the ordinance's words?

The places where one may stand are found by cheap substrings. There the words of the ordinance and of the plan
are aligned in order (never compared as sets), and what does not align decides: slips of the OCR and a few
slipped words leave a statement present, other clauses make it an altered one. Everything said about words
besides the ordinance's own stands in `checklists/statements.toml` and in the tables of `wording`.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from rapidfuzz.distance import LCSseq, Levenshtein

from swppp_check import certifying
from swppp_check.certifying import Law, in_words_of, prepared
from swppp_check.plain import elided
from swppp_check.wording import (
    Region,
    Word,
    align,
    blurred,
    excerpt,
    gaps,
    judged,
    merged,
    reversed_sense,
    words_of,
)

# Measured in tests/test_statements.py; shares of 1 where nothing else is said.
SLIPS = 3  # words that may be omitted, added or replaced in a statement that is present
NOISE = 0.10  # edited characters, per character of the law, in a statement that is present
ALIGNED = 0.40  # words of the law, in order, that make an altered statement
HEADLESS = 0.60  # the same where no "I certify" was found before it
EVIDENCE = 0.14  # words peculiar to the law, in order, that make a free wording after an oath
STEMS, SEEDED = (
    0.20,
    0.60,
)  # words peculiar to the law that make a place worth a look: by an oath, and elsewhere
NEAR = 60  # characters around a probe in which another one stands
REACH, BEFORE = 1.6, 150  # the text searched: a multiple of the law's length, and characters before a hit
SENTENCE = re.compile(r"[.!?]['\"\u201d\u2019)]*(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Difference:
    """Words that the ordinance or the plan has and the other has not, as written."""

    kind: Literal["omits", "adds", "has"]
    law: str
    found: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A certification statement found in texts `first` to `last` (indexes, both included).

    `quote` is its text as it stands there; `likeness` is the share, 0 to 1, of the law's words that were
    aligned in order; `form` names the widespread form (`checklists/statements.toml`) that the wording
    follows, or is empty. A statement that is present may have differences: the slips that were tolerated.
    """

    verdict: Literal["present", "altered"]
    first: int
    last: int
    quote: str
    likeness: float
    differences: tuple[Difference, ...]
    form: str = ""


def find_statements(law: str, texts: Sequence[str], others: Sequence[str] = ()) -> tuple[Statement, ...]:
    """The places in a document's `texts` (its blocks, in order) where the statement `law` stands, in order.

    `others` are the ordinance's other statements: a text that is closer to one of them is that one.
    """
    search = _Search(prepared(law, tuple(others)), [prepared(other, (law,)) for other in others], texts)
    found: list[Statement] = []
    done = 0
    for at, start, end in search.places():
        if at >= done:
            for statement, stop in search.statements(max(start, done), end, len(search.document)):
                found.append(statement)
                done = stop
    return tuple(found)


def describe(difference: Difference) -> str:
    """The difference as it stands in a sentence about the plan; of long words their beginning and their end."""
    match difference.kind:
        case "omits":
            return f'omits "{elided(difference.law)}"'
        case "adds":
            return f'adds "{elided(difference.found)}"'
        case "has":
            return f'has "{elided(difference.found)}" where the ordinance has "{elided(difference.law)}"'


class _Search:
    """A statement of the ordinance sought in one document."""

    def __init__(self, law: Law, rivals: Sequence[Law], texts: Sequence[str]) -> None:
        self.law, self.rivals = law, rivals
        self.document = "\n".join(texts)
        self.starts = [0]
        for text in texts[:-1]:
            self.starts.append(self.starts[-1] + len(text) + 1)

    def places(self) -> Iterator[tuple[int, int, int]]:
        """Where the statement or something like it may stand: a character, and the stretch around it."""
        low = self.document.replace("\u0130", "I").lower().replace("\n", " ").replace("\xa0", " ")
        probes = certifying.probes()
        hits = [(at, 0) for probe in probes for at in _finditer(low, probe)]
        hits += [(at, offset) for seed, offset in self.law.seeds for at in _finditer(low, seed)]
        before = -BEFORE
        for at, offset in sorted(hits):
            start = max(0, at - BEFORE - int(1.1 * offset))
            if start < before + BEFORE // 2:
                continue
            near, window = low[max(0, at - NEAR) : at + NEAR], low[start : self._reach(start)]
            sworn = not offset and sum(probe in near for probe in probes) > 1
            stems = sum(stem in window for stem in self.law.stems) / max(1, len(self.law.stems))
            if stems >= (STEMS if sworn else SEEDED):
                before = start
                yield at, start, self._reach(start)

    def statements(self, start: int, end: int, cap: int) -> Iterator[tuple[Statement, int]]:
        """The statements between two characters, each with the character after it and none beyond `cap`."""
        words = self._words(start, end)
        pairs = self._pairs(words)
        if pairs and (begin := words[pairs[0][1]].start) > start + 2 * BEFORE:
            if certifying.opens(words, pairs[0][1]):  # another one may stand before it
                for earlier in self.statements(start, begin, begin):
                    yield earlier
                    start = earlier[1]
            words = self._words(start, min(cap, self._reach(begin)))
            pairs = self._pairs(words)
        found = (self._aligned(words, pairs) if pairs else None) or self._free(words)
        if found:
            yield found

    def _reach(self, start: int) -> int:
        return start + BEFORE + int(REACH * len(self.law.text)) + 300

    def _words(self, start: int, end: int) -> list[Word]:
        """The words there, without page feet and heads: short blocks with a number and little of the law."""
        words: list[Word] = []
        for _, group in groupby(words_of(self.document, start, end), key=lambda word: self._block(word.start)):
            block = list(group)
            short = len(block) <= 12 and any(w.norm[0] == "#" or w.norm.isdigit() for w in block)
            if not short or 2 * sum(w.norm in self.law.vocabulary for w in block) >= len(block):
                words += block
        return words

    def _pairs(self, words: Sequence[Word]) -> list[tuple[int, int]]:
        """Positions of the law's words and the text's that are the same, if they are enough to look at."""
        law = [w.norm for w in self.law.words]
        text = [in_words_of(self.law.vocabulary, w.norm) for w in words]
        return align(law, text) if LCSseq.similarity(law, text) >= ALIGNED * len(law) else []

    def _aligned(self, words: list[Word], pairs: list[tuple[int, int]]) -> tuple[Statement, int] | None:
        """The statement at aligned words, if enough of them are."""
        first, last = pairs[0][1], pairs[-1][1]
        left, edits = self._differing(words, pairs, last)
        likeness = 1 - sum(r.i1 - r.i0 for r in left) / len(self.law.words)
        slips = sum(max(r.i1 - r.i0, r.j1 - r.j0) for r in left)
        changed = any(self._changes_sense(r, words) for r in left)
        if slips <= SLIPS and not changed and edits <= NOISE * len(self.law.text):
            return self._statement("present", words, (first, last), likeness, left)
        span = words[first : last + 1]
        if (
            likeness < (ALIGNED if certifying.opens(words, first) else HEADLESS)
            or not certifying.in_first_person(span)
            or certifying.of_something_else(span)
            or any(certifying.share(rival, span) > likeness for rival in self.rivals)
        ):
            return None
        last = self._last_word(words, last, pairs[-1][0] + 1 < len(self.law.words))
        left, _ = self._differing(words, pairs, last)
        return self._statement("altered", words, (first, last), likeness, left)

    def _differing(self, words: list[Word], pairs: list[tuple[int, int]], last: int) -> tuple[list[Region], int]:
        """What differs, and how many characters of the rest the OCR changed."""
        edits = sum(Levenshtein.distance(self.law.words[i].norm, words[j].norm) for i, j in pairs)
        left = []
        for gap in gaps(pairs, len(self.law.words), last):
            region, changed = judged(self.law.words, words, gap)
            edits += changed
            if region:
                left.append(region)
        return left, edits

    def _changes_sense(self, gap: Region, words: Sequence[Word]) -> bool:
        """A hard word of the law is missing or another one, or the text reverses the sense."""
        found = words[gap.j0 : gap.j1]
        hard = [self.law.words[i] for i in range(gap.i0, gap.i1) if i in self.law.hard]
        return reversed_sense(self.law.words[gap.i0 : gap.i1], found) or any(
            not any(blurred(word.norm, other.norm) for other in found) for word in hard
        )

    def _free(self, words: list[Word]) -> tuple[Statement, int] | None:
        """The statement in free words: an oath, and enough of what is peculiar to the law."""
        oaths = list(certifying.oaths(words))
        if not oaths or words[oaths[0].verb].start > words[0].start + 2 * BEFORE:
            return None
        oath, *others = oaths
        limit = next((words[o.first].start for o in others if o.verb > oath.verb + 15), words[-1].end)
        if certifying.of_something_else(words[oath.verb :]) or not self.law.opens_like(words[oath.verb :]):
            return None
        stop = self._end_of_sentence(words[oath.verb].start, limit)
        while stop < limit and self._goes_on(stop, following := self._end_of_sentence(stop, limit)):
            stop = following
        span = [w for w in words[oath.verb :] if w.end <= stop]
        laws = [self.law, *self.rivals]
        evidence, *theirs = (certifying.evidence(law, laws, span) for law in laws)
        if not span or evidence < EVIDENCE or any(their >= evidence for their in theirs):
            return None
        last = oath.verb + len(span) - 1
        whole = [Region(0, len(self.law.words), oath.first, last + 1)]
        return self._statement("altered", words, (oath.first, last), certifying.share(self.law, span), whole)

    def _goes_on(self, start: int, end: int) -> bool:
        """The sentence there is still the statement's: a form's fragment, or words peculiar to the law."""
        words = words_of(self.document, start, end)
        stems = {w.norm[:6] for w in words}
        own, *theirs = (len(stems.intersection(law.keys)) for law in (self.law, *self.rivals))
        peculiar = own >= max(2, *theirs, 0) and (certifying.in_first_person(words) or 5 * own >= len(words))
        return peculiar or certifying.has_fragment(words)

    def _last_word(self, words: list[Word], last: int, unfinished: bool) -> int:
        """The last word of an altered statement, with the rest of its sentence and a form's sentences."""
        stop = words[last].end
        for _ in range(3):
            following = self._end_of_sentence(stop, words[-1].end)
            rest = unfinished and self._block(following - 1) == self._block(words[last].start)
            sentence = words_of(self.document, stop, following)
            if certifying.certifies(sentence) or not (rest or certifying.has_fragment(sentence)):
                break
            stop, unfinished = following, False
        return max(i for i, w in enumerate(words) if w.end <= stop)

    def _end_of_sentence(self, start: int, limit: int) -> int:
        end = SENTENCE.search(self.document, start + 1, limit)
        return end.end() if end else limit

    def _block(self, at: int) -> int:
        return bisect_right(self.starts, at) - 1

    def _statement(
        self,
        verdict: Literal["present", "altered"],
        words: list[Word],
        span: tuple[int, int],
        likeness: float,
        left: Sequence[Region],
    ) -> tuple[Statement, int]:
        first, last = span
        differences = []
        for r in merged(left, self.law.words, words):
            law = excerpt(self.law.text, self.law.words, r.i0, r.i1)
            found = excerpt(self.document, words, r.j0, r.j1)
            differences.append(Difference("has" if law and found else "omits" if law else "adds", law, found))
        form = (
            certifying.form_of(self.law, [self.law, *self.rivals], words[first : last + 1])
            if verdict == "altered"
            else ""
        )
        begin, end = words[first].start, words[last].end
        quote = excerpt(self.document, words, first, last + 1) + "." * (self.document[end : end + 1] == ".")
        blocks = self._block(begin), self._block(end - 1)
        return Statement(verdict, *blocks, quote, round(likeness, 3), tuple(differences), form), end


def _finditer(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)
