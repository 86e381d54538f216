"""What stands on the signature lines of a scanned page, by the same rules as on any PDF page."""

import re
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from PIL import Image, ImageFilter

from swppp_check.ocr.drawn import PRINT, Scene, print_of, scene
from swppp_check.ocr.engine import Word
from swppp_check.ocr.lines import SURE, paper, size_of, threshold, together
from swppp_check.ocr.linework import Pixels
from swppp_check.reading.ink import marks_among, may_be_signed
from swppp_check.reading.pieces import Piece

# The words of a hidden layer were read less surely than print.
HIDDEN = 0.7
# So many points about a stroke are erased with it.
RIM = 0.5


def signed_scene(words: Iterable[Word], dark: Pixels, scale: float) -> Scene | None:
    """What is drawn on a page with these words, if it may be one that somebody signs; `scale` is in pixels a point."""
    words = list(words)
    pieces = [piece_of(line, dark.shape[0], scale) for line in together(words, scale)]
    return scene(dark, words, scale) if may_be_signed(pieces) else None


def without_ink(picture: Image.Image, seen: Scene, words: Sequence[Word], scale: float) -> Image.Image:
    """The picture without ink where no print was read: strokes of a pen hide words beside them from an engine."""
    side = 2 * max(round(RIM * scale), 1) + 1
    rim = np.asarray(Image.fromarray(seen.ink).convert("L").filter(ImageFilter.MaxFilter(side))) > 0
    grey = np.array(picture)
    grey[rim & ~print_of(words, grey.shape, PRINT)] = paper(picture)
    return Image.fromarray(grey)


def not_in_ink(words: Iterable[Word], seen: Scene, height: int, scale: float) -> list[Word]:
    """The words without those that were read unsurely in a signature's strokes."""
    ink = [d for d in seen.things if d.kind == "ink"]

    def in_ink(word: Word) -> bool:
        x, y = (word.left + word.right) / 2 / scale, (height - (word.top + word.bottom) / 2) / scale
        return any(d.x0 <= x <= d.x1 and d.y0 <= y <= d.y1 for d in ink)

    return [word for word in words if word.confidence > SURE or not in_ink(word)]


def piece_of(line: Sequence[Word], height: int, scale: float) -> Piece:
    """A line of words as the layout takes it, in points from the lower left corner."""
    return Piece(
        " ".join(word.text for word in line),
        min(word.left for word in line) / scale,
        (height - max(word.bottom for word in line)) / scale,
        max(word.right for word in line) / scale,
        (height - min(word.top for word in line)) / scale,
        size_of(list(line)) / scale,
        bold=False,
    )


def marks_on_scan(picture: Image.Image, scale: float, pieces: Sequence[Piece]) -> dict[int, str]:
    """What stands on the signature lines among the pieces, on a scan whose words a hidden layer holds.

    `picture` shows the page in grey with `scale` pixels a point.
    """
    if not may_be_signed(pieces):
        return {}
    words = [w for i, piece in enumerate(pieces) if not piece.turn for w in _words(piece, picture.height, scale, i)]
    seen = scene(np.asarray(picture) < threshold(picture), words, scale)
    return marks_among(seen.things, pieces)


def _words(piece: Piece, height: int, scale: float, line: int) -> Iterator[Word]:
    """The words of a piece, each with its share of the piece's width."""
    letter = (piece.x1 - piece.x0) / max(len(piece.text), 1)
    for word in re.finditer(r"\S+", piece.text):
        left, right = (scale * (piece.x0 + letter * at) for at in word.span())
        yield Word(word[0], left, height - scale * piece.y1, right, height - scale * piece.y0, HIDDEN, line)
