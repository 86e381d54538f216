"""The words of one Word paragraph: its runs joined as Word shows them, without what Word does not show.

A tab becomes "\\t" and a line break "\\n"; other white space becomes single spaces. Field codes, deleted and
hidden text are left out; what a content control shows while nobody has filled it in is kept apart.
"""

import re
from collections import Counter
from dataclasses import dataclass, field

from swppp_check.reading.ooxml import (
    Element,
    attribute,
    child,
    children,
    name,
    number,
    switch,
    text_of,
    value,
)
from swppp_check.reading.package import Package
from swppp_check.reading.word_shapes import Drawn, drawn
from swppp_check.reading.word_styles import Look, Styles

_UNSEEN = str.maketrans({"\u00ad": None, "\u200b": None, "\ufeff": None, "\u2011": "-"})
_PRIVATE_USE = range(0xE000, 0xF900)
_CHECKED, _UNCHECKED = "\u2612", "\u2610"
# What the symbol fonts show for a character code; codes that are not here show ornaments.
_SYMBOLS: dict[str, dict[int, str]] = {
    "wingdings": {
        0x6F: _UNCHECKED, 0x71: _UNCHECKED, 0xA8: _UNCHECKED, 0xFB: "\u2717", 0xFC: "\u2713", 0xFD: _CHECKED,
        0xFE: _CHECKED, 0xE0: "\u2192", 0xA7: "\u2022", 0x9F: "\u2022", 0x6C: "\u2022", 0x6E: "\u2022",
    },
    "wingdings 2": {
        0x50: "\u2713", 0x51: _CHECKED, 0x52: _CHECKED, 0x53: _CHECKED, 0x54: _CHECKED, 0xA3: _UNCHECKED,
        0x2A: _UNCHECKED,
    },
    "symbol": {
        0xA2: "\u2032", 0xA3: "\u2264", 0xB0: "\u00b0", 0xB1: "\u00b1", 0xB2: "\u2033", 0xB3: "\u2265",
        0xB4: "\u00d7", 0xB7: "\u2022", 0xBB: "\u2248", 0xB8: "\u00f7", 0xD2: "\u00ae", 0xD3: "\u00a9",
        0xD4: "\u2122", 0x2D: "-", 0x2F: "/", 0x44: "\u0394", 0x6D: "\u03bc", 0x70: "\u03c0", 0x71: "\u03b8",
    },
}  # fmt: skip


@dataclass(slots=True)
class Source:
    """The file that paragraphs are read from, and what was met on the way."""

    package: Package
    styles: Styles
    hidden: bool = False  # whether hidden text was left out
    notes: list[tuple[str, str]] = field(default_factory=list)  # ("footnote" or "endnote", id), in order
    pictures: list[tuple[int, str]] = field(default_factory=list)  # how many blocks stand before each, and its part
    unread: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Span:
    """Characters that look the same."""

    text: str
    look: Look


def tidy(text: str) -> str:
    """The text with single spaces, without characters that nobody sees and without blank lines."""
    text = re.sub(r"[^\S\n\t]+", " ", text.translate(_UNSEEN))
    return re.sub(r" ?([\n\t])[ \n\t]*", r"\1", text).strip()


def joined(spans: list[Span]) -> str:
    """The text of spans that stand side by side."""
    return tidy("".join(span.text for span in spans))


def is_bold(spans: list[Span]) -> bool:
    """Whether there are words and all of them are bold."""
    looks = [span.look for span in spans if span.text.strip()]
    return bool(looks) and all(look.bold for look in looks)


def main_size(spans: list[Span]) -> float:
    """The size in points of most of the characters; 0 where it is not known."""
    sizes: Counter[float] = Counter()
    for span in spans:
        sizes[span.look.size or 0.0] += len(span.text.strip())
    return max(sizes, key=lambda size: (sizes[size], size), default=0.0)


class Fields:
    """Which fields are open: between a field's start and its separator stands its code, which is not text."""

    def __init__(self) -> None:
        self._in_code: list[bool] = []

    @property
    def in_code(self) -> bool:
        """Whether what follows now is a field's code."""
        return any(self._in_code)

    def mark(self, kind: str) -> None:
        """Pass a field character ("begin", "separate" or "end"); one without its counterpart does nothing."""
        if kind == "begin":
            self._in_code.append(True)
        elif self._in_code and kind == "separate":
            self._in_code[-1] = False
        elif self._in_code and kind == "end":
            self._in_code.pop()

    def end_paragraph(self) -> None:
        """Take codes as ended: one that is never closed must not swallow the rest of the document."""
        self._in_code = [False for _ in self._in_code]


class Words:
    """The contents of a paragraph, gathered by `read`; several where deleted paragraph marks join them.

    `pages` has one list of spans more than there are page breaks in it. `placeholders` are the texts of
    content controls within it that nobody filled in; `drawings` what is drawn in it.
    """

    def __init__(self, source: Source, part: str, fields: Fields) -> None:
        self._source = source
        self._part = part
        self._fields = fields
        self._style = ""
        self.pages: list[list[Span]] = [[]]
        self.placeholders: list[str] = []
        self.drawings: list[Drawn] = []

    def read(self, paragraph: Element) -> None:
        """Add a paragraph's contents."""
        self._style = value(paragraph, "w:pPr", "w:pStyle") or ""
        self._read(paragraph)
        self._fields.end_paragraph()

    def _read(self, element: Element) -> None:
        for kind, each in children(element):
            if kind in ("w:r", "m:r"):
                self._read_run(each)
            elif kind == "w:sdt":
                self._read_control(each)
            elif kind == "w:subDoc":
                self._source.unread.append("a linked subdocument was not read")
            elif kind.startswith("m:"):
                if kind == "m:den":
                    self._add("/", Look())
                self._read(each)

    def _read_control(self, control: Element) -> None:
        content = child(control, "w:sdtContent")
        if content is None:
            return
        if not is_placeholder(control):
            self._read(content)
            return
        pages, self.pages = self.pages, [[]]
        self._read(content)
        text = joined([span for page in self.pages for span in page])
        self.pages = pages
        self._add(" ", Look())
        if text:
            self.placeholders.append(text)

    def _read_run(self, run: Element) -> None:
        properties = child(run, "w:rPr")
        look = self._source.styles.run(self._style, properties)
        for kind, each in children(run):
            if kind == "w:fldChar":
                if (attribute(each, "w:fldCharType") or "") == "begin" and not look.hidden:
                    self._add(_form_value(each), look)
                self._fields.mark(attribute(each, "w:fldCharType") or "")
            elif kind == "w:r":  # in a phonetic guide
                self._read_run(each)
            elif not self._fields.in_code:
                if look.hidden:
                    self._source.hidden = self._source.hidden or bool(kind == "w:t" and text_of(each).strip())
                else:
                    self._read_piece(kind, each, properties, look)

    def _read_piece(self, kind: str, each: Element, properties: Element, look: Look) -> None:
        match kind:
            case "w:t" | "m:t":
                self._add(_shown(text_of(each), child(properties, "w:rFonts")), look)
            case "w:tab" | "w:ptab":
                self._add("\t", look)
            case "w:br" if attribute(each, "w:type") == "page":
                self.pages.append([])
            case "w:br" | "w:cr":
                self._add("\n", look)
            case "w:noBreakHyphen":
                self._add("-", look)
            case "w:sym":
                code = attribute(each, "w:char") or ""
                self._add(_symbol(attribute(each, "w:font") or "", code), look)
            case "w:footnoteReference" | "w:endnoteReference":
                self._source.notes.append((kind[2:].removesuffix("Reference"), attribute(each, "w:id") or ""))
            case "w:drawing" | "w:pict" | "w:object":
                self._read_drawing(each)

    def _read_drawing(self, element: Element) -> None:
        found = drawn(element, self._source.package, self._part)
        self.drawings.append(found)
        self._source.unread += [f"an embedded object ({program}) was not read" for program in found.objects]

    def _add(self, text: str, look: Look) -> None:
        if text and not self._fields.in_code:
            self.pages[-1].append(Span(text, look))


def is_placeholder(control: Element) -> bool:
    """Whether a content control still shows the prompt of its template."""
    return bool(switch(control, "w:sdtPr", "w:showingPlcHdr"))


def _form_value(begin: Element) -> str:
    """What a form field shows that has no text of its own: a tick box or the chosen entry of a list."""
    box = child(begin, "w:ffData", "w:checkBox")
    if box is not None:
        checked = switch(box, "w:checked")
        return _CHECKED if (switch(box, "w:default") if checked is None else checked) else _UNCHECKED
    entries = child(begin, "w:ffData", "w:ddList")
    if entries is not None:
        texts = [attribute(each, "w:val") or "" for each in entries if name(each) == "w:listEntry"]
        chosen = number(entries, "w:result")
        chosen = (number(entries, "w:default") or 0) if chosen is None else chosen
        return texts[chosen] if 0 <= chosen < len(texts) else ""
    return ""


def _symbol(font: str, code: str) -> str:
    """The character for a `w:sym` of hexadecimal code; "" for an ornament."""
    try:
        point = int(code, 16)
    except ValueError:
        return ""
    if (point in _PRIVATE_USE or font.lower() in _SYMBOLS) and point <= 0xFFFF:
        return _SYMBOLS.get(font.lower(), {}).get(point & 0xFF, "")
    return chr(point) if 0x20 <= point <= 0x10FFFF and not 0xD800 <= point < 0xE000 else ""


def _shown(text: str, fonts: Element) -> str:
    """Text with the private characters of symbol fonts replaced; unchanged where it has none."""
    if text.isascii() or not any(ord(letter) in _PRIVATE_USE for letter in text):
        return text
    font = "" if fonts is None else attribute(fonts, "w:ascii") or attribute(fonts, "w:hAnsi") or ""
    return "".join(_symbol(font, f"{ord(c):x}") if ord(c) in _PRIVATE_USE else c for c in text)
