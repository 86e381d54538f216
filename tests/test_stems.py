"""The two stemmers that may be installed give the same stems, so that two machines give the same verdicts."""

import re

import snowballstemmer
from snowballstemmer.english_stemmer import EnglishStemmer

from swppp_check.data import HOME
from swppp_check.vocabulary import load_vocabulary


def test_the_vocabulary_has_the_same_stems_in_c_and_in_python() -> None:
    terms = load_vocabulary(HOME / "vocabulary").terms.values()
    words = {w.lower() for phrases in terms for phrase in phrases for w in re.findall(r"[A-Za-z']+", phrase)}
    in_c, in_python = snowballstemmer.stemmer("english"), EnglishStemmer()
    assert [w for w in sorted(words) if in_c.stemWord(w) != in_python.stemWord(w)] == []
