"""What a run is to do, from four places: options, the environment, a submission's entry and the file's own keys.

The file is `swppp-check.toml`, or the table `[tool.swppp-check]` of `pyproject.toml`, in the working folder. The place
named first wins, key by key; a town and a checklist file are one key, for either says whose law applies.
"""

import datetime
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import AliasChoices, AliasGenerator, BaseModel, ConfigDict, Field, ValidationError, field_validator

from swppp_check.data import DataError, Problem, TomlFile, summed
from swppp_check.model import Data
from swppp_check.outputs import OUTPUTS
from swppp_check.particulars import parse_day
from swppp_check.reading.kinds import OcrMode
from swppp_check.toml_lines import Key

FILE, PYPROJECT, TABLE = "swppp-check.toml", "pyproject.toml", ("tool", "swppp-check")
PREFIX = "SWPPP_CHECK_"
LISTS = ("output",)

Class = Literal["auto", "major", "minor"]
FailOn = Literal["deficiency", "comment", "never"]


def _written(name: str) -> AliasChoices:
    return AliasChoices(name.replace("_", "-"), name)


class Settings(Data):
    """What each of the places may say; what it does not say is left to the next."""

    model_config = ConfigDict(alias_generator=AliasGenerator(validation_alias=_written))

    town: str | None = Field(default=None, description="whose ordinance: see `swppp-check towns`")
    checklist: str | None = Field(default=None, description="a checklist file, instead of a town")
    project: Class | None = Field(default=None, validation_alias=AliasChoices("project", "class"))
    decisions: str | None = Field(default=None, description="a file of people's verdicts")
    previous: str | None = Field(default=None, description="the JSON output of the earlier round")
    date: str | None = Field(default=None, description='the letter\'s date, by which decisions expire; or "today"')
    received: datetime.date | None = Field(default=None, description="the day of receipt: the ordinance's clock")
    applicant: str | None = Field(default=None, description="where the plan's own words will not do")
    project_name: str | None = Field(default=None, description="where the plan's own words will not do")
    reviewer: str | None = Field(default=None, description="who signs the letter: name and title")
    template: str | None = Field(default=None, description="the Word letter's: see `swppp-check template`")
    ocr: OcrMode | None = Field(default=None, description="pages read by OCR: auto (without usable text), off, force")
    max_memory: int | None = Field(default=None, ge=1, description="MiB that reading one document may take")
    max_time: int | None = Field(default=None, ge=1, description="seconds for reading one document")
    max_pages: int | None = Field(default=None, ge=1, description="pages of one document")
    max_text: int | None = Field(default=None, ge=1, description="millions of characters of one document")
    max_pixels: int | None = Field(default=None, ge=1, description="millions of pixels of one picture or page")

    @field_validator("received", mode="before")
    @classmethod
    def _a_day(cls, value: object) -> object:
        return parse_day(value)


class RunSettings(Settings):
    """What a whole run is told besides."""

    format: str | None = Field(default=None, description="what to print: " + ", ".join(OUTPUTS))
    output: tuple[str, ...] | None = Field(
        default=None, validation_alias=AliasChoices("output", "outputs"), description="files to write, by suffix"
    )
    fail_on: FailOn | None = None
    jobs: int | None = Field(default=None, ge=0, description="processes; 0: as many as there are processors")

    @field_validator("output", mode="before")
    @classmethod
    def _one_is_a_list(cls, value: object) -> object:
        return (value,) if isinstance(value, str) else value


class Entry(Settings):
    """A submission: files that together are one plan."""

    name: str = Field(min_length=1)
    files: tuple[str, ...] = Field(min_length=1, description="paths and patterns, from the file's folder")

    @field_validator("files", mode="before")
    @classmethod
    def _one_is_a_list(cls, value: object) -> object:
        return (value,) if isinstance(value, str) else value


class Configuration(RunSettings):
    """The file."""

    submission: tuple[Entry, ...] = Field(default=(), validation_alias=AliasChoices("submission", "submissions"))


@dataclass(frozen=True, slots=True)
class Configured:
    """A configuration that was read, and the folder from which its paths count; no path where there is none."""

    settings: Configuration
    folder: Path
    path: Path | None = None

    def place(self, path: str | None) -> str | None:
        """A path of the file as seen from the working folder."""
        return None if path is None else str(self.folder / path)


def find_file(given: Path | None = None) -> Path | None:
    """The configuration file: the one given, or that of the working folder."""
    if given:
        return given
    if Path(FILE).is_file():
        return Path(FILE)
    try:
        tool = TomlFile(Path(PYPROJECT)).tables.get("tool") if Path(PYPROJECT).is_file() else None
    except DataError:
        return None  # somebody else's file, which is theirs to mend
    return Path(PYPROJECT) if isinstance(tool, dict) and TABLE[1] in tool else None


def load_configuration(path: Path | None) -> Configured:
    """Read a configuration, an empty one for None; raises DataError with the line of what is wrong."""
    if path is None:
        return Configured(Configuration(), Path())
    source = TomlFile(path)
    under: Key = TABLE if path.name == PYPROJECT else ()
    if under and not isinstance(source.tables.get("tool", {}).get(TABLE[1]), dict):
        raise DataError(f"{path}: there is no table [tool.swppp-check]")
    found = source.model(Configuration, under)
    problems = found if isinstance(found, list) else list(_problems(source, found, under))
    if isinstance(found, list) or problems:
        raise DataError(summed(path, problems))
    return Configured(found, path.parent, path)


def _problems(source: TomlFile, found: Configuration, under: Key) -> Iterator[Problem]:
    if found.format and found.format not in OUTPUTS:
        yield source.problem((*under, "format"), f"expected one of {', '.join(OUTPUTS)}")
    listed = next((key for key in ("submission", "submissions") if key in _at(source, under)), "submission")
    places: list[tuple[Key, Settings]] = [(under, found)]
    places += [((*under, listed, n), entry) for n, entry in enumerate(found.submission)]
    for key, settings in places:
        if settings.town and settings.checklist:
            yield source.problem((*key, "checklist"), "give either a town or a checklist")
    seen: set[str] = set()
    for n, entry in enumerate(found.submission):
        if entry.name in seen:
            yield source.problem((*under, listed, n, "name"), f"the submission {entry.name!r} stands twice")
        seen.add(entry.name)


def _at(source: TomlFile, under: Key) -> Mapping[str, Any]:
    at: Any = source.tables
    for part in under:
        at = at[part]
    return at if isinstance(at, dict) else {}


def environment() -> RunSettings:
    """What SWPPP_CHECK_TOWN and its like say; raises DataError for a value that cannot be used."""
    given: dict[str, Any] = {}
    for name in RunSettings.model_fields:
        if value := os.environ.get(PREFIX + name.upper()):
            given[name] = value.split(os.pathsep) if name in LISTS else value
    return settings_of(given, lambda key: PREFIX + key.upper().replace("-", "_"))


def settings_of(given: Mapping[str, Any], called: Any) -> RunSettings:
    """Settings from values by name, none of them None; `called` says how a person knows the name."""
    try:
        found = RunSettings.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        message = first["msg"].removeprefix("Value error, ")
        raise DataError(f"{called(str(first['loc'][0]))}: {message[:1].lower()}{message[1:]}") from None
    if found.format and found.format not in OUTPUTS:
        raise DataError(f"{called('format')}: there is no {found.format!r}: expected one of {', '.join(OUTPUTS)}")
    if found.town and found.checklist:
        raise DataError(f"give either {called('town')} or {called('checklist')}")
    return found


def first(places: Sequence[BaseModel], key: str) -> Any:
    """What the first of the places says that says anything; None where none does."""
    return next((value for place in places if (value := getattr(place, key, None)) is not None), None)
