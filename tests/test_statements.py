"""Certification statements: every wording that is still the ordinance's, and every one that no longer is.

The statements of all towns are re-wrapped, hyphenated, split, padded, noised as by OCR, slipped, scrambled,
cut and replaced, by seeded generators; the confusion table of all of them is printed (pytest -s).
"""

import random
import re
import textwrap
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import pytest

from swppp_check.checklists import Town, towns
from swppp_check.data import read_toml
from swppp_check.statements import Difference, describe, find_statements

# Town and item, the statement, and the town's other statement.
STATEMENTS = {
    (town, item.id): (item.statement, next(o.statement for o in items if o is not item))
    for town, path in towns().items()
    for items in [[i for i in Town.model_validate(read_toml(path)).item if i.statement]]
    for item in items
}
PREPARER, CONTRACTOR = "preparer-certification", "contractor-certification"
OTHER_TOWN = {"schenectady": "east-greenbush", "rotterdam": "east-greenbush", "east-greenbush": "schenectady"}

TEXTS = read_toml(Path(__file__).with_name("statements.toml"))
STATE_FORM, FEDERAL_FORM, PADDING = TEXTS["state_form"], TEXTS["federal_form"], TEXTS["padding"]
LOOKALIKES = {
    **{
        "i": "l1|",
        "l": "1I|",
        "o": "0",
        "e": "c",
        "c": "e",
        "h": "b",
        "b": "h",
        "n": "r",
        "u": "v",
        "s": "5",
        "t": "f",
    },
    **{
        "a": "o",
        "m": "n",
        "g": "q",
        "r": "n",
        "f": "t",
        "y": "v",
        "d": "a",
        "p": "n",
        "w": "v",
        "v": "u",
        "q": "g",
    },
    **{
        "I": "l1",
        "S": "5",
        "B": "8",
        "P": "F",
        "D": "O",
        "E": "F",
        "N": "M",
        "A": "4",
        "0": "O",
        "1": "l",
        "2": "Z",
    },
    **{"5": "S", "4": "4"},
}
HARD = re.compile(r"210\.45|\u00a7|penalty|of|law|unlawful|[Cc]lass|A")
SHOULD_NEVER_FAIL = {"verbatim", "wrapped", "noise 1 %", "noise 3 %", "scrambled"}


@dataclass(frozen=True)
class Variant:
    """A document made of a statement, and what is to be found in it: "none" stands for no statement."""

    kind: str
    law: str
    other: str
    texts: list[str]
    expected: tuple[str, ...]

    def verdict(self) -> str:
        """What is found: the best verdict."""
        verdicts = {s.verdict for s in find_statements(self.law, self.texts, [self.other])}
        return "present" if "present" in verdicts else "altered" if verdicts else "none"


def noised(text: str, share: float, rng: random.Random) -> str:
    """OCR's look-alikes, and letters lost or quite wrong, but not in numbers and one-letter words."""
    out = []
    for i, char in enumerate(text):
        alone = not text[i - 1 : i].isalpha() and not text[i + 1 : i + 2].isalpha()
        if char.isspace() or rng.random() >= share:
            out.append(char)
        elif alone or rng.random() < 0.7:
            out.append(rng.choice(LOOKALIKES.get(char, char)))
        else:
            out.append(rng.choice(["", rng.choice("abcdefghijklmnopqrstuvwxyz")]))
    return "".join(out)


def hyphenated(text: str, width: int) -> str:
    """Lines of a width, words broken at the line's end wherever they do not fit."""
    lines, line = [], ""
    for word in text.split():
        room = width - len(line) - 2
        if len(line) + len(word) + 1 <= width:
            line = f"{line} {word}".strip()
        elif room > 2 and len(word) > room + 2 and word[: room + 2].isalpha():
            lines.append(f"{line} {word[:room]}-")
            line = word[room:]
        else:
            lines.append(line)
            line = word
    return "\n".join([*lines, line])


def slipped(text: str, count: int, rng: random.Random) -> str:
    """Words left out, put in or replaced, but no hard ones."""
    words = text.split()
    soft = [i for i, w in enumerate(words) if not HARD.fullmatch(w.strip('(),."'))]
    for i in sorted(rng.sample(soft, count), reverse=True):
        word = rng.choice(["all", "applicable", "relevant", "such", "project", "hereby", "stated"])
        words[i : i + 1] = rng.choice([[], [words[i], word], [word]])
    return " ".join(words)


def variants() -> Iterator[Variant]:
    """All documents made of a town's statements."""
    for (town, item), (law, other) in STATEMENTS.items():
        rng = random.Random(f"{town} {item}")

        def has(kind: str, *texts: str, expected: str = "present", law: str = law, other: str = other) -> Variant:
            return Variant(kind, law, other, list(texts), tuple(expected.split("|")))

        yield has("verbatim", law)
        yield has("verbatim", f"\u201c{law}\u201d".replace("\u00a7", "Section").replace(", and", " and"))
        yield has("verbatim", law.upper())
        yield has("verbatim", law.replace("tormwater", "torm water").replace(" ", "\xa0"))
        for width in (40, 100):
            lines = textwrap.wrap(law, width)
            yield has("wrapped", "\n".join(lines))
            yield has("wrapped", *lines)
            yield has("wrapped", *textwrap.wrap("\u2022 " + law.replace(". ", ".\n\u2022 "), width))
            yield has("hyphenated", hyphenated(law, width))
            yield has("hyphenated", *hyphenated(law, width).split("\n"))
        words = law.split()
        for _ in range(5):
            at = rng.randrange(3, len(words) - 3)
            halves = " ".join(words[:at]), " ".join(words[at:])
            yield has("split", *halves)
            yield has("split", halves[0], "Retail Plaza SWPPP | Page 12 of 40", halves[1])
        for percent in (1, 3, 5):
            for seed in range(8):
                text = noised(law, percent / 100, rng)
                yield has(f"noise {percent} %", *([text] if seed % 2 else textwrap.wrap(text, 80)))
        for count in (1, 2, 3):
            for _ in range(5):
                yield has(f"{count} slipped", slipped(law, count, rng))
        for _ in range(3):
            yield has("slipped and noised", noised(slipped(law, 2, rng), 0.02, rng))
        for title in PADDING:
            yield has("padded", title, law)
            yield has("padded", f"{title} {law} {title}")
        yield has("padded", *PADDING, other, *PADDING, law, *PADDING, STATE_FORM, FEDERAL_FORM)
        yield has("padded", " ".join([*PADDING, FEDERAL_FORM, other, law, *PADDING]))
        for _ in range(6):
            yield has("scrambled", " ".join(rng.sample(words, len(words))), expected="altered|none")
            parts = [words[i : i + 9] for i in range(0, len(words), 9)]
            yield has("scrambled", " ".join(chain(*rng.sample(parts, len(parts)))), expected="altered|none")
        cut = int(len(words) * 0.3)
        for at in (0, len(words) // 2 - cut // 2, len(words) // 3, len(words) - cut):
            text = " ".join(words[:at] + words[at + cut :])
            yield has("cut 30 %", text, expected="altered")
            yield has("cut 30 %", *PADDING, *textwrap.wrap(text, 70), *PADDING, expected="altered")
        for phrase, put in (
            ("under penalty of law ", ""),
            ("penalty of law", "penalty of perjury"),
            ("210.45", "210.54"),
            ("pursuant to \u00a7 210.45 of the Penal Law", "under the law"),
            ("class A", "class B"),
            ("is unlawful", "is lawful"),
            ("unlawful ", ""),
            ("I understand and agree", "I do not understand and agree"),
            ("were prepared", "were not prepared"),
            ("accurate, and complete", "inaccurate, and complete"),
            ("qualified", "unqualified"),
        ):
            if phrase.lower() in law.lower():
                text = re.sub(re.escape(phrase), put, law, flags=re.IGNORECASE)
                yield has("hard word changed", text, expected="altered")
        forms, free = (
            (STATE_FORM, TEXTS["free_contractor"]) if item == CONTRACTOR else (FEDERAL_FORM, TEXTS["free_preparer"])
        )
        yield has("form", forms, expected="altered")
        yield has("form", *PADDING, *textwrap.wrap(forms, 60), *PADDING, expected="altered")
        yield has("form", noised(forms, 0.03, rng), expected="altered")
        for text in free:
            yield has("free", text, expected="altered")
            yield has("free", *PADDING, *textwrap.wrap(text, 60), *PADDING, expected="altered")
            yield has("other statement", *textwrap.wrap(text, 60), expected="none", law=other, other=law)
        for text in (forms, law):
            yield has("other statement", text, expected="none", law=other, other=law)
        if item == CONTRACTOR:
            theirs = STATEMENTS[OTHER_TOWN[town], CONTRACTOR][0]
            yield has("other town", theirs, expected="altered")
            yield has("other town", *textwrap.wrap(theirs, 60), expected="altered")
        for text in TEXTS["no_statement"]:
            yield has("no statement", text, expected="none")
            yield has("no statement", *PADDING, *textwrap.wrap(text, 60), *PADDING, expected="none")


def test_confusion_table() -> None:
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
    columns = ("present", "altered", "none", "wrong")
    print("\n" + f"{'':22}" + "".join(f"{c:>9}" for c in columns))
    for kind, row in table.items():
        print(f"{kind:22}" + "".join(f"{row[c]:9}" for c in columns))
    total = sum(row[c] for row in table.values() for c in columns[:3])
    print(f"{len(wrong)} of {total} wrong")
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
