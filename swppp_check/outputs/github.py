"""GitHub Actions: workflow commands that show findings as annotations on the submitted files.

GitHub shows ten annotations of a level for a step; the tenth says how many more there are, and the job's summary
(`summary`) holds them all.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from swppp_check.outputs import Checked, Wishes
from swppp_check.outputs.common import elements, key, message, outcome, record, title
from swppp_check.outputs.markdown import markdown
from swppp_check.plain import plain

Level = Literal["error", "warning", "notice"]
MOST = 10  # annotations of a level
SUMMARY = "GITHUB_STEP_SUMMARY"


def github(checked: Sequence[Checked], wishes: Wishes) -> str:
    """The commands, errors first, and a line for each submission that says what made its review."""
    found = list(_annotations(checked, wishes))
    lines: list[str] = []
    for level in ("error", "warning", "notice"):
        own = [a for a in found if a[0] == level]
        shown = own if len(own) <= MOST else own[: MOST - 1]
        lines += [_command(*annotation) for annotation in shown]
        if len(own) > len(shown):
            lines.append(_command(level, "", 0, "swppp-check", f"{len(own) - len(shown)} more: see the job's summary"))
    lines += [f"{title(one)}: {record(one.review)}" for one in checked if one.review]
    return "".join(line + "\n" for line in lines)


def write_summary(checked: Sequence[Checked], wishes: Wishes) -> None:
    """Append the reviews to the job's summary, where there is one; raises OSError where it cannot be written."""
    if file := os.environ.get(SUMMARY):
        with Path(file).open("a", encoding="utf-8") as out:
            out.write(markdown(checked, wishes))


def _annotations(checked: Sequence[Checked], wishes: Wishes) -> Iterator[tuple[Level, str, int, str, str]]:
    """Level, file, line, title and message of each."""
    for one in checked:
        for failure in one.failures:
            yield "error", failure.path, 1, f"{title(one)}: not reviewed", failure.reason
        if one.review is None:
            continue
        first = one.review.documents[0].path if one.review.documents else ""
        for item, element in elements(one.review):
            level: Level
            match outcome(item, element):
                case "deficient":
                    level = "error"
                case "comment":
                    level = "error" if wishes.fails_on_comments else "warning"
                case "unreadable":
                    level = "warning"
                case _:
                    continue
            file = element.evidence[0].document if element.evidence else first
            yield level, file, 1, f"{title(one)}: {key(item, element)}", message(one.review, item, element)
        for idle in one.review.decisions.idle if one.review.decisions else ():
            yield "notice", first, 1, f"{title(one)}: decision {idle.state}", f"{idle.element}: {idle.reason}"


def _command(level: Level, file: str, line: int, title: str, message: str) -> str:
    where = f"file={_property(file)},line={line}," if file else ""
    return f"::{level} {where}title={_property(title)}::{_data(message)}"


def _data(text: str) -> str:
    """A message as the runner reads it back: one line, its per cent signs escaped."""
    return plain(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
