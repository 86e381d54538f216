"""One file becomes one document, and those that it carries become more: opened as what they are, whatever their
names say.

A file that cannot be opened is a value with its reason.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from swppp_check.reading.damage import damaged
from swppp_check.reading.kinds import KINDS, READ, SUFFIXES, kind_of, named
from swppp_check.reading.limits import BLOCK, Stopped, rest, watch
from swppp_check.reading.raw import Attachment, CannotOpen, RawDocument
from swppp_check.reading.scans import DocumentScans, Scans
from swppp_check.reading.structure import assemble
from swppp_check.submission import Document, Submission, Unopened, Unread

# Files may carry files that carry files, so many times.
DEEPEST = 3


def read_file(path: Path, password: str | None = None, scans: Scans | None = None) -> Submission:
    """Read one file and the files that it carries, within the limits of the current watch, with these scans."""
    return _submission(_read_all(path, named(path), path, password, scans or Scans(), 0))


def _submission(read: Iterable[Document | Unopened]) -> Submission:
    found = list(read)
    return Submission(
        tuple(each for each in found if isinstance(each, Document)),
        tuple(each for each in found if isinstance(each, Unopened)),
    )


def _read_all(
    file: Path | bytes, name: str, path: Path, password: str | None, scans: Scans, depth: int
) -> Iterator[Document | Unopened]:
    """The document `name` and those attached to it; `path` says by its suffix what the file claims to be."""
    try:
        content = file.read_bytes() if isinstance(file, Path) else file
        raw = _shortened(_read(file, path, content, password, scans.document(file, content)))
        attached = raw.attachments
        if depth == DEEPEST and attached:
            lost = Unread(None, "its attachments are carried too deep in other files and were not read")
            raw, attached = replace(raw, unread=(*raw.unread, lost)), ()
        apart = [each for each in attached if kind_of(each.content) not in READ]
        raw = replace(raw, unread=(*raw.unread, *_left_out(apart)))
        yield assemble(raw, name, hashlib.sha256(content).hexdigest())
        for each in attached:
            if each not in apart:
                inside = f"{name} > {each.name}"
                yield from _read_all(each.content, inside, Path(each.name), password, scans, depth + 1)
    except CannotOpen as error:
        yield Unopened(name, str(error))
    except Stopped as error:
        yield Unopened(name, f"{error}: nothing of it was read")
    except OSError as error:
        yield Unopened(name, f"it cannot be read ({error.strerror or error})")
    except MemoryError:
        yield Unopened(name, f"{watch().memory()}: nothing of it was read")


def _left_out(attachments: Iterable[Attachment]) -> Iterator[Unread]:
    """What is said of attachments that are neither PDF nor Word: pictures and tables may be part of a plan."""
    for each in attachments:
        kind = kind_of(each.content)
        if kind not in ("other", "empty"):
            yield Unread(None, f"the attachment {each.name} was not read: {KINDS[kind]}")


def _read(file: Path | bytes, path: Path, content: bytes, password: str | None, scans: DocumentScans) -> RawDocument:
    kind = kind_of(content)
    reader = _reader(kind)
    if reader is None:
        raise CannotOpen(KINDS[kind])
    raw = reader(file, password, scans)
    if kind == "pdf" and damaged(content):
        lost = Unread(None, "a part of the PDF is damaged, and text may be lost with it: export it again")
        raw = replace(raw, unread=(*raw.unread, lost))
    expected = SUFFIXES.get(path.suffix.lower())
    if (expected == "pdf") != (kind == "pdf") or expected is None:
        name = "a PDF" if kind == "pdf" else "a Word file"
        warning = f"it is {name} under another file's name, and was read as such"
        raw = replace(raw, warnings=(warning, *raw.warnings))
    return raw


def _reader(kind: str) -> Callable[[Path | bytes, str | None, DocumentScans], RawDocument] | None:
    """The reader of a kind; imported when a file of that kind is read, since each loads a large library."""
    if kind == "pdf":
        from swppp_check.reading.pdf import read_pdf

        return read_pdf
    if kind in READ:
        from swppp_check.reading.word import read_word

        watch().opened()
        return lambda file, password, scans: scans.pictures(read_word(file, password))
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
