"""Walks one part of a Word file (the body, a note, a header): blocks of its paragraphs and tables."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from swppp_check.reading.ink import is_signature_line
from swppp_check.reading.ooxml import (
    Element,
    attribute,
    child,
    children,
    name,
    number,
    switch,
    tags,
    text_of,
    value,
)
from swppp_check.reading.raw import CannotOpen, RawBlock
from swppp_check.reading.word_html import html_blocks
from swppp_check.reading.word_numbering import Numbering
from swppp_check.reading.word_styles import Shape
from swppp_check.reading.word_text import Fields, Source, Words, is_bold, is_placeholder, joined, main_size
from swppp_check.submission import Kind

_MAX_SPAN = 63  # the most columns that Word's tables have
_SAME_PAGE = ("continuous", "nextColumn")


@dataclass(frozen=True, slots=True)
class _Cell:
    element: Element
    placeholder: bool
    span: int
    continued: bool  # merged with the cell above or to the left, which has the words


class Walk:
    """The blocks of one part, gathered by `read`. `kind` is what all of them are (notes, …), or None."""

    def __init__(self, source: Source, numbering: Numbering, part: str, kind: Kind | None = None) -> None:
        self.blocks: list[RawBlock] = []
        self._source = source
        self._numbering = numbering
        self._part = part
        self._kind = kind
        self._fields = Fields()
        self._joining: tuple[Words, Shape, bool] | None = None  # a paragraph whose mark was deleted
        self._pictured = False  # whether a picture stands in the paragraph at hand
        self._page_break = False
        self._section_begins: dict[Element, str] = {}
        self._in_cell = False
        self._row_at = 0  # how many blocks stand before the row that is being read
        self._tables = 0

    def read(self, element: Element) -> None:
        """Add what stands in a body, a note, a header or a footer."""
        sections = [s for s in element.iter(*tags("w:sectPr")) if name(s.getparent()) in ("w:pPr", "w:body")]
        for this, following in pairwise(sections):
            self._section_begins[this] = value(following, "w:type") or "nextPage"
        self._read(element)

    def _read(self, element: Element, placeholder: bool = False) -> None:
        for kind, each in children(element):
            if kind == "w:p":
                self._read_paragraph(each, placeholder)
            elif kind == "w:tbl":
                self._end_joining()
                self._read_table(each, placeholder)
            elif kind == "w:sdt" and (content := child(each, "w:sdtContent")) is not None:
                self._read(content, placeholder or is_placeholder(each))
            elif kind == "w:altChunk":
                self._end_joining()
                self._read_chunk(each)
        self._end_joining()

    # Paragraphs

    def _read_paragraph(self, paragraph: Element, placeholder: bool) -> None:
        properties = child(paragraph, "w:pPr")
        shape = self._source.styles.paragraph(properties)
        words = self._joining[0] if self._joining else Words(self._source, self._part, self._fields)
        self._joining = None
        words.read(paragraph)
        self._pictured = _has_picture(paragraph)
        mark = child(properties, "w:rPr")
        if child(mark, "w:del") is not None or child(mark, "w:moveFrom") is not None:
            self._joining = (words, shape, placeholder)
        else:
            self._add_paragraph(words, shape, placeholder, counts=not switch(mark, "w:vanish"))
        section = child(properties, "w:sectPr")
        if section is not None and self._section_begins.get(section, "nextPage") not in _SAME_PAGE:
            self._page_break = True

    def _end_joining(self) -> None:
        """Nothing follows that a paragraph with a deleted mark could be joined with."""
        if self._joining:
            words, shape, placeholder = self._joining
            self._joining = None
            self._add_paragraph(words, shape, placeholder, counts=False)

    def _add_paragraph(self, words: Words, shape: Shape, placeholder: bool, counts: bool) -> None:
        """`counts` says whether the paragraph takes a number of its list even without words."""
        kind = self._kind_of(shape, placeholder)
        texts = [joined(spans) for spans in words.pages]
        self._page_break = self._page_break or shape.breaks
        label = ""
        if shape.list_id is not None and not shape.contents_line and (counts or any(texts)):
            found = self._numbering.label(shape.list_id, shape.list_level, shape.style)
            if found and not placeholder and (shape.level or found.decimal):
                label = found.text
        for at, (text, spans) in enumerate(zip(texts, words.pages, strict=True)):
            self._page_break = self._page_break or at > 0
            if text:
                text = " ".join(text.split()) if kind is Kind.HEADING else text
                level = shape.level if kind is Kind.HEADING else 0
                text = f"{label} {text}" if label else text
                mark = "picture" if self._pictured and is_signature_line(text) else ""
                self._add(RawBlock(kind, text, level=level, size=main_size(spans), bold=is_bold(spans), mark=mark))
                label = ""
        for text in words.placeholders:
            self._add(RawBlock(self._kind_of(Shape(), placeholder=True), text))
        for drawing in words.drawings:
            for text in drawing.lines:
                self._add(RawBlock(self._kind_of(Shape(), placeholder), " ".join(text.split())))
            for box in drawing.boxes:
                self._read_box(box, placeholder)
            if self._kind is not Kind.FURNITURE:  # where pictures are letterheads
                self._source.pictures += [
                    (self._row_at if self._in_cell else len(self.blocks), part) for part in drawing.pictures
                ]

    def _kind_of(self, shape: Shape, placeholder: bool) -> Kind:
        if self._kind is Kind.FURNITURE:
            return self._kind
        if placeholder:
            return Kind.PLACEHOLDER
        if self._kind:
            return self._kind
        if shape.level:
            return Kind.HEADING
        return Kind.BULLET if shape.list_id is not None and not shape.contents_line else Kind.PARAGRAPH

    def _add(self, block: RawBlock) -> None:
        breaks = self._page_break and self._kind is None
        self.blocks.append(block if block.breaks == breaks else replace(block, breaks=breaks))
        self._page_break = False

    def _read_box(self, box: Element, placeholder: bool) -> None:
        fields, self._fields = self._fields, Fields()
        self._read(box, placeholder)
        self._fields = fields

    # Tables

    def _read_table(self, table: Element, placeholder: bool) -> None:
        rows = list(self._rows(table, placeholder))
        one_column = all(len(cells) == 1 for _, cells in rows)
        has_rows = False
        for row, cells in rows:
            if one_column or self._is_layout(cells):
                for cell in cells:
                    if not cell.continued:
                        self._read(cell.element, cell.placeholder)
            else:
                has_rows = self._add_row(row, cells) or has_rows
        if has_rows and not self._in_cell:
            self._tables += 1

    def _rows(self, element: Element, placeholder: bool) -> Iterator[tuple[Element, list[_Cell]]]:
        for kind, each in children(element):
            if kind == "w:sdt" and (content := child(each, "w:sdtContent")) is not None:
                yield from self._rows(content, placeholder or is_placeholder(each))
            elif kind == "w:tr":
                if switch(each, "w:trPr", "w:hidden"):
                    self._source.hidden = True
                elif child(each, "w:trPr", "w:del") is None:
                    yield each, list(_cells(each, placeholder))

    def _is_layout(self, cells: list[_Cell]) -> bool:
        """Whether a row only arranges text on the page.

        So does one cell over the whole width with several paragraphs, or a cell that has a heading and
        something under it.
        """
        for cell in cells:
            blocks = [(kind, each) for kind, each in _blocks(cell.element) if _has_words(each)]
            if len(cells) == 1 and (len(blocks) > 1 or any(kind == "w:tbl" for kind, _ in blocks)):
                return True
            levels = [
                self._source.styles.paragraph(child(each, "w:pPr")).level for kind, each in blocks if kind == "w:p"
            ]
            if len(blocks) > 1 and any(levels) and not all(levels):
                return True
        return False

    def _add_row(self, row: Element, cells: list[_Cell]) -> bool:
        """Add a row's block, if it has words; say whether it has."""
        texts = [""] * _columns(number(row, "w:trPr", "w:gridBefore"), least=0)
        inside: list[RawBlock] = []
        for cell in cells:
            blocks = [] if cell.continued else self._cell_blocks(cell)
            inside += blocks
            texts.append("\n".join(_in_cell(block) for block in blocks if block.kind is not Kind.PLACEHOLDER))
            texts += [""] * (cell.span - 1)
        words = [block for block in inside if block.kind is not Kind.PLACEHOLDER]
        table = None if self._in_cell or self._kind else self._tables
        self._page_break = self._page_break or any(block.breaks for block in inside)
        if words:
            written = " | ".join(text for text in texts if text)
            self._add(
                RawBlock(
                    self._kind or Kind.ROW,
                    written,
                    size=words[0].size,
                    bold=all(block.bold for block in words),
                    table=table,
                    cells=tuple(texts),
                    mark="picture" if is_signature_line(written) and _has_picture(row) else "",
                )
            )
        for block in inside:
            if block.kind is Kind.PLACEHOLDER:
                self._add(replace(block, table=table))
        return bool(words)

    def _cell_blocks(self, cell: _Cell) -> list[RawBlock]:
        if not self._in_cell:
            self._row_at = len(self.blocks)
        blocks, self.blocks = self.blocks, []
        outer, self._in_cell = self._in_cell, True
        self._read(cell.element, cell.placeholder)
        self._in_cell = outer
        blocks, self.blocks = self.blocks, blocks
        return blocks

    # Embedded documents

    def _read_chunk(self, chunk: Element) -> None:
        package = self._source.package
        relation = package.relations(self._part).get(attribute(chunk, "r:id") or "")
        target = relation.target if relation else ""
        try:
            if relation is None or relation.external or "html" not in package.content_type(target):
                raise ValueError(target)
            for block in html_blocks(package.read(target), self._tables):
                kind = self._kind or block.kind
                self._add(replace(block, kind=kind, level=block.level if kind is Kind.HEADING else 0))
                self._tables = self._tables if block.table is None else block.table + 1
        except (CannotOpen, ValueError):
            self._source.unread.append(f"an embedded document ({target or 'missing'}) was not read")


def _cells(row: Element, placeholder: bool) -> Iterator[_Cell]:
    for kind, each in children(row):
        if kind == "w:sdt" and (content := child(each, "w:sdtContent")) is not None:
            yield from _cells(content, placeholder or is_placeholder(each))
        elif kind == "w:tc" and child(each, "w:tcPr", "w:cellDel") is None:
            span = _columns(number(each, "w:tcPr", "w:gridSpan"), least=1)
            yield _Cell(each, placeholder, span, _is_continued(child(each, "w:tcPr")))


def _columns(count: int | None, least: int) -> int:
    return min(max(count or 0, least), _MAX_SPAN)


def _is_continued(properties: Element) -> bool:
    merges = (child(properties, "w:vMerge"), child(properties, "w:hMerge"))
    return any(merge is not None and attribute(merge, "w:val") != "restart" for merge in merges)


def _blocks(element: Element) -> Iterator[tuple[str, Element]]:
    """The paragraphs and tables that stand directly in a cell or in its content controls."""
    for kind, each in children(element):
        if kind in ("w:p", "w:tbl"):
            yield kind, each
        elif kind == "w:sdt" and (content := child(each, "w:sdtContent")) is not None:
            yield from _blocks(content)


def _has_words(element: Element) -> bool:
    return any(text_of(each).strip() for each in element.iter(*tags("w:t")))


def _has_picture(element: Element) -> bool:
    """Whether a picture stands in a paragraph or a row."""
    return any(name(each) in ("pic:pic", "v:imagedata") for each in element.iter())


def _in_cell(block: RawBlock) -> str:
    """A block's words as part of a cell: a nested table's row without marks between its cells."""
    return " ".join(cell for cell in block.cells if cell) if block.cells else block.text
