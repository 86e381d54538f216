"""Words of a picture as lines: what is sure, what stands together, how large it is."""

import re
from collections.abc import Iterable

import numpy as np
from PIL import Image

from swppp_check.ocr.engine import Word
from swppp_check.ocr.measure import line_size

# A word that was read surely.
SURE = 0.6
WORD = re.compile(r"\w(?<!_)|[\u2022|&=+/%#$@\u2013\u2014-]")
DASHES = "-\u2013\u2014"  # or a piece of a line
# What is further apart than this, in type sizes and at least in points, does not stand together.
APART, APART_POINTS = 1.25, 4.0


def sure(words: Iterable[Word], least: float) -> list[Word]:
    """Those words with this confidence that are more than strokes; a bar may be a letter or a figure."""
    return [w for w in words if w.confidence >= max(least, SURE if w.text in DASHES else 0.0) and WORD.search(w.text)]


def letters(words: Iterable[Word]) -> int:
    """How many letters and figures were read surely, in words of some length."""
    return sum(len(w.text) for w in words if w.confidence >= SURE and sum(c.isalnum() for c in w.text) > 2)


def is_level(line: Iterable[Word]) -> bool:
    """Whether a line runs across the page and not up or down."""
    return all(w.bottom - w.top < 1.5 * (w.right - w.left) for w in line if len(w.text) > 3)


def size_of(line: list[Word]) -> float:
    """The type size of a line in pixels."""
    level = is_level(line)
    boxes = [(w.text, w.bottom - w.top, w.right - w.left) for w in line]
    return line_size(boxes if level else [(text, wide, high) for text, high, wide in boxes])


def together(words: Iterable[Word], scale: float) -> list[list[Word]]:
    """The lines of some words, cut where the space is wider than between words."""
    lines: dict[int, list[Word]] = {}
    for word in words:
        lines.setdefault(word.line, []).append(word)
    pieces: list[list[Word]] = []
    for line in lines.values():
        level = is_level(line)
        widest = max(APART * size_of(line), APART_POINTS * scale)
        pieces.append([])
        for word in sorted(line, key=lambda w: w.left) if level else line:
            if level and pieces[-1] and word.left - pieces[-1][-1].right > widest:
                pieces.append([])
            pieces[-1].append(word)
    return pieces


def threshold(picture: Image.Image) -> int:
    """Darker than this is ink: well below the paper's own grey."""
    return min(170, paper(picture) - 40)


def paper(picture: Image.Image) -> int:
    """The paper's own grey."""
    return int(np.argmax(np.bincount(np.asarray(picture).ravel(), minlength=256)[100:])) + 100
