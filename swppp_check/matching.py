"""From countable text to evidence: the rules of `checklists/items/` applied to every sentence of a submission."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import get_args

from swppp_check.bits import bits_of, numbers_in
from swppp_check.checklists import Clause, ElementRule
from swppp_check.context import above
from swppp_check.language import Language, Matched
from swppp_check.phrasebook import Hit
from swppp_check.submission import Block, Document, Kind, Submission
from swppp_check.zones import zones

# How many words a negation reaches to its right.
NEGATION_REACH = 6
# A label on a drawing sheet of so many words is a note, which says something.
NOTE_WORDS = 9
# A question without an answer: nothing follows it, or both answers to choose from and no box that is checked.
UNMARKED = r"[\s|/()\[\]\u2610\u25a1\u274f_.,:'\"-]*"
QUESTION = re.compile(rf"\?{UNMARKED}(?:\by(?:es)?\b{UNMARKED}\bno?\b{UNMARKED}(?:n/?a\b{UNMARKED})?)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence and where it stands."""

    document: Document
    block: Block
    text: str
    sentence: int


@dataclass(frozen=True, slots=True)
class Find:
    """An element's conditions met at a place; `reason` says why it does not count, empty where it does."""

    place: Place
    reason: str = ""


class Reading:
    """A submission with every term found in it: what the rules are asked about."""

    def __init__(self, submission: Submission, language: Language) -> None:
        self.documents = submission.documents
        texts = [block.text for document in self.documents for block in document.blocks]
        self.matched: Matched = language.match(texts)
        self._all = (1 << len(self.matched.sentences)) - 1
        self._block: list[tuple[Document, Block]] = [(d, b) for d in self.documents for b in d.blocks]
        self._reason: list[str] = []
        self._first: list[int] = []
        offset = 0
        for document in self.documents:
            self._first.append(offset)
            self._reason += zones(document, self.matched, offset).reasons
            offset += len(document.blocks)
        self._in_block: dict[int, list[int]] = defaultdict(list)
        for index, owner in enumerate(self.matched.owner):
            self._in_block[owner].append(index)
        self._under: dict[frozenset[int], list[int]] = defaultdict(list)  # by what stands above them
        for first, document in zip(self._first, self.documents, strict=True):
            own = [self._in_block[first + i] for i in range(len(document.blocks))]
            for over, inside in zip(above(document, own), own, strict=True):
                self._under[over] += inside
        self._headings = bits_of([s for over in self._under for s in over], len(self.matched.sentences))
        self._known_below: dict[tuple[str, ...], int] = {}
        self._on = self._by_place()
        self._weakened = self._possible(term for term, _ in POLARITY)

    def _by_place(self) -> Mapping[str, int]:
        """The sentences that stand on what a clause's `on` may say, as bits."""
        on: dict[str, list[int]] = {place: [] for place in get_args(Clause.model_fields["on"].annotation)}
        for owner, (_, block) in enumerate(self._block):
            for place in _places(block):
                on[place] += self._in_block[owner]
        return {place: bits_of(own, len(self.matched.sentences)) for place, own in on.items()}

    # ---------------------------------------------------------------- places
    def place(self, sentence: int) -> Place:
        """Where a sentence stands."""
        document, block = self._block[self.matched.owner[sentence]]
        return Place(document, block, self.matched.sentences[sentence].text, sentence)

    def zone(self, sentence: int) -> str:
        """Why the sentence's block does not count; empty where it does."""
        return self._reason[self.matched.owner[sentence]]

    def block_reason(self, document: int, block: int) -> str:
        """Why a block of the document with that number does not count; empty where it does."""
        return self._reason[self._first[document] + block]

    def set_apart(self, document: int, block: int, reason: str) -> None:
        """Let a block of the document with that number no longer count, where it still does."""
        at = self._first[document] + block
        self._reason[at] = self._reason[at] or reason

    def sentences_of_block(self, document: int, block: int) -> Sequence[int]:
        """The sentences of a block of the document with that number."""
        return self._in_block[self._first[document] + block]

    def block_texts(self) -> Iterator[tuple[Document, Block, str]]:
        """Every block with the reason why it does not count."""
        for (document, block), reason in zip(self._block, self._reason, strict=True):
            yield document, block, reason

    def sentences_with(self, terms: Iterable[str]) -> set[int]:
        """The sentences in which one of the terms stands."""
        terms = tuple(terms)
        return {s for s in numbers_in(self._possible(terms)) if self.has(terms, s)}

    def meeting(self, *groups: Iterable[str], without: Iterable[str] = ()) -> list[int]:
        """The sentences in which a term of each group stands and none of those without, in order."""
        every = [tuple(group) for group in groups]
        barred = tuple(without)
        possible = reduce(and_, map(self._possible, every), self._all)
        return [s for s in numbers_in(possible) if all(self.has(g, s) for g in every) and not self.has(barred, s)]

    def has(self, terms: Iterable[str], sentence: int) -> bool:
        """Whether one of the terms stands in the sentence."""
        return any(sentence in self.matched.hits.of(term) for term in terms)

    def _possible(self, terms: Iterable[str]) -> int:
        """The sentences in which one of the terms may stand, as bits."""
        return reduce(or_, (self.matched.hits.of(term).possible for term in terms), 0)

    # ---------------------------------------------------------------- rules
    def find(self, clauses: Sequence[Clause]) -> Iterator[Find]:
        """Every place that meets one of the clauses, counted or not, in reading order within a clause."""
        for clause in clauses:
            for sentence in self._candidates(clause):
                yield Find(self.place(sentence), self._judge(clause, sentence))

    def mentions(self, rule: ElementRule, *, uncounted: bool = False) -> Iterator[Find]:
        """Places that only mention the element's subject; `uncounted` are those that would not count anyway."""
        for sentence in numbers_in(self._possible(rule.topic)):
            reason = self.zone(sentence) or self._polarity(sentence)
            if (reason or not uncounted) and self.has(rule.topic, sentence):
                yield Find(self.place(sentence), reason)

    def alike(self, rule: ElementRule) -> Iterator[tuple[int, Find]]:
        """Mentions of the subject that have more than one part of what is asked, and how many: one is in passing."""
        titled = self._below(rule.topic)
        likely = 0
        for clause in (*rule.seek, *rule.also):
            one = two = 0
            for part in (*(self._possible(group.split("|")) for group in clause.all), titled):
                one, two = one | part, two | one & part
            likely |= two
        for sentence in numbers_in(likely & self._possible(rule.topic)):
            if not self.zone(sentence) and not self._polarity(sentence) and self.has(rule.topic, sentence):
                parts = max((self._parts(clause, sentence) for clause in (*rule.seek, *rule.also)), default=0)
                if (alike := parts + (titled >> sentence & 1)) > 1:
                    yield alike, Find(self.place(sentence))

    def _parts(self, clause: Clause, sentence: int) -> int:
        """How many parts of a clause a sentence has, and does not deny."""
        found = [self._hits(group, sentence) for group in clause.all]
        return sum(not all(self._negated(sentence, hit) for hit in hits) for hits in found)

    def _candidates(self, clause: Clause) -> Iterator[int]:
        """The sentences that meet a clause but for what takes their force away, in order."""
        groups = [group.split("|") for group in clause.all]
        possible = [self._possible(group) for group in groups]
        right = self._standing(clause)
        if clause.within == "block" and groups:
            blocks = set.intersection(*({self.matched.owner[s] for s in numbers_in(p)} for p in possible))
            sentences = numbers_in(right & reduce(or_, possible))
            return (s for s in sentences if self.matched.owner[s] in blocks and self._meets(clause, groups, s))
        return (s for s in numbers_in(reduce(and_, possible, right)) if self._meets(clause, groups, s))

    def _meets(self, clause: Clause, groups: Sequence[Sequence[str]], sentence: int) -> bool:
        """Whether a sentence that stands in the right place has the words of a clause."""
        block = self._in_block[self.matched.owner[sentence]] if clause.within == "block" else [sentence]
        if not all(any(self.has(group, s) for s in block) for group in groups):
            return False
        if len(block) > 1 and groups and not any(self.has(group, sentence) for group in groups):
            return False
        if any(len(self.matched.hits.of(t).at(sentence)) < least for t, least in clause.least.items()):
            return False
        if clause.none and any(self.has(clause.none, s) for s in block):
            return False
        if clause.section and self._section(sentence) not in self._sections_with(clause.section):
            return False
        return isinstance(clause.within, str) or self._close(clause, sentence)

    def _standing(self, clause: Clause) -> int:
        """The sentences that stand on and under what the clause says, as bits."""
        right = self._on[clause.on]
        if clause.under:
            right &= self._below(clause.under)
        return right & ~self._below(clause.not_under) if clause.not_under else right

    def _below(self, terms: tuple[str, ...]) -> int:
        """The sentences above which one of the terms stands, as bits."""
        if terms not in self._known_below:
            named = {s for s in numbers_in(self._possible(terms) & self._headings) if self.has(terms, s)}
            below = [s for over, own in self._under.items() if not over.isdisjoint(named) for s in own]
            self._known_below[terms] = bits_of(below, len(self.matched.sentences))
        return self._known_below[terms]

    def _sections_with(self, terms: tuple[str, ...]) -> frozenset[tuple[str, int]]:
        """The sections in which a sentence that counts has one of the terms."""
        return frozenset(self._section(s) for s in self.sentences_with(terms) if not self.zone(s))

    def _section(self, sentence: int) -> tuple[str, int]:
        document, block = self._block[self.matched.owner[sentence]]
        return document.path, block.section

    def _close(self, clause: Clause, sentence: int) -> bool:
        """Whether one hit of every group lies within the clause's number of words."""
        groups = [self._hits(group, sentence) for group in clause.all]
        assert isinstance(clause.within, int)
        for anchor in groups[0]:
            window = (anchor.start - clause.within, anchor.end + clause.within)
            if all(any(window[0] <= h.start and h.end <= window[1] for h in hits) for hits in groups[1:]):
                return True
        return False

    def _hits(self, group: str, sentence: int) -> list[Hit]:
        return [h for t in group.split("|") for h in self.matched.hits.of(t).at(sentence)]

    def _judge(self, clause: Clause, sentence: int) -> str:
        """The reason why a met clause does not count; empty where it does."""
        zone = self.zone(sentence)
        if clause.on == "title":
            return "" if "sheet" in zone else zone
        if reason := zone or self._polarity(sentence):
            return reason
        if not clause.negated:
            sentences = self._in_block[self.matched.owner[sentence]] if clause.within == "block" else [sentence]
            for group in clause.all:
                hits = [(s, h) for s in sentences for h in self._hits(group, s)]
                if hits and all(self._negated(s, h) for s, h in hits):
                    return "only in a negation"
        return ""

    def _polarity(self, sentence: int) -> str:
        """What takes a sentence's force away; empty where nothing does."""
        if QUESTION.search(self.matched.sentences[sentence].text):
            return "only a question"
        if not self._weakened >> sentence & 1:
            return ""
        return next((reason for term, reason in POLARITY if sentence in self.matched.hits.of(term)), "")

    def _negated(self, sentence: int, hit: Hit) -> bool:
        def stopped(start: int, end: int) -> bool:
            stops = self.matched.hits.of("negation-stop").at(sentence)
            return any(start <= stop.start < end for stop in stops)

        before = self.matched.hits.of("negation").at(sentence)
        after = self.matched.hits.of("negation-after").at(sentence)
        return any(
            cue.start <= hit.start <= cue.end + NEGATION_REACH and hit.end > cue.end and not stopped(cue.end, hit.start)
            for cue in before
        ) or any(0 <= cue.start - hit.end <= NEGATION_REACH and not stopped(hit.end, cue.start) for cue in after)


def _places(block: Block) -> Iterator[str]:
    """What a clause's `on` may say of a block."""
    if block.kind is Kind.HEADING:
        if block.sheet is not None:
            yield "title"
        return
    yield "any"
    if block.sheet is None:
        yield "prose"
    elif block.kind is Kind.LABEL:
        yield "sheet"
    if block.sheet is None or len(block.text.split()) >= NOTE_WORDS:
        yield "text"
    if block.kind is Kind.ROW:
        yield "row"


# Sentences that promise, pose a condition, or quote what is required; terms of the vocabulary and the reason.
POLARITY: tuple[tuple[str, str], ...] = (
    ("prompt", "only a prompt"),
    ("placeholder", "only in a placeholder"),
    ("deferral", "only promised"),
    ("requirement", "only in a quoted requirement"),
)
