"""The elements of an Office Open XML tree by short names ("w:p"), whatever namespaces the file uses.

Strict files use other namespaces than the usual transitional ones for the same elements; both get the same
short name here. Nothing in this module knows what an element means beyond which ones are only wrappers.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

Element = Any  # lxml has no types of its own

_OFFICE = "http://schemas.openxmlformats.org/"
_STRICT = "http://purl.oclc.org/ooxml/"
_MICROSOFT = "http://schemas.microsoft.com/office/"
_PREFIXES = {
    _OFFICE + "wordprocessingml/2006/main": "w",
    _STRICT + "wordprocessingml/main": "w",
    _OFFICE + "officeDocument/2006/relationships": "r",
    _STRICT + "officeDocument/relationships": "r",
    _OFFICE + "officeDocument/2006/math": "m",
    _STRICT + "officeDocument/math": "m",
    _OFFICE + "drawingml/2006/wordprocessingDrawing": "wp",
    _STRICT + "drawingml/wordprocessingDrawing": "wp",
    _OFFICE + "drawingml/2006/main": "a",
    _STRICT + "drawingml/main": "a",
    _OFFICE + "drawingml/2006/picture": "pic",
    _STRICT + "drawingml/picture": "pic",
    _OFFICE + "drawingml/2006/diagram": "dgm",
    _STRICT + "drawingml/diagram": "dgm",
    _OFFICE + "markup-compatibility/2006": "mc",
    _OFFICE + "package/2006/relationships": "rel",
    _OFFICE + "package/2006/content-types": "ct",
    _MICROSOFT + "drawing/2017/decorative": "adec",
    "urn:schemas-microsoft-com:vml": "v",
    "urn:schemas-microsoft-com:office:office": "o",
}
_NAMESPACES = {prefix: [uri for uri, p in _PREFIXES.items() if p == prefix] for prefix in _PREFIXES.values()}

# Wrappers whose contents stand in the text as if the wrapper were not there.
_THROUGH = frozenset({"w:sdtContent", "w:rubyBase"}) | frozenset(
    f"w:{local}" for local in ("ins", "moveTo", "smartTag", "customXml", "hyperlink", "dir", "bdo", "fldSimple", "ruby")
)
# Deleted or moved away, and the small print over East Asian characters.
_GONE = frozenset({"w:del", "w:moveFrom", "w:rt"})


@lru_cache(maxsize=4096)
def _name(tag: str) -> str:
    uri, _, local = tag.rpartition("}")
    return f"{_PREFIXES.get(uri.lstrip('{'), '?')}:{local}"


def name(element: Element) -> str:
    """The short name of an element, "w:p"; "?:local" in an unknown namespace, "" for an entity."""
    return _name(element.tag) if isinstance(element.tag, str) else ""


@lru_cache(maxsize=1024)
def _tags(short: str) -> tuple[str, ...]:
    prefix, _, local = short.partition(":")
    return tuple(f"{{{uri}}}{local}" for uri in _NAMESPACES[prefix])


def tags(*names: str) -> list[str]:
    """The full tags that the short names stand for, for `element.iter()`."""
    return [tag for each in names for tag in _tags(each)]


def attribute(element: Element, key: str) -> str | None:
    """An attribute by its short name: "w:val"; for those with a namespace."""
    for tag in _tags(key):
        found: str | None = element.get(tag)
        if found is not None:
            return found
    return None


def child(element: Element, *path: str) -> Element:
    """The first child by short name, and its child, and so on; None where there is none."""
    for step in path:
        if element is None:
            return None
        within, element = element, None
        for tag in _tags(step):
            element = within.find(tag)
            if element is not None:
                break
    return element


def value(element: Element, *path: str) -> str | None:
    """The `w:val` of the element at the path; None where there is no such element or attribute."""
    found = child(element, *path)
    return None if found is None else attribute(found, "w:val")


def number(element: Element, *path: str) -> int | None:
    """`value` as a whole number; None where it is none."""
    return whole(value(element, *path))


def whole(text: str | None) -> int | None:
    """The text as a whole number of reasonable length, or None."""
    try:
        return int(text) if text is not None and len(text) < 10 else None
    except ValueError:
        return None


def switch(element: Element, *path: str) -> bool | None:
    """An on/off property: None where the element is absent, True where it stands without a value."""
    found = child(element, *path)
    if found is None:
        return None
    return (attribute(found, "w:val") or "true") not in ("0", "false", "off")


def text_of(element: Element) -> str:
    """An element's own characters; entity references among them are left out, not resolved."""
    parts = [element.text or ""] if isinstance(element.tag, str) else []
    parts += [each.tail or "" for each in element]
    return "".join(parts)


def children(element: Element) -> Iterator[tuple[str, Element]]:
    """The children that are in the text, each with its short name, in document order.

    Wrappers (hyperlinks, smart tags, insertions) are opened, deletions left out, and of alternatives
    (`mc:AlternateContent`) only the first choice is taken, or the fallback where there is no choice.
    """
    for each in element:
        kind = name(each)
        if kind == "mc:AlternateContent":
            branch = child(each, "mc:Choice")
            branch = child(each, "mc:Fallback") if branch is None else branch
            if branch is not None:
                yield from children(branch)
        elif kind in _THROUGH:
            yield from children(each)
        elif kind and kind not in _GONE:
            yield kind, each


def descendants(element: Element, stop: str) -> Iterator[tuple[str, Element]]:
    """All that `children` reaches at any depth; elements named `stop` are yielded but not entered."""
    for kind, each in children(element):
        yield kind, each
        if kind != stop:
            yield from descendants(each, stop)
