"""The sample plans: their sources parse, say what they hold, and agree with what is expected of them."""

import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

SAMPLES = Path(__file__).parent.parent / "sample_plans"
sys.path.insert(0, str(SAMPLES))

from build import build, parse, sources  # noqa: E402
from source import (  # noqa: E402
    PLACEHOLDER,
    Heading,
    Paragraph,
    Sheet,
    SourceError,
    element,
    leave_out,
    names,
    tags_within,
    truth,
)

EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((SAMPLES / "expected.toml").read_text(encoding="utf-8"))
SOURCES = sources()
LARGEST_FILE = 300_000  # bytes

# The elements that each item "shall" have, as in the ordinances together.
SHALL = {
    "narrative": "location type size",
    "site-map": "drawing location-map practice-locations scale",
    "natural-resources-map": "map vegetation surface-waters wetlands drainage-patterns slopes",
    "soils": "description",
    "phasing": "sequence clearing-grubbing excavation-grading utilities start-date exposure-duration"
    " clearing-areas temporary-controls permanent-vegetation five-acre-limit",
    "pollution-prevention": "litter chemicals debris",
    "stored-materials": "materials storage-controls spill-response",
    "control-measures": "temporary permanent soil-stabilization runoff-control sediment-control each-stage",
    "practice-details": "dimensions materials installation",
    "implementation-schedule": "timing duration",
    "maintenance-schedule": "schedule cost",
    "responsible-parties": "identified",
    "diversion-practices": "divert store limit",
    "watercourses": "names",
    "post-construction-practices": "drawing description location-size dimensions materials installation",
    "hydrology": "analysis design-storms",
    "runoff-comparison": "comparison",
    "post-construction-maintenance": "schedule",
    "maintenance-easements": "access recorded",
    "maintenance-agreement": "agreement binding",
    "preparer-certification": "statement signed",
    "contractor-certification": "contractors statement signer firm site date",
}
# What the ordinances say a plan "should" contain, or only under a condition.
OTHER = {
    "site-map": "total-area improvements disturbed-areas lawn-and-yard undisturbed-areas storage-areas"
    " discharge-locations",
    "soils": "runoff-data",
    "practice-details": "sediment-basins converted-practices",
    "watercourses": "runoff-data",
}
ANY_OF = {"diversion-practices"}
MAJOR_ONLY = {
    "hydrology",
    "runoff-comparison",
    "post-construction-maintenance",
    "maintenance-easements",
    "maintenance-agreement",
}
EAST_GREENBUSH_ONLY = {"maintenance-easements", "maintenance-agreement"}
EAST_GREENBUSH_FIELDS = {f"contractor-certification.{name}" for name in ("signer", "firm", "site", "date")}


def spelled_out(table: dict[str, str]) -> set[str]:
    return {f"{item}.{name}" for item, elements in table.items() for name in elements.split()}


KNOWN = spelled_out(SHALL) | spelled_out(OTHER)


def required(town: str, project: str) -> set[str]:
    """The elements that a plan of this class shall contain in this town."""
    items = set(SHALL)
    if town != "east-greenbush":
        items -= EAST_GREENBUSH_ONLY
    if project == "minor":
        items -= MAJOR_ONLY
        if town != "east-greenbush":  # which asks every project for the post-construction practices
            items.discard("post-construction-practices")
    elements = spelled_out({item: SHALL[item] for item in items})
    return elements if town == "east-greenbush" else elements - EAST_GREENBUSH_FIELDS


def lacking(needed: set[str], shown: frozenset[str]) -> set[str]:
    """The needed elements that nothing shows; one element is enough for an any-of item."""
    shown_elements = {element(tag) for tag in shown}
    settled = {item for item in ANY_OF if any(names(item, tag) for tag in shown)}
    return {name for name in needed - shown_elements if name.partition(".")[0] not in settled}


def test_every_source_has_its_expectation() -> None:
    assert {source.stem for source in SOURCES} == set(EXPECTED)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
class TestSource:
    def test_parses_as_the_plan_that_is_expected(self, source: Path) -> None:
        plan, expected = parse(source), EXPECTED[source.stem]
        assert (plan.id, plan.town, plan.project) == (source.stem, expected["town"], expected["project"])
        assert expected["file"] == f"{plan.id}.{plan.form}"
        assert any(isinstance(block, Sheet) for block in plan.blocks)

    def test_tags_are_known_elements(self, source: Path) -> None:
        tags = {tag for block in parse(source).blocks for tag in tags_within(block)}
        assert {element(tag) for tag in tags} <= KNOWN
        assert {tag.partition(":")[2] for tag in tags} <= {"", "altered"}

    def test_truth_agrees_with_the_expectation(self, source: Path) -> None:
        plan, expected = parse(source), EXPECTED[source.stem]
        shown, needed = truth(plan), required(plan.town, plan.project)
        altered = {element(tag) for tag in shown if tag.endswith(":altered")}
        assert lacking(needed, shown) == set(expected["missing"])
        assert altered == set(expected["altered"])
        assert expected["complete"] == (not expected["missing"] and not expected["altered"])

    def test_no_required_element_is_doubtful(self, source: Path) -> None:
        plan = parse(source)
        doubtful = {element(tag) for tag in truth(plan) if tag.endswith("?")}
        assert not doubtful & required(plan.town, plan.project)

    def test_a_complete_plan_also_has_what_it_should(self, source: Path) -> None:
        plan = parse(source)
        if not EXPECTED[source.stem]["complete"]:
            pytest.skip("a deficient plan")
        of_schenectady = {"site-map.lawn-and-yard"}
        of_east_greenbush = {"watercourses.runoff-data"}
        elsewhere = of_east_greenbush if plan.town == "schenectady" else of_schenectady
        assert spelled_out(OTHER) - elsewhere <= truth(plan)

    def test_dropping_an_item_removes_exactly_the_blocks_that_show_it(self, source: Path) -> None:
        plan = parse(source)
        for item in sorted({element(tag).partition(".")[0] for tag in truth(plan)}):
            rest = leave_out(plan, drop=[item])
            left = {tag for block in rest.blocks for tag in tags_within(block)}
            assert not any(names(item, tag) for tag in left), item
            assert {block for block in rest.blocks if not hasattr(block, "labels")} <= set(plan.blocks)
            untouched = {
                tag
                for block in plan.blocks
                if not any(names(item, tag) for tag in tags_within(block))
                for tag in block.tags
            }
            assert untouched <= left, item

    def test_hollowing_leaves_headings_with_a_placeholder(self, source: Path) -> None:
        plan = parse(source)
        for item in ("control-measures", "pollution-prevention"):
            rest = leave_out(plan, hollow=[item])
            assert not any(names(item, tag) for tag in truth(rest))
            if source.stem != "rotterdam-drawing-set":  # its text stands on the sheets
                at = rest.blocks.index(Paragraph(PLACEHOLDER))
                assert any(isinstance(block, Heading) for block in rest.blocks[:at])

    def test_building_twice_gives_the_same_bytes(self, source: Path, tmp_path: Path) -> None:
        first, second = tmp_path / "first", tmp_path / "second"
        assert build(source, first) == build(source, second) == truth(parse(source))
        assert first.read_bytes() == second.read_bytes()

    def test_built_file_stands_beside_its_source_and_is_small(self, source: Path) -> None:
        built = SAMPLES / EXPECTED[source.stem]["file"]
        assert 10_000 < built.stat().st_size < LARGEST_FILE


def test_dropping_a_scale_keeps_the_sheets() -> None:
    plan = parse(SAMPLES / "rotterdam-drawing-set.md")
    rest = leave_out(plan, drop=["site-map.scale"])
    assert len(rest.blocks) == len(plan.blocks)
    assert truth(plan) - truth(rest) == {"site-map.scale"}


def test_a_section_that_loses_everything_loses_its_heading_too() -> None:
    plan = parse(SAMPLES / "schenectady-clinic.md")
    heading = Heading(2, "2.3 Soils")
    assert heading in plan.blocks
    assert heading not in leave_out(plan, drop=["soils"]).blocks
    assert heading in leave_out(plan, hollow=["soils"]).blocks


def test_a_part_that_the_plan_does_not_have_is_refused() -> None:
    plan = parse(SAMPLES / "schenectady-infill.md")
    with pytest.raises(SourceError, match=r"hydrology"):
        leave_out(plan, drop=["hydrology"])


def test_a_source_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    whole = (SAMPLES / "schenectady-infill.md").read_text(encoding="utf-8")
    cut = tmp_path / "cut.md"
    cut.write_text(whole[: whole.index(":::") + 20], encoding="utf-8")
    with pytest.raises(SourceError, match=r"cut\.md: not closed"):
        parse(cut)


def test_a_doubtful_tag_gives_way_to_a_firm_one() -> None:
    plan = parse(SAMPLES / "schenectady-infill.md")
    blocks = (
        Paragraph("The soil is sand.", tags=frozenset({"soils.description?"})),
        Paragraph("It is Colonie sand.", tags=frozenset({"soils.description"})),
    )
    assert truth(replace(plan, blocks=blocks)) == {"soils.description"}
    assert truth(replace(plan, blocks=blocks[:1])) == {"soils.description?"}
