"""The short run of `make fuzz`: the hostile files, and some hundred damaged ones."""

from pathlib import Path

from fuzz import bases, mutated, run
from hostile import hostile_pdfs
from mutations import ANY, PDF, WORD

MUTATIONS = 400


def test_no_damaged_or_forged_file_stops_the_program_or_is_called_complete(tmp_path: Path) -> None:
    outcome = run(MUTATIONS, 1, tmp_path)
    assert outcome.faults == []
    assert outcome.ended.total() == MUTATIONS + sum(1 for _ in hostile_pdfs())
    assert not list(tmp_path.iterdir())


def test_every_mutation_is_tried_and_changes_a_file() -> None:
    made = list(mutated(MUTATIONS, 1))
    changed = {way for name, way, content in made if content != bases()[name]}
    assert changed == {way.__name__ for way in (*ANY, *PDF, *WORD)}
    assert {name for name, _, _ in made} == set(bases())


def test_the_same_seed_gives_the_same_files() -> None:
    assert list(mutated(20, 7)) == list(mutated(20, 7))
    assert list(mutated(20, 7)) != list(mutated(20, 8))
