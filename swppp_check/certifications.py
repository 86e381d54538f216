"""The two certifications: the statement, who signed it, and the fields that go with it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from swppp_check.checklists import Checklist, TownItem
from swppp_check.data import HOME, read_toml
from swppp_check.matching import Reading
from swppp_check.reading.ink import is_signature_line
from swppp_check.statements import Statement, describe, find_statements
from swppp_check.submission import Block, Document, Kind

# So many letters after a signature line's label are a name.
LEAST_LETTERS = 4


@dataclass(frozen=True, slots=True)
class Certification:
    """A certification statement in a plan: where it stands, and the blocks of its signature block."""

    document: Document
    statement: Statement
    first: Block
    blocks: range  # of the document's blocks, after the statement
    reason: str = ""  # why it does not count

    def differences(self) -> str:
        """How it differs from the ordinance's words, for a sentence."""
        return "; ".join(describe(d) for d in self.statement.differences)


@cache
def signature_data() -> Mapping[str, Any]:
    """The vocabulary of signature blocks."""
    return read_toml(HOME / "signatures.toml")


def certifications(reading: Reading, checklist: Checklist) -> Mapping[str, tuple[Certification, ...]]:
    """For each certification item of the checklist, every statement of it in the submission."""
    items = [item for item in checklist.town.item if item.statement]
    found: dict[str, list[Certification]] = {item.id: [] for item in items}
    for number, document in enumerate(reading.documents):
        texts = [block.text if block.kind is not Kind.FURNITURE else "" for block in document.blocks]
        per_item = {item.id: find_statements(item.statement, texts, _others(items, item)) for item in items}
        starts = sorted(s.first for statements in per_item.values() for s in statements)
        for item, statements in per_item.items():
            for statement in statements:
                following = next((s for s in starts if s > statement.last), len(texts))
                after = range(statement.last + 1, _end(document, statement.last, following))
                reason = reading.block_reason(number, statement.first)
                reason = "" if "heading" in reason else reason
                block = document.blocks[statement.first]
                found[item].append(Certification(document, statement, block, after, reason))
    return {item: tuple(list_) for item, list_ in found.items()}


def _others(items: Sequence[TownItem], item: TownItem) -> tuple[str, ...]:
    return tuple(other.statement for other in items if other is not item)


def _end(document: Document, last: int, following: int) -> int:
    """Where the signature block ends: at the next statement, or at a heading after its first line."""
    end = min(last + 1 + int(signature_data()["reach"]), following, len(document.blocks))
    signed = False
    for index in range(last + 1, end):
        block = document.blocks[index]
        if block.kind is Kind.HEADING and (signed or block.level <= document.blocks[last].level):
            return index
        signed = signed or is_signature_line(block.text)
    return end


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature line: its document, its block, whether something stands on it, and the blocks around it."""

    document: Document
    block: Block
    signed: bool
    around: range


def signatures(certification: Certification) -> tuple[Signature, ...]:
    """The signature lines that follow a statement."""
    start = max(certification.blocks.start - 3, 0)
    around = range(start, certification.blocks.stop)
    return tuple(s for i in certification.blocks for s in _signature_at(certification.document, i, around))


def loose_signatures(reading: Reading, certified: Mapping[str, tuple[Certification, ...]]) -> tuple[Signature, ...]:
    """The signature lines that follow no statement."""
    found: list[Signature] = []
    for number, document in enumerate(reading.documents):
        taken = {i for own in certified.values() for c in own if c.document is document for i in c.blocks}
        for index in range(len(document.blocks)):
            if index not in taken and not reading.block_reason(number, index):
                around = range(max(index - 4, 0), min(index + 3, len(document.blocks)))
                found += _signature_at(document, index, around)
    return tuple(found)


def _signature_at(document: Document, index: int, around: range) -> Iterator[Signature]:
    block = document.blocks[index]
    text = block.text.lower()
    if any(mark in text for mark in signature_data()["signed_marks"]):
        yield Signature(document, block, True, around)
    elif is_signature_line(block.text):
        yield Signature(document, block, block.mark in ("ink", "picture") or _written(block.text), around)


def _written(text: str) -> bool:
    """Whether words stand after the label of a signature line."""
    rest = re.split(r"[:|]", text, maxsplit=1)[-1] if re.search(r"[:|]", text) else ""
    rest = re.split(r"\b(?:date|title|name|print)\b", rest, maxsplit=1, flags=re.IGNORECASE)[0]
    return len([c for c in rest if c.isalpha()]) >= LEAST_LETTERS


def sentences_of(reading: Reading, document: Document, blocks: Iterable[int]) -> Iterator[int]:
    """The sentences of some of a document's blocks."""
    number = next(n for n, d in enumerate(reading.documents) if d is document)
    for index in blocks:
        yield from reading.sentences_of_block(number, index)
