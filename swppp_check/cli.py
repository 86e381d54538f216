"""The command line: parses, chooses the parts, and says what went wrong in one line each."""

import gc
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from swppp_check.data import HOME, ChecklistError, read_toml
from swppp_check.reading.limits import Limits

if TYPE_CHECKING:
    from swppp_check.checklists import Checklist
    from swppp_check.review import Review

COMPLETE, DEFICIENT, ERROR, UNREAD = 0, 1, 2, 3

app = typer.Typer(
    name="swppp-check",
    help="Check a stormwater pollution prevention plan (SWPPP) against a town's ordinance.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


class Format(StrEnum):
    """How the review is printed on standard output."""

    LETTER = "letter"
    TABLE = "table"
    JSON = "json"


class Class(StrEnum):
    """The project's class."""

    AUTO = "auto"
    MAJOR = "major"
    MINOR = "minor"


class Ocr(StrEnum):
    """Which pages are read from their pictures."""

    AUTO = "auto"
    OFF = "off"
    FORCE = "force"


SUFFIXES = {".txt": Format.LETTER, ".json": Format.JSON}


LIMITS = Limits()


def _limit(name: str, unit: str) -> Any:
    return typer.Option(f"--max-{name}", min=1, metavar="N", help=f"Most {unit}.")


@app.command()
def check(
    paths: Annotated[
        list[Path],
        typer.Argument(help="PDF and Word files, or folders, of one submission.", show_default=False),
    ],
    town: Annotated[str, typer.Option("--town", "-t", help="Whose ordinance: see `swppp-check towns`.")] = "",
    checklist: Annotated[
        Path | None, typer.Option(help="A checklist file that does not come with the program.")
    ] = None,
    project: Annotated[Class, typer.Option(help="The project's class; auto: from the plan.")] = Class.AUTO,
    output_format: Annotated[Format, typer.Option("--format", "-f", help="What to print.")] = Format.LETTER,
    output: Annotated[
        list[Path] | None,
        typer.Option("--output", "-o", help="Write a file, by its suffix (.txt, .json); repeatable."),
    ] = None,
    date: Annotated[str, typer.Option(help="The letter's date, as it is to be printed.")] = "",
    password: Annotated[str, typer.Option(help="The password of a protected file.")] = "",
    ocr: Annotated[Ocr, typer.Option(help="Which pages to read by OCR; auto: those without usable text.")] = Ocr.AUTO,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No summary on standard error.")] = False,
    max_memory: Annotated[int, _limit("memory", "MiB that reading one document may take")] = LIMITS.memory,
    max_time: Annotated[int | None, _limit("time", "seconds for one document; otherwise 60 and one a page")] = None,
    max_pages: Annotated[int, _limit("pages", "pages of one document")] = LIMITS.pages,
    max_text: Annotated[int, _limit("text", "millions of characters of one document")] = LIMITS.text,
    max_pixels: Annotated[int, _limit("pixels", "millions of pixels of one picture or page")] = LIMITS.pixels,
) -> None:
    """Check one submission. This is the default: `swppp-check plan.pdf --town rotterdam`."""
    if bool(town) == bool(checklist):
        _fail(
            "give either --town or --checklist"
            if town
            else "say whose ordinance applies: --town NAME or --checklist FILE"
        )
    for file in output or []:
        if file.suffix.lower() not in SUFFIXES:
            _fail(f"{file}: there is no output of that kind: use {' or '.join(SUFFIXES)}")
        if not file.parent.is_dir():
            _fail(f"{file}: there is no folder {file.parent}")
    from swppp_check.reading import read_ahead

    limits = Limits(max_memory, max_time, max_pages, max_text, max_pixels)
    with read_ahead(paths, password or None, limits, ocr.value, progress=not quiet) as begun:
        from swppp_check.checklists import load_checklist

        try:
            law = load_checklist(town or None, checklist)
            if begun.any_opened():  # else there is nothing to match, and nothing to wait for
                from swppp_check.reviewing import language

                language()
        except ChecklistError as error:
            _fail(str(error))
        submission = begun.submission()
    for unopened in submission.unopened:
        _say(f"{unopened.path}: {unopened.reason}")
    if not submission.documents:
        raise typer.Exit(ERROR)

    from swppp_check.rendering import unread
    from swppp_check.reviewing import review

    try:
        result = review(submission, law, project.value)
    except ChecklistError as error:
        _fail(str(error))
    for document in result.documents:
        for warning in document.warnings:
            _say(f"{document.path}: {warning}")
        for pages, reason in unread(document):
            _say(f"{document.path}{f', {pages}' if pages else ''}: not read: {reason}")
    if result.unopened:
        for document in result.documents:
            _say(f"{document.path}: read, {document.pages or 'no'} pages")
    if not quiet and output_format is not Format.TABLE:
        _table(result, error=True)
    _print(result, law, output_format, date)
    for file in output or []:
        try:
            file.write_text(_rendered(result, law, SUFFIXES[file.suffix.lower()], date), encoding="utf-8")
        except OSError as error:
            _fail(f"{file}: it cannot be written ({error.strerror})")
    raise typer.Exit(status_of(result))


@app.command()
def towns() -> None:
    """List the checklists that come with the program."""
    for path in sorted((HOME / "towns").glob("*.toml")):
        data = read_toml(path)
        provisional = "  (provisional)" if data.get("provisional") else ""
        typer.echo(f"{data['id']:18} {data['name']}: {data['law']}{provisional}")


@app.command()
def schema() -> None:
    """Print the JSON Schema of the JSON output."""
    import json

    from swppp_check.review import Review

    typer.echo(json.dumps(Review.model_json_schema(mode="serialization"), indent=1))


def status_of(review: "Review") -> int:
    """The exit status of a review: see the README."""
    if review.unopened:
        return ERROR
    if review.deficiencies():
        return DEFICIENT
    return COMPLETE if review.complete else UNREAD


def _rendered(review: "Review", checklist: "Checklist", wanted: Format, date: str) -> str:
    if wanted is Format.JSON:
        return review.model_dump_json(indent=1) + "\n"
    from swppp_check.letter import letter

    return letter(review, checklist, date=date)


def _print(review: "Review", checklist: "Checklist", wanted: Format, date: str) -> None:
    if wanted is Format.TABLE:
        _table(review, error=False)
    else:
        sys.stdout.write(_rendered(review, checklist, wanted, date))
        sys.stdout.flush()


def _table(review: "Review", *, error: bool) -> None:
    from rich.console import Console

    from swppp_check.table import print_table

    print_table(review, Console(stderr=error, highlight=False))


def _say(line: str) -> None:
    from swppp_check.plain import plain

    typer.echo(f"swppp-check: {plain(line)}", err=True)


def _fail(line: str) -> NoReturn:
    _say(line)
    raise typer.Exit(ERROR)


def _version(argument: str) -> bool:
    return argument in ("--version", "-V")


def main() -> None:
    """Run the command line; a first argument that is no command is a path or an option of `check`."""
    arguments = sys.argv[1:]
    if arguments and _version(arguments[0]):
        from importlib.metadata import version

        typer.echo(f"swppp-check {version('swppp-check')}")
        return
    commands = {command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands}
    own = {"--help", "--install-completion", "--show-completion"}
    if arguments and arguments[0] not in commands | own:
        sys.argv.insert(1, "check")
    gc.set_threshold(500_000)  # a short-lived process makes many small lasting values and hardly a cycle
    try:
        app()
    except Exception as error:  # the last resort: a line for people instead of a traceback
        if os.environ.get("SWPPP_CHECK_DEBUG"):
            raise
        _say(f"internal error ({type(error).__name__}: {error}): please report it; SWPPP_CHECK_DEBUG=1 shows where")
        sys.exit(ERROR)
