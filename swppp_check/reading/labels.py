"""The lines of a signature block as text: which one is signed, which is a blank, what is typed on it.

The words stand in `checklists/signatures.toml`.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from swppp_check.data import HOME, read_toml

BLANK = re.compile(r"(?:_\s?){4,}|(?:\.\s?){8,}|\u2026{3,}|(?:-\s?){10,}")
# So many letters on a line are a typed name; a line with more words is prose.
LEAST_LETTERS, MOST_WORDS = 4, 8


@cache
def signature_data() -> Mapping[str, Any]:
    """The vocabulary of signature blocks."""
    return read_toml(HOME / "signatures.toml")


def is_signature_line(text: str) -> bool:
    """Whether a line of text, or one of the cells of a row, begins with the label of a signature line."""
    return _signed_label(text) is not None


def is_other_label(text: str) -> bool:
    """Whether a line begins with the label of another line of a signature block, such as the date's."""
    return bool(_others().match(text))


def is_blank(text: str) -> bool:
    """Whether a line is nothing but a rule to write on."""
    return bool(BLANK.fullmatch(text.strip(" xX:|*")))


def is_unfilled(text: str) -> bool:
    """Whether a line of a signature block is only a label, or a label and a blank."""
    text = text.strip()
    return bool(BLANK.search(text)) or text.endswith((":", "|")) or bool(_others_alone().fullmatch(text))


def blank_after_label(text: str) -> tuple[int, int] | None:
    """The characters of the blank that belongs to the line's signature label, if it is drawn with characters."""
    label = _signed_label(text)
    if label is None:
        return None
    blank = BLANK.search(text, label.end("label"))
    following = _others_inside().search(text, label.end("label"))
    if blank is None or (following and following.start() < blank.start()):
        return None
    return blank.start(), blank.end()


def typed_name(text: str) -> str:
    """The words typed on a signature line after its label; empty where there are none or they are no name."""
    label = _signed_label(text)
    if label is None:
        return ""
    rest = text[label.end("label") :]
    following = _others_inside().search(rest)
    rest = rest[: following.start()] if following else rest
    if BLANK.match(rest.strip(" |:")):  # what stands beyond a blank is the printed name
        return ""
    return as_name(BLANK.sub(" ", rest))


def as_name(text: str) -> str:
    """The text if it may be a typed name, else nothing."""
    name = " ".join(text.strip(" :|_()").split())
    letters = sum(c.isalpha() for c in name)
    low = f"{name.lower()} "
    if letters < LEAST_LETTERS or len(name.split()) > MOST_WORDS or not name[:1].isupper():
        return ""
    if any(low.startswith(words) for words in signature_data()["unsigned_words"]) or is_other_label(name):
        return ""
    return name


def is_weak(text: str) -> bool:
    """Whether the label is one after which also the name of who will sign is printed."""
    label = _signed_label(text)
    return label is not None and label["label"].lower() in signature_data()["weak_labels"]


def signed_in_words(text: str) -> bool:
    """Whether words of the line stand for a signature."""
    low = f"{text.lower()} "
    return any(mark in low for mark in signature_data()["signed_marks"])


def _any(key: str) -> str:
    return "|".join(re.escape(x) for x in sorted(signature_data()[key], key=len, reverse=True))


def _signed_label(text: str) -> re.Match[str] | None:
    low = text.lower()
    worded = any(word in low for word in signature_data()["line_words"])
    label = _signature_label(worded)
    return label.search(text) if "|" in text or "__" in text else label.match(text)


@cache
def _signature_label(worded: bool) -> re.Pattern[str]:
    """The label of a signature line; only `worded`, which is slow to look for, one with a word of `line_words`."""
    part = r"(?:[^\W_]|['\u2019/.-])+"  # a word without the underscores of a blank
    tail = rf"(?:\s+of(?:\s+{part}){{1,5}}|\s+\([^\W_\s]+\)|\s*(?:&|/|and)\s*[^\W_]+)?\)?"
    word = rf"(?:{part}\s+){{0,5}}\(?(?:{_any('line_words')}){tail}"
    labels = _any("line_labels")
    return re.compile(
        rf"(?:^|\||__(?!_))[^\w_|]*(?P<label>{f'{word}|{labels}' if worded else labels})"
        r"(?=\W*$|\s*[:_|]|\s*/s|\s+date\b|\s*\.{4})",
        re.I,
    )


@cache
def _others() -> re.Pattern[str]:
    return re.compile(rf"^\W*(?:{_any('other_labels')})\b(?:\s+\w+){{0,2}}\W*(?:[:_|#]|$)", re.I)


@cache
def _others_alone() -> re.Pattern[str]:
    return re.compile(rf"(?:\b(?:{_any('other_labels')}|and|of|the|number|no|firm's)\b\W*)+", re.I)


@cache
def _others_inside() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_any('other_labels')})\b(?=\s*(?:[:_|#]|$))", re.I)
