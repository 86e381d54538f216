"""Certification statements of all towns, re-wrapped, hyphenated, split, padded, noised as by OCR, slipped, scrambled,
cut and replaced, by seeded generators: every wording that is still the ordinance's, and every one that no longer is.
"""

import random
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from swppp_check.checklists import Town, towns
from swppp_check.data import read_toml
from swppp_check.statements import find_statements

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


def confusion(title: str, table: Mapping[str, Mapping[str, int]], verdicts: Sequence[str], wrong: int) -> Iterator[str]:
    """The lines of a table of verdicts by kind of variant, each kind with how many of them are wrong."""
    columns = (*verdicts, "wrong")
    yield f"\n{title:24}" + "".join(f"{c:>9}" for c in columns)
    for kind, row in table.items():
        yield f"{kind:24}" + "".join(f"{row[c]:9}" for c in columns)
    yield f"{wrong} of {sum(row[c] for row in table.values() for c in verdicts)} wrong"
