"""Reads documents in a child process, so that a hostile or damaged file costs that document and nothing else.

The child starts at once and reads while the caller does something else (imports the matching engine). A document
that takes too long is ended from here; a crash of a native library ends the child, and another takes its place. Where
that happened on a page, the document is read once more without that page, which is named as unread. A document with
scans is read once more too, with what workers have read on them meanwhile.
"""

import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from swppp_check.reading.kinds import OcrMode, named
from swppp_check.reading.limits import BLOCK, MIB, MILLION, Limits, Watch
from swppp_check.reading.programs import command
from swppp_check.reading.scans import Wanted
from swppp_check.reading.wire import NotUnderstood, unpacked, unpacked_scans
from swppp_check.submission import Submission, Unopened

GRACE = 2  # seconds that the child has to notice a limit of time itself
TRIES = 4  # at one document, each without the pages that the ones before were lost on
ANSWER = 64 * MIB  # of a document's answer, beside its text


# By the process that started it: a copy of this process must not talk to the same child.
_early: dict[int, subprocess.Popen[bytes]] = {}


@contextmanager
def started_early(wanted: bool) -> Iterator[None]:
    """Start the child that the next submission is read in, while it is not yet known what that is and how to read it.

    It needs as long to start as the program needs to understand its options. Where it is not used, it is ended.
    """
    if not wanted:
        yield
        return
    own = os.getpid()
    _early[own] = _started()
    try:
        yield
    finally:
        if child := _early.pop(own, None):
            child.kill()
            with child:
                pass


def _started() -> subprocess.Popen[bytes]:
    errors = None if os.environ.get("SWPPP_CHECK_DEBUG") else subprocess.DEVNULL
    return subprocess.Popen(
        command("swppp_check.reading.child"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
    )


@dataclass(frozen=True, slots=True)
class _Lost:
    """The child ended while it read: at which page of how many (0 of 0 before the first), and why."""

    page: int
    count: int
    why: str
    overdue: bool = False


class ReadAhead:
    """A submission that is being read. Use it as a context: leaving it ends the child."""

    def __init__(
        self,
        files: Iterable[Path | Unopened],
        password: str | None,
        limits: Limits,
        ocr: OcrMode = "auto",
        progress: bool = False,
    ) -> None:
        self._files, self._password, self._limits = tuple(files), password, limits
        self._ocr, self._progress = ocr, progress
        self._documents: list[Submission] = []
        self._opened = threading.Event()  # a document could be opened, or all is done
        self._over = threading.Event()  # nothing more is read
        self._done = threading.Event()  # and no child is left; a thread's `join` is not safe from Ctrl-C
        self._failure: BaseException | None = None
        self._lock = threading.Lock()  # over the child and what ends it
        self._child: subprocess.Popen[bytes] | None = None
        self._deadline = float("inf")
        self._overdue = False
        if any(isinstance(file, Path) for file in self._files):
            self._start()
        threading.Thread(target=self._read_all, daemon=True).start()
        threading.Thread(target=self._keep_time, daemon=True).start()

    def any_opened(self) -> bool:
        """Wait until a document could be opened, or until none could."""
        self._opened.wait()
        return self._failure is None and (not self._over.is_set() or any(s.documents for s in self._documents))

    def submission(self) -> Submission:
        """Wait for all documents."""
        self._done.wait()
        if self._failure:
            raise self._failure
        return Submission(
            tuple(d for read in self._documents for d in read.documents),
            tuple(u for read in self._documents for u in read.unopened),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._kill()
        self._done.wait()

    def _read_all(self) -> None:
        try:
            for file in self._files:
                self._documents.append(self._read(file) if isinstance(file, Path) else Submission((), (file,)))
        except BaseException as error:
            self._failure = error
        finally:
            self._over.set()
            self._end()
            self._done.set()
            self._opened.set()

    def _read(self, path: Path) -> Submission:
        if self._ocr == "off":
            return self._read_within(path, "")
        with tempfile.TemporaryDirectory(prefix="swppp-check-", ignore_cleanup_errors=True) as folder:
            return self._read_within(path, folder)

    def _read_within(self, path: Path, folder: str) -> Submission:
        """Read one document; scans that it carries in other files are put into `folder`."""
        lost: dict[int, str] = {}
        stop = 0
        order: dict[str, Any] = {
            "path": str(path),
            "password": self._password,
            "ocr": self._ocr,
            "folder": folder,
            "found": None,
        }
        while True:
            read = self._ask({**order, "lost": lost, "stop": stop})
            if isinstance(read, list):
                order["found"] = self._scans(path, read, folder)
                continue
            if not isinstance(read, _Lost):
                return read
            if read.page == 0 or read.page in lost or len(lost) == TRIES - 1 or self._over.is_set():
                at = f" at page {read.page:,} of {read.count:,}" if read.page else ""
                return Submission((), (Unopened(named(path), f"not read: {read.why}{at}"),))
            lost[read.page] = read.why
            stop = read.page if read.overdue else 0

    def _scans(self, path: Path, wanted: list[Wanted], folder: str) -> dict[str, dict[str, Any]]:
        """Have the scans of a document read, for which there is no deadline here: each page has its own."""
        from swppp_check.ocr.reader import read_scans

        self._deadline = float("inf")
        return read_scans(path, self._password, wanted, Path(folder), self._limits, self._over, self._progress)

    def _ask(self, order: dict[str, Any]) -> Submission | list[Wanted] | _Lost:
        """Have one document read: without the pages in `lost`, and without page `stop` and those after it.

        Where it has scans and `found` in the order is None, the answer is these.
        """
        begun = time.monotonic()
        self._overdue = False
        self._deadline = begun + self._limits.seconds(0) + GRACE
        page = count = 0
        child = self._child or self._start()
        if child is None or child.stdin is None or child.stdout is None:
            return _Lost(0, 0, "the run was ended")
        with suppress(OSError):
            child.stdin.write(json.dumps(order).encode() + b"\n")
            child.stdin.flush()
        with suppress(NotUnderstood, ValueError):
            while line := child.stdout.readline(ANSWER + self._limits.text * MILLION * BLOCK):
                if line.startswith(b"s") and order["found"] is None:
                    return unpacked_scans(line[1:])
                if not line.startswith(b"p"):
                    return unpacked(line[1:])
                page, count = (int(number) for number in line[1:].split(b"/"))
                self._deadline = begun + self._limits.seconds(count) + GRACE
                self._opened.set()
        status, overdue = self._end(), self._overdue
        return _Lost(page, count, self._why(status, overdue, count), overdue)

    def _why(self, status: int, overdue: bool, count: int) -> str:
        if overdue:
            return f"reading took longer than {self._limits.seconds(count)} seconds (--max-time)"
        if status < 0:
            with suppress(ValueError):
                name = signal.Signals(-status).name
                return f"the library that reads it crashed ({name}), or {Watch(self._limits).memory()}"
        return "the process that reads it ended without an answer"

    def _keep_time(self) -> None:
        while not self._over.wait(min(1.0, max(0.05, self._deadline - time.monotonic()))):
            if time.monotonic() > self._deadline:
                self._overdue = True
                self._deadline = float("inf")
                self._kill()

    def _start(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if not self._over.is_set():
                self._child = _early.pop(os.getpid(), None) or _started()
        if self._child and self._child.stdin:
            with suppress(OSError):
                self._child.stdin.write(json.dumps(asdict(self._limits)).encode() + b"\n")
                self._child.stdin.flush()
        return self._child

    def _kill(self) -> None:
        with self._lock:
            if self._child:
                self._child.kill()

    def _end(self) -> int:
        """End the child, close what leads to it and leave no zombie; its exit status."""
        child = self._child
        if child is None:
            return 0
        if not self._over.is_set():
            with suppress(subprocess.TimeoutExpired):
                child.wait(1)  # it has stopped answering, and is most likely dead
        self._kill()
        with self._lock:
            self._child = None
        with suppress(OSError), child:
            pass
        return child.returncode
