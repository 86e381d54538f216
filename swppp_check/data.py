"""Reading the data files that come with the program or from a town: TOML, as its text says it or as a model.

A problem names the file, the line, the key and what is expected, so that it can be mended without looking for it.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from swppp_check.toml_lines import Key, key_lines

if TYPE_CHECKING:
    from pydantic import ValidationError

    from swppp_check.model import Model

# Beside the package in an installed wheel, one level up in a checkout.
HOME = next(
    p for p in (Path(__file__).parent / "checklists", Path(__file__).parent.parent / "checklists") if p.is_dir()
)
SAID = {"extra_forbidden": "there is no such key", "missing": "this key is needed"}


class DataError(Exception):
    """A data file that cannot be used; the message names the file, the line, the key and what is expected."""


class ChecklistError(DataError):
    """A checklist, or a file that comes with the program, that cannot be used."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong at a line (from 1) of a file; `key` is where in its tables, empty where that is not known."""

    line: int
    key: str
    message: str

    def at(self, path: Path) -> str:
        """The one line for people: plan.toml:7: review.citation: ..."""
        return f"{path}:{self.line}: {f'{self.key}: ' if self.key else ''}{self.message}"


class TomlFile:
    """A TOML file that could be read: its bytes, its tables, and on which line each key stands."""

    def __init__(self, path: Path) -> None:
        """Read the file; raises DataError where it cannot be read or is no TOML."""
        self.path = path
        self.content = read_bytes(path)
        try:
            text = self.content.decode("utf-8")
            self.tables: dict[str, Any] = tomllib.loads(text.replace("\r\n", "\n"))
        except UnicodeDecodeError:
            raise DataError(f"{path}: expected a text file in UTF-8") from None
        except (ValueError, RecursionError) as error:  # tomllib's own, numbers beyond all bounds, bottomless nesting
            raise DataError(f"{path}: it is no TOML: {error}") from None
        self._text = text
        self._lines: Mapping[Key, int] | None = None

    def line(self, key: Key) -> int:
        """The line of a key, or of the nearest thing around it."""
        if self._lines is None:
            self._lines = key_lines(self._text)
        return next(self._lines[key[:n]] for n in range(len(key), -1, -1) if key[:n] in self._lines)

    def problem(self, key: Key, message: str) -> Problem:
        """A problem with what stands at a key."""
        return Problem(self.line(key), ".".join(str(part) for part in key), message)

    def model(self, model: "type[Model]", under: Key = ()) -> "Model | list[Problem]":
        """The file's tables (or those under a key) as a model, or everything that keeps them from being one."""
        from pydantic import ValidationError  # which takes long to import

        tables: Any = self.tables
        for part in under:
            tables = tables[part]
        try:
            return model.model_validate(tables)
        except ValidationError as error:
            return list(self._problems(error, under))

    def _problems(self, error: "ValidationError", under: Key) -> Iterator[Problem]:
        for found in error.errors(include_url=False, include_context=False, include_input=False):
            key = (*under, *found["loc"])
            while key and found["type"] != "missing" and not self._has(key):
                key = key[:-1]  # the alternatives of a type that pydantic names as if they were keys
            message = found["msg"].removeprefix("Value error, ")
            yield self.problem(key, SAID.get(found["type"], message[:1].lower() + message[1:]))

    def _has(self, key: Key) -> bool:
        at: Any = self.tables
        for part in key:
            try:
                at = at[part]
            except (KeyError, IndexError, TypeError):
                return False
        return True


def read_bytes(path: Path) -> bytes:
    """The file's bytes; raises DataError where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: it cannot be read ({error.strerror})") from None
    except ValueError:  # a null character in the name
        raise DataError(f"{str(path)!r} is no name of a file") from None


class OutputError(DataError):
    """An output that cannot be made; the message names the file, what is wrong with it and what to do."""


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a file that comes with the program; raises ChecklistError where it cannot be read."""
    try:
        return TomlFile(path).tables
    except DataError as error:
        raise ChecklistError(str(error)) from None


def summed(path: Path, problems: list[Problem]) -> str:
    """The first problem, and how many more there are."""
    more = len(problems) - 1
    return problems[0].at(path) + (f" (and {more} more)" if more else "")
