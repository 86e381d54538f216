"""The blank checklist as Markdown, as a web page and as a Word file."""

import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

from swppp_check.blank import Blank, Entry

BOX = "\N{BALLOT BOX}"
WHERE = "Document, page or sheet"


def written(suffix: str, listed: Blank) -> bytes:
    """The checklist as a file of that suffix, one of `SUFFIXES`; always the same bytes."""
    return SUFFIXES[suffix](listed)


def _markdown(listed: Blank) -> bytes:
    return ("\n\n".join(_blocks(listed)) + "\n").encode()


def _blocks(listed: Blank) -> Iterator[str]:
    yield f"# {_md(listed.town)}: {_md(listed.title)}"
    yield _md(listed.law)
    yield from (_md(text) for text in (listed.note, listed.how_to) if text)
    for title, entries in listed.groups:
        yield f"## {_md(title)}"
        for entry in entries:
            yield f"### {_md(entry.title)} ({_md(entry.citation)})"
            yield f"> {_md(entry.law)}"
            if entry.statement:
                yield f"To be signed:\n\n> {_md(entry.statement)}"
            if entry.choice:
                yield _md(entry.choice)
            yield "\n".join([f"| | To be shown | {WHERE} |", "|---|---|---|", *_rows(entry)])
    yield _md(listed.record)


def _rows(entry: Entry) -> Iterator[str]:
    for line in entry.lines:
        yield f"| {BOX} | {_md(line.means)}{f' ({_md(line.kind)})' if line.kind else ''} | |"


def _md(text: str) -> str:
    """The text with Markdown's marks made plain."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", text)


def _html(listed: Blank) -> bytes:
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = (files("swppp_check.page") / "checklist.html.j2").read_text(encoding="utf-8")
    return environment.from_string(template).render(listed=listed, where=WHERE, box=BOX).encode() + b"\n"


def _word(listed: Blank) -> bytes:
    from swppp_check.word import styles
    from swppp_check.word.letterhead import number_pages
    from swppp_check.word.saving import saved

    document = styles.new_document()
    number_pages(document)
    document.add_paragraph(listed.town, styles.TITLE)
    document.add_paragraph(listed.title, styles.SUBJECT)
    document.add_paragraph(listed.law, styles.SMALL)
    for text in (listed.note, listed.how_to):
        if text:
            document.add_paragraph(text).paragraph_format.space_before = 80000
    for title, entries in listed.groups:
        document.add_paragraph(title, styles.HEADING)
        for entry in entries:
            document.add_paragraph(f"{entry.title} ({entry.citation})", styles.SUBHEADING)
            document.add_paragraph(entry.law, styles.QUOTATION)
            if entry.statement:
                document.add_paragraph("To be signed:").paragraph_format.keep_with_next = True
                document.add_paragraph(entry.statement, styles.QUOTATION)
            if entry.choice:
                document.add_paragraph(entry.choice)
            _word_table(document, entry)
    document.add_paragraph(listed.record, styles.SMALL).paragraph_format.space_before = 150000
    return saved(document)


def _word_table(document: Any, entry: Entry) -> None:
    from swppp_check.word.tables import fill

    rows = [(BOX, f"{line.means}{f' ({line.kind})' if line.kind else ''}", "") for line in entry.lines]
    table = document.add_table(len(rows) + 1, 3)
    fill(document, table, ("", "To be shown", WHERE), rows, (0.35, 3.9, 2.25))


SUFFIXES: dict[str, Callable[[Blank], bytes]] = {".docx": _word, ".md": _markdown, ".html": _html}
