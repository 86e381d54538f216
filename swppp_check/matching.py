"""From countable text to evidence: the rules of `checklists/items/` applied to every sentence of a submission."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from swppp_check.checklists import Clause, ElementRule
from swppp_check.language import Hit, Language, Matched
from swppp_check.submission import Block, Document, Kind, Submission
from swppp_check.zones import zones

# How many words a negation reaches to its right.
NEGATION_REACH = 6
# A label on a drawing sheet of so many words is a note, which says something.
NOTE_WORDS = 9
# A heading above more than this share of a document is its title.
TITLE_SHARE = 0.75


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
        self._titled: dict[int, set[int]] = {}
        self._titles = self._title_terms()
        self._in_section: dict[tuple[int, int], set[str]] | None = None

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

    def sentences_of_block(self, document: int, block: int) -> Sequence[int]:
        """The sentences of a block of the document with that number."""
        return self._in_block[self._first[document] + block]

    def block_texts(self) -> Iterator[tuple[Document, Block, str]]:
        """Every block with the reason why it does not count."""
        for (document, block), reason in zip(self._block, self._reason, strict=True):
            yield document, block, reason

    def sentences_with(self, terms: Iterable[str]) -> set[int]:
        """The sentences in which one of the terms stands."""
        return set().union(*(self.matched.hits.get(t, {}).keys() for t in terms))

    # ---------------------------------------------------------------- rules
    def find(self, clauses: Sequence[Clause]) -> Iterator[Find]:
        """Every place that meets one of the clauses, counted or not, in reading order within a clause."""
        for clause in clauses:
            for sentence in sorted(self._candidates(clause)):
                reason = self._judge(clause, sentence)
                if reason is not None:
                    yield Find(self.place(sentence), reason)

    def mentions(self, rule: ElementRule) -> Iterator[Find]:
        """Places that only mention the element's subject."""
        for sentence in sorted(self.sentences_with(rule.topic)):
            yield Find(self.place(sentence), self.zone(sentence) or self._polarity(sentence))

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
            places = self.matched.hits.get(term, {})
            found = {s for s in found if len(places.get(s, ())) >= least}
        if clause.none:
            ruled_out = self.sentences_with(clause.none)
            found -= self._whole_blocks(ruled_out) if clause.within == "block" else ruled_out
        return {s for s in found if self._stands(clause, s)}

    def _whole_blocks(self, sentences: Iterable[int]) -> set[int]:
        """All sentences of the blocks in which these stand."""
        return {s for i in sentences for s in self._in_block[self.matched.owner[i]]}

    def _stands(self, clause: Clause, sentence: int) -> bool:
        owner = self.matched.owner[sentence]
        document, block = self._block[owner]
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
        above = self._titles[owner]
        if clause.under and not any(t in above for t in clause.under):
            return False
        if any(t in above for t in clause.not_under):
            return False
        if clause.section:
            around = self._section_terms(document, block)
            return any(t in around for t in clause.section)
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
        return [h for t in group.split("|") for h in self.matched.hits.get(t, {}).get(sentence, ())]

    def _judge(self, clause: Clause, sentence: int) -> str | None:
        """The reason why a met clause does not count ('' where it does)."""
        if clause.on == "title":
            zone = self.zone(sentence)
            return "" if "sheet" in zone else zone
        if zone := self.zone(sentence):
            return zone
        sentences = self._in_block[self.matched.owner[sentence]] if clause.within == "block" else [sentence]
        for term, reason in POLARITY:
            if term == "deferral" and clause.deferred:
                continue
            if sentence in self.matched.hits.get(term, {}):
                return reason
        if not clause.negated:
            for group in clause.all:
                hits = [(s, h) for s in sentences for h in self._hits(group, s)]
                if hits and all(self._negated(s, h) for s, h in hits):
                    return "only in a negation"
        return ""

    def _polarity(self, sentence: int) -> str:
        return next((reason for term, reason in POLARITY if sentence in self.matched.hits.get(term, {})), "")

    def _negated(self, sentence: int, hit: Hit) -> bool:
        def stopped(start: int, end: int) -> bool:
            stops = self.matched.hits.get("negation-stop", {}).get(sentence, ())
            return any(start <= stop.start < end for stop in stops)

        before = self.matched.hits.get("negation", {}).get(sentence, ())
        after = self.matched.hits.get("negation-after", {}).get(sentence, ())
        return any(
            cue.start <= hit.start <= cue.end + NEGATION_REACH and hit.end > cue.end and not stopped(cue.end, hit.start)
            for cue in before
        ) or any(0 <= cue.start - hit.end <= NEGATION_REACH and not stopped(hit.end, cue.start) for cue in after)

    # ---------------------------------------------------------------- context
    def _title_terms(self) -> list[frozenset[str]]:
        """For each block, the terms of the headings above it, its sheet's title and its table's header row."""
        of_text: dict[int, set[str]] = defaultdict(set)
        for term, places in self.matched.hits.items():
            for sentence in places:
                of_text[self.matched.owner[sentence]].add(term)
        heading: dict[tuple[int, int], set[str]] = {}
        title: dict[tuple[int, int], set[str]] = defaultdict(set)
        header: dict[tuple[int, int], tuple[int, set[str]]] = {}
        number = {id(d): n for n, d in enumerate(self.documents)}
        for index, (document, block) in enumerate(self._block):
            n = number[id(document)]
            if block.kind is Kind.HEADING and block.sheet is None and not self._is_title(n, block.section):
                heading[n, block.section] = of_text[index]
            elif block.kind is Kind.HEADING and block.sheet is not None:
                title[n, block.sheet] |= of_text[index]
            if block.table is not None and (n, block.table) not in header:
                header[n, block.table] = (index, of_text[index])
        chains: dict[tuple[int, int], frozenset[str]] = {}
        result = []
        for index, (document, block) in enumerate(self._block):
            n = number[id(document)]
            if (n, block.section) not in chains:
                terms: set[str] = set()
                at: int | None = block.section
                while at:
                    terms |= heading.get((n, at), set())
                    at = document.sections[at].parent
                chains[n, block.section] = frozenset(terms)
            above = chains[n, block.section] if block.sheet is None else frozenset(title[n, block.sheet])
            if block.table is not None and header[n, block.table][0] != index:
                above |= header[n, block.table][1]
            result.append(above)
        return result

    def _is_title(self, document: int, section: int) -> bool:
        """Whether a heading is the document's own title, which says nothing of what stands under it."""
        if document not in self._titled:
            blocks = self.documents[document].blocks
            under: Counter[int] = Counter()
            for block in blocks:
                at: int | None = block.section
                while at:
                    under[at] += 1
                    at = self.documents[document].sections[at].parent
            text = sum(block.kind is not Kind.HEADING for block in blocks)
            self._titled[document] = {s for s, n in under.items() if text > 30 and n > TITLE_SHARE * len(blocks)}
        return section in self._titled[document]

    def _section_terms(self, document: Document, block: Block) -> set[str]:
        if self._in_section is None:
            self._in_section = defaultdict(set)
            for term, places in self.matched.hits.items():
                for sentence in places:
                    if not self.zone(sentence):
                        d, b = self._block[self.matched.owner[sentence]]
                        self._in_section[id(d), b.section].add(term)
        return self._in_section[id(document), block.section]


# Sentences that promise, pose a condition, or quote what is required; terms of the vocabulary and the reason.
POLARITY: tuple[tuple[str, str], ...] = (
    ("placeholder", "only in a placeholder"),
    ("deferral", "only promised"),
    ("requirement", "only in a quoted requirement"),
)
