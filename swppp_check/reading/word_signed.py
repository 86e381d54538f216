"""What may stand for a signature in a Word file: pictures and Word's own signature lines."""

import re

from swppp_check.reading.labels import (
    as_name,
    blank_after_label,
    is_blank,
    is_signature_line,
    signature_data,
    typed_name,
)
from swppp_check.reading.ooxml import Element, descendants, name, tags, text_of, whole
from swppp_check.reading.package import Package
from swppp_check.reading.raw import CannotOpen

_EMU_PER_POINT = 12_700
# A picture about as high as wide, and of this height in points or more, is a seal.
_SEAL_SHAPE, _SEAL_HEIGHT = (0.8, 1.25), 50.0


def mark_of(element: Element, package: Package) -> str:
    """What a paragraph or a row holds: "field" or "open field" (a signature line), "picture", or nothing."""
    found = [each for _, each in descendants(element, stop="w:txbxContent")]
    lines = [each for each in found if name(each) == "o:signatureline"]
    if lines:
        signed = _signed_lines(package)
        return "field" if any(each.get("id", "").upper() in signed for each in lines) else "open field"
    return "picture" if any(_may_be_signature(each) for each in found) else ""


def line_text(line: Element) -> str:
    """A signature line (`o:signatureline`) as text: a blank, and who is to sign there."""
    return " ".join(["X ________", *filter(None, (_suggested(line, n) for n in ("", "2")))])


def takes(text: str, *, before: bool) -> bool:
    """Whether a picture in a paragraph of its own, `before` or after this line, stands on it."""
    if is_blank(text):
        return before
    if is_signature_line(text):
        open_label = not blank_after_label(text) and not typed_name(text)
        return open_label and before != text.rstrip().endswith(":")
    return before and bool(as_name(text))


def on_line(text: str, own: str, above: str = "") -> str:
    """What stands on a line: of its `own` paragraph or row, or of the wordless one `above` it."""
    place = is_signature_line(text) or is_blank(text) or bool(as_name(text))
    return (own if place else "") or (above if takes(text, before=True) else "")


def _suggested(line: Element, number: str) -> str:
    return next((each for key, each in line.attrib.items() if key.endswith(f"suggestedsigner{number}")), "").strip()


def _signed_lines(package: Package) -> set[str]:
    """The ids of the signature lines for which the container holds a digital signature."""
    signed: set[str] = set()
    try:
        origins = [r.target for r in package.relations("").values() if r.kind == "origin"]
        parts = [r.target for o in origins for r in package.relations(o).values() if r.kind == "signature"]
        for part in parts:
            for each in package.xml(part).iter():
                if isinstance(each.tag, str) and each.tag.endswith("}SetupID"):
                    signed.add(text_of(each).strip().upper())
    except CannotOpen:  # a damaged signature is none
        return set()
    return signed


def _may_be_signature(each: Element) -> bool:
    """Whether it is a picture, and neither by its description nor its shape a logo or a seal."""
    match name(each):
        case "wp:inline" | "wp:anchor":
            if next(each.iter(*tags("pic:pic")), None) is None:
                return False
            texts = [
                p.get(key, "") for p in each.iter(*tags("wp:docPr", "pic:cNvPr")) for key in ("descr", "title", "name")
            ]
            extent = next(each.iter(*tags("wp:extent")), None)
            sides = [(whole(extent.get(s)) or 0) / _EMU_PER_POINT if extent is not None else 0.0 for s in ("cx", "cy")]
        case "v:shape" | "v:rect":
            picture = next(each.iter(*tags("v:imagedata")), None)
            if picture is None:
                return False
            texts = [each.get("alt", ""), *(str(v) for k, v in picture.attrib.items() if k.endswith("title"))]
            sides = [
                float((re.findall(rf"\b{s}:(\d+(?:\.\d+)?)", each.get("style", "")) or ["0"])[0])
                for s in ("width", "height")
            ]
        case _:
            return False
    described = " ".join(texts).lower()
    square = _SEAL_SHAPE[0] < sides[0] / max(sides[1], 1.0) < _SEAL_SHAPE[1] and sides[1] >= _SEAL_HEIGHT
    return not square and not any(word in described for word in signature_data()["no_signature"])
