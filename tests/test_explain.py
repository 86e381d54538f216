"""`explain`: the requirement, its provisions, what counts and what does not."""

import pytest
from conftest import Run

from swppp_check.checklists import item_rules

ELEMENTS = [f"{item}.{element}" for item, rule in item_rules().items() for element in rule.element]


def said(run: Run, *arguments: str) -> str:
    ran = run("explain", *arguments)
    assert ran.status == 0, ran.err
    return " ".join(ran.out.split())


def on_one_line(example: str) -> str:
    return " / ".join(" ".join(line.split()) for line in example.splitlines())


@pytest.mark.parametrize("name", ELEMENTS)
def test_every_element_is_explained_with_its_examples(run: Run, name: str) -> None:
    item, element = name.split(".")
    rule = item_rules()[item].element[element]
    text = said(run, name)
    assert f"{name} {rule.means}".casefold() in text.casefold()
    for example in (*rule.present, *rule.absent, rule.remedy):
        assert on_one_line(example) in text
    before, after = text.split("What does not")
    assert all(on_one_line(example) in before for example in rule.present)
    assert all(on_one_line(example) in after for example in rule.absent)


def test_every_town_that_asks_it_is_cited_or_only_the_one_named(run: Run) -> None:
    everywhere = said(run, "soils.description")
    assert all(citation in everywhere for citation in ("§ 148-7A(4)", "§ 54-27A(4)", "§ 270-215F (provisional)"))
    here = said(run, "soils.description", "-t", "schenectady")
    assert "City of Schenectady, § 148-7A(4): A description of soil(s) present at the site" in here
    assert "54-27" not in here


def test_an_item_is_explained_with_all_that_the_town_asks_of_it(run: Run) -> None:
    text = said(run, "site-map", "-t", "east-greenbush")
    assert "site-map.scale" in text
    assert "site-map.lawn-and-yard" not in text
    assert "One of these is enough: diversion-practices.divert" in said(run, "diversion-practices")


def test_the_words_to_be_signed_are_those_of_the_ordinance(run: Run) -> None:
    text = said(run, "preparer-certification.statement", "-t", "east-greenbush")
    assert "I certify under penalty of law that this document and all attachments were prepared" in text
    assert "clauses that differ make it altered" in text


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ("soil.description", "did you mean soils.description"),
        ("soils.descripton", "did you mean soils.description"),
        ("phasing.startdate", "did you mean phasing.start-date"),
        ("zzz", "the items are contractor-certification"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(run: Run, wrong: str, near: str) -> None:
    ran = run("explain", wrong)
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert f"there is no element '{wrong}': {near}" in ran.err


def test_what_a_town_does_not_ask_is_said_so(run: Run) -> None:
    ran = run("explain", "site-map.lawn-and-yard", "-t", "east-greenbush")
    assert (ran.status, ran.err) == (2, "swppp-check: Town of East Greenbush does not ask site-map.lawn-and-yard\n")
    assert "there is no checklist for the town 'zzz'" in run("explain", "soils", "-t", "zzz").err
