"""What stands on a signature line of a PDF page: ink strokes or a picture over the line, or nothing.

Only pages that carry the label of a signature line are looked at.
"""

import ctypes
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from swppp_check.data import HOME, read_toml
from swppp_check.reading.frame import Box

if TYPE_CHECKING:
    from swppp_check.reading.pieces import Piece

# The strip beside and above a label in which a signature stands, in points: left, below, right, above.
STRIP = (-2.0, -12.0, 280.0, 30.0)
# Ink is a path of several curves or lines and of some height; a rule or a box is not.
LEAST_SEGMENTS, LEAST_HEIGHT, LEAST_WIDTH = 6, 4.0, 12.0

Point = tuple[float, float]


@cache
def _label() -> re.Pattern[str]:
    labels = read_toml(HOME / "signatures.toml")["line_labels"]
    return re.compile(r"^\W*(?:" + "|".join(re.escape(x) for x in labels) + r")\s*(?:[:_]|$)", re.IGNORECASE)


def is_signature_line(text: str) -> bool:
    """Whether a line of text begins with the label of a signature line."""
    return bool(_label().match(text))


def marks(page: pdfium.PdfPage, pieces: list["Piece"], shown: Callable[[Box], Box]) -> dict[int, str]:
    """For each piece that is a signature line's label: "ink", "picture" or "blank".

    `shown` turns a box of the file's coordinates into one of the page as it is shown.
    """
    lines = [i for i, piece in enumerate(pieces) if piece.turn == 0 and is_signature_line(piece.text)]
    if not lines:
        return {}
    drawn = [(what, shown((*point, *point))[:2]) for what, point in _drawn(page)]
    found = {}
    for index in lines:
        piece = pieces[index]
        strip = (piece.x1 + STRIP[0], piece.y0 + STRIP[1], piece.x1 + STRIP[2], piece.y1 + STRIP[3])
        over = [what for what, point in drawn if strip[0] <= point[0] <= strip[2] and strip[1] <= point[1] <= strip[3]]
        found[index] = "ink" if "ink" in over else "picture" if "picture" in over else "blank"
    return found


def _drawn(page: pdfium.PdfPage) -> Iterator[tuple[str, Point]]:
    """Ink with the point where the pen was set down, pictures with their middle."""
    sides = [ctypes.c_float() for _ in range(4)]
    left, bottom, right, top = sides
    for item in page.get_objects(max_depth=3):
        kind = item.type
        if kind not in (raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE) or not raw.FPDFPageObj_GetBounds(
            item.raw, *sides
        ):
            continue
        width, height = right.value - left.value, top.value - bottom.value
        middle = (left.value + width / 2, bottom.value + height / 2)
        if kind == raw.FPDF_PAGEOBJ_IMAGE:
            if width < 0.6 * page.get_width():
                yield "picture", middle
        elif height >= LEAST_HEIGHT and width >= LEAST_WIDTH and raw.FPDFPath_CountSegments(item.raw) >= LEAST_SEGMENTS:
            yield "ink", _pen_down(item) or middle


def _pen_down(path: pdfium.PdfObject) -> Point | None:
    x, y = ctypes.c_float(), ctypes.c_float()
    segment = raw.FPDFPath_GetPathSegment(path.raw, 0)
    if not segment or not raw.FPDFPathSegment_GetPoint(segment, x, y):
        return None
    at_x, at_y = path.get_matrix().on_point(x.value, y.value)
    return float(at_x), float(at_y)
