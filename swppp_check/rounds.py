"""Rounds of review: what became of the earlier review's findings, and the numbers that they keep."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from itertools import count, groupby
from pathlib import Path

from pydantic import ValidationError

from swppp_check.data import DataError, read_bytes
from swppp_check.rendering import advised
from swppp_check.review import Change, Earlier, Element, Item, Review


def listed(review: Review) -> Iterator[tuple[tuple[Item, Element], ...]]:
    """What the letter numbers, in its order: an item's deficiencies, its comments, and what may stand unread."""
    for found in (review.deficiencies(), advised(review), review.unreadable()):
        for _, pairs in groupby(found, key=lambda pair: (pair[0].group, pair[0].id)):
            yield tuple(pairs)


def numbering(review: Review) -> Mapping[str, int]:
    """The number under which each element is listed, by "item.element".

    A first round counts from 1. In a later one a finding keeps the number of the earlier letter, and a new one gets a
    number that no earlier letter has used.
    """
    earlier: Mapping[str, int] = review.previous.numbers if review.previous else {}
    new = count(max(earlier.values(), default=0) + 1)
    numbers: dict[str, int] = {}
    for pairs in listed(review):
        keys = [f"{item.id}.{element.id}" for item, element in pairs]
        kept = [earlier[key] for key in keys if key in earlier and earlier[key] not in numbers.values()]
        number = min(kept) if kept else next(new)
        numbers |= dict.fromkeys(keys, number)
    return numbers


def load_previous(path: Path, town: str, name: str = "") -> tuple[Review, str]:
    """An earlier review from a JSON output, with the file's hash; of several reviews the one of that name.

    Raises DataError where the file is no such review, or one against another town's checklist.
    """
    content = read_bytes(path)
    try:
        data = json.loads(content)
        reviews = data["reviews"] if isinstance(data, dict) and "reviews" in data else [data]
        found = [Review.model_validate(review) for review in reviews]
    except (ValueError, TypeError, RecursionError, ValidationError):
        raise DataError(f"{path}: it is no review: expected the program's JSON output of an earlier round") from None
    if len(found) > 1:
        found = [review for review in found if review.name == name]
    if not found:
        raise DataError(f"{path}: it has no review of the submission {name!r}")
    if found[0].town != town:
        raise DataError(f"{path}: it is a review against the checklist {found[0].town!r}, and this one is {town!r}")
    return found[0], hashlib.sha256(content).hexdigest()


def compare(review: Review, previous: Review, sha256: str) -> Review:
    """The review with what became of the earlier one's findings."""
    before = numbering(previous)
    known = {f"{item.id}.{e.id}": (item, e) for item in (*review.items, *previous.items) for e in item.elements}
    kept = {**(previous.previous.numbers if previous.previous else {}), **before}
    earlier = Earlier(sha256=sha256, numbers=kept)
    now = numbering(review.model_copy(update={"previous": earlier}))
    changes = []
    for key, (item, element) in known.items():
        if key in before or key in now:
            change = "open" if key in before and key in now else "new" if key in now else "resolved"
            number = now.get(key, before.get(key, 0))
            changes.append(Change(element=key, change=change, number=number, title=item.title, means=element.means))
    changes.sort(key=lambda change: change.number)
    return review.model_copy(update={"previous": earlier.model_copy(update={"changes": tuple(changes)})})
