"""The review at a glance: one row an item, what is lacking below it, unread pages, and the totals.

Everything that comes from a plan enters as `rich.text.Text`, which no markup in it can steer. Each status
is a word, so that the table says as much without colour, in a log or on paper.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from swppp_check.outputs.common import record
from swppp_check.plain import elided, plain
from swppp_check.rendering import advised, by_ocr, counted, explained, names, place, shortened, together, unread
from swppp_check.review import Element, Evidence, Item, Review, Status

QUOTED = 60  # characters of a quotation
COLOURS = {
    Status.PRESENT: "green",
    Status.PARTIAL: "yellow",
    Status.MISSING: "red",
    Status.ALTERED: "red",
    Status.UNREADABLE: "magenta",
    Status.NOT_APPLICABLE: "dim",
}
LAW, FOUND = "green", "red"  # the words of the ordinance, and those of the plan that differ
WORDS = {status: status.value.replace("-", " ") for status in Status}
SETTLED = (Status.PRESENT, Status.NOT_APPLICABLE)


def table(review: Review) -> RenderableType:
    """The review as something rich can print at any width from about 60 columns on."""
    parts: list[RenderableType] = [_head(review), _items(review)]
    if lines := list(_unread(review)):
        parts += [Text("Could not be read", style="bold"), *lines, Text()]
    parts += [Text(f"{names(review)[d.path]}, {read}") for d in review.documents if (read := by_ocr(d))]
    if lines := list(_noted(review)):
        parts += [Text("Noted while reading", style="bold"), *lines, Text()]
    parts += [Text(record(review), style="dim", overflow="fold"), totals(review)]
    return Group(*parts)


def print_table(review: Review, console: Console) -> None:
    """Print the table; whether there is colour is the console's choice."""
    console.print(table(review))


def _head(review: Review) -> Text:
    project = review.project
    known = "" if project.determined else " (undetermined)"
    head = Text(f"{plain(review.checklist.name)}: reviewed as a {project.category} project{known}", style="bold")
    if review.checklist.provisional:
        head.append("\nThe checklist applied is provisional.", style="yellow")
    return head


def _items(review: Review) -> Table:
    grid = Table(box=SIMPLE_HEAD, pad_edge=False, expand=True)
    grid.add_column("No.", width=5, overflow="fold")
    grid.add_column("Item", ratio=5, overflow="fold")
    grid.add_column("Status", width=10, overflow="fold")
    grid.add_column("Evidence and notes", ratio=6, overflow="fold")
    known = names(review)
    group = ""
    for item in review.items:
        if group and group != item.group:
            grid.add_section()
        group = item.group
        first = next((e for element in item.elements for e in element.evidence), None)
        seen = item.status in (Status.PRESENT, Status.PARTIAL)
        grid.add_row(
            Text(plain(item.number)),
            Text(plain(item.title), style="bold"),
            _status(item.status),
            _said(first if seen else None, _notes(item, known) if item.status is Status.PRESENT else "", known),
        )
        for elements in _lacking(item):
            seen_first = next((e for x in elements for e in x.evidence), None)
            grid.add_row(
                Text(),
                Text(_asked(elements)),
                _status(elements[0].status, elements[0].kind),
                _compared(_said(seen_first, _note(elements, known), known), elements),
            )
    return grid


def _lacking(item: Item) -> Iterator[tuple[Element, ...]]:
    """The elements that are not there; those of which one is enough together, or left out if one is."""
    if item.status is Status.NOT_APPLICABLE:
        return
    chosen = any(e.status is Status.PRESENT for e in item.elements if e.id in item.any_of)
    open_ = (e for e in item.elements if e.status not in SETTLED and not (chosen and e.id in item.any_of))
    yield from together(item, open_)


def _asked(elements: tuple[Element, ...]) -> str:
    means = [plain(element.means) for element in elements]
    return f"- {means[0]}" if len(means) == 1 else f"- one of these: {'; '.join(means)}"


def _status(status: Status, kind: str = "shall") -> Text:
    """The status in words and colour; of a thing only advised or asked on a condition, with its kind."""
    if kind == "shall":
        return Text(WORDS[status], style=COLOURS[status])
    return Text(f"{WORDS[status]} ({kind})", style="yellow")


def _said(evidence: Evidence | None, note: str, known: Mapping[str, str]) -> Text:
    """A place with a short quotation, and a note, as far as there are any."""
    said = Text()
    if evidence:
        said.append(place(evidence, known), style="cyan")
        if quote := shortened(evidence.quote, QUOTED):
            said.append(f': "{quote}"')
    if note:
        said.append("\n" if said else "").append(note)
    return said


def _compared(said: Text, elements: tuple[Element, ...]) -> Text:
    """What is said of an altered statement, the ordinance's words and the plan's each in a colour of its own."""
    for difference in (d for element in elements for d in element.differences):
        for words, colour in ((difference.law, LAW), (difference.found, FOUND)):
            if quoted := elided(plain(words)):
                said.highlight_words([f'"{quoted}"'], colour)
    return said


def _note(elements: tuple[Element, ...], known: Mapping[str, str]) -> str:
    return " ".join(dict.fromkeys(note for e in elements if (note := explained(e, known))))


def _notes(item: Item, known: Mapping[str, str]) -> str:
    return _note(tuple(e for e in item.elements if e.status is Status.PRESENT), known)


def _unread(review: Review) -> Iterator[Text]:
    known = names(review)
    for document in review.documents:
        for pages, reason in unread(document):
            where = f"{known[document.path]}, {pages}" if pages else known[document.path]
            yield Text(f"- {where}: {reason}", overflow="fold")
    for file in review.unopened:
        yield Text(f"- {known[file.path]}: could not be opened: {plain(file.reason)}", overflow="fold")


def _noted(review: Review) -> Iterator[Text]:
    known = names(review)
    for document in review.documents:
        for warning in document.warnings:
            yield Text(f"- {known[document.path]}: {plain(warning)}", overflow="fold")


def totals(review: Review) -> Text:
    """The verdict, the items by status, and how many elements are deficient, advised or open."""
    by_status = Counter(item.status for item in review.items)
    items = ", ".join(f"{by_status[status]} {WORDS[status]}" for status in Status if by_status[status])
    numbers = (
        _many(counted(review.deficiencies()), "deficiency", "deficiencies"),
        _many(counted(advised(review)), "comment", "comments"),
        f"{counted(review.unreadable())} unreadable",
    )
    verdict, colour = (
        ("Complete", "green")
        if review.complete
        else ("Deficient", "red")
        if review.deficiencies()
        else ("Not determined", "magenta")
    )
    total = _many(len(review.items), "item", "items")
    return Text.assemble((verdict, f"bold {colour}"), f": {total} ({items}); {', '.join(numbers)}.")


def _many(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"
