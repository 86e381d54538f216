"""Has pages and pictures read by workers: which engine there is, what was read before, and why some stay unread."""

import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from swppp_check.data import HOME
from swppp_check.ocr import cache
from swppp_check.ocr.engine import engine_name, engine_version
from swppp_check.ocr.recognised import Recognised
from swppp_check.ocr.workers import answers
from swppp_check.reading.limits import Limits
from swppp_check.reading.scans import Wanted

# Pages on which the engine was on average less sure than this are not taken as read.
SURE = 0.5
NO_ENGINE = "no OCR engine is installed: install Tesseract, or this program with its extra [ocr]"
NOTHING = "OCR found no words on it"
UNSURE = "OCR could not make out its words: submit a clearer scan"

# What was read, as data, or why not; by document and by number of the page or picture, as JSON has them.
Found = dict[str, dict[str, Any]]


def read_scans(
    path: Path,
    password: str | None,
    wanted: Sequence[Wanted],
    folder: Path,
    limits: Limits,
    over: threading.Event,
    progress: bool = False,
) -> Found:
    """Read what is wanted of one file; `folder` holds the files that it carries.

    `progress` shows a bar where standard error is a terminal. It ends early where the run is `over`.
    """
    found: Found = {str(each.document): {} for each in wanted}
    engine = engine_name()
    if not engine:
        for each in wanted:
            found[str(each.document)][str(each.number)] = NO_ENGINE
        return found
    settings = (engine, engine_version(engine), (HOME / "signatures.toml").read_text(encoding="utf-8"))
    left = []
    for each in wanted:
        key = cache.key_of(each.contents, *settings)
        if read := cache.load(key):
            found[str(each.document)][str(each.number)] = _unsure(read) or read.data()
        else:
            left.append((each, key))
    jobs = [
        {
            "path": str(path if each.file is None else folder / str(each.file)),
            "password": password,
            "number": each.number,
            "picture": each.picture,
            "engine": engine,
            "at": at,
        }
        for at, (each, _) in enumerate(left)
    ]
    with _bar(len(jobs), path, progress) as bar:
        for job, answer in answers(jobs, limits, over):
            each, key = left[job["at"]]
            found[str(each.document)][str(each.number)] = _taken(answer, key)
            bar.advance()
    if jobs:
        cache.shorten()
    return found


def _taken(answer: dict[str, Any], key: str) -> Any:
    """What a worker read, which is kept, or why it did not."""
    if "read" not in answer:
        return str(answer.get("failed"))
    try:
        read = Recognised.of(answer["read"])
    except (ValueError, TypeError, KeyError, AttributeError):
        return "OCR broke off on it"
    cache.store(key, read)
    return _unsure(read) or read.data()


def _unsure(page: Recognised) -> str:
    words = [word for line in page.lines for word in line.words]
    letters = sum(len(word[0]) for word in words)
    if not letters:
        return NOTHING
    return UNSURE if sum(len(word[0]) * word[5] for word in words) < SURE * letters else ""


class _Bar(Protocol):
    def advance(self) -> Any: ...


class _NoBar:
    def advance(self) -> None:
        """Show nothing."""


@contextmanager
def _bar(count: int, path: Path, wanted: bool) -> Iterator[_Bar]:
    if not (wanted and count and sys.stderr.isatty()):
        yield _NoBar()
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from swppp_check.plain import plain

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(f"OCR of {escape(plain(path.name))}", total=count)

        class Shown:
            def advance(self) -> None:
                shown.advance(task)

        yield Shown()
