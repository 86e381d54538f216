"""Where the program keeps what it would have to do again."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """The user's cache directory; XDG_CACHE_HOME is respected everywhere."""
    own = os.environ.get("XDG_CACHE_HOME")
    return Path(own) / "swppp-check" if own else Path(platformdirs.user_cache_dir("swppp-check", False))


def keep(entry: Path, content: bytes) -> None:
    """Write an entry, whole or not at all; where that cannot be done nothing is kept, and nothing is said."""
    with suppress(OSError):
        entry.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(dir=entry.parent, suffix=".part", delete=False) as file:
            file.write(content)
        Path(file.name).replace(entry)
