"""Quoted text made safe to print: what a plan says must not steer the terminal, the letter or its reader.

A submission is somebody else's file. Its words, titles and file names may hold escape sequences, marks that
turn the reading direction, and characters that cannot be seen.
"""

import re
import unicodedata

# Invisible, though Unicode counts them as letters or marks: joiners, fillers, variation selectors.
_UNSEEN = frozenset(
    map(
        chr,
        (
            0x034F,
            0x115F,
            0x1160,
            0x17B4,
            0x17B5,
            0x3164,
            0xFFA0,
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)
# What may stand in a JSON text as it is, and yet steers a terminal; only strings can hold it.
_HIDDEN = re.compile("[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_LEFT_OUT = " ... "


def plain(text: str) -> str:
    """The text on one line, of visible characters only.

    Line breaks, tabs and runs of spaces become one space; control characters (C0, C1), marks of direction
    (overrides, embeddings, isolates), zero-width and other invisible characters and noncharacters are left
    out; half of a surrogate pair, which no encoding can write, becomes U+FFFD.
    """
    return " ".join("".join(map(_visible, text)).split())


def visible_json(text: str) -> str:
    """The same JSON, in which what cannot be seen or turns the reading direction is spelled out (\\u202e)."""
    return _HIDDEN.sub(lambda found: "".join(f"\\u{ord(c):04x}" for c in found[0]), text)


def _visible(character: str) -> str:
    if character.isspace():
        return " "
    match unicodedata.category(character):
        case "Cc" | "Cf":
            return ""
        case "Cs":
            return _REPLACEMENT
        case "Cn" if ord(character) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(character) <= 0xFDEF:
            return ""
    return "" if character in _UNSEEN else character


def elided(text: str, most: int = 240) -> str:
    """A long text by its beginning and its end, cut between words: at most so many characters."""
    if len(text) <= most:
        return text
    head, tail = text[: most * 3 // 5], text[-(most * 2 // 5 - len(_LEFT_OUT)) :]
    return f"{head.rpartition(' ')[0] or head}{_LEFT_OUT}{tail.partition(' ')[2] or tail}"
