"""What was read on pages, kept in the user's cache directory by the contents of each page.

An entry that is damaged counts as none; a directory that cannot be written makes a run slower and nothing else.
"""

import hashlib
import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from swppp_check.caching import cache_folder, keep
from swppp_check.ocr.recognised import Recognised

# Counts up with every change of how pages are read.
READING = 4
# The directory holds at most so many bytes; the entries that were used longest ago go first.
MOST_BYTES = 100_000_000


def home() -> Path:
    """Where entries are kept."""
    return cache_folder() / "ocr"


def key_of(contents: str, *settings: str) -> str:
    """The name of the entry for a page of these contents (a hash) that is read with these settings."""
    return hashlib.sha256("\0".join((str(READING), contents, *settings)).encode()).hexdigest()


def load(key: str) -> Recognised | None:
    """The entry of that name; None where there is none that can be used."""
    path = home() / f"{key}.json"
    try:
        found = Recognised.of(json.loads(path.read_bytes()))
        os.utime(path)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return found


def store(key: str, read: Recognised) -> None:
    """Keep an entry."""
    keep(home() / f"{key}.json", json.dumps(read.data()).encode())


def shorten() -> None:
    """Remove what is beyond the bound."""
    with suppress(OSError):
        left = MOST_BYTES
        for path, size in _by_use(home().iterdir()):
            left -= size
            if left < 0:
                path.unlink(missing_ok=True)


def _by_use(paths: Iterable[Path]) -> list[tuple[Path, int]]:
    found = [(path.stat(), path) for path in paths if path.is_file()]
    found.sort(key=lambda each: (-each[0].st_mtime_ns, each[1].name))
    return [(path, stat.st_size) for stat, path in found]
