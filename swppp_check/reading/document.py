"""One file becomes one document: opened as what it is, whatever its name says.

A file that cannot be opened is a value with its reason.
"""

import hashlib
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from swppp_check.reading.damage import damaged
from swppp_check.reading.kinds import KINDS, SUFFIXES, kind_of
from swppp_check.reading.limits import BLOCK, Stopped, rest, watch
from swppp_check.reading.raw import CannotOpen, RawDocument
from swppp_check.reading.structure import assemble
from swppp_check.submission import Document, Unopened, Unread


def read_document(path: Path, password: str | None = None) -> Document | Unopened:
    """Read one file, within the limits of the current watch."""
    try:
        content = path.read_bytes()
        raw = _shortened(_read(path, content, password))
        return assemble(raw, named(path), hashlib.sha256(content).hexdigest())
    except CannotOpen as error:
        return Unopened(named(path), str(error))
    except Stopped as error:
        return Unopened(named(path), f"{error}: nothing of it was read")
    except OSError as error:
        return Unopened(named(path), f"it cannot be read ({error.strerror or error})")
    except MemoryError:
        return Unopened(named(path), f"{watch().memory()}: nothing of it was read")


def named(path: Path) -> str:
    """The path as text that any encoding can write; bytes of a name that are no text are spelled out."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _read(path: Path, content: bytes, password: str | None) -> RawDocument:
    kind = kind_of(content)
    reader = _reader(kind)
    if reader is None:
        raise CannotOpen(KINDS[kind])
    raw = reader(path, password)
    if kind == "pdf" and damaged(content):
        lost = Unread(None, "a part of the PDF is damaged, and text may be lost with it: export it again")
        raw = replace(raw, unread=(*raw.unread, lost))
    expected = SUFFIXES.get(path.suffix.lower())
    if expected != kind:
        name = {"pdf": "a PDF", "word": "a Word file"}[kind]
        warning = f"it is {name} under another file's name, and was read as such"
        raw = replace(raw, warnings=(warning, *raw.warnings))
    return raw


def _reader(kind: str) -> Callable[[Path, str | None], RawDocument] | None:
    """The reader of a kind; imported when a file of that kind is read, since each loads a large library."""
    if kind == "pdf":
        from swppp_check.reading.pdf import read_pdf

        return read_pdf
    if kind in ("word", "encrypted-word"):
        from swppp_check.reading.word import read_word

        watch().opened()
        return lambda path, _: read_word(path)
    return None


def _shortened(raw: RawDocument) -> RawDocument:
    """The text as far as the limit allows, whatever the reader itself counted."""
    counted = 0
    for index, block in enumerate(raw.blocks):
        counted += BLOCK + len(block.text) + sum(map(len, block.cells))
        try:
            watch().within(counted)
        except Stopped as stop:
            return replace(
                raw, blocks=raw.blocks[:index], unread=(*raw.unread, *rest(block.page, raw.pages, str(stop)))
            )
    return raw
