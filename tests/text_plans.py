"""Submissions made from lines of text, for tests that need no file."""

from collections.abc import Sequence

from swppp_check.examples import document as document
from swppp_check.matching import Reading
from swppp_check.reviewing import language
from swppp_check.submission import Submission


def reading(*lines: str) -> Reading:
    """A submission of one such document, with its terms found."""
    return Reading(Submission((document(*lines),)), language())


def shows(lines: Sequence[str], rule_seek: object, rule_also: object = ()) -> bool:
    """Whether the lines satisfy clauses."""
    read = reading(*lines)
    found = any(not f.reason for f in read.find(rule_seek))  # type: ignore[arg-type]
    return found and (not rule_also or any(not f.reason for f in read.find(rule_also)))  # type: ignore[arg-type]
