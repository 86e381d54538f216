"""The compiled vocabulary, kept between runs in the user's cache directory.

It is kept under a hash of all that it comes from, so that it is never out of date. An entry that is damaged, that is
another user's or that cannot be read counts as none; a directory that cannot be written makes a run slower.
"""

import hashlib
import os
import pickle
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from swppp_check.caching import cache_folder, keep
from swppp_check.compiling import CompiledVocabulary
from swppp_check.data import HOME
from swppp_check.language import Language
from swppp_check.vocabulary import Vocabulary, load_vocabulary

# What the compiled vocabulary comes from, beside its files.
MODULES = ("anchors", "compiling", "language", "phrases", "vocabulary")
STEMMERS = ("snowballstemmer", "PyStemmer")
# So many entries are kept: towns with words of their own have each one.
MOST = 4


def kept_language(own: Mapping[str, Sequence[str]]) -> Language:
    """The vocabulary that comes with the program, with a town's own terms; raises ChecklistError for a bad one."""
    entry = cache_folder() / "vocabulary" / f"{_key(own)}.pickle"
    if found := _load(entry):
        return Language(*found)
    vocabulary = load_vocabulary(HOME / "vocabulary", own)
    language = Language(vocabulary)
    _store(entry, (replace(vocabulary, terms={}), language.compiled))
    return language


def _key(own: Mapping[str, Sequence[str]]) -> str:
    digest = hashlib.sha256()
    here = Path(__file__).parent
    for file in (*sorted((HOME / "vocabulary").glob("*.toml")), *(here / f"{name}.py" for name in MODULES)):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    digest.update(repr((sys.version, *map(version, STEMMERS), sorted(own.items()))).encode())
    return digest.hexdigest()


def _load(entry: Path) -> tuple[Vocabulary, CompiledVocabulary] | None:
    """The entry; unpickling runs what it says, so it has to be this user's own."""
    try:
        with entry.open("rb") as file:
            about = os.fstat(file.fileno())
            if hasattr(os, "getuid") and (about.st_uid != os.getuid() or about.st_mode & 0o022):
                return None
            vocabulary, compiled = pickle.load(file)
        os.utime(entry)
    except Exception:  # whatever is wrong with it, it is made anew
        return None
    usable = isinstance(vocabulary, Vocabulary) and isinstance(compiled, CompiledVocabulary)
    return (vocabulary, compiled) if usable else None


def _store(entry: Path, value: tuple[Vocabulary, CompiledVocabulary]) -> None:
    keep(entry, pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
    with suppress(OSError):
        entries = sorted(entry.parent.iterdir(), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for old in entries[MOST:]:
            old.unlink(missing_ok=True)
