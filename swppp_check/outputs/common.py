"""What the outputs for programs say alike: what an element comes to, where it stands, what made the review."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from swppp_check.outputs import Checked
from swppp_check.plain import plain
from swppp_check.rendering import HASH, explained, names, place, sentence
from swppp_check.review import Element, Item, Review, Status

Outcome = Literal["met", "deficient", "comment", "unreadable", "not-applicable"]
WORDS = {
    Status.MISSING: "missing",
    Status.ALTERED: "altered",
    Status.UNREADABLE: "not found in what could be read",
}


def outcome(item: Item, element: Element) -> Outcome:
    """What a finding comes to: the review's lists, element by element."""
    if item.status is Status.NOT_APPLICABLE or element.status is Status.NOT_APPLICABLE:
        return "not-applicable"
    if element.status is Status.UNREADABLE:
        return "unreadable"
    if element.status in (Status.MISSING, Status.ALTERED):
        return "deficient" if element.kind == "shall" else "comment"
    return "met"


def elements(review: Review) -> Iterator[tuple[Item, Element]]:
    """Every element of every item, applicable or not, in the checklist's order."""
    for item in review.items:
        yield from ((item, element) for element in item.elements)


def key(item: Item, element: Element) -> str:
    """The element's name that never changes, as in soils.description."""
    return f"{item.id}.{element.id}"


def message(review: Review, item: Item, element: Element) -> str:
    """What is asked, under which provision, what came of it, and what would mend it: one line."""
    asked = f"{plain(item.title)} ({plain(item.citation)}): {plain(element.means)}"
    says = [f"{asked}: {WORDS.get(element.status, element.status.value)}."]
    says.append(explained(element, names(review)))
    if element.evidence and element.status is Status.ALTERED:
        says.append(sentence(f"Found: {place(element.evidence[0], names(review))}"))
    if element.status in WORDS:
        says.append(sentence(element.remedy))
    return " ".join(part for part in says if part)


def verdict(review: Review) -> str:
    """The review in a word."""
    return "complete" if review.complete else "deficient" if review.deficiencies() else "not determined"


def title(checked: Checked) -> str:
    """The submission's name, or that of its first file."""
    if checked.name:
        return plain(checked.name)
    documents = checked.review.documents if checked.review else ()
    first = next((d.path for d in documents), next((f.path for f in checked.failures), "submission"))
    return plain(Path(first).name)


def record(review: Review) -> str:
    """What the review was made with and of: the tool, the checklist, every input's hash."""
    used = {"decisions": review.decisions, "earlier review": review.previous}
    parts = [
        f"{plain(review.tool.name)} {plain(review.tool.version)}",
        f"checklist {plain(review.town)} {plain(review.checklist.sha256)[:HASH]}",
        *(f"{what} {plain(file.sha256)[:HASH]}" for what, file in used.items() if file),
        *(f"{name} {plain(d.sha256)[:HASH]}" for d, name in zip(review.documents, _named(review), strict=True)),
    ]
    return ", ".join(parts)


def _named(review: Review) -> Sequence[str]:
    known = names(review)
    return [known[document.path] for document in review.documents]


def uri(path: str) -> str:
    """A file's path as a reference: relative to the working folder where it is inside, escaped."""
    given = Path(path)
    if given.is_absolute():
        try:
            given = given.relative_to(Path.cwd())
        except ValueError:
            return given.as_uri()
    return quote(given.as_posix().encode("utf-8", "surrogateescape"))
