"""What counts: contents pages, running headers, attached permits, blank forms and the like are set apart.

A mention there is not evidence. Each block gets the reason why it does not count, or none.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from swppp_check.language import Matched
from swppp_check.reading.labels import is_signature_line
from swppp_check.reading.structure import CONTENTS
from swppp_check.submission import Block, Document, Kind

BLANK = re.compile(
    r"(?=[_[\u2610\u25a1\u274f.Yy])"  # one of these begins it, which is soon seen
    r"(?:_{4,}|\[\s?\]|[\u2610\u25a1\u274f]|\.{8,}|\b(?:Y|[Yy]es|YES)\s?[/|]?\s?(?:N|[Nn]o|NO)(?:\s?[/|]?\s?N/?A)?\b)"
)
# Shares of a section's sentences, and numbers of them, that make it an attached text or a blank form.
# In a long text a smaller share is enough: plans have under 0.06, ordinances and permits over 0.3.
LAW_SHARE, LAW_LENGTH = 0.2, 40
ATTACHED_SHARE, TITLED_SHARE, SLIGHT_SHARE, FORM_SHARE = 0.5, 0.25, 0.1, 0.3
ATTACHED_LENGTH = 8
FORM_BLANKS = 4
BOUND_IN = ("attached text", "blank form")
# A line of at most so many words may announce what follows it; a text by others then has so many such sentences.
LINE_WORDS, TAIL_NORMS = 14, 2
# So many blocks under a certification's words a line to sign stands.
SIGNED_REACH = 6
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
    empty = [len(BLANK.findall(block.text)) for block in blocks]
    _contents(document, members, reasons)
    for inside in members.values():
        _tail(document, inside, sentences, matched, empty, reasons)
    every_whole = _with_subsections(document, members)
    for section, inside in members.items():
        whole = [i for i in every_whole[section] if not reasons[i].endswith(BOUND_IN)]
        reason = _section_reason(document, section, whole, sentences, matched, empty)
        if reason:
            for index in whole if section else inside:
                reasons[index] = reasons[index] or reason
    others = {i: inside for i, inside in sentences.items() if not _is_signed(document, i, sentences, matched)}
    rest = [s for index, inside in others.items() if "attached" not in reasons[index] for s in inside]
    every = [s for inside in others.values() for s in inside]
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


def _is_signed(document: Document, index: int, sentences: dict[int, list[int]], matched: Matched) -> bool:
    """Whether a block certifies something above a line to sign: it says what a law asks, and yet is the plan's own."""
    anchors = matched.hits.of("statement-anchor")
    below = document.blocks[index + 1 : index + 1 + SIGNED_REACH]
    return any(s in anchors for s in sentences.get(index, ())) and any(is_signature_line(b.text) for b in below)


def _contents(document: Document, members: dict[int, list[int]], reasons: list[str]) -> None:
    """A section of which most lines are contents lines is contents throughout."""
    for inside in members.values():
        lines = [i for i in inside if document.blocks[i].kind is not Kind.HEADING]
        listed = sum("contents" in reasons[i] for i in lines)
        if listed >= 3 and listed > 0.6 * len(lines):
            for index in lines:
                reasons[index] = reasons[index] or "only in a table of contents"


def _with_subsections(document: Document, members: dict[int, list[int]]) -> dict[int, list[int]]:
    """The blocks of each section and of those that it contains."""
    whole: dict[int, list[int]] = {section: [] for section in members}
    for section, inside in members.items():
        at: int | None = section
        while at is not None:
            if at in whole and (at or not section):  # what stands before the first heading contains nothing
                whole[at] += inside
            at = document.sections[at].parent
    return whole


def _section_reason(
    document: Document,
    section: int,
    inside: Sequence[int],
    sentences: dict[int, list[int]],
    matched: Matched,
    empty: Sequence[int],
) -> str:
    """Why a whole section does not count."""
    bodies = [i for i in inside if document.blocks[i].kind is not Kind.HEADING and sentences[i]]
    prose = [s for i in bodies if not _is_signed(document, i, sentences, matched) for s in sentences[i]]
    if not bodies:
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
    norms = count("attached-norm", prose) / max(len(prose), 1)
    if ((said or surely) and (norms >= SLIGHT_SHARE or (said and titled))) or (titled and norms >= TITLED_SHARE):
        return "only in an attached text"
    if (norms >= ATTACHED_SHARE and len(prose) >= ATTACHED_LENGTH) or (norms >= LAW_SHARE and len(prose) >= LAW_LENGTH):
        return "only in an attached text"
    blanks = [empty[i] for i in inside]
    share = sum(n > 0 for n in blanks) / len(inside)
    least = SLIGHT_SHARE if count("form-title", title) else FORM_SHARE
    if (
        share >= least
        and sum(blanks) >= FORM_BLANKS
        and not count("statement-anchor", [s for i in bodies for s in sentences[i]])
    ):
        return "only in a blank form"
    return ""


def _tail(
    document: Document,
    inside: Sequence[int],
    sentences: dict[int, list[int]],
    matched: Matched,
    empty: Sequence[int],
    reasons: list[str],
) -> None:
    """A section does not count from the line on that announces a text by others or a form without being a heading."""
    openings, titles = matched.hits.of("attached-opening"), matched.hits.of("attached-title-sure")
    norms, forms = matched.hits.of("attached-norm"), matched.hits.of("form-title")
    statements = matched.hits.of("statement-anchor")
    found: tuple[int, str] | None = None
    said = lays_down = marked = blanks = 0  # to the section's end: sentences, norms, blocks with blanks, blanks
    for at in range(len(inside) - 1, -1, -1):
        block, own = document.blocks[inside[at]], sentences[inside[at]]
        if any(s in statements for s in own):
            break
        said += len(own)
        lays_down += sum(s in norms for s in own)
        count = empty[inside[at]]
        marked, blanks = marked + bool(count), blanks + count
        if reasons[inside[at]] or block.table is not None:
            continue
        line = len(block.text.split()) <= LINE_WORDS and not block.text.rstrip().endswith((".", ";", ":"))
        opened = any(s in openings for s in own) and lays_down >= SLIGHT_SHARE * said
        titled = line and any(s in titles for s in own) and lays_down >= TITLED_SHARE * said
        if (opened or titled) and lays_down >= TAIL_NORMS:
            found = at, "only in an attached text"
        elif any(s in forms for s in own) and marked >= ATTACHED_SHARE * (len(inside) - at) and blanks >= FORM_BLANKS:
            found = at, "only in a blank form"
    if found:
        for index in inside[found[0] :]:
            reasons[index] = reasons[index] or found[1]


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
    """A first row of short cells without numbers; a label with its colon has its value beside it."""
    cells = block.cells or (block.text,)
    labelled = any(c.rstrip().endswith(":") for c in cells)
    return len(cells) > 1 and not labelled and all(len(c.split()) <= 7 and not re.search(r"\d", c) for c in cells)
