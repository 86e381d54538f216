"""Type size and boldness of a line, from the boxes and the pixels of its words."""

import re
from collections.abc import Sequence
from statistics import median

import numpy as np

from swppp_check.ocr.engine import Word
from swppp_check.ocr.linework import Pixels

# Shares of the type size that stand above and below the baseline, for the usual faces.
SMALL, TALL, BELOW = 0.46, 0.70, 0.21
# A capital letter is on average at least so wide.
NARROW = 0.5
TALL_LETTERS = re.compile(r"[A-Zbdfhklit0-9()/\[\]\"'%&]")
LOW_LETTERS = re.compile(r"[gjpqy()/\[\],;Q]")


def line_size(words: Sequence[tuple[str, float, float]]) -> float:
    """The type size of a line's words, given each one's text and its box's height and width, in the boxes' unit."""
    sizes = [_size(*word) for word in words for _ in range(min(len(word[0]), 12))]
    return float(median(sizes)) if sizes else 0.0


def _size(text: str, height: float, width: float) -> float:
    """The size by the height; by the width where the box of a word in capitals is too high for it, as linework is."""
    size = height / _share(text)
    return min(size, width / len(text) / NARROW) if len(text) > 3 and text.isupper() else size


def _share(text: str) -> float:
    above = TALL if TALL_LETTERS.search(text) else SMALL
    return above + (BELOW if LOW_LETTERS.search(text) else 0.0)


def stroke(line: Sequence[Word], dark: Pixels) -> float:
    """The usual thickness of the letters' stems in pixels; 0 without any."""
    widths = []
    for word in line:
        box = dark[int(word.top) : int(word.bottom) + 1, max(int(word.left), 0) : int(word.right) + 1]
        change = np.diff(np.pad(box, ((0, 0), (1, 1))).astype(np.int8), axis=1)
        widths.append(np.nonzero(change == -1)[1] - np.nonzero(change == 1)[1])
    every = np.concatenate(widths) if widths else np.zeros(0)
    return float(np.median(every)) if len(every) else 0.0
