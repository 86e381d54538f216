"""The words that are known: all that stand in the checklists, with the trade's vocabulary and the law's text."""

import re
from functools import cache

import snowballstemmer

from swppp_check.data import HOME

WORD = re.compile(r"[a-z]{2,}")


@cache
def known_words() -> frozenset[str]:
    """Every word of the checklists' files, in lower case."""
    texts = (path.read_text(encoding="utf-8").lower() for path in sorted(HOME.rglob("*.toml")))
    return frozenset(word for text in texts for word in WORD.findall(text))


@cache
def _stems() -> frozenset[str]:
    return frozenset(map(_stem, known_words()))


@cache
def is_known(word: str) -> bool:
    """Whether a word, in any inflection, is one of them."""
    lower = word.lower()
    return lower in known_words() or (len(lower) > 3 and _stem(lower) in _stems())


_stemmer = snowballstemmer.stemmer("english")


def _stem(word: str) -> str:
    return str(_stemmer.stemWord(word))
