"""swppp-check: is a stormwater pollution prevention plan complete, by the town's ordinance?

from swppp_check import check
review = check(["report.pdf", "drawings.pdf"], town="rotterdam")
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from swppp_check.data import ChecklistError
    from swppp_check.review import Review
    from swppp_check.reviewing import check

__all__ = ["ChecklistError", "Review", "check"]

_HOMES = {
    "check": "swppp_check.reviewing",
    "Review": "swppp_check.review",
    "ChecklistError": "swppp_check.data",
}


def __getattr__(name: str) -> Any:
    """Import the matching engine only where it is asked for: the command line's help must not wait for it."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
