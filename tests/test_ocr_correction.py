"""What engines confuse is put right in words that are not known, and in no other."""

import pytest

from swppp_check.ocr.correction import corrected


@pytest.mark.parametrize(
    ("read", "stands"),
    [
        (["sedirnent"], "sediment"),
        (["Stonnwater"], "Stonnwater"),  # two confusions at once are too many
        (["so1l"], "soil"),
        (["S0IL"], "SOIL"),
        (["eros1on"], "erosion"),
        (["l0"], "10"),
        (["1O.5"], "10.5"),
        (["ero", "sion"], "erosion"),
        (["siltfence"], "silt fence"),
        (["Stage", "|", "is"], "Stage 1 is"),
        (["that", "|", "understand"], "that I understand"),
        (['"|certify'], '"I certify'),
        (['"|', "certify"], '"I certify'),
        (["|", "agree"], "I agree"),
        (["that", "|"], "that I"),
        (["report", "|", "Yearly"], "report Yearly"),  # the rule of a table
        (["BR-|"], "BR-1"),
    ],
)
def test_a_word_that_is_not_known_becomes_one(read: list[str], stands: str) -> None:
    assert " ".join(t for t in corrected([(word, 0.8) for word in read]) if t) == stands


@pytest.mark.parametrize(
    "word", ["modem", "Quackenbush", "soil", "burn", "OL-12", "SF-1", "C3.10", "1,500", "178.-2-14.3"]
)
def test_a_word_that_was_surely_read_stays(word: str) -> None:
    assert corrected([(word, 0.96)]) == [word]
