"""Certification statements in texts: the verdict on every variant, the differences told, and every copy in its place.

The confusion table of all variants is printed at the end of the run.
"""

import re
import textwrap
import time
from collections import Counter, defaultdict
from collections.abc import Callable

import pytest
from statement_variants import (
    CONTRACTOR,
    FEDERAL_FORM,
    PADDING,
    PREPARER,
    SHOULD_NEVER_FAIL,
    STATE_FORM,
    STATEMENTS,
    TEXTS,
    confusion,
    variants,
)

from swppp_check.statements import Difference, describe, find_statements


def test_confusion_table(show: Callable[[str], None]) -> None:
    """No more than 1 % of all variants are judged wrongly, and none of the clear ones."""
    table: dict[str, Counter[str]] = defaultdict(Counter)
    wrong = []
    for variant in variants():
        verdict = variant.verdict()
        right = verdict in variant.expected
        table[variant.kind][verdict] += 1
        table[variant.kind]["wrong"] += not right
        if not right:
            wrong.append((variant.kind, verdict, variant.texts))
    verdicts = ("present", "altered", "none")
    show("\n".join(confusion("certification statements", table, verdicts, len(wrong))))
    total = sum(row[c] for row in table.values() for c in verdicts)
    for kind, verdict, texts in wrong:
        print(kind, verdict, " / ".join(texts)[:3000])
    assert total >= 400
    assert not [w for w in wrong if w[0] in SHOULD_NEVER_FAIL]
    assert len(wrong) <= 0.01 * total


def contractor(town: str) -> tuple[str, list[str]]:
    """A town's contractors' statement, and its other statements."""
    law, other = STATEMENTS[town, CONTRACTOR]
    return law, [other]


@pytest.mark.parametrize("town", ["schenectady", "rotterdam"])
def test_other_towns_statement_shows_the_difference(town: str) -> None:
    """The clauses in which the towns' contractors' statements differ are told in the ordinance's words."""
    theirs, _ = contractor("east-greenbush")
    [found] = find_statements(contractor(town)[0], ["Certification", theirs], contractor(town)[1])
    assert (found.verdict, found.first, found.last, found.form) == ("altered", 1, 1, "")
    assert [describe(d) for d in found.differences] == [
        'has "Stormwater Pollution Prevention Plan" where the ordinance has '
        '"SWPPP for the construction site identified in such"'
    ]


def test_state_form_is_named_with_its_clauses() -> None:
    """The state permit's form is told with what it adds to the ordinance's and what it lacks."""
    law, others = contractor("schenectady")
    [found] = find_statements(law, [STATE_FORM], others)
    assert found.form == "the state permit's form"
    assert found.quote == STATE_FORM
    told = [describe(d) for d in found.differences]
    assert told[0] == 'adds "hereby"'
    assert told[1].startswith('has "and agree to implement any corrective actions')
    assert told[2:4] == ['adds "owner or"', 'adds "of the most current version"']
    assert told[4].startswith('adds "Furthermore, I am aware that there are significant penalties')


def test_of_long_differences_the_beginning_and_the_end_are_told() -> None:
    """A statement in words of its own is not given twice over in full; the review's data has all of it."""
    long = Difference(
        "has", "certify " + "that soils vary " * 40 + "in law", "declare " + "that soils vary " * 40 + "on oath"
    )
    told = describe(long)
    assert len(told) < 550
    assert re.search(
        r'^has "declare that soils [a-z ]+ \.\.\. [a-z ]+ on oath" where the ordinance has "certify that ', told
    )
    assert told.endswith(' in law"')


def test_federal_form_is_named() -> None:
    """The regulation's closing sentence stands against the ordinance's."""
    law, other = STATEMENTS["schenectady", PREPARER]
    [found] = find_statements(law, [FEDERAL_FORM], [other])
    assert found.form == "the federal regulation's form"
    [difference] = found.differences
    assert difference.kind == "has"
    assert difference.found.endswith("fine and imprisonment for knowing violations")
    assert difference.law.endswith("pursuant to \u00a7 210.45 of the Penal Law")


def test_a_cut_statement_follows_no_form() -> None:
    """The beginning that the ordinance and the regulation share does not make the regulation's form."""
    law, other = STATEMENTS["schenectady", PREPARER]
    [found] = find_statements(law, [law[: law.index("I am aware")]], [other])
    assert (found.verdict, found.form) == ("altered", "")
    assert found.differences[0].kind == "omits"


def test_every_copy_is_found_in_its_place() -> None:
    """Forms for several contractors follow each other; each statement is found with its own verdict."""
    law, others = contractor("schenectady")
    short = law.replace(" as a condition of authorization to discharge stormwater", "")
    free = TEXTS["free_contractor"][0]
    found = find_statements(law, ["A", law, "B", short, free, "C", others[0], law[:150], law[151:]], others)
    assert [(s.verdict, s.first, s.last) for s in found] == [
        ("present", 1, 1),
        ("altered", 3, 3),
        ("altered", 4, 4),
        ("present", 7, 8),
    ]
    assert found[1].differences == (Difference("omits", "as a condition of authorization to discharge stormwater", ""),)


def test_quote_and_slips_of_a_present_statement() -> None:
    """The quote is the plan's own words; tolerated slips are told."""
    law, others = contractor("schenectady")
    text = law.replace("activities", "activity").replace("any person", "anyone")
    [found] = find_statements(law, textwrap.wrap(f"{PADDING[1]} {text} {PADDING[2]}", 60), others)
    assert (found.verdict, found.quote) == ("present", text)
    assert found.likeness > 0.95
    assert [describe(d) for d in found.differences] == ['has "anyone" where the ordinance has "any person"']


def test_nothing_to_look_at() -> None:
    """No texts, empty texts and an empty law find nothing."""
    law, others = contractor("schenectady")
    assert find_statements(law, []) == find_statements(law, ["", ""], others) == find_statements("", [law]) == ()


def test_a_long_plan_is_searched_quickly() -> None:
    """Eight hundred pages of prose take a fraction of a second."""
    law, others = contractor("schenectady")
    pages = [" ".join(PADDING) for _ in range(2400)]
    start = time.perf_counter()
    assert len(find_statements(law, [*pages, law, *pages], others)) == 1
    assert time.perf_counter() - start < 1
