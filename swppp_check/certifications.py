"""Where the certifications stand in a submission: each statement, and the blocks of its signature block."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from swppp_check.checklists import Checklist, TownItem
from swppp_check.matching import Reading
from swppp_check.reading.labels import is_signature_line, signature_data
from swppp_check.statements import Statement, find_statements
from swppp_check.submission import Block, Document, Kind

# Why the words of a statement show nothing else, where they are more than this share of their blocks.
STATED, MOST = "only in a certification statement", 0.8
# No more blocks than this, such as a heading and a lead, stand between two statements that are signed together.
MOST_BETWEEN = 3


@dataclass(frozen=True, slots=True)
class Certification:
    """A certification statement in a plan: where it stands, and the blocks of its signature block."""

    document: Document
    statement: Statement
    first: Block
    blocks: range  # of the document's blocks, after the statement
    reason: str = ""  # why it does not count
    shared: bool = False  # another statement stands between this one and the signature block


def certifications(reading: Reading, checklist: Checklist) -> Mapping[str, tuple[Certification, ...]]:
    """For each certification item of the checklist, every statement of it in the submission."""
    items = [item for item in checklist.town.item if item.statement]
    found: dict[str, list[Certification]] = {item.id: [] for item in items}
    for number, document in enumerate(reading.documents):
        texts = [block.text if block.kind is not Kind.FURNITURE else "" for block in document.blocks]
        per_item = {item.id: find_statements(item.statement, texts, _others(items, item)) for item in items}
        ends = sorted((s.first, s.last) for statements in per_item.values() for s in statements)
        for item, statements in per_item.items():
            for statement in statements:
                after, shared = _after(document, statement.last, ends)
                reason = reading.block_reason(number, statement.first)
                reason = "" if "heading" in reason else reason
                block = document.blocks[statement.first]
                found[item].append(Certification(document, statement, block, after, reason, shared))
    return {item: tuple(list_) for item, list_ in found.items()}


def set_apart(reading: Reading, certified: Mapping[str, tuple[Certification, ...]]) -> None:
    """Take the statements' own words out of what shows other elements: they describe no plan."""
    for number, document in enumerate(reading.documents):
        for own in (c for found in certified.values() for c in found if c.document is document):
            inside = range(own.statement.first, own.statement.last + 1)
            written = sum(len(document.blocks[i].text) for i in inside)
            for index in inside:
                if len(own.statement.quote) > MOST * written:
                    reading.set_apart(number, index, STATED)


def _others(items: Sequence[TownItem], item: TownItem) -> tuple[str, ...]:
    return tuple(other.statement for other in items if other is not item)


def _after(document: Document, last: int, places: Sequence[tuple[int, int]]) -> tuple[range, bool]:
    """The signature block of the statement that ends in block `last`, and whether other statements share it.

    Two statements that follow each other without a signature line between them have one signature block.
    """
    start, shared = last + 1, False
    for first, end in [place for place in places if place[0] > last]:
        if any(is_line(document.blocks[i]) for i in range(start, first)) or first - start > MOST_BETWEEN:
            return range(start, _end(document, start, first)), shared
        start, shared = end + 1, True
    if shared and not any(
        is_line(document.blocks[i]) for i in range(start, _end(document, start, len(document.blocks)))
    ):
        start, shared = last + 1, False
    return range(start, _end(document, start, len(document.blocks))), shared


def _end(document: Document, start: int, following: int) -> int:
    """Where the signature block ends: at the next statement, or at a heading after its first line."""
    end = min(start + int(signature_data()["reach"]), following, len(document.blocks))
    signed = False
    for index in range(start, end):
        block = document.blocks[index]
        if block.kind is Kind.HEADING and (signed or block.level <= document.blocks[start - 1].level):
            return index
        signed = signed or is_line(block)
    return end


def is_line(block: Block) -> bool:
    """Whether a block is a line to sign on: by its label, or by what the reading saw."""
    return is_signature_line(block.text) or bool(block.mark)
