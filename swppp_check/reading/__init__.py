"""From files to a submission: each file is opened as what it is, whatever its name says.

A file that cannot be opened is a value with its reason; it stops nothing else and is never lost.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from swppp_check.reading.kinds import SUFFIXES, OcrMode, named
from swppp_check.reading.limits import Limits
from swppp_check.submission import Submission, Unopened

if TYPE_CHECKING:
    from swppp_check.reading.confined import ReadAhead

__all__ = ["OcrMode", "read_ahead", "read_submission"]


def read_ahead(
    paths: Iterable[str | Path],
    password: str | None = None,
    limits: Limits | None = None,
    ocr: OcrMode = "auto",
    progress: bool = False,
) -> "ReadAhead":
    """Begin to read files and folders as one submission, in the order given; a folder's files by name.

    They are read in a child process, each within the limits. `ocr` says which pages are read from their pictures:
    those without usable text, none, or all; `progress` shows that work on standard error where that is a terminal.
    Use what is returned in a `with` statement.
    """
    from swppp_check.reading.confined import ReadAhead  # which the child itself does not need

    files = (file for path in paths for file in _files(Path(path)))
    return ReadAhead(files, password, limits or Limits(), ocr, progress)


def read_submission(
    paths: Iterable[str | Path],
    password: str | None = None,
    limits: Limits | None = None,
    ocr: OcrMode = "auto",
) -> Submission:
    """Read files and folders as one submission and wait for it."""
    with read_ahead(paths, password, limits, ocr) as begun:
        return begun.submission()


def _files(path: Path) -> Iterator[Path | Unopened]:
    if not path.exists():
        yield Unopened(named(path), "there is no such file or folder")
    elif path.is_dir():
        found = sorted(p for p in path.rglob("*") if p.suffix.lower() in SUFFIXES and not _hidden(p, path))
        if not found:
            yield Unopened(named(path), "the folder holds no PDF or Word files")
        yield from found
    elif not path.is_file():
        yield Unopened(named(path), "it is no file (a device or a pipe): save it to a file first")
    else:
        yield path


def _hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith((".", "~$")) for part in path.relative_to(folder).parts)
