"""What a drawing in a Word file holds: text boxes, words of its own, unread pictures and embedded files."""

import re
from dataclasses import dataclass, field

from swppp_check.reading.ooxml import Element, attribute, child, descendants, name, tags, text_of, whole
from swppp_check.reading.package import Package

_EMU_PER_INCH = 914_400
_INCHES = {"in": 1.0, "pt": 1 / 72, "px": 1 / 96, "cm": 1 / 2.54, "mm": 1 / 25.4, "": 1 / 96}
# A page or a strip of one (a signature block) may hold text; logos, icons and letterhead bands are smaller.
_LARGE_AREA = 9.0  # square inches: 3 by 3
_LARGE_SIDE = 1.5  # inches, the shorter side

_FILE_NAME = re.compile(r"[\\/]|\.\w{3,4}$")
_MADE_BY_WORD = re.compile(r"automatically generated|AI-generated", re.IGNORECASE)  # Word's own alternative text
_WORDS = re.compile(r"[^\W\d_]{2,}")


@dataclass(slots=True)
class Drawn:
    """The contents of one drawing.

    `boxes` are the elements of its text boxes, `lines` its words outside of them, `pictures` the parts of large
    ones that nothing describes ("" where there is none), and `objects` names the programs whose embedded files were
    not read.
    """

    boxes: list[Element] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)


def drawn(element: Element, package: Package, part: str) -> Drawn:
    """The contents of a `w:drawing`, `w:pict` or `w:object` that stands in the given part."""
    found = Drawn()
    for kind, each in descendants(element, stop="w:txbxContent"):
        if kind == "w:txbxContent":
            found.boxes.append(each)
        elif kind == "a:p":
            found.lines.append("".join(text_of(text) for text in each.iter(*tags("a:t"))))
        elif kind == "v:textpath":
            found.lines.append(each.get("string", ""))
        elif kind == "dgm:relIds":
            found.lines += _diagram_lines(each, package, part)
        elif kind == "o:OLEObject":
            program = each.get("ProgID", "") or "unknown program"
            if not program.startswith("Equation"):
                found.objects.append(program)
        elif kind in ("wp:inline", "wp:anchor"):
            if _is_unread_picture(each):
                blips = each.iter(*tags("a:blip"))
                found.pictures += [_part(blip, "r:embed", package, part) for blip in blips] or [""]
        elif kind == "v:imagedata" and name(element) != "w:object" and _is_unread_vml_picture(each.getparent()):
            found.pictures.append(_part(each, "r:id", package, part))
    found.lines = [line for line in found.lines if line.strip()]
    return found


def _part(picture: Element, key: str, package: Package, part: str) -> str:
    """The name of the part that holds a picture."""
    relation = package.relations(part).get(attribute(picture, key) or "")
    return relation.target if relation and not relation.external and relation.target in package else ""


def _diagram_lines(ids: Element, package: Package, part: str) -> list[str]:
    """The words of a diagram's shapes, which stand in a part of their own."""
    relation = package.relations(part).get(attribute(ids, "r:dm") or "")
    if relation is None or relation.external or relation.target not in package:
        return []
    paragraphs = package.xml(relation.target).iter(*tags("a:p"))
    return ["".join(text_of(text) for text in each.iter(*tags("a:t"))) for each in paragraphs]


def _is_unread_picture(frame: Element) -> bool:
    properties = child(frame, "wp:docPr")
    extent = child(frame, "wp:extent")
    if properties is None or extent is None or next(frame.iter(*tags("pic:pic")), None) is None:
        return False
    if any(each.get("val") in ("1", "true") for each in properties.iter(*tags("adec:decorative"))):
        return False
    texts = [each.get("descr", "") for each in frame.iter(*tags("wp:docPr", "pic:cNvPr"))]
    width, height = ((whole(extent.get(side)) or 0) / _EMU_PER_INCH for side in ("cx", "cy"))
    return _is_large(width, height) and not any(_is_useful(text) for text in texts)


def _is_unread_vml_picture(shape: Element) -> bool:
    style = dict(each.split(":", 1) for each in shape.get("style", "").split(";") if ":" in each)
    style = {key.strip(): length.strip() for key, length in style.items()}
    return _is_large(_inches(style.get("width", "")), _inches(style.get("height", ""))) and not _is_useful(
        shape.get("alt", "")
    )


def _inches(length: str) -> float:
    found = re.fullmatch(r"(\d{1,6}(?:\.\d*)?)(in|pt|px|cm|mm|)", length)
    return float(found[1]) * _INCHES[found[2]] if found else 0.0


def _is_large(width: float, height: float) -> bool:
    return width * height > _LARGE_AREA and min(width, height) > _LARGE_SIDE


def _is_useful(alternative: str) -> bool:
    """Whether a picture's alternative text was written by somebody to say what it shows."""
    return (
        len(_WORDS.findall(alternative)) >= 3
        and not _FILE_NAME.search(alternative.strip())
        and not _MADE_BY_WORD.search(alternative)
    )
