"""From glyphs to words: ligatures, hyphens, letters set apart, and letters printed twice."""

import ctypes
import math
import re
from collections.abc import Callable
from itertools import pairwise

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from swppp_check.reading.frame import Box

_LIGATURES = {
    0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st",
    0x17F: "s", 0: " ", 0x2: "-", 0xFFFE: "-", 0x2010: "-", 0x2011: "-", 0x200B: None, 0xFEFF: None,
}  # fmt: skip
# Every letter twice, as programs print that imitate bold type letter by letter.
_DOUBLED = re.compile(r"(?:(\S)\1|\s+)+")
_LETTERS = re.compile(r"[^\W\d_]")
# A spread line has so many words or more, of no more letters on average, and none longer.
_SPREAD_WORDS, _SPREAD_LETTERS, _LONGEST = 5, 2.2, 4
# A space between words is so much wider than those between spread letters.
_WIDER = 1.5


def clean(text: str) -> str:
    """Plain letters, single spaces, and no soft hyphen but a hyphen where the line ends in one."""
    if not text.isascii():
        text = text.translate(_LIGATURES)
        if "\xad" in text:
            text = re.sub("\xad+\\s*$", "-", text).replace("\xad", "")
    elif "\x02" in text or "\x00" in text:
        text = text.translate(_LIGATURES)
    text = " ".join(text.split())
    if len(text) > 5 and text[0] == text[1] and text[-1] == text[-2] and _DOUBLED.fullmatch(text):
        half = " ".join(word[::2] for word in text.split())
        text = half if len(set(_LETTERS.findall(half))) > 2 else text
    return text


def is_spread(line: str) -> bool:
    """Whether a line's letters stand apart, so that its words seem to be of one or two letters."""
    spaces = line.count(" ")
    if spaces < _SPREAD_WORDS - 1 or len(line) - spaces > _SPREAD_LETTERS * (spaces + 1):
        return False
    words = line.split()
    letters = len(_LETTERS.findall(line))
    return len(words) >= _SPREAD_WORDS and max(map(len, words)) <= _LONGEST and letters > 0.8 * (len(line) - spaces)


def respaced(textpage: pdfium.PdfTextPage, start: int, line: str, level: Callable[[Box], Box]) -> str:
    """A spread line with spaces only where the gap between two letters is wide.

    `level` turns a box of the file's coordinates so that the line is level.
    """
    sides = [ctypes.c_double() for _ in range(4)]
    left, right, bottom, top = sides
    letters: list[tuple[str, Box]] = []
    for at, letter in enumerate(line):
        if letter != " " and raw.FPDFText_GetCharBox(textpage.raw, start + at, *sides):
            letters.append((letter, level((left.value, bottom.value, right.value, top.value))))
    if not letters:
        return line
    gaps = [max(after[1][0] - before[1][2], 0.0) for before, after in pairwise(letters)]
    least = _wide(gaps)
    return letters[0][0] + "".join(
        (" " if gap >= least else "") + letter for gap, (letter, _) in zip(gaps, letters[1:], strict=True)
    )


def _wide(gaps: list[float]) -> float:
    """The least gap between two words: above the largest step among the wider two thirds of all gaps."""
    order = sorted(gaps)
    steps = [(b - a, b) for a, b in pairwise(order[len(order) // 3 :]) if b > _WIDER * a + 0.5]
    return max(steps)[1] if steps else math.inf
