"""From countable text to evidence: the rules of `checklists/items/` applied to every sentence of a submission."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

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
        self._above: list[frozenset[int]] = []
        for first, document in zip(self._first, self.documents, strict=True):
            own = [self._in_block[first + i] for i in range(len(document.blocks))]
            self._above += above(document, own)

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
        return set().union(*(self.matched.hits.of(t) for t in terms))

    # ---------------------------------------------------------------- rules
    def find(self, clauses: Sequence[Clause]) -> Iterator[Find]:
        """Every place that meets one of the clauses, counted or not, in reading order within a clause."""
        for clause in clauses:
            for sentence in sorted(self._candidates(clause)):
                yield Find(self.place(sentence), self._judge(clause, sentence))

    def mentions(self, rule: ElementRule) -> Iterator[Find]:
        """Places that only mention the element's subject."""
        for sentence in sorted(self.sentences_with(rule.topic)):
            yield Find(self.place(sentence), self.zone(sentence) or self._polarity(sentence))

    def likeness(self, rule: ElementRule, sentence: int) -> int:
        """How much of what is asked a sentence has: the parts of the clause of which it has most, and a title above.

        One alone is a word that the plan may use for anything.
        """
        parts = max((self._parts(clause, sentence) for clause in (*rule.seek, *rule.also)), default=0)
        titled = not self._above[self.matched.owner[sentence]].isdisjoint(self.sentences_with(rule.topic))
        return parts + titled

    def _parts(self, clause: Clause, sentence: int) -> int:
        found = [self._hits(group, sentence) for group in clause.all]
        return sum(not all(self._negated(sentence, hit) for hit in hits) for hits in found)

    def _candidates(self, clause: Clause) -> set[int]:
        found: set[int] | None = None
        holding: set[int] = set()
        for group in clause.all:
            here = self.sentences_with(group.split("|"))
            if clause.within == "block":
                holding |= here
                here = self._whole_blocks(here)
            found = here if found is None else found & here
        if clause.within == "block" and found is not None:
            found &= holding
        if found is None:
            found = set(range(len(self.matched.sentences)))
        for term, least in clause.least.items():
            places = self.matched.hits.of(term)
            found = {s for s in found if len(places.get(s, ())) >= least}
        if clause.none:
            ruled_out = self.sentences_with(clause.none)
            found -= self._whole_blocks(ruled_out) if clause.within == "block" else ruled_out
        under, not_under = self.sentences_with(clause.under), self.sentences_with(clause.not_under)
        sections = {self._section(s) for s in self.sentences_with(clause.section) if not self.zone(s)}
        return {
            s
            for s in found
            if self._stands(clause, s)
            and not (clause.under and under.isdisjoint(self._above[self.matched.owner[s]]))
            and (not not_under or not_under.isdisjoint(self._above[self.matched.owner[s]]))
            and (not clause.section or self._section(s) in sections)
        }

    def _section(self, sentence: int) -> tuple[str, int]:
        document, block = self._block[self.matched.owner[sentence]]
        return document.path, block.section

    def _whole_blocks(self, sentences: Iterable[int]) -> set[int]:
        """All sentences of the blocks in which these stand."""
        return {s for i in sentences for s in self._in_block[self.matched.owner[i]]}

    def _stands(self, clause: Clause, sentence: int) -> bool:
        block = self._block[self.matched.owner[sentence]][1]
        match clause.on:
            case "sheet":
                right = block.sheet is not None and block.kind is Kind.LABEL
            case "prose":
                right = block.sheet is None
            case "text":
                right = block.sheet is None or len(block.text.split()) >= NOTE_WORDS
            case "row":
                right = block.kind is Kind.ROW
            case "title":
                right = block.kind is Kind.HEADING and block.sheet is not None
            case _:
                right = True
        if not right or (block.kind is Kind.HEADING) != (clause.on == "title"):
            return False
        return isinstance(clause.within, str) or self._close(clause, sentence)

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
        return [h for t in group.split("|") for h in self.matched.hits.of(t).get(sentence, ())]

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
        if self.matched.sentences[sentence].text.endswith("?"):
            return "only a question"
        return next((reason for term, reason in POLARITY if sentence in self.matched.hits.of(term)), "")

    def _negated(self, sentence: int, hit: Hit) -> bool:
        def stopped(start: int, end: int) -> bool:
            stops = self.matched.hits.of("negation-stop").get(sentence, ())
            return any(start <= stop.start < end for stop in stops)

        before = self.matched.hits.of("negation").get(sentence, ())
        after = self.matched.hits.of("negation-after").get(sentence, ())
        return any(
            cue.start <= hit.start <= cue.end + NEGATION_REACH and hit.end > cue.end and not stopped(cue.end, hit.start)
            for cue in before
        ) or any(0 <= cue.start - hit.end <= NEGATION_REACH and not stopped(hit.end, cue.start) for cue in after)


# Sentences that promise, pose a condition, or quote what is required; terms of the vocabulary and the reason.
POLARITY: tuple[tuple[str, str], ...] = (
    ("prompt", "only a prompt"),
    ("placeholder", "only in a placeholder"),
    ("deferral", "only promised"),
    ("requirement", "only in a quoted requirement"),
)
