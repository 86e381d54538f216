"""From files to a submission: each file is opened as what it is, whatever its name says.

A file that cannot be opened is a value with its reason; it stops nothing else and is never lost.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

from swppp_check.ocr import Ocr
from swppp_check.reading.kinds import KINDS, SUFFIXES, kind_of
from swppp_check.reading.raw import CannotOpen, RawDocument
from swppp_check.reading.structure import assemble
from swppp_check.submission import Document, Submission, Unopened

OcrMode = Literal["auto", "off", "force"]


def read_submission(
    paths: Iterable[str | Path], password: str | None = None, ocr: OcrMode = "auto", progress: bool = False
) -> Submission:
    """Read files and folders as one submission, in the order given; a folder's files by name.

    `ocr` says which pages are read from their pictures: those without usable text, none, or all. `progress` shows
    that work on standard error where that is a terminal.
    """
    documents: list[Document] = []
    unopened: list[Unopened] = []
    for path in paths:
        for file in _files(Path(path)):
            match file:
                case Unopened():
                    unopened.append(file)
                case Path():
                    read = read_document(file, password, ocr, progress)
                    (documents if isinstance(read, Document) else unopened).append(read)  # type: ignore[arg-type]
    return Submission(tuple(documents), tuple(unopened))


def read_document(
    path: Path, password: str | None = None, ocr: OcrMode = "auto", progress: bool = False
) -> Document | Unopened:
    """Read one file."""
    try:
        content = path.read_bytes()
        sha256 = hashlib.sha256(content).hexdigest()
        raw = _read(path, content, password, Ocr(path, password, sha256, ocr, progress))
    except CannotOpen as error:
        return Unopened(str(path), str(error))
    except OSError as error:
        return Unopened(str(path), f"it cannot be read ({error.strerror})")
    return assemble(raw, str(path), sha256)


def _files(path: Path) -> Iterator[Path | Unopened]:
    if not path.exists():
        yield Unopened(str(path), "there is no such file or folder")
    elif path.is_dir():
        found = sorted(p for p in path.rglob("*") if p.suffix.lower() in SUFFIXES and not _hidden(p, path))
        if not found:
            yield Unopened(str(path), "the folder holds no PDF or Word files")
        yield from found
    else:
        yield path


def _hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith((".", "~$")) for part in path.relative_to(folder).parts)


def _read(path: Path, content: bytes, password: str | None, ocr: Ocr) -> RawDocument:
    kind = kind_of(content)
    reader = _readers().get(kind)
    if reader is None:
        raise CannotOpen(KINDS[kind])
    raw = reader(path, password, ocr)
    expected = SUFFIXES.get(path.suffix.lower())
    if expected != kind:
        name = {"pdf": "a PDF", "word": "a Word file"}[kind]
        warning = f"it is {name} under another file's name, and was read as such"
        raw = replace(raw, warnings=(warning, *raw.warnings))
    return raw


def _readers() -> dict[str, Callable[[Path, str | None, Ocr], RawDocument]]:
    """The readers by kind; imported when a file is read, since they load large libraries."""
    from swppp_check.reading.pdf import read_pdf
    from swppp_check.reading.word import read_word

    return {
        "pdf": read_pdf,
        "word": lambda path, *_: read_word(path),
        "encrypted-word": lambda path, *_: read_word(path),
    }
