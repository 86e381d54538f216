"""Lines of one paragraph put together: a word that was divided at a line's end becomes one word again."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from swppp_check.reading.raw import RawBlock

# How an entry of a list begins.
BULLET = re.compile(r"^(?:[\u2022\u25cf\u25aa\u25e6\uf0b7\u2013\u2014*\-]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)])\s+\S")
# Stands after a hyphen at a line's end until all of the document's words are known.
_OPEN = "\x1f"
_DIVIDED = re.compile(r"[a-z]-$")
_DASHED = re.compile(r"[A-Za-z0-9][-\u2013]$")
_OPEN_WORD = re.compile(rf"([^\W\d_]+)-{_OPEN}([^\W\d_]+)")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def join_lines(lines: Sequence[str]) -> str:
    """The text of lines; hyphens at their ends are settled by `whole_words`."""
    text = lines[0]
    for line in lines[1:]:
        if _DIVIDED.search(text[-2:]) and line[:1].islower():
            text = f"{text}{_OPEN}{line}"
        elif _DASHED.search(text[-2:]) and line[:1].isalnum():
            text += line
        else:
            text = f"{text} {line}"
    return text


def whole_words(blocks: Iterable[RawBlock]) -> Iterator[RawBlock]:
    """The blocks with the hyphens at line ends kept where the document writes the word with one.

    So it does where it has the word with a hyphen elsewhere, or each half as a word but not both as one.
    """
    blocks = list(blocks)
    if not any(_OPEN in block.text for block in blocks):
        yield from blocks
        return
    words = {word for block in blocks for word in _WORD.findall(_OPEN_WORD.sub(" ", block.text).lower())}
    words |= {part for word in words for part in word.split("-")}

    def settle(match: re.Match[str]) -> str:
        before, after = match[1], match[2]
        one, two = f"{before}{after}".lower(), f"{before}-{after}".lower()
        halves = {before.lower(), after.lower()}
        kept = one not in words and (two in words or (halves <= words and min(map(len, halves)) > 2))
        return f"{before}-{after}" if kept else f"{before}{after}"

    def settled(text: str) -> str:
        return _OPEN_WORD.sub(settle, text).replace(_OPEN, "")

    for block in blocks:
        if _OPEN in block.text:
            block = replace(block, text=settled(block.text), cells=tuple(settled(cell) for cell in block.cells))
        yield block
