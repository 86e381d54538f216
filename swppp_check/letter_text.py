"""The letter as plain text, wrapped: for the terminal, for e-mail, for pasting onto a letterhead."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from swppp_check.letter_lines import finding_lines
from swppp_check.letter_parts import (
    CLASS,
    COPIES,
    DOCUMENTS,
    NOTES,
    REMINDERS,
    RESOLVED,
    UNREAD,
    Group,
    Letter,
    Numbered,
    Quotation,
    Row,
)

NARROWEST = 40
_KEPT = "\N{NO-BREAK SPACE}"  # keeps a section sign and its number on one line; never printed


def render_text(letter: Letter, width: int = 78) -> str:
    """The letter in lines of at most `width` characters (40 at least), blocks apart by one empty line."""
    width = max(width, NARROWEST)
    return "\n\n".join("\n".join(block) for block in _blocks(letter, width) if block) + "\n"


def _blocks(letter: Letter, width: int) -> Iterator[list[str]]:
    yield [*_wrapped(letter.town.upper(), width), *_wrapped(letter.decides, width)]
    yield _wrapped(letter.date, width)
    yield [line for part in letter.addressee for line in _wrapped(part, width)]
    yield [*_wrapped(letter.subject, width, "Re:  ", "     "), *_rows(letter.rows, width)]
    received = (f"{d.name}: {d.length}, SHA-256 {d.sha256}" for d in letter.documents)
    yield from _list(DOCUMENTS, received, width)
    yield from (_wrapped(paragraph, width) for paragraph in letter.scope)
    yield [line for q in letter.scope_evidence for line in _quotation(CLASS, q, "", width)]
    yield _wrapped(letter.opening, width)
    for group in (*letter.groups, letter.comments):
        yield from _group(group, width)
    yield from _list(RESOLVED, letter.resolved, width)
    yield from _list(UNREAD, (f"{u.place}: {u.reason}" for u in letter.unread), width)
    yield from _group(letter.unreadable, width)
    yield from _list(REMINDERS, letter.reminders, width)
    yield from _list(NOTES, letter.notes, width)
    yield _wrapped(letter.closing_title.upper(), width)
    yield from (_wrapped(paragraph, width) for paragraph in letter.closing)
    yield ["_" * 30, *(line for part in letter.signature for line in _wrapped(part, width))]
    yield [f"{COPIES}:", *(line for copy in letter.copies for line in _wrapped(copy, width, "  ", "    "))]
    yield _wrapped(letter.record, width)


def _rows(rows: Sequence[Row], width: int) -> Iterator[str]:
    """The "Re:" block, its values aligned."""
    label = max((len(row.label) for row in rows), default=0) + 2
    for row in rows:
        yield from _wrapped(row.value, width, "     " + f"{row.label}:".ljust(label), " " * (5 + label))


def _list(title: str, entries: Iterable[str], width: int) -> Iterator[list[str]]:
    """A title and its entries, or nothing where there are none."""
    listed = [line for entry in entries for line in _wrapped(entry, width, "- ", "  ")]
    if listed:
        yield _wrapped(title.upper(), width)
        yield listed


def _group(group: Group | None, width: int) -> Iterator[list[str]]:
    if group:
        yield _wrapped(group.title.upper(), width)
        yield _wrapped(group.lead, width)
        for finding in group.findings:
            yield list(_finding(finding, width))


def _finding(finding: Numbered, width: int) -> Iterator[str]:
    """The finding's lines, each indented by the number and the letter that it stands under."""
    number = f"{finding.number}. "
    letter = ""
    for line in finding_lines(finding):
        if line.role == "point":
            letter = f"({line.label}) "
        indent = " " * (0, len(number), len(number) + len(letter))[line.depth]
        match line.role:
            case "title":
                yield from _wrapped(line.text, width, number, " " * len(number))
            case "point":
                yield from _wrapped(line.text, width, indent + letter, indent + " " * len(letter))
            case "said":
                yield from _wrapped(line.text, width, indent)
            case "choice":
                yield from _wrapped(line.text, width, indent + "- ", indent + "  ")
            case "quotation":
                yield from _quotation(line.label, Quotation(line.text, line.words), indent, width)
            case "remedy":
                yield from _wrapped(f"{line.label}: {line.text}", width, indent)


def _quotation(label: str, quotation: Quotation, indent: str, width: int) -> Iterator[str]:
    words = f': "{quotation.words}"' if quotation.words else ""
    yield from _wrapped(f"{label}: {quotation.place}{words}", width, indent, indent + "  ")


def _wrapped(text: str, width: int, first: str = "", rest: str | None = None) -> list[str]:
    """Lines of at most `width` characters; no line for an empty text."""
    lines = textwrap.wrap(
        text.replace("\N{SECTION SIGN} ", f"\N{SECTION SIGN}{_KEPT}"),
        width,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_on_hyphens=False,
    )
    return [line.replace(_KEPT, " ") for line in lines]
