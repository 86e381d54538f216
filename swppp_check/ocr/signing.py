"""What stands on a signature line of a scanned page: strokes of a pen above its rule, or nothing."""

import re
from collections.abc import Iterator, Sequence

import numpy as np
from PIL import Image

from swppp_check.ocr.engine import Word
from swppp_check.ocr.lines import threshold
from swppp_check.ocr.linework import Pixels
from swppp_check.reading.ink import LEAST_HEIGHT, LEAST_WIDTH
from swppp_check.reading.pieces import Piece

# The strip beside and around a label in which a signature stands, in points: below, right, above.
BELOW, RIGHT, ABOVE = 12.0, 280.0, 30.0
# A rule is a row of pixels of which so much is dark. Scanned, it is a few pixels thick and not quite level.
RULE = 0.35
RULE_SIDE = 1.6  # points above and below a rule that belong to it
BLOT = 0.8  # points: a pen's stroke leaves at least this many for each point of the signature's width


def mark_of(line: Sequence[Word], words: Sequence[Word], dark: Pixels, scale: float) -> str:
    """ "ink" or "blank" for a line of words that begins with a signature line's label.

    `words` are all words that were surely read on the page: print is no ink. `scale` is in pixels a point.
    """
    label = _label(line)
    following = [w.left for w in line if w.left > label.right + 40 * scale and w.confidence > 0.85]
    left = int(label.right + 3 * scale)
    right = int(min([label.right + RIGHT * scale, *(f - 2 * scale for f in following)]))
    top, bottom = int(max(label.top - ABOVE * scale, 0)), int(label.bottom + BELOW * scale)
    strip = dark[top:bottom, left:right].copy()
    if strip.size == 0:
        return "blank"
    for word in words:
        if word not in line or word.confidence > 0.85:
            strip[
                max(int(word.top - scale) - top, 0) : max(int(word.bottom + scale) - top, 0),
                max(int(word.left - scale) - left, 0) : max(int(word.right + scale) - left, 0),
            ] = False
    return "ink" if _is_written(_without_rules(strip, scale), scale) else "blank"


def marks_on_scan(picture: Image.Image, scale: float, pieces: Sequence[Piece], lines: Sequence[int]) -> dict[int, str]:
    """The marks of those pieces that are signature lines, on a scan whose words a hidden layer holds.

    `picture` shows the page in grey with `scale` pixels a point.
    """
    dark = np.asarray(picture) < threshold(picture)
    words = {i: list(_words(piece, picture.height, scale, i)) for i, piece in enumerate(pieces) if piece.turn == 0}
    every = [word for line in words.values() for word in line]
    return {i: mark_of(words[i], every, dark, scale) for i in lines}


def _words(piece: Piece, height: int, scale: float, line: int) -> Iterator[Word]:
    """The words of a piece, each with its share of the piece's width."""
    letter = (piece.x1 - piece.x0) / max(len(piece.text), 1)
    for word in re.finditer(r"\S+", piece.text):
        left, right = (scale * (piece.x0 + letter * at) for at in word.span())
        yield Word(word[0], left, height - scale * piece.y1, right, height - scale * piece.y0, 1.0, line)


def _label(line: Sequence[Word]) -> Word:
    """The last word of the label: the one with the colon, else the first."""
    return next((w for w in line[:4] if w.text.rstrip("_").endswith(":")), line[0])


def _without_rules(strip: Pixels, scale: float) -> Pixels:
    """The strip without the dark rows of rules."""
    strip = strip.copy()
    side = max(int(RULE_SIDE * scale), 1)
    for row in np.nonzero(strip.mean(axis=1) > RULE)[0]:
        strip[max(row - side, 0) : row + side + 1] = False
    return strip


def _is_written(strip: Pixels, scale: float) -> bool:
    rows, columns = np.nonzero(strip)
    if len(rows) < BLOT * LEAST_WIDTH * scale**2:
        return False
    high = np.percentile(rows, 97) - np.percentile(rows, 3)
    wide = np.percentile(columns, 97) - np.percentile(columns, 3)
    return bool(high >= LEAST_HEIGHT * scale and wide >= LEAST_WIDTH * scale)
