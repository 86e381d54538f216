"""Reads pages from their pictures: which engine there is, what was read before, and why a page stays unread."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pypdfium2 as pdfium

from swppp_check.data import HOME
from swppp_check.ocr import cache
from swppp_check.ocr.contents import contents_of
from swppp_check.ocr.engine import engine_name, engine_version
from swppp_check.ocr.page import Recognised
from swppp_check.ocr.workers import answers

# Pages on which the engine was on average less sure than this are not taken as read.
SURE = 0.5
NO_ENGINE = "no OCR engine is installed: install Tesseract, or this program with its extra [ocr]"
NOTHING = "OCR found no words on it"
UNSURE = "OCR could not make out its words: submit a clearer scan"


@dataclass(frozen=True, slots=True)
class PagesRead:
    """What was read, by page number, and why the others of the pages asked for were not."""

    pages: Mapping[int, Recognised]
    failed: Mapping[int, str]


def read_pages(
    path: Path, password: str | None, file_hash: str, numbers: Sequence[int], progress: bool = False
) -> PagesRead:
    """Read these pages (from 1) of a PDF; `progress` shows a bar where standard error is a terminal."""
    engine = engine_name()
    if not engine:
        return PagesRead({}, dict.fromkeys(numbers, NO_ENGINE))
    settings = (engine, engine_version(engine), (HOME / "signatures.toml").read_text(encoding="utf-8"))
    keys = {n: cache.key_of(c, *settings) for n, c in _contents(path, password, file_hash, numbers)}
    found = {n: read for n, key in keys.items() if (read := cache.load(key))}
    jobs = [{"path": str(path), "password": password, "page": n, "engine": engine} for n in numbers if n not in found]
    failed: dict[int, str] = {}
    with _bar(len(jobs), path, progress) as bar:
        for job, answer in answers(jobs):
            number = job["page"]
            if "read" in answer:
                found[number] = Recognised.of(answer["read"])
                cache.store(keys[number], found[number])
            else:
                failed[number] = str(answer["failed"])
            bar.advance()
    if jobs:
        cache.shorten()
    for number, page in found.items():
        if reason := _unsure(page):
            failed[number] = reason
    return PagesRead({n: found[n] for n in sorted(found) if n not in failed}, failed)


def _contents(path: Path, password: str | None, file_hash: str, numbers: Sequence[int]) -> Iterator[tuple[int, str]]:
    with closing(pdfium.PdfDocument(path, password=password)) as document:
        for number in numbers:
            with closing(document[number - 1]) as page:
                yield number, contents_of(page, number, file_hash)


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
