"""Every element proves its rule: sentences that satisfy it and sentences that must not; and the data agree."""

import pytest
from text_plans import reading

from swppp_check.checklists import ElementRule, item_rules
from swppp_check.data import HOME
from swppp_check.vocabulary import load_vocabulary

RULES = {f"{item}.{e}": rule for item, r in item_rules().items() for e, rule in r.element.items()}
SOUGHT = {name: rule for name, rule in RULES.items() if rule.how in ("text", "named")}


def satisfied(rule: ElementRule, example: str) -> bool:
    read = reading(*example.split("\n"))
    return any(not f.reason for f in read.find(rule.seek)) and (
        not rule.also or any(not f.reason for f in read.find(rule.also))
    )


@pytest.mark.parametrize("name", SOUGHT)
def test_an_element_has_examples_of_both_kinds(name: str) -> None:
    assert SOUGHT[name].present, "has no sentence that satisfies it"
    assert SOUGHT[name].absent, "has no sentence that must not satisfy it"


@pytest.mark.parametrize(("name", "example"), [(n, e) for n, r in SOUGHT.items() for e in r.present])
def test_this_satisfies(name: str, example: str) -> None:
    assert satisfied(SOUGHT[name], example)


@pytest.mark.parametrize(("name", "example"), [(n, e) for n, r in SOUGHT.items() for e in r.absent])
def test_this_does_not_satisfy(name: str, example: str) -> None:
    assert not satisfied(SOUGHT[name], example)


def used_terms() -> set[str]:
    used: set[str] = set()
    for rule in RULES.values():
        used |= set(rule.topic)
        for clause in (*rule.seek, *rule.also, *rule.condition):
            for names in (
                clause.all,
                clause.under,
                clause.none,
                clause.not_under,
                clause.section,
                clause.least,
            ):
                used |= {term for name in names for term in name.split("|")}
    return used


def test_rules_name_only_terms_that_exist() -> None:
    assert used_terms() <= set(load_vocabulary(HOME / "vocabulary").terms)


def test_no_term_stays_behind_that_nothing_uses() -> None:
    terms = load_vocabulary(HOME / "vocabulary").terms
    sources = [*(HOME.parent / "swppp_check").rglob("*.py"), *HOME.glob("*.toml"), *(HOME / "towns").glob("*.toml")]
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    used = used_terms() | {term for term in terms if f'"{term}"' in code}
    included = list(used)
    while included:
        for phrase in terms[included.pop()]:
            if phrase.startswith("@") and phrase[1:] not in used:
                used.add(phrase[1:])
                included.append(phrase[1:])
    assert set(terms) - used == set()
