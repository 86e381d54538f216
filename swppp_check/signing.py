"""Signature lines in a submission: what stands on each, and who signs by the words around it.

Nothing is claimed beyond what was seen: a mark on a line, words in the place of a signature, or a blank.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from swppp_check.certifications import Certification, is_line
from swppp_check.matching import Reading
from swppp_check.reading.labels import (
    as_name,
    is_blank,
    is_other_label,
    is_signature_line,
    is_unfilled,
    is_weak,
    signed_in_words,
    typed_name,
)
from swppp_check.submission import Block, Document

Kind = Literal["field", "ink", "stamp", "picture", "words", "typed", "open field", "blank"]
SIGNED = ("field", "ink", "stamp", "picture", "words", "typed")
# What was seen, as it stands in a sentence.
SEEN: Mapping[Kind, str] = {
    "field": "the signature field holds a digital signature, whose validity was not examined",
    "ink": "a mark stands on the signature line",
    "stamp": "a stamp stands on the signature line",
    "picture": "a picture stands on the signature line",
    "words": "words stand for a signature",
    "typed": "a typed name stands on the signature line",
    "open field": "the signature field is empty",
    "blank": "the signature line is blank",
}
# Terms that tell a person's name from other words under a line without a label.
PERSON = (
    "person-name",
    "credential-engineer",
    "credential-landscape-architect",
    "credential-cpesc",
    "credential-refused",
)
# What a signature block says of the signer: how it is called, and the terms that show it.
SIGNER = (
    ("name", ("field-name", "person-name")),
    ("title", ("field-title",)),
    ("credential", ("credential-engineer", "credential-landscape-architect", "credential-cpesc")),
    ("licence number", ("licence-number",)),
    ("date", ("field-date",)),
)


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature line: its document, its block, what stands on it, and the blocks that say who signs."""

    document: Document
    block: Block
    kind: Kind
    around: range
    alone: bool = True  # nobody else signs in the same block, so that words before the statement may be the signer's

    @property
    def signed(self) -> bool:
        """Whether something stands for a signature."""
        return self.kind in SIGNED

    @property
    def in_words(self) -> bool:
        """Whether it is signed by the words of its block."""
        return self.kind == "words" or (self.kind == "typed" and bool(typed_name(self.block.text)))


def signatures(reading: Reading, certification: Certification) -> tuple[Signature, ...]:
    """The signature lines that follow a statement."""
    document, blocks = certification.document, certification.blocks
    last = certification.statement.last
    indexes = [*([last] if document.blocks[last].mark else []), *blocks]
    lines = [i for i in indexes if is_line(document.blocks[i])]
    found: list[Signature] = []
    for at in indexes:
        around = _near(blocks, lines, at) if certification.shared else blocks
        found += (replace(s, alone=not certification.shared) for s in _signature_at(reading, document, at, around))
    blank = any(not s.signed for s in found)
    return tuple(s for s in found if not (blank and s.kind == "typed" and is_weak(s.block.text)))


def _near(blocks: range, lines: Sequence[int], at: int) -> range:
    """Of blocks in which several people sign, those about the line at one: the lines' names follow, or precede."""
    before = max((i for i in lines if i < at), default=blocks.start - 1) + 1
    after = min((i for i in lines if i > at), default=blocks.stop)
    return range(at, after) if lines and lines[0] - blocks.start <= 1 else range(before, min(at + 1, blocks.stop))


def loose_signatures(reading: Reading, certified: Mapping[str, tuple[Certification, ...]]) -> tuple[Signature, ...]:
    """The signature lines that follow no statement."""
    found: list[Signature] = []
    for number, document in enumerate(reading.documents):
        taken = {i for own in certified.values() for c in own if c.document is document for i in c.blocks}
        for index in range(len(document.blocks)):
            if index not in taken and not reading.block_reason(number, index):
                around = range(max(index - 4, 0), min(index + 3, len(document.blocks)))
                found += _signature_at(reading, document, index, around)
    return tuple(found)


def signer(reading: Reading, signature: Signature) -> Mapping[str, str]:
    """What the block says of the signer, in its own words; what is left blank is left out."""
    own = list(sentences_of(reading, signature.document, signature.around))
    said: dict[str, str] = {}
    for what, terms in SIGNER:
        holding = reading.sentences_with(terms)
        texts = (reading.place(s).text for s in own if s in holding)
        if text := next((t for t in texts if _is_filled(t)), ""):
            said[what] = " ".join(text.replace(" | ", " ").split())
    return said


def sentences_of(reading: Reading, document: Document, blocks: Iterable[int]) -> Iterator[int]:
    """The sentences of some of a document's blocks."""
    number = next(n for n, d in enumerate(reading.documents) if d is document)
    for index in blocks:
        yield from reading.sentences_of_block(number, index)


def _is_filled(text: str) -> bool:
    return not is_unfilled(text) and len(text) < 160


def _signature_at(reading: Reading, document: Document, index: int, around: range) -> Iterator[Signature]:
    block = document.blocks[index]
    if signed_in_words(block.text):
        yield Signature(document, block, "words", around)
    elif is_signature_line(block.text):
        typed: Kind = "typed" if typed_name(block.text) or _typed_above(document, index) else "blank"
        yield Signature(document, block, _kind(block.mark) or typed, around)
    elif is_blank(block.text):
        if not _labelled(document.blocks, index):
            yield Signature(document, block, _kind(block.mark) or "blank", around)
    elif (kind := _kind(block.mark)) and (kind.endswith("field") or _is_person(reading, document, index)):
        yield Signature(document, block, kind, around)


def _kind(mark: str) -> Kind | None:
    return next((kind for kind in SEEN if kind == mark), None)


def _typed_above(document: Document, index: int) -> bool:
    """Whether a name is typed on the blank that stands above a label, in files that have no geometry."""
    blocks = document.blocks
    return index > 1 and is_blank(blocks[index - 1].text) and bool(as_name(blocks[index - 2].text))


def _labelled(blocks: Sequence[Block], index: int) -> bool:
    """Whether a blank belongs to a label before or under it; a signature's label is a line of its own."""
    before = blocks[index - 1].text if index else ""
    after = blocks[index + 1].text if index + 1 < len(blocks) else ""
    labelled = before.rstrip().endswith(":") and not is_signature_line(before)
    return labelled or is_other_label(after) or is_signature_line(after)


def _is_person(reading: Reading, document: Document, index: int) -> bool:
    """Whether a line is about a person; where a stroke may have mangled a scanned one, the line after it tells."""
    blocks, lines = document.blocks, [index]
    scanned = blocks[index].page in document.ocr_pages and blocks[index].mark == "ink"
    if scanned and index + 1 < len(blocks) and not is_line(blocks[index + 1]):
        lines.append(index + 1)
    terms = PERSON if len(lines) == 1 else (*PERSON, "licence-number")
    return not reading.sentences_with(terms).isdisjoint(sentences_of(reading, document, lines))
