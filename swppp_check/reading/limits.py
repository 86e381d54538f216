"""How much one document may take of the machine, and the watch that readers keep on it while they read.

A file comes from a stranger. A reader tells the watch what it is about to do (a page, so many characters, a picture
of so many pixels); the watch raises `Stopped` where that is more than a limit allows. What was read until then is
kept and the rest is named as unread, with the limit.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass

from swppp_check.submission import Unread

MIB = 1024 * 1024
MILLION = 1_000_000
# A block counts as so many characters more than it has: it is not free.
BLOCK = 16
# Pages after the last that was read are listed one by one up to so many: a file may claim to have a billion.
LISTED = 10_000


@dataclass(frozen=True, slots=True)
class Limits:
    """What one document may take. The option of each is `--max-` and its name."""

    memory: int = 2048  # MiB of address space of the process that reads
    time: int | None = None  # seconds; None: a minute and one second more for each page, ten minutes at most
    pages: int = 5_000
    text: int = 10  # millions of characters
    pixels: int = 500  # millions, of one picture or page to be drawn

    def seconds(self, pages: int) -> int:
        """How long a document of so many pages may take."""
        return min(60 + pages, 600) if self.time is None else self.time


class Stopped(Exception):
    """A limit was hit; the message says which, for people."""


class PageLost(Exception):
    """A page is not read; the message says why, for people. The next page may be."""


class Watch:
    """What one document has taken so far."""

    def __init__(
        self,
        limits: Limits | None = None,
        tell: Callable[[int, int], None] | None = None,
        lost: Mapping[int, str] | None = None,
        stop: int = 0,
    ) -> None:
        """Nothing is limited without `limits`.

        `tell` is told the page that is begun and the number of pages; `lost` says why which pages are not to be begun
        again, and nothing is read from page `stop` on, if that is given.
        """
        self._limits, self._tell, self._lost, self._stop = limits, tell, lost or {}, stop
        self._begun = time.monotonic()
        self._text = 0

    def opened(self) -> None:
        """The file is a document that can be read."""
        if self._tell:
            self._tell(0, 0)

    def page(self, number: int, count: int) -> None:
        """Page `number` of `count` is about to be read."""
        if self._tell:
            self._tell(number, count)
        at = f"stopped at page {number:,} of {count:,}"
        if number == self._stop:
            raise Stopped(f"{at}: {self._lost[number]}")
        if number in self._lost:
            raise PageLost(self._lost[number])
        if not self._limits:
            return
        if number > self._limits.pages:
            raise Stopped(f"{at}: more than {self._limits.pages:,} pages are not read (--max-pages)")
        most = self._limits.seconds(count)
        if time.monotonic() - self._begun > most:
            raise Stopped(f"{at}: reading took longer than {most} seconds (--max-time)")

    def text(self, characters: int) -> None:
        """So many more characters are about to be read."""
        self._text += characters
        self.within(self._text)

    def within(self, characters: int) -> None:
        """The whole text has so many characters."""
        if self._limits and characters > self._limits.text * MILLION:
            raise Stopped(f"the text is longer than {self._limits.text:,} million characters (--max-text)")

    def pixels(self, width: float, height: float) -> None:
        """A picture of this size is about to be unpacked or drawn."""
        if self._limits and width * height > self._limits.pixels * MILLION:
            size = f"{width * height / MILLION:,.0f} million pixels"
            raise PageLost(f"a picture of {size} is larger than {self._limits.pixels:,} million (--max-pixels)")

    def memory(self) -> str:
        """What is said where memory did not suffice."""
        most = f" than {self._limits.memory:,} MiB (--max-memory)" if self._limits else ""
        return f"reading takes more memory{most}"


_UNLIMITED = Watch()
_current: ContextVar[Watch] = ContextVar("watch", default=_UNLIMITED)


def watch() -> Watch:
    """The watch over the document that is being read; without one, nothing is limited."""
    return _current.get()


@contextmanager
def watched(over: Watch) -> Iterator[None]:
    """Keep this watch meanwhile."""
    token = _current.set(over)
    try:
        yield
    finally:
        _current.reset(token)


def rest(number: int | None, count: int, reason: str) -> tuple[Unread, ...]:
    """The pages from `number` on, unread; in a file without pages, the rest of it."""
    if number is None:
        return (Unread(None, reason),)
    return tuple(Unread(page, reason) for page in range(number, min(count, number + LISTED) + 1))


def confine(limits: Limits) -> None:
    """Hold this process to the memory, where the system can; a crash leaves no file."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for what, most in ((resource.RLIMIT_AS, limits.memory * MIB), (resource.RLIMIT_CORE, 0)):
        with suppress(ValueError, OSError):  # macOS refuses some
            hard = resource.getrlimit(what)[1]
            resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
