"""The automatic numbers of a Word file ("1.2", "IV.", "(a)"), counted as Word counts them.

A paragraph only names a list and a level; the numbers themselves are nowhere in the file. Lists that share a
definition share their counters, a level starts anew after a higher one and counts as begun when a lower one
is used, and a list may override where it starts.
"""

from collections.abc import Callable
from dataclasses import dataclass

from swppp_check.reading.ooxml import Element, attribute, child, name, number, switch, value, whole

_DEPTH = 9
_LIST_LINKS = 8  # how many list styles may point to each other


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list.

    `text` holds "%1" for the number of level 1; `restart` is the level (1-based) after which this one starts
    anew, 0 for never and None for any higher one; `style` is the paragraph style tied to it.
    """

    start: int = 1
    format: str = "decimal"
    text: str = ""
    restart: int | None = None
    legal: bool = False
    style: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A paragraph's automatic number as printed, and whether its own level counts in digits."""

    text: str
    decimal: bool


class Numbering:
    """The numbering part (`root` may be None) and its counters; ask for labels in document order."""

    def __init__(self, root: Element = None) -> None:
        self._definitions: dict[str, Element] = {}
        self._lists: dict[int, Element] = {}
        self._levels: dict[int, dict[int, Level]] = {}
        self._counters: dict[str, list[int | None]] = {}
        self._started: set[tuple[int, int]] = set()
        for each in () if root is None else root:
            if name(each) == "w:abstractNum":
                self._definitions[attribute(each, "w:abstractNumId") or ""] = each
            elif name(each) == "w:num" and (list_id := whole(attribute(each, "w:numId"))) is not None:
                self._lists[list_id] = each

    def label(self, list_id: int, level: int | None, style: str = "") -> Label | None:
        """Count a paragraph and return its number; None for a bullet, an empty number or an unknown list.

        `style` is the style that put the paragraph in the list: the level tied to it goes before `level`.
        """
        levels = self._levels_of(list_id)
        tied = next((at for at, each in levels.items() if style and each.style == style), None)
        at = tied if tied is not None else level or 0
        if at not in levels or not 0 <= at < _DEPTH:
            return None
        counts = self._count(list_id, at, levels)
        here = levels[at]
        if here.format in ("bullet", "none") or not here.text:
            return None
        text = here.text
        for above in range(at + 1):
            if f"%{above + 1}" in text:
                number_format = "decimal" if here.legal else levels.get(above, Level()).format
                text = text.replace(f"%{above + 1}", written(counts[above] or 0, number_format))
        text = text.strip()
        return Label(text, here.format.startswith("decimal")) if text else None

    def _count(self, list_id: int, at: int, levels: dict[int, Level]) -> list[int | None]:
        definition = value(self._lists[list_id], "w:abstractNumId") or ""
        counts = self._counters.setdefault(definition, [None] * _DEPTH)
        for above in range(at):
            if counts[above] is None:
                counts[above] = levels.get(above, Level()).start
        start = self._start_override(list_id, at)
        if start is not None and (list_id, at) not in self._started:
            counts[at] = start
        else:
            before = counts[at]
            counts[at] = levels[at].start if before is None else before + 1
        self._started.add((list_id, at))
        for below in range(at + 1, _DEPTH):
            restart = levels.get(below, Level()).restart
            if restart is None or at < restart:
                counts[below] = None
        return counts

    def _start_override(self, list_id: int, at: int) -> int | None:
        for each in self._lists[list_id]:
            if name(each) == "w:lvlOverride" and whole(attribute(each, "w:ilvl")) == at:
                return number(each, "w:startOverride")
        return None

    def _levels_of(self, list_id: int) -> dict[int, Level]:
        if list_id not in self._levels:
            levels: dict[int, Level] = {}
            entry = self._lists.get(list_id)
            if entry is not None:
                definition = self._definitions.get(value(entry, "w:abstractNumId") or "")
                levels = _levels_in(self._linked(definition))
                for each in entry:
                    if name(each) == "w:lvlOverride":
                        levels |= _levels_in(each)
            self._levels[list_id] = levels
        return self._levels[list_id]

    def _linked(self, definition: Element) -> Element:
        """The definition that has the levels, where this one only points to a list style."""
        for _ in range(_LIST_LINKS):
            style = value(definition, "w:numStyleLink")
            if style is None:
                break
            linked = (each for each in self._definitions.values() if value(each, "w:styleLink") == style)
            definition = next(linked, None)
        return definition


def _levels_in(element: Element) -> dict[int, Level]:
    """The levels that stand in a definition or an override (which may be None)."""
    found: dict[int, Level] = {}
    for each in () if element is None else element:
        at = whole(attribute(each, "w:ilvl"))
        if name(each) == "w:lvl" and at is not None:
            start = number(each, "w:start")
            found[at] = Level(
                start=0 if start is None else start,
                format=value(each, "w:numFmt") or ("decimal" if child(each, "w:numFmt") is None else "none"),
                text=value(each, "w:lvlText") or "",
                restart=number(each, "w:lvlRestart"),
                legal=bool(switch(each, "w:isLgl")),
                style=value(each, "w:pStyle") or "",
            )
    return found


def written(count: int, number_format: str) -> str:
    """A count in one of Word's number formats; in digits where the format is not known here."""
    return _FORMATS.get(number_format, str)(count)


def _letters(count: int) -> str:
    """A, B, … Z, AA, BB, … as Word counts."""
    return chr(ord("A") + (count - 1) % 26) * ((count - 1) // 26 + 1) if 0 < count <= 780 else str(count)


def _roman(count: int) -> str:
    if not 0 < count < 4000:
        return str(count)
    digits = (
        (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
        (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    )  # fmt: skip
    text = ""
    for worth, sign in digits:
        text += sign * (count // worth)
        count %= worth
    return text


def _ordinal(count: int) -> str:
    teen = 10 < count % 100 < 20
    return f"{count}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(count % 10, 'th')}"


_FORMATS: dict[str, Callable[[int], str]] = {
    "decimalZero": lambda count: f"{count:02}",
    "upperLetter": _letters,
    "lowerLetter": lambda count: _letters(count).lower(),
    "upperRoman": _roman,
    "lowerRoman": lambda count: _roman(count).lower(),
    "ordinal": _ordinal,
    "none": lambda _: "",
    "bullet": lambda _: "",
}
