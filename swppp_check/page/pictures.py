"""Pictures of the places that a review quotes: that part of the page, with the words marked.

pdfplumber opens only the pages that are quoted, and each is closed again before the next, because it keeps every
object of an open page. Word files have no pages and so no pictures.
"""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from typing import Any

import pdfplumber
from PIL import Image

from swppp_check.page.locating import Word, locate
from swppp_check.review import Evidence

MOST_PAGES = 80  # pages that are opened
MOST_PICTURES = 200
MOST_BYTES = 6_000_000  # of all pictures together, as they stand in the page
DPI = 110
LONGEST = 4000  # pixels: a page's longer side, however large it is
WIDEST, TALLEST = 900, 440  # pixels of a picture
AROUND, TALL = 44, 250  # points: shown above and below the words, and at most in height
SIDE = 16  # points: shown left and right of a page's text
SHEET = 800  # points: a page wider than this is shown in part
PART = 620  # points: the width of that part
MARK = (255, 205, 0, 92)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as a data URI; `located` is false where it is the whole page, because the words were not found."""

    uri: str
    width: int
    height: int
    located: bool


def pictures(wanted: Iterable[Evidence], password: str | None = None) -> Mapping[Evidence, Picture]:
    """A picture of each place, the first ones first, as far as the bounds on pages, number and bytes go.

    A file that is no PDF, that is gone, or whose page cannot be drawn has none.
    """
    places = list(dict.fromkeys(e for e in wanted if e.page is not None))[:MOST_PICTURES]
    pages = set(list(dict.fromkeys((e.document, e.page) for e in places))[:MOST_PAGES])
    shown = sorted((e for e in places if (e.document, e.page) in pages), key=lambda e: (e.document, e.page or 0))
    made: dict[Evidence, Picture] = {}
    for document, quoted in groupby(shown, key=lambda e: e.document):
        made |= _of_document(document, list(quoted), password)
    kept: dict[Evidence, Picture] = {}
    left = MOST_BYTES
    for place in places:
        if place in made and len(made[place].uri) <= left:
            kept[place] = made[place]
            left -= len(made[place].uri)
    return kept


def _of_document(path: str, quoted: Sequence[Evidence], password: str | None) -> dict[Evidence, Picture]:
    made: dict[Evidence, Picture] = {}
    try:
        with pdfplumber.open(path, password=password or "") as document:
            for number, on_page in groupby(quoted, key=lambda e: e.page or 0):
                try:
                    made |= _of_page(document.pages[number - 1], list(on_page))
                except Exception:  # a picture is an aid: whatever is wrong with a page must not stop the output
                    continue
    except Exception:  # the same for a file that is a Word file, or gone
        return made
    return made


def _of_page(page: Any, quoted: Sequence[Evidence]) -> dict[Evidence, Picture]:
    resolution = min(DPI, 72 * LONGEST / max(page.width, page.height))
    words = _words(page)
    image = page.to_image(resolution=resolution)
    page.close()
    made = {}
    for place in quoted:
        found = locate(place.quote, words)
        image.reset()
        box = page.bbox
        if found:
            image.draw_rects(_lines(found), fill=MARK, stroke=None)
            box = _part(page.bbox, found, words)
        left, top = page.bbox[:2]
        pixels = [(x - offset) * image.scale for x, offset in zip(box, (left, top) * 2, strict=True)]
        made[place] = _picture(image.annotated.crop([round(n) for n in pixels]), bool(found))
    return made


def _words(page: Any) -> list[Word]:
    """The page's words in the order of the file, then the text of its annotations (as CAD programs write it)."""
    words = page.extract_words(use_text_flow=True)
    notes = [{**note, "text": str(note["contents"])} for note in page.annots if note.get("contents")]
    return [Word(w["text"], w["x0"], w["top"], w["x1"], w["bottom"]) for w in (*words, *notes)]


def _lines(words: Sequence[Word]) -> list[tuple[float, float, float, float]]:
    """One box for words that follow each other on a line."""
    boxes: list[tuple[float, float, float, float]] = []
    for word in words:
        if boxes:
            x0, top, x1, bottom = boxes[-1]
            if abs(word.top - top) < 3 and -1 <= word.x0 - x1 < 12:
                boxes[-1] = (x0, min(top, word.top), word.x1, max(bottom, word.bottom))
                continue
        boxes.append((word.x0, word.top, word.x1, word.bottom))
    return [(x0 - 1, top - 1, x1 + 1, bottom + 1) for x0, top, x1, bottom in boxes]


def _part(
    page: tuple[float, float, float, float], found: Sequence[Word], words: Sequence[Word]
) -> tuple[float, float, float, float]:
    """The part of the page around the words found; where they are far apart, around the first of them.

    Of a report's page it is as wide as the page's text, so that its margins take no room.
    """
    left, upper, right, lower = page
    first = found[0]
    near = [w for w in found if abs(w.top - first.top) < TALL - 2 * AROUND]
    top = max(upper, min(w.top for w in near) - AROUND)
    bottom = min(lower, max(w.bottom for w in near) + AROUND, top + TALL)
    if right - left <= SHEET:
        ends = min(w.x0 for w in words) - SIDE, max(w.x1 for w in words) + SIDE
        return max(left, ends[0]), top, min(right, ends[1]), bottom
    beside = [w for w in near if abs(w.x0 - first.x0) < PART / 2]
    middle = (min(w.x0 for w in beside) + max(w.x1 for w in beside)) / 2
    start = min(max(left, middle - PART / 2), right - PART)
    return start, top, start + PART, bottom


def _picture(image: Image.Image, located: bool) -> Picture:
    image = image.convert("RGB")
    image.thumbnail((WIDEST, TALLEST) if located else (WIDEST, 2 * TALLEST))
    packed = BytesIO()
    image.save(packed, "WEBP", quality=55)
    return Picture(f"data:image/webp;base64,{b64encode(packed.getvalue()).decode()}", *image.size, located)
