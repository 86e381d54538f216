"""What is drawn on a PDF page where somebody may have signed: rules, ink, pictures, seals, stamps and fields.

All boxes are in points from the page's lower left corner.
"""

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from swppp_check.reading.labels import as_name, signature_data

# A rule to write on: so wide, and no higher than this.
RULE_WIDTH, RULE_HEIGHT = (70.0, 420.0), 2.0
# Ink has so many curves and oblique segments; rules, boxes and grids have none.
LEAST_STROKES = 5
# A picture or a drawing about as high as wide, of this height or more, is a seal.
SEAL_SHAPE, SEAL_HEIGHT = (0.8, 1.25), 50.0
# A picture wider than this share of the page is the page's own, as in a scan.
PAGE_SHARE = 0.6
# So many objects of a page are looked at; a drawing sheet may have many more.
MOST_OBJECTS = 30_000

Kind = Literal["rule", "ink", "picture", "stamp", "field", "open field", "typed"]
Box = tuple[float, float, float, float]
Matrix = tuple[float, float, float, float, float, float]
WHOLE: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Something drawn: its box, where the pen was set down (else the middle), and the strokes of ink in it."""

    kind: Kind
    x0: float
    y0: float
    x1: float
    y1: float
    start: tuple[float, float]
    strokes: int = LEAST_STROKES

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its box."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2


def drawn(page: pdfium.PdfPage, shown: Callable[[Box], Box] | None = None) -> tuple[Drawn, ...]:
    """Everything on the page that matters where somebody signs; `shown` turns boxes as the page is turned."""
    seen = [*islice(_objects(page, page.get_width()), MOST_OBJECTS), *_annotations(page)]
    if shown:
        seen = [
            Drawn(d.kind, *shown((d.x0, d.y0, d.x1, d.y1)), shown((*d.start, *d.start))[:2], d.strokes) for d in seen
        ]
    return tuple(d for d in seen if d.kind == "rule" or not is_seal(d))


def is_seal(it: Drawn) -> bool:
    """Whether something has the size and the shape of a professional's seal."""
    width, height = it.x1 - it.x0, it.y1 - it.y0
    square = SEAL_SHAPE[0] < width / max(height, 1) < SEAL_SHAPE[1]
    return it.kind in ("picture", "ink", "stamp") and square and height >= SEAL_HEIGHT


def _objects(parent: Any, page_width: float, matrix: Matrix = WHOLE, depth: int = 0) -> Iterator[Drawn]:
    """The objects of a page or of a form in it, which has a place and a scale of its own."""
    count = raw.FPDFFormObj_CountObjects if depth else raw.FPDFPage_CountObjects
    at = raw.FPDFFormObj_GetObject if depth else raw.FPDFPage_GetObject
    for index in range(min(count(parent), MOST_OBJECTS)):
        item = at(parent, index)
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_FORM and depth < 4:
            yield from _objects(item, page_width, _times(_matrix(item), matrix), depth + 1)
        elif kind in (raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE) and (box := _box(item, matrix)):
            if kind == raw.FPDF_PAGEOBJ_IMAGE:
                if box[2] - box[0] < PAGE_SHARE * page_width:
                    yield Drawn("picture", *box, _middle(box))
            else:
                yield from _path(item, box, matrix)


def _path(item: Any, box: Box, matrix: Matrix) -> Iterator[Drawn]:
    width, height = box[2] - box[0], box[3] - box[1]
    if height <= RULE_HEIGHT:
        if RULE_WIDTH[0] <= width <= RULE_WIDTH[1]:
            yield Drawn("rule", *box, _middle(box))
        return
    strokes, start = _strokes(item)
    if strokes:
        yield Drawn("ink", *box, _on(matrix, _on(_matrix(item), start)), strokes)


def _strokes(item: Any) -> tuple[int, tuple[float, float]]:
    """Curves and oblique segments of a path, no more counted than needed, and its first point.

    A closed path of just four curves is an ellipse or a box with round corners, and has no ink.
    """
    x, y = ctypes.c_float(), ctypes.c_float()
    points, beziers, oblique = [], 0, 0
    for index in range(min(raw.FPDFPath_CountSegments(item), 60)):
        segment = raw.FPDFPath_GetPathSegment(item, index)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        points.append((x.value, y.value))
        kind = raw.FPDFPathSegment_GetType(segment)
        beziers += kind == raw.FPDF_SEGMENT_BEZIERTO
        if kind == raw.FPDF_SEGMENT_LINETO and len(points) > 1:
            oblique += min(abs(points[-1][0] - points[-2][0]), abs(points[-1][1] - points[-2][1])) > 0.3
            if oblique == LEAST_STROKES:
                break
    if not points:
        return 0, (0.0, 0.0)
    closed = max(abs(points[0][0] - points[-1][0]), abs(points[0][1] - points[-1][1])) < 0.5
    shape = beziers == 12 and not oblique and (closed or len(points) > 13)
    return 0 if shape else beziers // 3 + oblique, points[0]


def _annotations(page: pdfium.PdfPage) -> Iterator[Drawn]:
    sides = raw.FS_RECTF()
    for index in range(raw.FPDFPage_GetAnnotCount(page.raw)):
        annotation = raw.FPDFPage_GetAnnot(page.raw, index)
        try:
            kind = _annotation(annotation)
            if kind and raw.FPDFAnnot_GetRect(annotation, sides):
                left, right = sorted((sides.left, sides.right))
                low, high = sorted((sides.bottom, sides.top))
                yield Drawn(kind, left, low, right, high, _middle((left, low, right, high)))
        finally:
            raw.FPDFPage_CloseAnnot(annotation)


def _annotation(annotation: Any) -> Kind | None:
    flags = raw.FPDFAnnot_GetFlags(annotation)
    if flags & (raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW):
        return None
    match raw.FPDFAnnot_GetSubtype(annotation):
        case raw.FPDF_ANNOT_INK | raw.FPDF_ANNOT_POLYLINE:
            return "ink"
        case raw.FPDF_ANNOT_STAMP:
            name = _string(annotation, "Name").lower() + _string(annotation, "Contents").lower()
            return None if any(word in name for word in signature_data()["no_signature"]) else "stamp"
        case raw.FPDF_ANNOT_FREETEXT:
            return "typed" if as_name(_string(annotation, "Contents")) else None
        case raw.FPDF_ANNOT_WIDGET:
            field = _string(annotation, "FT")
            if field == "Sig":
                return "field" if raw.FPDFAnnot_HasKey(annotation, b"V") else "open field"
            return "typed" if field == "Tx" and as_name(_string(annotation, "V")) else None
        case _:
            return None


def _string(annotation: Any, key: str) -> str:
    name = key.encode()
    size = raw.FPDFAnnot_GetStringValue(annotation, name, None, 0)
    buffer = (raw.FPDF_WCHAR * (size // 2 + 1))()
    raw.FPDFAnnot_GetStringValue(annotation, name, buffer, size)
    return bytes(buffer)[: max(size - 2, 0)].decode("utf-16-le", "replace")


def _box(item: Any, matrix: Matrix) -> Box | None:
    sides = [ctypes.c_float() for _ in range(4)]
    if not raw.FPDFPageObj_GetBounds(item, *sides):
        return None
    left, low, right, high = (side.value for side in sides)
    if matrix == WHOLE:
        return left, low, right, high
    corners = [_on(matrix, (x, y)) for x in (left, right) for y in (low, high)]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _matrix(item: Any) -> Matrix:
    found = raw.FS_MATRIX()
    return (found.a, found.b, found.c, found.d, found.e, found.f) if raw.FPDFPageObj_GetMatrix(item, found) else WHOLE


def _times(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    return (
        *(a * outer[0] + b * outer[2], a * outer[1] + b * outer[3]),
        *(c * outer[0] + d * outer[2], c * outer[1] + d * outer[3]),
        *_on(outer, (e, f)),
    )


def _on(matrix: Matrix, point: tuple[float, float]) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
