"""Pictures of the places that a review quotes: that part of the page, with the words marked.

A document's pages are drawn in a process of its own (`drawing`). Word files have no pages and so no pictures.
"""

import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby

from swppp_check.reading.programs import command
from swppp_check.review import Evidence

MOST_PAGES = 80  # pages that are opened
MOST_PICTURES = 200
MOST_BYTES = 6_000_000  # of all pictures together, as they stand in the page
SECONDS = 120  # that drawing a document's pictures may take


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
        made |= _drawn(document, list(quoted), password)
    kept: dict[Evidence, Picture] = {}
    left = MOST_BYTES
    for place in places:
        if place in made and len(made[place].uri) <= left:
            kept[place] = made[place]
            left -= len(made[place].uri)
    return kept


def _drawn(path: str, quoted: Sequence[Evidence], password: str | None) -> dict[Evidence, Picture]:
    """The pictures that a process of their own draws, as far as it comes."""
    job = {"path": path, "password": password, "places": [(place.page, place.quote) for place in quoted]}
    try:
        answer = subprocess.run(
            command("swppp_check.page.drawing"),
            input=json.dumps(job).encode() + b"\n",
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        ).stdout
    except subprocess.TimeoutExpired as late:
        answer = late.stdout or b""
    made = {}
    for line in answer.splitlines():
        with suppress(ValueError, TypeError, KeyError, IndexError):  # the last one may have broken off
            at, drawn = json.loads(line)
            made[quoted[at]] = Picture(drawn["uri"], drawn["width"], drawn["height"], drawn["located"])
    return made
