"""The command line: parses, chooses the parts, and says what went wrong in one line each."""

import gc
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from swppp_check import guides
from swppp_check.data import HOME, DataError, read_toml
from swppp_check.saying import ERROR
from swppp_check.saying import fail as _fail
from swppp_check.saying import say as _say

COMPLETING = "_SWPPP_CHECK_COMPLETE"

app = typer.Typer(
    name="swppp-check",
    help="Check a stormwater pollution prevention plan (SWPPP) against a town's ordinance.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _towns(incomplete: str) -> list[str]:
    """Towns for the shell to complete."""
    return [path.stem for path in sorted((HOME / "towns").glob("*.toml")) if path.stem.startswith(incomplete)]


def _formats(incomplete: str) -> list[str]:
    """Formats for the shell to complete."""
    from swppp_check.outputs import OUTPUTS

    return [name for name in OUTPUTS if name.startswith(incomplete)]


def _limit(name: str, unit: str) -> Any:
    from swppp_check.reading.limits import Limits

    usual = getattr(Limits(), name) or "60, and one a page"
    return typer.Option(f"--max-{name}", metavar="N", help=f"Most {unit}; otherwise {usual}.")


@app.command()
def check(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(help="PDF and Word files, or folders, of one submission.", show_default=False),
    ] = None,
    town: Annotated[
        str | None,
        typer.Option("--town", "-t", help="Whose ordinance: see `swppp-check towns`.", autocompletion=_towns),
    ] = None,
    checklist: Annotated[
        Path | None, typer.Option(help="A checklist file that does not come with the program.")
    ] = None,
    project: Annotated[
        str | None, typer.Option(help="The project's class: major, minor or auto (from the plan; the default).")
    ] = None,
    output_format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            help="What to print: letter (the default), table, docx, html, json, markdown, junit, sarif, github.",
            autocompletion=_formats,
        ),
    ] = None,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "--output",
            "-o",
            help="Write a file, by its suffix (.txt, .docx, .html, .json, .md, .xml, .sarif, ...); repeatable. "
            "{name} in it stands for the submission's name.",
        ),
    ] = None,
    date: Annotated[
        str | None, typer.Option(help='The letter\'s date, as 2026-11-02 or in words; "today" for the day of the run.')
    ] = None,
    received: Annotated[
        str | None, typer.Option(help="The day of receipt, as 2026-11-02; the ordinance's clock.")
    ] = None,
    applicant: Annotated[
        str | None, typer.Option(help="The applicant, where the plan's own words will not do.")
    ] = None,
    project_name: Annotated[str | None, typer.Option(help="The project's name, in the same way.")] = None,
    reviewer: Annotated[str | None, typer.Option(help="Who signs the letter: name and title.")] = None,
    template: Annotated[
        Path | None, typer.Option(help="The Word letter's template: see `swppp-check template`.")
    ] = None,
    decisions: Annotated[Path | None, typer.Option(help="People's verdicts, which overrule the program's.")] = None,
    previous: Annotated[Path | None, typer.Option(help="The JSON output of the earlier round.")] = None,
    each: Annotated[bool, typer.Option("--each", help="Take every path as a submission of its own.")] = False,
    config: Annotated[
        Path | None, typer.Option(help="The configuration, if it is not ./swppp-check.toml or in ./pyproject.toml.")
    ] = None,
    fail_on: Annotated[
        str | None, typer.Option(help="What ends with status 1: deficiency (the default), comment, never.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", help="So many submissions at a time; 0: one a processor.")
    ] = None,
    password: Annotated[
        str, typer.Option(help="The password of a protected file.", envvar="SWPPP_CHECK_PASSWORD")
    ] = "",
    ocr: Annotated[
        str | None, typer.Option(help="Which pages to read by OCR: auto (those without usable text), off, force.")
    ] = None,
    max_memory: Annotated[int | None, _limit("memory", "MiB that reading one document may take")] = None,
    max_time: Annotated[int | None, _limit("time", "seconds for reading one document")] = None,
    max_pages: Annotated[int | None, _limit("pages", "pages of one document")] = None,
    max_text: Annotated[int | None, _limit("text", "millions of characters of one document")] = None,
    max_pixels: Annotated[int | None, _limit("pixels", "millions of pixels of one picture or page")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No summary on standard error.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="More on standard error: what was used.")] = False,
) -> None:
    """Check submissions. This is the default: `swppp-check plan.pdf --town rotterdam`."""
    from swppp_check.reading.confined import started_early

    options = {
        "town": town,
        "checklist": checklist,
        "project": project,
        "decisions": decisions,
        "previous": previous,
        "date": date,
        "received": received,
        "applicant": applicant,
        "project_name": project_name,
        "reviewer": reviewer,
        "template": template,
        "format": output_format,
        "output": [str(file) for file in output] if output else None,
        "fail_on": fail_on,
        "jobs": jobs,
        "ocr": ocr,
        "max_memory": max_memory,
        "max_time": max_time,
        "max_pages": max_pages,
        "max_text": max_text,
        "max_pixels": max_pixels,
    }
    with started_early(bool(paths) and not each):
        from swppp_check.cases import plan
        from swppp_check.checking import check_all
        from swppp_check.config import environment, find_file, load_configuration, settings_of

        if quiet and verbose:
            _fail("give either --quiet or --verbose")
        try:
            said = {key: str(v) if isinstance(v, Path) else v for key, v in options.items() if v is not None}
            given = settings_of(said, lambda key: f"--{key.replace('_', '-')}")
            configured = load_configuration(find_file(config))
            run = plan(
                paths or [], [given, environment()], configured, each=each, password=password or None, quiet=quiet
            )
            status = check_all(run, _say, quiet=quiet, verbose=verbose)
        except DataError as error:
            _fail(str(error))
    raise typer.Exit(status)


@app.command()
def towns() -> None:
    """List the checklists that come with the program."""
    for path in sorted((HOME / "towns").glob("*.toml")):
        data = read_toml(path)
        provisional = "  (provisional)" if data.get("provisional") else ""
        typer.echo(f"{data['id']:18} {data['name']}: {data['law']}{provisional}")


app.command()(guides.template)
app.command("checklist")(guides.checklist)
app.command()(guides.explain)


@app.command()
def schema(
    of: Annotated[str, typer.Argument(help="review, checklist, configuration or decisions.")] = "review",
) -> None:
    """Print a JSON Schema: of the JSON output, or of a file that people write."""
    import json

    from swppp_check.schemas import SCHEMAS, json_schema

    if of not in SCHEMAS:
        _fail(f"there is no schema of {of!r}: expected one of {', '.join(SCHEMAS)}")
    typer.echo(json.dumps(json_schema(of), indent=1, ensure_ascii=False))


@app.command()
def validate(file: Annotated[Path, typer.Argument(help="A checklist file.")]) -> None:
    """Say whether a checklist file can be used, and where it cannot."""
    from swppp_check.validating import validate as validated

    try:
        found = validated(file)
    except DataError as error:
        _fail(str(error))
    if found.problems:
        for problem in found.problems:
            _say(problem.at(file))
        raise typer.Exit(ERROR)
    typer.echo(f"{file}: valid: {found.items} items, {found.elements} elements, {found.own} of them its own")


@app.command()
def init(
    town: Annotated[str, typer.Option("--town", "-t", help="The town to write into it.", autocompletion=_towns)] = "",
    force: Annotated[bool, typer.Option("--force", help="Write over the file that is there.")] = False,
) -> None:
    """Write a commented swppp-check.toml into this folder."""
    from swppp_check.starting import write_configuration

    try:
        typer.echo(f"{write_configuration(Path.cwd(), town, force=force)}: written; name your submissions in it")
    except DataError as error:
        _fail(str(error))


def configured_here() -> bool:
    """Whether the working folder says what to check; not asked while a shell completes a line."""
    from swppp_check.config import find_file

    return COMPLETING not in os.environ and find_file() is not None


def default_for_completion(known: set[str]) -> None:
    """Let a shell complete the default command's options too: it completes the line as if `check` stood there."""
    for variable in ("COMP_WORDS", "_TYPER_COMPLETE_ARGS"):
        words = os.environ.get(variable, "").split(" ") if COMPLETING in os.environ else []
        if len(words) > 2 and words[1] not in known:
            os.environ[variable] = " ".join([words[0], "check", *words[1:]])
            if variable == "COMP_WORDS":
                os.environ["COMP_CWORD"] = str(int(os.environ.get("COMP_CWORD", "1")) + 1)


def _version(argument: str) -> bool:
    return argument in ("--version", "-V")


def main() -> None:
    """Run the command line; a first argument that is no command is a path or an option of `check`."""
    arguments = sys.argv[1:]
    if arguments and _version(arguments[0]):
        from swppp_check.versions import versions

        typer.echo(versions())
        return
    commands = {command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands}
    own = {"--help", "--install-completion", "--show-completion"}
    default_for_completion(commands | own)
    if (arguments and arguments[0] not in commands | own) or (not arguments and configured_here()):
        sys.argv.insert(1, "check")
    gc.set_threshold(500_000)  # a short-lived process makes many small lasting values and hardly a cycle
    try:
        app(prog_name="swppp-check")
    except Exception as error:  # the last resort: a line for people instead of a traceback
        if os.environ.get("SWPPP_CHECK_DEBUG"):
            raise
        _say(f"internal error ({type(error).__name__}: {error}): please report it; SWPPP_CHECK_DEBUG=1 shows where")
        sys.exit(ERROR)
