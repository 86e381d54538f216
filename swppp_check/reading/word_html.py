"""The words of HTML that is embedded in a Word file (an "altChunk", as report generators make them)."""

from lxml import etree, html

from swppp_check.reading.ooxml import Element
from swppp_check.reading.raw import RawBlock
from swppp_check.reading.word_text import tidy
from swppp_check.submission import Kind

_UNSEEN = frozenset({"head", "script", "style", "template", "title", "noscript"})
_INLINE = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "em", "font", "i", "ins", "kbd", "label", "mark"}
    | {"q", "s", "samp", "small", "span", "strong", "sub", "sup", "tt", "u", "var"}
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}


def html_blocks(data: bytes, table: int) -> list[RawBlock]:
    """The blocks of a page of HTML, its tables numbered from `table`. Raises ValueError where it is none."""
    parser = html.HTMLParser(no_network=True, huge_tree=False, remove_comments=True, remove_pis=True)
    try:
        root = html.document_fromstring(data, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        raise ValueError(str(error)) from error
    page = _Page(table)
    page.read(root, Kind.PARAGRAPH, 0)
    page.end_block(Kind.PARAGRAPH, 0)
    return page.blocks


class _Page:
    def __init__(self, table: int) -> None:
        self.blocks: list[RawBlock] = []
        self._words: list[str] = []
        self._table = table

    def read(self, element: Element, kind: Kind, level: int) -> None:
        """Add an element's contents; text that is in no block of its own becomes a block of `kind`."""
        self._words.append(_flat(element.text))
        for each in element:
            tag = each.tag if isinstance(each.tag, str) else ""
            if tag == "br":
                self._words.append("\n")
            elif tag in _INLINE:
                self.read(each, kind, level)
            elif tag == "table":
                self.end_block(kind, level)
                self._read_table(each)
            elif tag and tag not in _UNSEEN:
                self.end_block(kind, level)
                inner = Kind.HEADING if tag in _HEADINGS else Kind.BULLET if tag == "li" else kind
                self.read(each, inner, _HEADINGS.get(tag, level))
                self.end_block(inner, _HEADINGS.get(tag, level))
            self._words.append(_flat(each.tail))

    def end_block(self, kind: Kind, level: int) -> None:
        """Make a block of the words gathered."""
        text = tidy("".join(self._words))
        self._words.clear()
        if text:
            self.blocks.append(RawBlock(kind, text, level=level))

    def _read_table(self, table: Element) -> None:
        for row in table.iter("tr"):
            if next(row.iterancestors("table")) is not table:
                continue
            cells = tuple(tidy(_flat(" ".join(each.itertext()))) for each in row if each.tag in ("td", "th"))
            if any(cells):
                text = " | ".join(cell for cell in cells if cell)
                self.blocks.append(RawBlock(Kind.ROW, text, table=self._table, cells=cells))
        self._table += 1


def _flat(text: str | None) -> str:
    """HTML's own line breaks and tabs mean a space."""
    return (text or "").replace("\n", " ").replace("\r", " ").replace("\t", " ")
