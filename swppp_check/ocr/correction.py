"""Corrects what engines confuse (rn and m, 1 and l, 0 and O, split and joined words) in words that they read.

Only a word that is not known, and becomes a known one, is changed; so no word of a plan is turned into another. One
made of letters alone is changed only where the engine was not sure of it, since the names of people and places are
not known words either.
"""

import re
from collections.abc import Iterator

from swppp_check.ocr.lexicon import is_known, known_words

# What is read for what; longest first. Letters are compared in lower case.
CONFUSED: tuple[tuple[str, str], ...] = (
    ("iii", "m"),
    ("rn", "m"),
    ("ri", "n"),
    ("cl", "d"),
    ("vv", "w"),
    ("li", "h"),
    ("ii", "u"),
    ("tl", "d"),
    ("m", "rn"),
    ("d", "cl"),
    ("h", "b"),
    ("c", "e"),
    ("e", "c"),
    ("l", "i"),
    ("i", "l"),
    ("l", "t"),
    ("f", "t"),
    ("1", "l"),
    ("1", "i"),
    ("|", "l"),
    ("|", "i"),
    ("!", "l"),
    ("!", "i"),
    ("0", "o"),
    ("5", "s"),
    ("8", "b"),
    ("6", "b"),
    ("9", "g"),
    ("$", "s"),
    ("\u20ac", "e"),
)
# Words shorter than this look like too many others.
LEAST = 4
UNSURE = 0.9
# A word cut in two, or two words run together, have at least so many letters together; each of two so many.
TOGETHER, EACH = 6, 3
CORE = re.compile(r"^(\W*)(.*?)(\W*)$", re.DOTALL)
GLUED = re.compile(r"^([\"'\u201c\u2018(]*)\|([a-z]{3,})(\W*)$")
OPENING = "\"'\u201c\u2018("
FIGURES = re.compile(r"^(?=.*\d)[\dlIOo|,.]+$")
AS_FIGURES = str.maketrans("lI|Oo", "11100")

Read = tuple[str, float]


def corrected(words: list[Read]) -> list[str]:
    """The words of a line, given with their confidences, as they most likely stand on the page.

    The result has a word for each word given: one that goes with the word before it is "", one that is two has a
    space.
    """
    texts = [_word(text, confidence) for text, confidence in words]
    texts = list(_bars(texts))
    for i in range(len(texts) - 1):
        if joined := _joined(texts[i], texts[i + 1], min(words[i][1], words[i + 1][1])):
            texts[i], texts[i + 1] = "", joined
    return texts


def _word(text: str, confidence: float) -> str:
    before, core, after = _parts(text)
    if FIGURES.match(core):
        return before + core.translate(AS_FIGURES) + after
    if len(core) < LEAST or is_known(core) or not re.search(r"[^\W\d_]", core) or "-" in core:
        return text
    mixed = bool(re.search(r"[\d|!$\u20ac]", core))
    if mixed and sum(c.isdigit() for c in core) > len(core) / 2:
        return text
    if mixed or confidence < UNSURE:
        candidates = {c for c in _substituted(core.lower(), 2) if c.isalpha() and is_known(c)}
        if len(candidates) == 1:
            return before + _cased(core, candidates.pop()) + after
        return before + (_cut(core) or core) + after
    return text


def _bars(texts: list[str]) -> Iterator[str]:
    """The words with each bar as what it is: a 1 after a name or a dash, else an I; the rule of a table is nothing."""
    for i, text in enumerate(texts):
        glued = GLUED.match(text)
        if text.endswith("|") and not text.strip(OPENING + "|"):
            yield text[:-1] + _bar(texts[i - 1] if i else "", texts[i + 1] if i + 1 < len(texts) else "")
        elif glued and is_known(glued[2]):
            yield f"{glued[1]}I {glued[2]}{glued[3]}"
        else:
            yield re.sub(r"(?<=[A-Z]-)\|$", "1", text)


def _bar(before: str, after: str) -> str:
    """What a bar between two words is: a rule's ends and what it parts begin with capitals."""
    if before[:1].isupper() and before.isalpha() and not (before.isupper() and after.isupper()):
        return "1"
    if after:
        return "I" if after[0].islower() or (after.isupper() and before.isupper()) else ""
    return "I" if before.isalpha() else ""


def _parts(text: str) -> tuple[str, str, str]:
    """What stands before the word's letters, the word, and what stands after it."""
    found = CORE.match(text)
    assert found
    return found[1], found[2], found[3]


def _substituted(word: str, times: int) -> Iterator[str]:
    """The word with up to `times` confusions undone; those with one first."""
    ways = [
        word[: found.start()] + put + word[found.end() :]
        for seen, put in CONFUSED
        for found in re.finditer(re.escape(seen), word)
    ]
    yield from ways
    if times > 1 and not any(is_known(way) for way in ways if way.isalpha()):
        for way in ways:
            yield from _substituted(way, times - 1)


def _cased(model: str, word: str) -> str:
    letters = [c for c in model if c.isalpha()]
    if letters and sum(c.isupper() for c in letters) > len(letters) / 2 and len(letters) > 1:
        return word.upper()
    return word.capitalize() if model[:1].isupper() else word


def _cut(word: str) -> str:
    """Two known words that were run together; "" where there are none, or for a name."""
    if len(word) < TOGETHER or not word.isalpha() or not (word.islower() or word.isupper()):
        return ""
    words, lower = known_words(), word.lower()
    cuts = [i for i in range(EACH, len(word) - EACH + 1) if lower[:i] in words and lower[i:] in words]
    return f"{word[: cuts[0]]} {word[cuts[0] :]}" if len(cuts) == 1 else ""


def _joined(first: str, second: str, confidence: float) -> str:
    """The word of which these are the parts, or ""."""
    before, head, between = _parts(first)
    inside, tail, after = _parts(second)
    whole = head + tail
    if between or inside or confidence >= UNSURE or len(whole) < TOGETHER or not whole.isalpha():
        return ""
    if (is_known(head) and is_known(tail)) or not (whole[1:].islower() or whole.isupper()) or not is_known(whole):
        return ""
    return before + whole + after
