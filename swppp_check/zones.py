"""What counts: contents pages, running headers, attached permits, blank forms and the like are set apart.

A mention there is not evidence. Each block gets the reason why it does not count, or none.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from swppp_check.language import Matched
from swppp_check.reading.structure import CONTENTS
from swppp_check.submission import Block, Document, Kind

BLANK = re.compile(r"_{4,}|\[\s?\]|[\u2610\u25a1\u274f]|\.{8,}|\b(?:Y|Yes)\s?/?\s?(?:N|No)(?:\s?/?\s?N/?A)?\b")
# Shares of a section's sentences, and numbers of them, that make it an attached text or a blank form.
# In a long text a smaller share is enough: plans have under 0.06, ordinances and permits over 0.3.
LAW_SHARE, LAW_LENGTH = 0.2, 40
ATTACHED_SHARE, TITLED_SHARE, SLIGHT_SHARE, FORM_SHARE = 0.5, 0.25, 0.1, 0.3
ATTACHED_LENGTH = 8
FORM_BLANKS = 4
BOUND_IN = ("attached text", "blank form")
# A line of at most so many words may announce what follows it; a text by others then has so many such sentences.
LINE_WORDS, TAIL_NORMS = 14, 2
# Of a table that points elsewhere so many rows do, and such a row has no more words than this.
POINTING_SHARE, POINTING_WORDS = 0.6, 22


@dataclass(frozen=True, slots=True)
class Zones:
    """For each block of a document, why it does not count; an empty string where it does."""

    reasons: tuple[str, ...]


def zones(document: Document, matched: Matched, offset: int) -> Zones:
    """The zones of a document whose block i is text `offset + i` of `matched`."""
    blocks = document.blocks
    reasons = [_own(block) for block in blocks]
    sentences: dict[int, list[int]] = defaultdict(list)
    for index, owner in enumerate(matched.owner):
        if offset <= owner < offset + len(blocks):
            sentences[owner - offset].append(index)
    members: dict[int, list[int]] = defaultdict(list)
    for index, block in enumerate(blocks):
        if block.kind is not Kind.FURNITURE and block.sheet is None:
            members[block.section].append(index)
    _contents(document, members, reasons)
    for inside in members.values():
        _tail(document, inside, sentences, matched, reasons)
    for section, inside in members.items():
        whole = [i for i in _with_subsections(document, members, section) if not reasons[i].endswith(BOUND_IN)]
        reason = _section_reason(document, section, whole, sentences, matched)
        if reason:
            for index in whole if section else inside:
                reasons[index] = reasons[index] or reason
    rest = [s for index, inside in sentences.items() if "attached" not in reasons[index] for s in inside]
    every = [s for inside in sentences.values() for s in inside]
    remnant = len(rest) < ATTACHED_LENGTH and _share(rest, matched) >= ATTACHED_SHARE
    if _is_law(rest, matched) or (remnant and _is_law(every, matched)):
        return Zones(tuple(reason or "only in an attached text" for reason in reasons))
    _tables(document, reasons, sentences, matched)
    return Zones(tuple(reasons))


def _own(block: Block) -> str:
    match block.kind:
        case Kind.HEADING:
            return "only in a heading" if block.sheet is None else "only in a sheet's title"
        case Kind.FURNITURE:
            return "only in a running header or footer"
        case Kind.PLACEHOLDER:
            return "only in a placeholder that nobody filled in"
        case _:
            return "only in a table of contents" if CONTENTS.search(block.text) else ""


def _is_law(sentences: Sequence[int], matched: Matched) -> bool:
    """Whether a document's sentences are those of an ordinance, a permit or guidance."""
    share = _share(sentences, matched)
    return (share >= LAW_SHARE and len(sentences) >= LAW_LENGTH) or (
        share >= ATTACHED_SHARE and len(sentences) >= ATTACHED_LENGTH
    )


def _share(sentences: Sequence[int], matched: Matched) -> float:
    """The share of sentences that lay down what plans must hold."""
    return sum(s in matched.hits.of("attached-norm") for s in sentences) / max(len(sentences), 1)


def _contents(document: Document, members: dict[int, list[int]], reasons: list[str]) -> None:
    """A section of which most lines are contents lines is contents throughout."""
    for inside in members.values():
        lines = [i for i in inside if document.blocks[i].kind is not Kind.HEADING]
        listed = sum("contents" in reasons[i] for i in lines)
        if listed >= 3 and listed > 0.6 * len(lines):
            for index in lines:
                reasons[index] = reasons[index] or "only in a table of contents"


def _with_subsections(document: Document, members: dict[int, list[int]], section: int) -> list[int]:
    if not section:
        return members[0]
    return [i for s, inside in members.items() for i in inside if s == section or _is_under(document, s, section)]


def _is_under(document: Document, section: int, ancestor: int) -> bool:
    at = document.sections[section].parent
    while at:
        if at == ancestor:
            return True
        at = document.sections[at].parent
    return False


def _section_reason(
    document: Document,
    section: int,
    inside: Sequence[int],
    sentences: dict[int, list[int]],
    matched: Matched,
) -> str:
    """Why a whole section does not count."""
    prose = [s for i in inside if document.blocks[i].kind is not Kind.HEADING for s in sentences[i]]
    if not prose:
        return ""
    title = [
        s
        for i in inside
        for s in sentences[i]
        if document.blocks[i].section == section and document.blocks[i].kind is Kind.HEADING
    ]

    def count(term: str, where: Sequence[int]) -> int:
        hits = matched.hits.of(term)
        return sum(s in hits for s in where)

    opening = prose[:4]
    titled, surely = count("attached-title", title), count("attached-title-sure", title)
    said = count("attached-opening", opening)
    norms = count("attached-norm", prose) / len(prose)
    if ((said or surely) and (norms >= SLIGHT_SHARE or (said and titled))) or (titled and norms >= TITLED_SHARE):
        return "only in an attached text"
    if (norms >= ATTACHED_SHARE and len(prose) >= ATTACHED_LENGTH) or (norms >= LAW_SHARE and len(prose) >= LAW_LENGTH):
        return "only in an attached text"
    blanks = [len(BLANK.findall(document.blocks[i].text)) for i in inside]
    share = sum(n > 0 for n in blanks) / len(inside)
    least = SLIGHT_SHARE if count("form-title", title) else FORM_SHARE
    if share >= least and sum(blanks) >= FORM_BLANKS and not count("statement-anchor", prose):
        return "only in a blank form"
    return ""


def _tail(
    document: Document,
    inside: Sequence[int],
    sentences: dict[int, list[int]],
    matched: Matched,
    reasons: list[str],
) -> None:
    """A section does not count from the line on that announces a text by others or a form without being a heading."""
    openings, titles = matched.hits.of("attached-opening"), matched.hits.of("attached-title-sure")
    norms, forms = matched.hits.of("attached-norm"), matched.hits.of("form-title")
    statements = matched.hits.of("statement-anchor")
    for at, index in enumerate(inside):
        block = document.blocks[index]
        if reasons[index] or block.table is not None:
            continue
        line = len(block.text.split()) <= LINE_WORDS and not block.text.rstrip().endswith((".", ";", ":"))
        own = sentences[index]
        tail = [s for i in inside[at:] for s in sentences[i]]
        if any(s in statements for s in tail):
            continue
        lays_down = sum(s in norms for s in tail)
        opened = any(s in openings for s in own) and lays_down >= SLIGHT_SHARE * len(tail)
        titled = line and any(s in titles for s in own) and lays_down >= TITLED_SHARE * len(tail)
        reason = ""
        if (opened or titled) and lays_down >= TAIL_NORMS:
            reason = "only in an attached text"
        elif any(s in forms for s in own):
            blanks = [len(BLANK.findall(document.blocks[i].text)) for i in inside[at:]]
            if sum(map(bool, blanks)) >= ATTACHED_SHARE * len(blanks) and sum(blanks) >= FORM_BLANKS:
                reason = "only in a blank form"
        if reason:
            for i in inside[at:]:
                reasons[i] = reasons[i] or reason
            return


def _tables(document: Document, reasons: list[str], sentences: dict[int, list[int]], matched: Matched) -> None:
    """A table's header row is a heading; rows that set requirements beside places only point elsewhere."""
    blocks = document.blocks
    titles = {_bare(document.sections[b.section].title) for b in blocks if b.section and b.kind is not Kind.HEADING}
    columns = {*matched.hits.of("requirement-column"), *matched.hits.of("place-column")}
    pointers = matched.hits.of("pointer")
    tables: dict[int, list[int]] = defaultdict(list)
    for index, block in enumerate(blocks):
        if block.table is not None:
            tables[block.table].append(index)

    def points(index: int) -> bool:
        cells = blocks[index].cells
        short = len(blocks[index].text.split()) <= POINTING_WORDS
        return (short and any(s in pointers for s in sentences[index])) or any(_bare(c) in titles for c in cells[1:])

    for rows in tables.values():
        body = rows[1:]
        headed = any(s in columns for s in sentences[rows[0]])
        if headed and len(body) >= 2 and sum(map(points, body)) >= POINTING_SHARE * len(body):
            for index in rows:
                reasons[index] = reasons[index] or "only in a table that points elsewhere"
        if len(rows) > 1 and _is_header(blocks[rows[0]]):
            reasons[rows[0]] = reasons[rows[0]] or "only in the heading of a table"


def _bare(title: str) -> str:
    """A title without its number, case and punctuation."""
    return re.sub(r"[^a-z]+", " ", title.lower()).strip()


def _is_header(block: Block) -> bool:
    """A first row of short cells without numbers."""
    cells = block.cells or (block.text,)
    return len(cells) > 1 and all(len(c.split()) <= 7 and not re.search(r"\d", c) for c in cells)
