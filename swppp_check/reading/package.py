"""The zip container of an Office file: opened only after it was found to be harmless, and read part by part.

Sizes are checked before anything is unpacked; XML is parsed without resolving entities, without the network
and within the parser's own limits.
"""

import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from lxml import etree

from swppp_check.reading.ooxml import Element, children
from swppp_check.reading.raw import CannotOpen

MIB = 1024 * 1024
MAX_ENTRIES = 5_000
MAX_TOTAL = 512 * MIB
MAX_RATIO = 200  # uncompressed to compressed; only for members beyond MAX_UNSUSPECTED
MAX_UNSUSPECTED = 64 * MIB

_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError, RuntimeError)
_DAMAGED = "the Word file is damaged: open it in Word, let it repair the file, and save it again"


@dataclass(frozen=True, slots=True)
class Relation:
    """A part's link to another.

    `kind` is the last word of its type ("styles", "header"); `target` is the name of the part, or an address
    where `external`.
    """

    kind: str
    target: str
    external: bool


class Package:
    """The parts of an open container, by name without regard to case."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._names = {info.filename.replace("\\", "/").lower(): info for info in archive.infolist()}
        self._relations: dict[str, dict[str, Relation]] = {}
        self.has_entities = False  # whether any part declared XML entities, which are never resolved

    def __contains__(self, part: str) -> bool:
        return part.lower() in self._names

    def read(self, part: str) -> bytes:
        """A part's bytes. Raises CannotOpen where it is missing or damaged."""
        try:
            return self._archive.read(self._names[part.lower()])
        except KeyError:
            raise CannotOpen(f"{_DAMAGED} (no {part} in it)") from None
        except _BROKEN as error:
            raise CannotOpen(f"{_DAMAGED} ({part}: {_line(error)})") from error

    def xml(self, part: str) -> Element:
        """A part's root element. Raises CannotOpen where it is missing, damaged or beyond the limits."""
        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            dtd_validation=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )
        data = self.read(part)
        try:
            root = etree.fromstring(data, parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            if b"<!ENTITY" in data:
                raise CannotOpen(f"{part} in the Word file declares XML entities: refused") from error
            raise CannotOpen(f"{_DAMAGED} ({part}: {_line(error)})") from error
        if root.getroottree().docinfo.internalDTD is not None:
            self.has_entities = True
        return root

    def relations(self, part: str) -> dict[str, Relation]:
        """What a part ("" for the package itself) links to, by relation id."""
        if part not in self._relations:
            self._relations[part] = self._read_relations(part)
        return self._relations[part]

    def _read_relations(self, part: str) -> dict[str, Relation]:
        folder, base = posixpath.split(part)
        rels = posixpath.join(folder, "_rels", f"{base}.rels")
        found: dict[str, Relation] = {}
        if rels not in self:
            return found
        for kind, each in children(self.xml(rels)):
            if kind == "rel:Relationship":
                target = each.get("Target", "").replace("\\", "/")
                external = each.get("TargetMode") == "External"
                if not external:
                    target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
                last = each.get("Type", "").rpartition("/")[2]
                found[each.get("Id", "")] = Relation(last, target, external)
        return found

    def content_type(self, part: str) -> str:
        """The media type that the container declares for a part, in lower case; "" where it declares none."""
        default = ""
        for kind, each in children(self.xml("[Content_Types].xml")):
            declared = each.get("ContentType", "").lower()
            if kind == "ct:Override" and each.get("PartName", "").lstrip("/").lower() == part.lower():
                return str(declared)
            if kind == "ct:Default" and part.lower().endswith("." + each.get("Extension", "").lower()):
                default = str(declared)
        return default

    def main(self) -> str:
        """The name of the part that holds the document. Raises CannotOpen where there is none."""
        for relation in self.relations("").values():
            if relation.kind == "officeDocument" and relation.target in self:
                return relation.target
        if "word/document.xml" in self:
            return "word/document.xml"
        raise CannotOpen("a zip archive, not a Word file: give the files that are in it")


def _line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


@contextmanager
def open_package(file: Path | bytes) -> Iterator[Package]:
    """The container of a file. Raises CannotOpen where it is no zip, encrypted, damaged or too large."""
    _look_at_start(file)
    try:
        archive = zipfile.ZipFile(BytesIO(file) if isinstance(file, bytes) else file)
    except _BROKEN as error:
        raise CannotOpen(f"{_DAMAGED} ({_line(error)})") from error
    with archive:
        _check_sizes(archive)
        yield Package(archive)


def _look_at_start(file: Path | bytes) -> None:
    """Refuse what is no zip, and say what it is."""
    try:
        start = start_of(file)
    except OSError as error:
        raise CannotOpen(f"cannot be read: {error.strerror or error}") from error
    if not start:
        raise CannotOpen("an empty file: send it again")
    if start.startswith(b"%PDF"):
        raise CannotOpen("a PDF under a Word name: rename it to .pdf")
    if start.startswith(b"{\\rtf"):
        raise CannotOpen("a rich text (RTF) file: save it as .docx or .pdf")
    if not start.startswith(b"PK"):
        raise CannotOpen("not a Word file: save it as .docx or .pdf")


def start_of(file: Path | bytes) -> bytes:
    """The first bytes of a file. Raises OSError."""
    if isinstance(file, bytes):
        return file[:512]
    with file.open("rb") as opened:
        return opened.read(512)


def _check_sizes(archive: zipfile.ZipFile) -> None:
    members = archive.infolist()
    if len(members) > MAX_ENTRIES:
        raise CannotOpen(f"the Word file holds {len(members):,} parts, more than {MAX_ENTRIES:,}: refused")
    total = sum(member.file_size for member in members)
    if total > MAX_TOTAL:
        size = f"{total // MIB:,} MiB, more than {MAX_TOTAL // MIB}"
        raise CannotOpen(f"the Word file unpacks to {size}: refused; save it as a PDF")
    for member in members:
        if member.flag_bits & 1:
            raise CannotOpen("an encrypted zip archive: save the document without a password, or as a PDF")
        ratio = member.file_size / max(member.compress_size, 1)
        if member.file_size > MAX_UNSUSPECTED and ratio > MAX_RATIO:
            growth = f"{member.filename} in the Word file unpacks to {ratio:,.0f} times its size"
            raise CannotOpen(f"{growth}: refused; save it as a PDF")
