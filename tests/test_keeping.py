"""The compiled vocabulary is kept between runs; what is kept is used only where it is sound and this user's own."""

import os
from pathlib import Path

import pytest

from swppp_check import keeping
from swppp_check.caching import cache_folder
from swppp_check.data import ChecklistError
from swppp_check.language import Language
from swppp_check.vocabulary import load_vocabulary

TEXT = "Silt fence is inspected every seven days. Clearing begins April 20, 2026, along Alder Brook."


def entries() -> list[Path]:
    return sorted((cache_folder() / "vocabulary").glob("*.pickle"))


def found(language: Language) -> dict[str, object]:
    hits = language.match([TEXT]).hits
    return {t: places for t in language.compiled.terms if (places := [hits.of(t).at(s) for s in hits.of(t)])}


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders whose vocabulary was read to be compiled."""
    read: list[Path] = []

    def load(folder: Path, own: dict[str, list[str]]) -> object:
        read.append(folder)
        return load_vocabulary(folder, own)

    monkeypatch.setattr(keeping, "load_vocabulary", load)
    return read


def test_a_second_run_finds_the_same_without_compiling(compiling: list[Path]) -> None:
    first = found(keeping.kept_language({}))
    assert len(first) > 3
    assert found(keeping.kept_language({})) == first
    assert len(compiling) == len(entries()) == 1


@pytest.mark.parametrize("content", [b"", b"\x80\x05.", b"no pickle at all", b"\x80\x04K\x01."])
def test_a_damaged_entry_is_made_anew(compiling: list[Path], content: bytes) -> None:
    first = found(keeping.kept_language({}))
    entries()[0].write_bytes(content)
    assert found(keeping.kept_language({})) == first
    assert found(keeping.kept_language({})) == first
    assert len(compiling) == 2


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owner here")
def test_an_entry_that_others_may_write_is_not_trusted(compiling: list[Path]) -> None:
    keeping.kept_language({})
    entries()[0].chmod(0o666)
    keeping.kept_language({})
    assert len(compiling) == 2


def test_a_town_s_own_terms_have_their_own_entry(compiling: list[Path]) -> None:
    keeping.kept_language({})
    own = keeping.kept_language({"x-brook": ("Alder Brook",)})
    assert 1 in own.match([TEXT]).hits.of("x-brook")
    assert 1 in keeping.kept_language({"x-brook": ("Alder Brook",)}).match([TEXT]).hits.of("x-brook")
    assert len(compiling) == len(entries()) == 2


def test_a_folder_that_cannot_be_written_changes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert found(keeping.kept_language({}))


def test_a_bad_phrase_is_said_and_not_kept() -> None:
    with pytest.raises(ChecklistError, match="empty option"):
        keeping.kept_language({"x-bad": ("silt | | ''|",)})
    assert not entries()
