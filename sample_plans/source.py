"""The tagged source of a sample plan: its parts, how it is read, and how parts are left out of it.

A source is a TOML head between two `+++` lines and a body of blocks. A block may be preceded by `@` lines
that name the checklist elements a careful reviewer would find in it: `item.element`, `item.element?` where
only a generous reviewer would, `item.statement:altered` where a certification's clauses differ.
"""

import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

PLACEHOLDER = "To be provided."
NO_SCALE = "AS NOTED"
SCALE_ELEMENT = "site-map.scale"

Tags = frozenset[str]
NO_TAGS: Tags = frozenset()


class SourceError(ValueError):
    """A source that cannot be read, or a part to be left out that it does not have."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading as printed; level 1 is the highest, 3 the lowest."""

    level: int
    text: str
    tags: Tags = NO_TAGS


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, or one bullet of a list."""

    text: str
    bullet: bool = False
    tags: Tags = NO_TAGS


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first row is its head and every row has as many cells as the widest."""

    rows: tuple[tuple[str, ...], ...]
    tags: Tags = NO_TAGS


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature block: (label, value) rows in print order, and whether ink stands on the line."""

    rows: tuple[tuple[str, str], ...]
    signed: bool
    tags: Tags = NO_TAGS


@dataclass(frozen=True, slots=True)
class Label:
    """A word beside the linework of a sheet, or a note in its notes column."""

    text: str
    tags: Tags = NO_TAGS


@dataclass(frozen=True, slots=True)
class Sheet:
    """A large-format drawing; its own tags are what the sheet satisfies by being there, and by its scale."""

    number: str
    title: str
    scale: str
    labels: tuple[Label, ...]
    tags: Tags = NO_TAGS


@dataclass(frozen=True, slots=True)
class Noise:
    """Text bound into the plan that no reviewer counts; its blocks carry no tags."""

    blocks: tuple[Heading | Paragraph, ...]
    tags: Tags = NO_TAGS


@dataclass(frozen=True, slots=True)
class PageBreak:
    """What follows begins on a new page."""

    tags: Tags = NO_TAGS


Block = Heading | Paragraph | Table | Signature | Sheet | Noise | PageBreak


@dataclass(frozen=True, slots=True)
class Plan:
    """One sample plan. `form` is "pdf" or "docx"; `size` is the body text's, in points."""

    id: str
    title: str
    town: str
    project: str
    form: str
    blocks: tuple[Block, ...]
    serif: bool = True
    size: float = 11
    header: str = ""
    footer: str = ""
    toc: bool = False
    fake_headings: bool = False
    cover: tuple[str, ...] = ()
    open: frozenset[str] = field(default=frozenset())


def parse(path: Path) -> Plan:
    """The plan of one source file. Raises SourceError, with the file's name, where it cannot be read."""
    text = path.read_text(encoding="utf-8")
    try:
        _, head, body = text.split("+++\n", 2)
        meta = tomllib.loads(head)
        return Plan(
            id=meta["id"],
            title=meta["title"],
            town=meta["town"],
            project=meta["project"],
            form=meta["format"],
            blocks=tuple(_blocks(body.splitlines())),
            serif=meta.get("style", "serif") == "serif",
            size=meta.get("size", 11),
            header=meta.get("header", ""),
            footer=meta.get("footer", ""),
            toc=meta.get("toc", False),
            fake_headings=meta.get("fake_headings", False),
            cover=tuple(meta.get("cover", ())),
            open=frozenset(meta.get("open", ())),
        )
    except (KeyError, ValueError) as error:
        raise SourceError(f"{path}: {error}") from error


def truth(plan: Plan) -> frozenset[str]:
    """Every tag of the plan; a doubtful `item.element?` is left out where another block shows the element."""
    found = {tag for block in plan.blocks for tag in tags_within(block)}
    return frozenset(tag for tag in found if not (tag.endswith("?") and tag.removesuffix("?") in found))


def tags_within(block: Block) -> Iterator[str]:
    """The tags of a block and, for a sheet, those of its labels."""
    yield from block.tags
    if isinstance(block, Sheet):
        for label in block.labels:
            yield from label.tags


def element(tag: str) -> str:
    """The `item.element` of a tag, without its suffix."""
    return tag.removesuffix("?").partition(":")[0]


def names(part: str, tag: str) -> bool:
    """Whether `part`, an item or an item.element, covers the tag."""
    return part in (element(tag), element(tag).partition(".")[0])


def leave_out(plan: Plan, drop: Collection[str] = (), hollow: Collection[str] = ()) -> Plan:
    """The plan without every block that shows one of the named items or elements.

    A dropped block takes with it a heading that is left with nothing under it. A hollowed one leaves its
    heading, and the placeholder once under each heading that lost a block. A sheet's own scale leaves by
    being blanked in the title block; anything else that a sheet itself shows leaves with the whole sheet.
    Raises SourceError for a name that no tag of the plan has.
    """
    for part in (*drop, *hollow):
        if not any(names(part, tag) for block in plan.blocks for tag in tags_within(block)):
            raise SourceError(f"{plan.id}: nothing in it shows {part!r}")
    kept: list[Block] = []
    told = False  # whether the section at hand has its placeholder already
    for block in plan.blocks:
        told = told and not isinstance(block, Heading)
        rest = _without(block, (*drop, *hollow))
        if rest is not None:
            kept.append(rest)
        elif not told and _shows(block.tags, hollow):
            kept.append(Paragraph(PLACEHOLDER))
            told = True
    return replace(plan, blocks=tuple(_with_content(kept, plan.blocks)))


def _shows(tags: Tags, parts: Collection[str]) -> bool:
    return any(names(part, tag) for part in parts for tag in tags)


def _without(block: Block, parts: Collection[str]) -> Block | None:
    """The block without the named parts, or None where nothing of it is left."""
    if not isinstance(block, Sheet):
        return None if _shows(block.tags, parts) else block
    if _shows(frozenset(tag for tag in block.tags if element(tag) != SCALE_ELEMENT), parts):
        return None
    if _shows(block.tags, parts):
        gone = frozenset(tag for tag in block.tags if element(tag) == SCALE_ELEMENT)
        block = replace(block, scale=NO_SCALE, tags=block.tags - gone)
    return replace(block, labels=tuple(label for label in block.labels if not _shows(label.tags, parts)))


def _with_content(kept: list[Block], whole: tuple[Block, ...]) -> Iterator[Block]:
    """The blocks, less the headings that have nothing under them and had something in the whole plan."""
    bare = set(_bare(whole))
    empty = set(_bare(tuple(kept))) - bare
    return (block for block in kept if block not in empty)


def _bare(blocks: tuple[Block, ...]) -> Iterator[Heading]:
    """The headings that no text follows before a heading of their own level or a higher one."""
    for at, block in enumerate(blocks):
        if not isinstance(block, Heading):
            continue
        for later in blocks[at + 1 :]:
            if isinstance(later, Heading):
                if later.level <= block.level:
                    yield block
                    break
            elif not isinstance(later, PageBreak):
                break
        else:
            yield block


def _blocks(lines: list[str]) -> Iterator[Block]:
    """The blocks of a body. Raises SourceError for a tag line with no block or a fence that is not closed."""
    tags: set[str] = set()
    text: list[str] = []
    rest = iter([*lines, ""])
    for line in rest:
        if line.startswith("@ "):
            tags.update(line.split()[1:])
        elif line.startswith(":::"):
            yield _fenced(line[3:].strip(), _fence(line, rest), frozenset(tags))
            tags.clear()
        elif line.strip():
            text.append(line.strip())
        elif text:
            yield _plain(" ".join(text), frozenset(tags))
            tags.clear()
            text.clear()
    if tags:
        raise SourceError(f"tags without a block: {' '.join(sorted(tags))}")


def _fence(opening: str, lines: Iterator[str]) -> list[str]:
    inside: list[str] = []
    for line in lines:
        if line.strip() == ":::":
            return inside
        inside.append(line)
    raise SourceError(f"not closed: {opening}")


def _plain(text: str, tags: Tags) -> Block:
    if text == "---":
        return PageBreak(tags)
    if text.startswith("#"):
        mark, _, title = text.partition(" ")
        return Heading(len(mark), title, tags)
    return Paragraph(text.removeprefix("- "), text.startswith("- "), tags)


def _fenced(opening: str, lines: list[str], tags: Tags) -> Block:
    kind, _, rest = opening.partition(" ")
    match kind:
        case "table":
            rows = [tuple(cell.strip() for cell in line.strip().strip("|").split("|")) for line in lines if line]
            width = max(map(len, rows))
            return Table(tuple(row + ("",) * (width - len(row)) for row in rows), tags)
        case "signature":
            pairs = [tuple(part.strip() for part in line.split("|", 1)) for line in lines if line]
            fields = [(label, value) for label, value in pairs]
            signed = dict(fields).get("Signed") == "yes"
            return Signature(tuple(pair for pair in fields if pair[0] != "Signed"), signed, tags)
        case "sheet":
            number, title, scale = (part.strip() for part in f"{rest}||".split("|")[:3])
            return Sheet(number, title, scale, tuple(_labels(lines)), tags)
        case "noise":
            blocks = tuple(b for b in _blocks(lines) if isinstance(b, Heading | Paragraph))
            return Noise(blocks, tags)
    raise SourceError(f"unknown block: {opening}")


def _labels(lines: list[str]) -> Iterator[Label]:
    tags: set[str] = set()
    for line in lines:
        if line.startswith("@ "):
            tags.update(line.split()[1:])
        elif line.strip():
            yield Label(line.strip(), frozenset(tags))
            tags.clear()
