"""What a Word file's styles say about a paragraph and its runs: heading, numbered, bold, size, hidden."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from swppp_check.reading.ooxml import Element, attribute, child, name, number, switch, value

_HEADING = re.compile(r"heading ?([1-9])\b", re.IGNORECASE)
_CONTENTS = re.compile(r"(toc ?[1-9]|table of figures|tableoffigures)\b", re.IGNORECASE)
_BODY_TEXT = 9  # the outline level of what is no heading


@dataclass(frozen=True, slots=True)
class Look:
    """How a run's characters look; None where nothing says so. `size` is in points."""

    bold: bool | None = None
    size: float | None = None
    hidden: bool | None = None

    def over(self, base: "Look") -> "Look":
        """This look where it says something, `base` where not."""
        return Look(
            base.bold if self.bold is None else self.bold,
            base.size if self.size is None else self.size,
            base.hidden if self.hidden is None else self.hidden,
        )


@dataclass(frozen=True, slots=True)
class Shape:
    """What a paragraph is.

    `level` is 1 to 9 for a heading, else 0. `contents_line` marks a line of a table of contents. `list_id` is
    set where it is numbered or a bullet, at `list_level`; where its style made it so, `style` is that style,
    whose level the list itself may name. `breaks` marks a paragraph that begins a page.
    """

    level: int = 0
    contents_line: bool = False
    list_id: int | None = None
    list_level: int | None = None
    style: str = ""
    breaks: bool = False


def _look(properties: Element) -> Look:
    """A look from `w:rPr`, which may be None."""
    if properties is None or not len(properties):
        return Look()
    half_points = number(properties, "w:sz")
    return Look(
        bold=switch(properties, "w:b"),
        size=None if half_points is None else half_points / 2,
        hidden=switch(properties, "w:vanish"),
    )


class Styles:
    """The styles part, which may be missing (`root` None): then only the built-in style ids are known."""

    def __init__(self, root: Element = None) -> None:
        self._styles: dict[str, Element] = {}
        self._default = ""
        self._defaults = Look()
        self._shapes: dict[str, Shape] = {}
        self._looks: dict[tuple[str, str], Look] = {}
        for each in () if root is None else root:
            if name(each) == "w:docDefaults":
                self._defaults = _look(child(each, "w:rPrDefault", "w:rPr"))
            elif name(each) == "w:style":
                style = attribute(each, "w:styleId") or ""
                self._styles[style] = each
                is_default = attribute(each, "w:default") in ("1", "true", "on")
                if is_default and attribute(each, "w:type") == "paragraph":
                    self._default = style

    def paragraph(self, properties: Element) -> Shape:
        """What a paragraph is, by its `w:pPr` (which may be None) and its style."""
        shape = self._shape(value(properties, "w:pStyle") or "")
        outline = number(properties, "w:outlineLvl")
        if outline is not None and not shape.contents_line:
            shape = replace(shape, level=_level(outline))
        list_id = number(properties, "w:numPr", "w:numId")
        list_level = number(properties, "w:numPr", "w:ilvl")
        if list_id is not None:
            shape = replace(shape, list_id=list_id, list_level=list_level or 0, style="")
        elif list_level is not None:
            shape = replace(shape, list_level=list_level, style="")
        if shape.list_id == 0:  # says that the style's numbering is off here
            shape = replace(shape, list_id=None)
        breaks = switch(properties, "w:pageBreakBefore")
        return shape if breaks is None else replace(shape, breaks=breaks)

    def run(self, paragraph_style: str, properties: Element) -> Look:
        """How a run looks, by its `w:rPr` (which may be None), its style and its paragraph's style."""
        key = (paragraph_style, value(properties, "w:rStyle") or "")
        if key not in self._looks:
            below = self._style_look(key[0] or self._default)
            own = self._style_look(key[1])
            # Bold and hidden toggle: set by both styles, they cancel each other (ISO/IEC 29500-1, 17.7.3).
            self._looks[key] = Look(
                bold=bool(below.bold) != bool(own.bold) or bool(self._defaults.bold),
                size=own.size or below.size or self._defaults.size,
                hidden=bool(below.hidden) != bool(own.hidden) or bool(self._defaults.hidden),
            )
        return _look(properties).over(self._looks[key])

    def _chain(self, style: str) -> Iterator[tuple[str, Element]]:
        """A style and those that it is based on, nearest first."""
        seen: set[str] = set()
        while style in self._styles and style not in seen:
            seen.add(style)
            yield style, self._styles[style]
            style = value(self._styles[style], "w:basedOn") or ""

    def _style_look(self, style: str) -> Look:
        look = Look()
        for _, each in self._chain(style):
            look = look.over(_look(child(each, "w:rPr")))
        return look

    def _shape(self, style: str) -> Shape:
        if style not in self._shapes:
            self._shapes[style] = self._style_shape(style)
        return self._shapes[style]

    def _style_shape(self, style: str) -> Shape:
        if style and style not in self._styles:
            return Shape(level=_named_level(style) or 0, contents_line=bool(_CONTENTS.match(style)))
        level: int | None = None
        contents_line = False
        list_id: int | None = None
        list_level: int | None = None
        list_style = ""
        breaks: bool | None = None
        for at, each in self._chain(style or self._default):
            properties = child(each, "w:pPr")
            title = value(each, "w:name") or at
            contents_line = contents_line or bool(_CONTENTS.match(title))
            if level is None:
                level = _named_level(title)
            if level is None and (outline := number(properties, "w:outlineLvl")) is not None:
                level = _level(outline)
            if list_level is None:
                list_level = number(properties, "w:numPr", "w:ilvl")
            if list_id is None and (list_id := number(properties, "w:numPr", "w:numId")) is not None:
                list_style = at
            if breaks is None:
                breaks = switch(properties, "w:pageBreakBefore")
        level = 0 if contents_line else level or 0
        return Shape(level, contents_line, list_id, list_level, list_style, bool(breaks))


def _level(outline: int) -> int:
    return outline + 1 if 0 <= outline < _BODY_TEXT else 0


def _named_level(title: str) -> int | None:
    """The depth that a style's name stands for, or None: 2 for "heading 2", 1 for "Title", "TOC Heading"."""
    if found := _HEADING.match(title):
        return int(found[1])
    return 1 if title.lower() in ("title", "toc heading", "tocheading") else None
