"""Reads Word files (.docx, .docm, .dotx, .dotm, .doc) by walking their XML in document order.

The body comes first, then footnotes and endnotes in the order of their references, then running headers and
footers, each text once. Tracked changes are read as if accepted; hidden text and comments are not read. A
table row's text is its cells that have words, joined with " | "; within a cell, paragraphs are joined with
line breaks.
"""

from collections.abc import Iterator
from pathlib import Path

from swppp_check.reading.ooxml import Element, attribute, child, children, tags
from swppp_check.reading.package import Package, open_package
from swppp_check.reading.raw import CannotOpen, Picture, RawBlock, RawDocument
from swppp_check.reading.word_container import in_the_open
from swppp_check.reading.word_numbering import Numbering
from swppp_check.reading.word_styles import Styles
from swppp_check.reading.word_text import Source
from swppp_check.reading.word_walk import Walk
from swppp_check.submission import Kind, Unread

_CHANGES = tags("w:ins", "w:del", "w:moveFrom", "w:moveTo", "w:cellIns", "w:cellDel")

# Bytes of pictures that are handed on, of one file; a picture beyond them has none.
_PICTURES = 200 * 1024 * 1024


def read_word(file: Path | bytes, password: str | None = None) -> RawDocument:
    """The text of a Word file in reading order. Raises CannotOpen."""
    with open_package(in_the_open(file, password)) as package:
        try:
            return _Reader(package).document()
        except RecursionError:
            raise CannotOpen("the Word file is nested too deeply: save it as a PDF") from None


class _Reader:
    """The parts of one file and what was met in them."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._main = package.main()
        self._body = child(package.xml(self._main), "w:body")
        if self._body is None:
            raise CannotOpen("an Office file, but not a Word document: save it as a PDF")
        self._parts: dict[str, Element] = {}
        self._source = Source(package, Styles())
        self._source.styles = Styles(self._part("styles"))
        self._numbering = Numbering(self._part("numbering"))

    def document(self) -> RawDocument:
        """The whole text."""
        body = Walk(self._source, self._numbering, self._main)
        body.read(self._body)
        blocks = [*body.blocks, *self._notes(), *self._furniture()]
        return RawDocument(
            pages=0,
            blocks=tuple(blocks),
            unread=tuple(Unread(None, reason) for reason in self._unread()),
            warnings=tuple(self._warnings()),
            pictures=tuple(self._pictures()),
        )

    def _part(self, kind: str) -> Element:
        """The root of the part that the document links to as `kind`; None where there is none to be read."""
        for relation in self._package.relations(self._main).values():
            if relation.kind == kind and relation.target in self._package:
                return self._root(relation.target)
        return None

    def _root(self, part: str) -> Element:
        """The root of a part other than the body; None where it is damaged, which is noted as unread."""
        if part not in self._parts:
            try:
                self._parts[part] = self._package.xml(part)
            except CannotOpen:
                self._parts[part] = None
                self._source.unread.append(f"a damaged part of the Word file ({part}) was not read")
        return self._parts[part]

    def _notes(self) -> Iterator[RawBlock]:
        """Footnotes, then endnotes, that the text refers to; each in the order of the references."""
        for kind in ("footnote", "endnote"):
            ids = dict.fromkeys(note for of, note in self._source.notes if of == kind)
            root = self._part(f"{kind}s") if ids else None
            notes = {} if root is None else {attribute(each, "w:id"): each for each in root}
            target = next((r.target for r in self._package.relations(self._main).values() if r.kind == f"{kind}s"), "")
            for note in ids:
                if note in notes:
                    walk = Walk(self._source, self._numbering, target, Kind.NOTE)
                    walk.read(notes[note])
                    yield from walk.blocks

    def _furniture(self) -> Iterator[RawBlock]:
        """Running headers and footers of all sections, each text once. Their pictures are letterheads."""
        relations = self._package.relations(self._main)
        ids = [
            attribute(reference, "r:id") or ""
            for section in self._body.iter(*tags("w:sectPr"))
            for kind, reference in children(section)
            if kind in ("w:headerReference", "w:footerReference")
        ]
        parts = dict.fromkeys(relations[each].target for each in ids if each in relations)
        seen: set[str] = set()
        for part in parts:
            if part in self._package and (root := self._root(part)) is not None:
                walk = Walk(self._source, self._numbering, part, Kind.FURNITURE)
                walk.read(root)
                for block in walk.blocks:
                    if block.text not in seen:
                        seen.add(block.text)
                        yield block

    def _unread(self) -> Iterator[str]:
        yield from dict.fromkeys(self._source.unread)

    def _pictures(self) -> Iterator[Picture]:
        size = 0
        for at, part in self._source.pictures:
            content = self._package.read(part) if part and size < _PICTURES else b""
            size += len(content)
            yield Picture(at, content)

    def _warnings(self) -> Iterator[str]:
        roots = [self._body, *(root for root in self._parts.values() if root is not None)]
        if any(next(root.iter(*_CHANGES), None) is not None for root in roots):
            yield "contains tracked changes: read as if accepted"
        if self._source.hidden:
            yield "contains hidden text: not read"
        if self._package.has_entities:
            yield "declares XML entities: not resolved"
