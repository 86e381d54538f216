"""Commands that need no plan: the letter's template, the blank checklist, and what an element asks."""

from pathlib import Path
from typing import Annotated

import typer

from swppp_check.data import ChecklistError
from swppp_check.saying import fail


def template(
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write, as .docx.")] = Path(
        "letterhead.docx"
    ),
) -> None:
    """Write the Word letter's template, to be edited and given back with `--template`."""
    from swppp_check.word.letterhead import letterhead

    _write(output, letterhead(), ".docx")


def checklist(
    town: Annotated[str, typer.Argument(help="Whose checklist: see `swppp-check towns`; or a checklist file.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write a file, by its suffix (.docx, .md, .html).")
    ] = None,
) -> None:
    """Print the blank checklist that a town hands to applicants, with the law's text."""
    from swppp_check.blank import blank
    from swppp_check.blank_outputs import SUFFIXES as KINDS
    from swppp_check.blank_outputs import written
    from swppp_check.checklists import load_checklist

    file = Path(town) if town.lower().endswith(".toml") else None
    try:
        listed = blank(load_checklist(None if file else town, file))
    except ChecklistError as error:
        fail(str(error))
    if output is None:
        typer.echo(written(".md", listed).decode(), nl=False)
    elif output.suffix.lower() in KINDS:
        _write(output, written(output.suffix.lower(), listed), output.suffix)
    else:
        fail(f"{output}: there is no checklist of that kind: use {' or '.join(KINDS)}")


def explain(
    element: Annotated[str, typer.Argument(help="An element, as soils.description, or an item, as soils.")],
    town: Annotated[str, typer.Option("--town", "-t", help="In the words of this town's ordinance only.")] = "",
) -> None:
    """Say what is required, by which provision, what counts and what does not."""
    from swppp_check.explaining import explained

    try:
        typer.echo(explained(element, town or None), nl=False)
    except ChecklistError as error:
        fail(str(error))


def _write(file: Path, content: bytes, suffix: str) -> None:
    if file.suffix.lower() != suffix.lower():
        fail(f"{file}: it is written as {suffix}")
    try:
        file.write_bytes(content)
    except OSError as error:
        fail(f"{file}: it cannot be written ({error.strerror})")
