"""Where the program keeps what it would have to do again."""

import os
from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """The user's cache directory; XDG_CACHE_HOME is respected everywhere."""
    own = os.environ.get("XDG_CACHE_HOME")
    return Path(own) / "swppp-check" if own else Path(platformdirs.user_cache_dir("swppp-check", False))
