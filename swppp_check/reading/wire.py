"""How what was read travels from the process that read it: as one line of JSON of nothing but a submission's or
its scans' values.

The sender parsed a stranger's file and is not trusted: a line that is anything else is refused.
"""

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from swppp_check.reading.scans import Wanted
from swppp_check.submission import Submission

if TYPE_CHECKING:
    from pydantic import TypeAdapter


class NotUnderstood(Exception):
    """The line is neither."""


def packed(read: Submission | list[Wanted]) -> bytes:
    """One line. Half of a surrogate pair, which no encoding can write, becomes a question mark."""
    text = json.dumps(read, default=_fields, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")


def unpacked(line: bytes) -> Submission:
    """The submission; raises NotUnderstood."""
    from pydantic import ValidationError  # only the side that unpacks needs it

    try:
        read: Submission = _adapter(Submission).validate_json(line)
        return read
    except ValidationError:
        raise NotUnderstood from None


def unpacked_scans(line: bytes) -> list[Wanted]:
    """The scans; raises NotUnderstood."""
    from pydantic import ValidationError

    try:
        wanted: list[Wanted] = _adapter(list[Wanted]).validate_json(line)
        return wanted
    except ValidationError:
        raise NotUnderstood from None


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__slots__}


@cache
def _adapter(kind: Any) -> "TypeAdapter[Any]":
    from pydantic import TypeAdapter

    return TypeAdapter(kind)
