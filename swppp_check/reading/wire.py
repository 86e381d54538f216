"""How what was read travels from the process that read it: as one line of JSON of nothing but a submission's values.

The sender parsed a stranger's file and is not trusted: a line that is anything else is refused.
"""

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from swppp_check.submission import Submission

if TYPE_CHECKING:
    from pydantic import TypeAdapter


class NotUnderstood(Exception):
    """The line is no submission."""


def packed(read: Submission) -> bytes:
    """One line. Half of a surrogate pair, which no encoding can write, becomes a question mark."""
    text = json.dumps(read, default=_fields, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")


def unpacked(line: bytes) -> Submission:
    """The submission; raises NotUnderstood."""
    from pydantic import ValidationError  # only the side that unpacks needs it

    try:
        return _adapter().validate_json(line)
    except ValidationError:
        raise NotUnderstood from None


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__slots__}


@cache
def _adapter() -> "TypeAdapter[Submission]":
    from pydantic import TypeAdapter

    return TypeAdapter(Submission)
