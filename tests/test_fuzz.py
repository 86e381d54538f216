"""The short run of `make fuzz`: the hostile files, and some hundred damaged ones."""

from pathlib import Path

import pytest
from fuzz import LIMITS, bases, mutated, run
from hostile import hostile_pdfs
from mutations import ANY, PDF, WORD

MUTATIONS = 400


def test_no_damaged_or_forged_file_stops_the_program_or_is_called_complete(tmp_path: Path) -> None:
    outcome = run(MUTATIONS, 1, tmp_path)
    assert outcome.faults == []
    assert outcome.ended.total() == MUTATIONS + sum(1 for _ in hostile_pdfs())
    assert not list(tmp_path.iterdir())


def test_every_mutation_is_tried_on_several_files_and_the_same_seed_gives_the_same_files() -> None:
    tried = {(name, way) for name, way, _ in mutated(MUTATIONS, 1)}
    assert {way for _, way in tried} == {way.__name__ for way in (*ANY, *PDF, *WORD)}
    assert {name for name, _ in tried} == set(bases())
    assert list(mutated(20, 7)) == list(mutated(20, 7))
    assert list(mutated(20, 7)) != list(mutated(20, 8))


@pytest.mark.parametrize("way", [*ANY, *PDF, *WORD], ids=lambda way: way.__name__)
def test_every_mutation_changes_something(way: object) -> None:
    changed = [
        content
        for name, used, content in mutated(120, 3)
        if used == getattr(way, "__name__", "") and content != bases()[name]
    ]
    assert changed


def test_the_limits_of_the_run_are_tighter_than_the_program_s() -> None:
    assert LIMITS.memory < 2048
