"""Which program and which checklists these are: what two people compare before they compare verdicts."""

from importlib.metadata import PackageNotFoundError, version

from swppp_check.checklists import load_checklist, towns
from swppp_check.rendering import HASH


def tool_version() -> str:
    """The program's version; "0" in a checkout that is not installed."""
    try:
        return version("swppp-check")
    except PackageNotFoundError:
        return "0"


def versions() -> str:
    """The program, and a line for each checklist: its form's version, the hash of all its data, its law."""
    lines = [f"swppp-check {tool_version()}"]
    for name in towns():
        law = load_checklist(name)
        lines.append(f"checklist {name:16} schema {law.town.version}  {law.sha256[:HASH]}  {law.town.law}")
    return "\n".join(lines)
