"""The parsers of this project's own: whatever they are given, they take it or say in one line what is wrong."""

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from swppp_check.checklists import load_checklist
from swppp_check.data import HOME, ChecklistError, read_toml
from swppp_check.phrases import compile_phrase, part_ways
from swppp_check.plain import plain, visible_json
from swppp_check.reading.kinds import KINDS, kind_of
from swppp_check.vocabulary import load_vocabulary

TOWN = (HOME / "towns" / "schenectady.toml").read_bytes()
MARKS = [b'"', b"[[", b"=", b"true", b"\n", b"1e9", b"items = 3"]
# Pieces of the phrase language, whole and broken.
WORDS = [
    "silt",
    "fence?",
    "a|b",
    "|",
    "a|",
    "?",
    "=may",
    "=",
    "#",
    "#1-12",
    "#12-1",
    "#x-y",
    "..2",
    "..",
    "..x",
    "@a",
    "@",
]


def refusal(load: Callable[[], object]) -> str | None:
    """What the loader says against what it is given; None where it takes it. Any other error is a fault."""
    try:
        load()
    except ChecklistError as error:
        return str(error)
    return None


@settings(deadline=None, max_examples=60)
@given(st.binary(max_size=300))
def test_bytes_are_toml_or_are_refused_with_the_file_s_name(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "x.toml"
        file.write_bytes(content)
        said = refusal(lambda: read_toml(file))
        assert said is None or said.startswith(str(file))


@settings(deadline=None, max_examples=60)
@given(st.integers(0, len(TOWN) - 1), st.integers(0, 40), st.binary(max_size=6) | st.sampled_from(MARKS))
def test_a_town_s_file_that_is_changed_loads_or_is_refused_in_one_line(at: int, length: int, put: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "x.toml"
        file.write_bytes(TOWN[:at] + put + TOWN[at + length :])
        said = refusal(lambda: load_checklist(None, file))
        assert said is None or (str(file) in said and len(said.splitlines()) == 1)


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join))
def test_a_phrase_compiles_or_is_refused(phrase: str) -> None:
    try:
        compiled = compile_phrase(phrase, part_ways(str.split, str.lower))
    except ValueError as error:
        said = str(error)
    else:
        said = ""
        assert all(variant for variant in compiled)
    assert len(said.splitlines()) <= 1


@settings(deadline=None, max_examples=60)
@given(st.dictionaries(st.sampled_from("abcd"), st.lists(st.sampled_from(["@a", "@b", "@c", "silt fence", " "]))))
def test_terms_that_refer_to_each_other_load_or_are_refused(terms: dict[str, list[str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        lines = "".join(f"{name} = {json.dumps(phrases)}\n" for name, phrases in terms.items())
        Path(folder, "x.toml").write_text(f"[terms]\n{lines}", encoding="utf-8")
        said = refusal(lambda: load_vocabulary(Path(folder)))
        assert said is None or "terms." in said


@given(st.text())
def test_plain_text_is_one_visible_line_and_stays_as_it_is(text: str) -> None:
    once = plain(text)
    assert plain(once) == once
    assert len(once.splitlines()) <= 1
    once.encode()


@given(st.text())
def test_visible_json_is_the_same_json(text: str) -> None:
    said = visible_json(json.dumps(text, ensure_ascii=False))
    assert json.loads(said) == text


@given(st.binary(max_size=3000) | st.binary(max_size=60).map(lambda b: b"PK\x03\x04" + b))
def test_every_content_is_of_a_known_kind(content: bytes) -> None:
    assert kind_of(content) in {"pdf", "word", "encrypted-word", *KINDS}
