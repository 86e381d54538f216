"""A numbered finding as lines, for any renderer: what stands under what, and in which order."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from swppp_check.letter_parts import Numbered, Point

Role = Literal["title", "point", "said", "choice", "quotation", "remedy"]


@dataclass(frozen=True, slots=True)
class Line:
    """One paragraph of a finding.

    `depth` is 0 for the finding's numbered title, 1 for what stands under it, 2 for what stands under a lettered
    point. A title's `label` is its number, a point's its letter, a quotation's and a remedy's the word before the
    colon. `words` are a quotation's own words, whose place is `text`.
    """

    role: Role
    depth: int
    text: str
    label: str = ""
    words: str = ""


def finding_lines(finding: Numbered) -> Iterator[Line]:
    """The finding under its number; a single thing asked stands beside the title, several are lettered."""
    single = len(finding.points) == 1 and len(finding.points[0].asked) == 1
    asked = f" - {finding.points[0].asked[0]}" if single else ""
    yield Line("title", 0, f"{finding.title}{asked} ({finding.citation})", str(finding.number))
    if lead := f"{finding.standing} {finding.lead}".strip():
        yield Line("said", 1, lead)
    for point in finding.points:
        if single:
            yield from _said(point, 1, f"{point.verdict} {point.note}")
        elif point.letter and len(point.asked) == 1:
            yield Line("point", 1, point.asked[0], point.letter)
            yield from _said(point, 2, f"{point.verdict} {point.note}")
        else:
            yield from _choice(point)


def _choice(point: Point) -> Iterator[Line]:
    """Things of which one is enough, then what is said of all of them."""
    depth = 2 if point.letter else 1
    if point.letter:
        yield Line("point", 1, point.verdict, point.letter)
    elif point.verdict:
        yield Line("said", 1, point.verdict)
    for asked in point.asked:
        yield Line("choice", depth, asked)
    yield from _said(point, depth, point.note)


def _said(point: Point, depth: int, text: str) -> Iterator[Line]:
    if text.strip():
        yield Line("said", depth, text.strip())
    for quotation in point.evidence:
        yield Line("quotation", depth, quotation.place, point.evidence_label, quotation.words)
    if point.remedy:
        yield Line("remedy", depth, point.remedy, point.remedy_label)
