"""What a plan says of itself for the letter's "Re:" block: its name, place, parcel, people, acres and waters.

`checklists/facts.toml` says how each is found. None is better than a wrong one: a value must have its fact's
shape.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice

from swppp_check.acreage import disturbed, site
from swppp_check.data import HOME, read_toml
from swppp_check.matching import Place, Reading
from swppp_check.review import Evidence, Fact
from swppp_check.submission import Block, Document, Kind

# Characters of a value, a quotation, a text in which a value is sought; blocks of an opening; waters.
VALUE, QUOTE, SOUGHT, OPENING, SEVERAL = 120, 320, 600, 14, 3
NUMBERED = r"^\W*(?:\d{1,2}[.)]\s+)?"


@dataclass(frozen=True, slots=True)
class Pattern:
    """How one fact is found; see `checklists/facts.toml`."""

    label: re.Pattern[str] | None
    cell: re.Pattern[str] | None
    openings: tuple[re.Pattern[str], ...]
    running: tuple[re.Pattern[str], ...]
    sentences: tuple[re.Pattern[str], ...]
    within: tuple[str, ...]  # terms of which each must stand in a sentence
    without: tuple[str, ...]  # and terms that must not
    strip: re.Pattern[str] | None
    value: re.Pattern[str] | None
    shape: re.Pattern[str] | None
    refused: re.Pattern[str] | None
    titled: bool  # the plan's title shows it
    every: bool  # all values of a plan, not only the first


@dataclass(frozen=True, slots=True)
class Titles:
    """The plan's own title, and the words of a project's name."""

    plan: re.Pattern[str]
    project: re.Pattern[str]


def find_facts(reading: Reading) -> dict[str, Fact]:
    """The facts that the plan shows, by key, each with its evidence."""
    patterns, titles = _patterns()
    lines = _label_lines(reading)
    found: dict[str, Fact] = {}
    for key, pattern in patterns.items():
        values: dict[str, Evidence] = {}
        for value, shown in _values(reading, pattern, titles, lines):
            if not any(value.casefold().endswith(v.casefold()) for v in values):
                values[value] = shown
            if not pattern.every or len(values) == SEVERAL:
                break
        if values:
            found[key] = Fact(value=", ".join(values), evidence=next(iter(values.values())))
    for key, amount in (("acreage", site(reading)), ("disturbed", disturbed(reading))):
        if amount:
            found[key] = Fact(value=amount.text, evidence=evidence(reading.place(amount.sentence)))
    return found


def evidence(place: Place) -> Evidence:
    """A place's words as evidence."""
    return _evidence(place.document, place.block, place.text)


def _evidence(document: Document, block: Block, text: str) -> Evidence:
    quote = " ".join(text.split())
    if len(quote) > QUOTE:
        quote = quote[:QUOTE].rsplit(" ", 1)[0] + " …"
    return Evidence(document=document.path, page=block.page, section=document.heading_of(block), quote=quote)


# ---------------------------------------------------------------- where values stand
Found = Iterator[tuple[str, Evidence]]
Lines = Iterable[tuple[Document, Block, str]]


def _values(reading: Reading, pattern: Pattern, titles: Titles, lines: Lines) -> Found:
    """The values that a pattern finds, the surest first."""
    for raw, shown in _raw_values(reading, pattern, titles, lines):
        if value := _clean(raw, pattern):
            yield value, shown


def _raw_values(reading: Reading, pattern: Pattern, titles: Titles, label_lines: Lines) -> Found:
    yield from _labelled(label_lines, pattern)
    for lines, expressions in ((_opening(reading), pattern.openings), (_running(reading), pattern.running)):
        for document, block, text in lines if expressions else ():
            for match in filter(None, (e.search(text) for e in expressions)):
                yield match["value"], _evidence(document, block, text)
    if pattern.titled:
        yield from _titled(reading, titles)
    allowed = _sentences(reading, pattern) if pattern.sentences else ()
    for expression in pattern.sentences:
        for sentence in allowed:
            text = reading.matched.sentences[sentence].text
            for match in expression.finditer(text[:SOUGHT]):
                yield match["value"], evidence(reading.place(sentence))


def _label_lines(reading: Reading) -> list[tuple[Document, Block, str]]:
    """The lines that may hold a label and its value."""
    return [
        (document, block, _line(block))
        for document, block, reason in reading.block_texts()
        if (not reason or (block.kind is Kind.HEADING and block.page in (None, 1)))
        and (len(block.cells) == 2 or (len(block.cells) < 2 and re.search("[:|]", block.text)))
    ]


def _labelled(lines: Lines, pattern: Pattern) -> Found:
    """Values beside a label, in two cells or on one line."""
    if pattern.label is None or pattern.cell is None:
        return
    for document, block, line in lines:
        cells = [c.strip() for c in block.cells]
        if len(cells) == 2 and pattern.cell.match(cells[0]):
            yield cells[1], _evidence(document, block, block.text)
        elif len(cells) < 2:
            for match in pattern.label.finditer(line):
                yield match["value"], _evidence(document, block, block.text)


def _opening(reading: Reading) -> Lines:
    """The first blocks of each document: its cover, or the head of a letter."""
    for document in reading.documents:
        blocks = (b for b in document.blocks if b.kind is not Kind.FURNITURE and b.sheet is None)
        for block in islice(blocks, OPENING):
            yield document, block, _line(block)


def _running(reading: Reading) -> Lines:
    """Running headers and footers, and the titles of drawing sheets."""
    for document in reading.documents:
        for block in document.blocks:
            if block.kind is Kind.FURNITURE or (block.kind is Kind.HEADING and block.sheet is not None):
                yield document, block, _line(block)


def _titled(reading: Reading, titles: Titles) -> Found:
    """Lines beside or after the plan's title, and running headers and title blocks that name a project."""
    lines = list(_opening(reading))
    for index, (document, block, text) in enumerate(lines):
        if titles.plan.fullmatch(text) and index + 1 < len(lines):
            after = lines[index + 1]
            if after[1].kind is Kind.HEADING and after[1].page in (None, 1):
                yield after[2], _evidence(after[0], after[1], after[2])
        elif block.kind is Kind.HEADING and titles.plan.search(text):
            yield text, _evidence(document, block, text)
    before = ""
    for document, block, text in _running(reading):
        if titles.project.fullmatch(text):  # the end of a name that a title block has on two lines
            text = f"{before} {text}"
        before = text
        if titles.plan.search(text) or titles.project.search(text):
            yield text, _evidence(document, block, text)


def _sentences(reading: Reading, pattern: Pattern) -> list[int]:
    """The countable sentences with all terms that the fact asks for."""
    allowed = reading.meeting(*([term] for term in pattern.within), without=pattern.without)
    return [s for s in allowed if not reading.zone(s)]


def _clean(raw: str, pattern: Pattern) -> str:
    """The value as it stands in a letter; empty where it has not the fact's shape."""
    text = " ".join(raw.split())
    if pattern.strip:
        text = pattern.strip.sub("", text)
    text = text.strip(" ,;:|–—-")
    if pattern.value:
        match = pattern.value.search(text)
        text = match[0].strip(" ,;:") if match else ""
    if len(text) > VALUE:
        text = text[:VALUE].rsplit(" ", 1)[0].rstrip(" ,;:")
    refused = pattern.refused and pattern.refused.search(text)
    shaped = not pattern.shape or pattern.shape.search(text)
    return text if text and shaped and not refused else ""


def _line(block: Block) -> str:
    """The beginning of a block on one line."""
    return " ".join(block.text[:SOUGHT].split())


# ---------------------------------------------------------------- patterns
@cache
def _patterns() -> tuple[Mapping[str, Pattern], Titles]:
    data = read_toml(HOME / "facts.toml")
    parts: dict[str, str] = data.pop("parts")

    def compiled(text: str) -> re.Pattern[str]:
        while names := re.findall(r"(?<!\?P)<(\w+)>", text):
            for name in names:
                text = text.replace(f"<{name}>", parts[name])
        return re.compile(text, re.IGNORECASE)

    patterns = {key: _pattern(table, compiled) for key, table in data.items()}
    return patterns, Titles(compiled("<title>"), compiled("<project>"))


def _pattern(table: Mapping[str, object], compiled: Callable[[str], re.Pattern[str]]) -> Pattern:
    def texts(key: str) -> tuple[str, ...]:
        value = table.get(key, [])
        return tuple(str(v) for v in value) if isinstance(value, list) else (str(value),)

    def one(key: str) -> re.Pattern[str] | None:
        return compiled(str(table[key])) if key in table else None

    labels = "|".join(texts("labels"))
    return Pattern(
        label=compiled(rf"(?:{NUMBERED}|[.;]\s)(?:{labels})\s*[:|]\s*(?P<value>[^|]+)") if labels else None,
        cell=compiled(rf"{NUMBERED}(?:{labels})\s*:?\s*$") if labels else None,
        openings=tuple(compiled(t) for t in texts("openings")),
        running=tuple(compiled(t) for t in texts("running")),
        sentences=tuple(compiled(t) for t in texts("sentences")),
        within=texts("with"),
        without=texts("without"),
        strip=one("strip"),
        value=one("value"),
        shape=one("shape"),
        refused=one("not"),
        titled=bool(table.get("titled")),
        every=bool(table.get("every")),
    )
