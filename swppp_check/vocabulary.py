"""The trade's words, read from `checklists/vocabulary/`: terms, spellings, abbreviations."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from swppp_check.data import ChecklistError, read_toml


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Terms by name, each with its phrases; "@other" stands for all that another term finds.

    `common_words` are no names although they may have a capital; `leading_words` of them may begin a name (East
    Greenbush). `stems` are words whose stem is another than the Snowball algorithm's.
    """

    terms: Mapping[str, tuple[str, ...]]
    spellings: Mapping[str, str]
    abbreviations: tuple[str, ...]
    common_words: tuple[str, ...]
    leading_words: tuple[str, ...]
    stems: Mapping[str, str]


def load_vocabulary(folder: Path, own: Mapping[str, Sequence[str]] | None = None) -> Vocabulary:
    """Read every file of the folder, and add a town's own terms; raises ChecklistError for a bad one."""
    terms: dict[str, list[str]] = {}
    tables: dict[str, dict[str, str]] = {"spellings": {}, "stems": {}}
    lists: dict[str, list[str]] = {"abbreviations": [], "common-words": [], "leading-words": []}
    for path in sorted(folder.glob("*.toml")):
        for key, value in read_toml(path).items():
            if key in tables:
                tables[key] |= {str(k): str(v) for k, v in value.items()}
            elif key in lists:
                lists[key] += _phrases(path, key, value)
            elif key == "terms":
                for name, phrases in value.items():
                    if name in terms:
                        raise ChecklistError(f"{path}: terms.{name}: the term is defined twice")
                    terms[name] = _phrases(path, f"terms.{name}", phrases)
            else:
                raise ChecklistError(f"{path}: {key}: expected one of terms, {', '.join([*tables, *lists])}")
    for name, phrases in (own or {}).items():
        if name in terms:
            raise ChecklistError(f"terms.{name}: the program has a term of this name: choose another")
        terms[name] = _phrases(None, f"terms.{name}", list(phrases))
    for name in terms:
        _check_references(name, terms, ())
    return Vocabulary(
        terms={name: tuple(dict.fromkeys(phrases)) for name, phrases in terms.items()},
        spellings=tables["spellings"],
        abbreviations=tuple(lists["abbreviations"]),
        common_words=tuple(lists["common-words"]),
        leading_words=tuple(lists["leading-words"]),
        stems=tables["stems"],
    )


def _phrases(path: Path | None, key: str, value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(p, str) and p.strip() for p in value):
        raise ChecklistError(f"{f'{path}: ' if path else ''}{key}: expected a list of phrases")
    return [re.sub(r"\s+", " ", p.strip()) for p in value]


def _check_references(name: str, terms: Mapping[str, list[str]], above: tuple[str, ...]) -> None:
    if name not in terms:
        raise ChecklistError(f"terms.{above[-1] if above else name}: there is no term @{name}")
    if name in above:
        raise ChecklistError(f"terms.{name}: refers to itself")
    for phrase in terms[name]:
        if phrase.startswith("@"):
            _check_references(phrase[1:], terms, (*above, name))
