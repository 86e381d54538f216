"""Two wordings of one text compared in order: which words are the same, which are OCR's slips, which differ.

Words are normalised by the tables below (what is not matched by `WORD`, such as quotes, dashes, bullets,
punctuation and white space, is never compared), aligned in order, and what does not align is judged.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from rapidfuzz.distance import Indel, Levenshtein

from swppp_check.data import HOME, read_toml

# What is one word: a number with its decimals, also as OCR reads one; a word with apostrophes, soft hyphens,
# bars read for l, and hyphens at a line's end; a section sign.
WORD = re.compile(
    r"(?<!\w)(?=[OIlSBZ|]{0,2}\d)[\dOoIlSBZ|]+(?:[.,](?: (?=\d))?[\dOoIlSBZ|]+)*(?!\w)"
    r"|[^\W_]+(?:(?:['\u2019|!\xad]|[-\u2010\xad]\s*\n\s*)[^\W_]+)*|[\u00a7&]"
)
INSIDE = re.compile(r"['\u2019\xad]|[-\u2010]?\s*\n\s*")
SPELLINGS = {"\u00a7": "section", "\u00a7\u00a7": "section", "sec": "section", "sect": "section", "&": "and"}
# OCR's confusions, replaced in this order in the words of both sides, so that look-alikes become one.
LOOKALIKES = (
    *(
        ("\ufb01", "fi"),
        ("\ufb02", "fl"),
        ("0", "o"),
        ("1", "l"),
        ("|", "l"),
        ("!", "l"),
        ("i", "l"),
        ("5", "s"),
    ),
    *(("8", "b"), ("6", "b"), ("4", "a"), ("9", "g"), ("q", "g"), ("2", "z"), ("rn", "m"), ("vv", "w")),
)
DIGITS = str.maketrans("OoIil|SsBZz", "00111155822")

NEAR = 0.75  # similarity from which two words are one, with slips of the OCR or another ending
JOINED = 0.80  # the same for words that were run together or torn apart
PLACED = 0.60  # the same for long words that stand between the same two words


class Word(NamedTuple):
    """A word: as it is compared, and where it stands in the text that it was taken from."""

    norm: str
    start: int
    end: int


class Region(NamedTuple):
    """Words `i0` to `i1` (excluded) of the law that stand against words `j0` to `j1` of the text."""

    i0: int
    i1: int
    j0: int
    j1: int


@cache
def data() -> dict[str, Any]:
    """`checklists/statements.toml`."""
    return read_toml(HOME / "statements.toml")


@cache
def phrases(key: str) -> tuple[str, ...]:
    """A list in `checklists/statements.toml`, each entry normalised: words with a space between."""
    return tuple(line(words_of(entry)) for entry in data()[key])


@lru_cache(1 << 16)
def _norm(word: str) -> str:
    """A word as it is compared; a number is its digits after a #."""
    word = INSIDE.sub("", word)
    digits = re.sub(r"\W", "", word).translate(DIGITS)
    if sum(c.isdigit() for c in word) >= 2 and digits.isdigit():
        return "#" + digits
    if word.isdigit():  # one digit, which may number a list: only in its place may it be a letter
        return word
    return _folded(SPELLINGS.get(word.lower(), word.lower()))


def _folded(word: str) -> str:
    for pair, one in LOOKALIKES:
        word = word.replace(pair, one)
    return word


def words_of(text: str, start: int = 0, end: int | None = None) -> list[Word]:
    """The words of a text from character `start` to `end`."""
    return [
        Word(_norm(m[0]), m.start(), m.end()) for m in WORD.finditer(text, start, len(text) if end is None else end)
    ]


def line(words: Sequence[Word]) -> str:
    """Normalised words with a space between."""
    return " ".join(w.norm for w in words)


@lru_cache(1 << 16)
def alike(law: str, found: str, least: float = NEAR) -> bool:
    """The same normalised word but for slips or its ending; never another number or the opposite sense."""
    if law in (found, _folded(found)):
        return True
    if law[0] == "#" or found[0] == "#" or law in phrases("negations") or found in phrases("negations"):
        return False
    one_letter = len(law) > 1 and Levenshtein.distance(law, found) == 1
    near = one_letter or Indel.normalized_similarity(law, found) >= least
    return near and not opposite(law, found)


@lru_cache(1 << 16)
def opposite(law: str, found: str) -> bool:
    """One word is the other with a negating beginning, one letter misread at most."""
    short, long = sorted((law, found), key=len)
    return any(
        long.startswith(prefix + short[0]) and Levenshtein.distance(long[len(prefix) :], short) < 2
        for prefix in phrases("negating_prefixes")
    )


def blurred(law: str, found: str) -> bool:
    """A word of three letters of which the OCR left at least one."""
    apart = Levenshtein.distance(law, found) < 3 and bool(set(law) & set(found))
    return len(law) == 3 and len(found) < 4 and apart and law not in phrases("negations")


def _placed(law: str, found: str) -> bool:
    return alike(law, found, PLACED if min(len(law), len(found)) > 4 else NEAR)


def align(law: Sequence[str], text: Sequence[str]) -> list[tuple[int, int]]:
    """Positions of the same words in both, in order: the best local alignment.

    A word counts 2, one of four letters and more or at the law's ends 4, and every word skipped on either
    side costs 1; so copies of a text that follow each other are not mixed, and an added clause does not end
    the alignment.
    """
    above = [0] * (len(text) + 1)
    rows, weights = (
        [above],
        [4 if len(word) > 3 or i in (0, len(law) - 1) else 2 for i, word in enumerate(law)],
    )
    best, at = 0, (0, 0)
    for i, (word, weight) in enumerate(zip(law, weights, strict=True), 1):
        left, row = 0, [0]
        for j, other in enumerate(text):
            score = above[j] + weight if word == other else 0
            if above[j + 1] - 1 > score:
                score = above[j + 1] - 1
            if left - 1 > score:
                score = left - 1
            row.append(score)
            left = score
        if (top := max(row)) > best:
            best, at = top, (i, row.index(top))
        rows.append(row)
        above = row
    pairs = []
    i, j = at
    while i and j and (score := rows[i][j]) > 0:
        if law[i - 1] == text[j - 1] and score == rows[i - 1][j - 1] + weights[i - 1]:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif score == rows[i - 1][j] - 1:
            i -= 1
        else:
            j -= 1
    return pairs[::-1]


def gaps(pairs: Sequence[tuple[int, int]], length: int, last: int) -> Iterator[Region]:
    """What lies between aligned positions, from the law's first word on and to the text's word `last`."""
    i, j = 0, pairs[0][1]
    for at, to in (*pairs, (length, last + 1)):
        if at > i or to > j:
            yield Region(i, at, j, to)
        i, j = at + 1, to + 1


def judged(law: Sequence[Word], text: Sequence[Word], gap: Region) -> tuple[Region | None, int]:
    """What is left of a gap without the slips of the OCR, and how many characters those slips changed."""
    (i0, i1, j0, j1), edits = gap, 0
    while i0 < i1 and j0 < j1 and _placed(law[i0].norm, text[j0].norm):
        edits += Levenshtein.distance(law[i0].norm, text[j0].norm)
        i0, j0 = i0 + 1, j0 + 1
    while i0 < i1 and j0 < j1 and _placed(law[i1 - 1].norm, text[j1 - 1].norm):
        edits += Levenshtein.distance(law[i1 - 1].norm, text[j1 - 1].norm)
        i1, j1 = i1 - 1, j1 - 1
    left = Region(i0, i1, j0, j1)
    if i0 == i1 and j0 == j1:
        return None, edits
    joined = _joined(law, text, left)
    return (left, edits) if joined is None else (None, edits + joined)


def _joined(law: Sequence[Word], text: Sequence[Word], gap: Region) -> int | None:
    """Characters changed where words were only run together or torn apart; else None."""
    i0, i1, j0, j1 = gap
    if i1 - i0 > 3 or j1 - j0 > 3 or any(w.norm in phrases("negations") for w in text[j0:j1]):
        return None
    candidates = [gap]
    if i0 == i1 or j0 == j1:
        candidates = [Region(i0 - 1, i1, j0 - 1, j1), Region(i0, i1 + 1, j0, j1 + 1)]
    for a0, a1, b0, b1 in candidates:
        if a0 < 0 or b0 < 0 or a1 > len(law) or b1 > len(text) or min(a1 - a0, b1 - b0) != 1:
            continue
        one, other = "".join(w.norm for w in law[a0:a1]), "".join(w.norm for w in text[b0:b1])
        if "#" not in one + other and len(one) > 2 and alike(one, other, JOINED):
            plain = max(Indel.normalized_similarity(w.norm, v.norm) for w in law[a0:a1] for v in text[b0:b1])
            if Indel.normalized_similarity(one, other) > plain:
                return Levenshtein.distance(one, other)
    return None


def excerpt(text: str, words: Sequence[Word], start: int, end: int) -> str:
    """Words `start` to `end` (excluded) as written, with what stands between them."""
    if start >= end:
        return ""
    written = re.sub(
        r"(?<=[^\W\d_])[-\u2010\xad]\s*\n\s*(?=[^\W\d_])", "", text[words[start].start : words[end - 1].end]
    )
    return " ".join(written.split())


def reversed_sense(law: Sequence[Word], text: Sequence[Word]) -> bool:
    """Words of the text negate, or are the opposite of one of the law's words."""
    return any(w.norm in phrases("negations") or any(opposite(v.norm, w.norm) for v in law) for w in text)


def merged(left: Sequence[Region], law: Sequence[Word], text: Sequence[Word]) -> list[Region]:
    """Differences with no more than two short words between them told as one, without a common beginning."""
    told: list[Region] = []
    for region in left:
        i0, i1, j0, j1 = region
        between = law[told[-1].i1 : i0] if told else []
        if told and len(between) < 3 and all(len(w.norm) < 5 for w in between):
            i0, _, j0, _ = told.pop()
        while i0 < i1 and j0 < j1 and law[i0].norm == text[j0].norm:
            i0, j0 = i0 + 1, j0 + 1
        told.append(Region(i0, i1, j0, j1))
    return told
