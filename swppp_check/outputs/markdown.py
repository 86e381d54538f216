"""Markdown for a comment on a pull request or a job's summary: the verdict, what is lacking, what made it.

Words of a plan are escaped so that they are words: no markup, no HTML, no mention of a person, no link. GitHub takes
65,536 characters in a comment; a long list is cut before that, and says so.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from swppp_check.outputs import Checked, Wishes
from swppp_check.outputs.common import elements, key, outcome, record, title, verdict
from swppp_check.plain import plain
from swppp_check.rendering import explained, names, place, sentence, shortened, unread
from swppp_check.review import Element, Item, Review
from swppp_check.rounds import numbering

LONGEST = 60_000  # characters
QUOTED = 200
SIGNS = {"complete": "\N{WHITE HEAVY CHECK MARK}", "deficient": "\N{CROSS MARK}"}
OPEN = "\N{BLACK QUESTION MARK ORNAMENT}"
APART = "<!-- -->"  # an empty comment: invisible, and it parts what would be a mention or a link


def markdown(checked: Sequence[Checked], wishes: Wishes) -> str:  # noqa: ARG001
    """A heading and a table for each submission, in order."""
    text = ""
    for number, one in enumerate(checked):
        part = "\n".join(_submission(one))
        if len(text) + len(part) > LONGEST:
            return text + f"\n{len(checked) - number} more submissions are left out here.\n"
        text += part + "\n"
    return text


def escaped(text: str) -> str:
    """Text of a plan as Markdown that shows just this text."""
    text = re.sub(r"([\\`*_{}\[\]|~$])", r"\\\1", plain(text))
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = re.sub(r"[@#]|:(?=//)|\bwww(?=\.)|\bGH(?=-)", lambda found: f"{found[0]}{APART}", text, flags=re.IGNORECASE)
    return re.sub(r"^(\d+|[-+=])", rf"{APART}\1", text)


def _submission(one: Checked) -> Iterator[str]:
    name = escaped(title(one))
    if one.review is None:
        yield f"## {OPEN} {name}: not reviewed"
        yield ""
        yield from (f"- {escaped(f.path)}: {escaped(sentence(f.reason))}" for f in one.failures)
        return
    review = one.review
    word = verdict(review)
    yield f"## {SIGNS.get(word, OPEN)} {name}: {word}"
    yield ""
    project = review.project
    provisional = " The checklist is provisional." if review.checklist.provisional else ""
    yield (
        f"{escaped(review.checklist.name)}, reviewed as a {project.category} project"
        f"{'' if project.determined else ' (undetermined)'}.{provisional}"
    )
    found = [(item, e) for item, e in elements(review) if outcome(item, e) in ("deficient", "unreadable", "comment")]
    numbers = numbering(review)
    found.sort(key=lambda pair: numbers.get(key(*pair), 0))
    if found:
        yield ""
        yield from _table(review, found, numbers)
    yield from _lists(one)
    yield ""
    yield f"<sub>{escaped(record(review))}</sub>"


def _table(review: Review, found: Sequence[tuple[Item, Element]], numbers: Mapping[str, int]) -> Iterator[str]:
    yield "| No. | Element | Status | What is asked | Why, and what to do |"
    yield "|--:|---|---|---|---|"
    size = 0
    for n, (item, element) in enumerate(found):
        status = element.status.value if outcome(item, element) != "comment" else "comment"
        asked = f"{escaped(item.title)} ({escaped(item.citation)}): {escaped(element.means)}"
        id_ = key(item, element)
        row = f"| {numbers.get(id_, '')} | `{id_}` | {status} | {asked} | {_why(review, element)} |"
        size += len(row)
        if size > LONGEST - 10_000:
            yield f"\n{len(found) - n} more findings are left out here."
            return
        yield row


def _why(review: Review, element: Element) -> str:
    says = [explained(element, names(review))]
    if element.evidence:
        first = element.evidence[0]
        says.append(f'{place(first, names(review))}: "{shortened(first.quote, QUOTED)}"')
    says.append(sentence(element.remedy))
    return "<br>".join(escaped(part) for part in says if part)


def _lists(one: Checked) -> Iterator[str]:
    """What could not be read, which verdicts are a person's, and what changed since the earlier round."""
    review = one.review
    assert review is not None
    known = names(review)
    open_ = [
        f"{known[d.path]}{f', {pages}' if pages else ''}: {reason}"
        for d in review.documents
        for pages, reason in unread(d)
    ]
    open_ += [f"{known[f.path]}: {f.reason}" for f in review.unopened]
    decided = [
        f"{key(i, e)}: {e.decision.verdict.value} instead of {e.decision.machine.value}, by {e.decision.by}, "
        f"{e.decision.date}: {e.decision.reason}"
        for i, e in elements(review)
        if e.decision
    ]
    decided += [f"{i.element}: {i.state}: {i.reason}" for i in (review.decisions.idle if review.decisions else ())]
    changed = [f"{c.number}: {c.element}: {c.change}" for c in (review.previous.changes if review.previous else ())]
    for heading, lines in (
        ("Could not be read", open_),
        ("Decided by people", decided),
        ("Since the earlier review", changed),
    ):
        if lines:
            yield f"\n**{heading}**\n"
            yield from (f"- {escaped(line)}" for line in lines[:100])
