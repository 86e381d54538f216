"""What stands above a block: the headings of its sections, its sheet's title, its table's header row."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from swppp_check.submission import Document, Kind

# A heading above more than this share of a document, of at least so many blocks, is its title.
TITLE_SHARE, TITLE_BLOCKS = 0.75, 30


def above(document: Document, sentences: Sequence[Sequence[int]]) -> list[frozenset[int]]:
    """For each block of a document, the sentences that stand above it; `sentences[i]` are those of block i."""
    heading: dict[int, Sequence[int]] = {}
    title: dict[int, set[int]] = defaultdict(set)
    header: dict[int, int] = {}
    for index, block in enumerate(document.blocks):
        if block.kind is Kind.HEADING and block.sheet is None:
            heading[block.section] = sentences[index]
        elif block.kind is Kind.HEADING and block.sheet is not None:
            title[block.sheet] |= set(sentences[index])
        if block.table is not None:
            header.setdefault(block.table, index)
    for section in _titles(document):
        heading.pop(section, None)
    chains: dict[int, frozenset[int]] = {}
    result = []
    for index, block in enumerate(document.blocks):
        if block.section not in chains:
            chains[block.section] = frozenset(s for at in _chain(document, block.section) for s in heading.get(at, ()))
        over = chains[block.section] if block.sheet is None else frozenset(title[block.sheet])
        if block.table is not None and header[block.table] != index:
            over |= set(sentences[header[block.table]])
        result.append(over)
    return result


def _titles(document: Document) -> set[int]:
    """The document's own title, which says nothing of what stands under it."""
    under = Counter(at for block in document.blocks for at in _chain(document, block.section))
    text = sum(block.kind is not Kind.HEADING for block in document.blocks)
    return {s for s, n in under.items() if text > TITLE_BLOCKS and n > TITLE_SHARE * len(document.blocks)}


def _chain(document: Document, section: int) -> list[int]:
    """A section and those that contain it, innermost first; never section 0."""
    chain = []
    at: int | None = section
    while at:
        chain.append(at)
        at = document.sections[at].parent
    return chain
