"""What every output says alike: names of documents, places, unread pages, what belongs together."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, pairwise

from swppp_check.plain import plain
from swppp_check.review import Element, Evidence, Item, Review, ReviewedDocument, Status

HASH = 12  # characters of a SHA-256 that tell two files apart on paper
NEAR = 160  # characters of a quotation within a sentence
_ENDS = (".", "!", "?", ":", '."', '?"', '!"', ".\u201d", ".)")


def names(review: Review) -> Mapping[str, str]:
    """A name for each file by its path: the file name, with as many folders as tell it from the others."""
    hashes = {document.path: document.sha256 for document in review.documents}
    paths = dict.fromkeys([*hashes, *(file.path for file in review.unopened)])
    parts = {path: [plain(part) for part in re.split(r"[\\/]+", path) if plain(part)] for path in paths}
    found: dict[str, str] = {}
    for path, own in parts.items():
        others = [other for key, other in parts.items() if key != path]
        depths = [n for n in range(1, len(own)) if all(own[-n:] != other[-n:] for other in others)]
        depth = depths[0] if depths else len(own) if own not in others else 0
        whole = "/".join(own[-depth:]) or plain(path)
        mark = hashes.get(path, "")[:HASH]
        found[path] = whole if depth or not mark else f"{whole} [{plain(mark)}]"
    return found


def place(evidence: Evidence, known: Mapping[str, str]) -> str:
    """Where a quotation stands, as in: report.pdf, page 7, under "3.2 Soils"."""
    document = known.get(evidence.document) or plain(evidence.document)
    page = f"page {evidence.page}" if evidence.page is not None else ""
    section = f'under "{plain(evidence.section)}"' if plain(evidence.section) else ""
    return ", ".join(part for part in (document, page, section) if part)


def explained(element: Element, known: Mapping[str, str]) -> str:
    """Why an element has its status, as a sentence; what does not count with its words and place."""
    near = element.nearest
    if near is None or element.decision:
        return sentence(element.note)
    return sentence(f'{plain(near.reason)}: {place(near, known)}: "{shortened(near.quote, NEAR)}"')


def example(text: str) -> str:
    """An example of the rules on one line: a bar in it parts cells, a stroke lines."""
    return " / ".join(filter(None, map(plain, text.splitlines())))


def shortened(text: str, most: int) -> str:
    """The text as one visible line of at most so many characters, cut between words where there are any."""
    text = plain(text)
    if len(text) <= most:
        return text
    cut = text[: most - 3]
    return f"{cut.rpartition(' ')[0] or cut}..."


def sentence(text: str) -> str:
    """The text as a sentence: visible characters, a capital first, an end mark last; empty if it is empty.

    Only a word gets the capital: "report.pdf" keeps its name.
    """
    text = plain(text)
    if not text:
        return ""
    capital = text[0].upper() if text.split()[0].rstrip(",:;.").isalpha() else text[0]
    return capital + text[1:] + ("" if text.endswith(_ENDS) else ".")


def together(item: Item, elements: Iterable[Element]) -> tuple[tuple[Element, ...], ...]:
    """The elements in order, those of which one is enough taken together in the place of their first."""
    sets: list[tuple[Element, ...]] = []
    choice: int | None = None
    for element in elements:
        if element.id not in item.any_of:
            sets.append((element,))
        elif choice is None:
            choice = len(sets)
            sets.append((element,))
        else:
            sets[choice] = (*sets[choice], element)
    return tuple(sets)


def advised(review: Review) -> tuple[tuple[Item, Element], ...]:
    """What was not found and is no deficiency: the ordinance says "should", or asks it on a condition."""
    lacking = (Status.MISSING, Status.ALTERED)
    return tuple((i, e) for i, e in review.findings() if e.kind != "shall" and e.status in lacking)


def counted(found: Iterable[tuple[Item, Element]]) -> int:
    """How many things these are, where those of which one is enough are one thing."""
    items = groupby(found, key=lambda pair: (pair[0].group, pair[0].id))
    pairs = (list(pairs) for _, pairs in items)
    return sum(len(together(listed[0][0], (element for _, element in listed))) for listed in pairs)


def unread(document: ReviewedDocument) -> Iterator[tuple[str, str]]:
    """What could not be read of a document: ("pages 3, 7-9", why), or ("", why) where it is not one page."""
    reasons: dict[str, set[int | None]] = {}
    for entry in document.unread:
        reasons.setdefault(plain(entry.reason), set()).add(entry.page)
    explained = {entry.page for entry in document.unread}
    for page in document.unread_pages:
        if page not in explained:
            reasons.setdefault("no text could be read", set()).add(page)
    for reason, found in reasons.items():
        pages = sorted(page for page in found if page is not None)
        if None in found:
            yield "", reason
        if pages:
            yield f"{'page' if len(pages) == 1 else 'pages'} {', '.join(_runs(pages))}", reason


def by_ocr(document: ReviewedDocument) -> str:
    """Which pages were read by OCR, as a sentence; "" for none."""
    if not document.ocr_pages:
        return ""
    runs, one = ", ".join(_runs(sorted(document.ocr_pages))), len(document.ocr_pages) == 1
    return (
        f"{'page' if one else 'pages'} {runs} {'was' if one else 'were'} read by OCR: compare quotations with the page."
    )


def _runs(pages: list[int]) -> Iterator[str]:
    """Ascending pages as "3" and "7-9"."""
    breaks = [0, *(n + 1 for n, (a, b) in enumerate(pairwise(pages)) if b != a + 1), len(pages)]
    for start, end in pairwise(breaks):
        first, last = pages[start], pages[end - 1]
        yield str(first) if first == last else f"{first}-{last}"
