"""Reading the data files that come with the program or from a town."""

import tomllib
from pathlib import Path
from typing import Any

# Beside the package in an installed wheel, one level up in a checkout.
HOME = next(
    p for p in (Path(__file__).parent / "checklists", Path(__file__).parent.parent / "checklists") if p.is_dir()
)


class ChecklistError(Exception):
    """A data file that cannot be used; the message names the file, the key and what is expected."""


class OutputError(Exception):
    """An output that cannot be made; the message names the file, what is wrong with it and what to do."""


def read_toml(path: Path) -> dict[str, Any]:
    """The file's tables; raises ChecklistError where it cannot be read or is no TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ChecklistError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise ChecklistError(f"{path}: expected a text file in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ChecklistError(f"{path}: {error}") from None
