"""Where on a page a quotation's words stand.

Quotations are whole sentences of the reader's text; a page's words are pieces with places. Letters and digits alone
are compared, so that line ends, hyphens, spaces, bullets and the bars between a table's cells do not matter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LEAST = 8  # letters; a shorter piece of a quotation could stand anywhere


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its box: points from the page's upper left corner."""

    text: str
    x0: float
    top: float
    x1: float
    bottom: float


def locate(quote: str, words: Sequence[Word]) -> tuple[Word, ...]:
    """The words of the page that the quotation consists of, in its order; empty where they are not there."""
    letters = [_letters(word.text) for word in words]
    text = "".join(letters)
    owner = [n for n, own in enumerate(letters) for _ in own]
    wanted = _letters(quote.removesuffix("\N{HORIZONTAL ELLIPSIS}"))
    found = dict.fromkeys(n for start, end in _spans(wanted, text) for n in owner[start:end])
    return tuple(words[n] for n in found)


def _spans(wanted: str, text: str) -> Iterator[tuple[int, int]]:
    """Spans of the text that make up the wanted letters: as few and as long ones as there are, in order."""
    at = 0
    least = min(LEAST, len(wanted)) or 1
    while len(wanted) >= least:
        length = _common(wanted, text)
        if length < least:
            wanted = wanted[1:]
            continue
        start = text.find(wanted[:length], at)
        if start < 0:
            start = text.find(wanted[:length])
        yield start, start + length
        at = start + length
        wanted = wanted[length:]


def _common(wanted: str, text: str) -> int:
    """The length of the longest beginning of `wanted` that stands in the text."""
    low, high = 0, len(wanted)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if wanted[:middle] in text else (low, middle - 1)
    return low


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
