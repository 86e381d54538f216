"""What the program says to people on standard error: one line each."""

from typing import NoReturn

import typer

ERROR = 2  # the exit status of a usage, configuration or checklist error, or a file that cannot be opened


def say(line: str) -> None:
    """Print a line under the program's name."""
    from swppp_check.plain import plain

    typer.echo(f"swppp-check: {plain(line)}", err=True)


def fail(line: str) -> NoReturn:
    """Say what is wrong and what to do, and end."""
    say(line)
    raise typer.Exit(ERROR)
