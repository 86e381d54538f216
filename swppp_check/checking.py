"""The `check` command's story: plan the run, review, say what was noticed, put the outputs out, and end."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from swppp_check.cases import Run
from swppp_check.data import DataError
from swppp_check.outputs import NAME, OUTPUTS, Checked, Wishes, output_of, suffixes
from swppp_check.outputs.common import record, title
from swppp_check.plain import plain
from swppp_check.rendering import unread
from swppp_check.review import Review
from swppp_check.running import ERROR, run, status_of, worst

Say = Callable[[str], None]


def check_all(asked: Run, say: Say, *, quiet: bool = False, verbose: bool = False) -> int:
    """Carry out a run and give its exit status; raises DataError for outputs that cannot be written."""
    for file in asked.output:
        _check_output(file, len(asked.cases))
    if OUTPUTS[asked.format].alone and len(asked.cases) > 1:
        raise DataError(f"--format {asked.format}: it can hold one submission: write files, with {NAME} in their name")
    _check_templates(asked)
    wishes = Wishes(fails_on_comments=asked.fail_on == "comment")
    checked: list[Checked] = []
    for one in run(asked.cases, asked.jobs):
        checked.append(one)
        _notice(one, say, verbose=verbose)
    if not any(one.review for one in checked) and len(checked) == 1:
        return ERROR
    if not quiet and asked.format != "table":
        _summaries(checked, say)
    _print(asked.format, checked, wishes)
    for file in asked.output:
        _write(file, checked, wishes)
    if asked.format == "github":
        from swppp_check.outputs.github import SUMMARY, write_summary

        try:
            write_summary(checked, wishes)
        except OSError as error:
            raise DataError(f"${SUMMARY}: it cannot be written ({error.strerror})") from None
    return worst([status_of(one.review, asked.fail_on) if one.review else ERROR for one in checked])


def _check_output(file: Path, submissions: int) -> None:
    """Refuse a file before the work that it would be lost for."""
    kind = output_of(file)
    if kind is None:
        raise DataError(f"{file}: there is no output of that kind: use {', '.join(suffixes())}")
    if OUTPUTS[kind].alone and submissions > 1 and NAME not in file.name:
        raise DataError(f"{file}: it can hold one submission: write {NAME} into its name for a file each")
    if not file.parent.is_dir():
        raise DataError(f"{file}: there is no folder {file.parent}")


def _check_templates(asked: Run) -> None:
    """Refuse a template for the same reason."""
    if asked.format != "docx" and "docx" not in map(output_of, asked.output):
        return
    for template in dict.fromkeys(case.template for case in asked.cases if case.template):
        from swppp_check.word.letter import check_template

        check_template(Path(template))


def _notice(one: Checked, say: Say, *, verbose: bool) -> None:
    """What was noticed while reading, a line each."""
    for failure in one.failures:
        say(
            f"{failure.path}: {failure.reason}"
            if failure.path and failure.path not in failure.reason
            else failure.reason
        )
    if one.review is None:
        return
    for file in one.review.unopened:
        say(f"{file.path}: {file.reason}")
    for document in one.review.documents:
        for warning in document.warnings:
            say(f"{document.path}: {warning}")
        for pages, reason in unread(document):
            say(f"{document.path}{f', {pages}' if pages else ''}: not read: {reason}")
    if one.review.unopened:
        for document in one.review.documents:
            say(f"{document.path}: read, {document.pages or 'no'} pages")
    for idle in one.review.decisions.idle if one.review.decisions else ():
        say(f"{title(one)}: decision on {idle.element}: {idle.state}: {idle.reason}")
    if verbose:
        _details(one.review, one, say)


def _details(review: Review, one: Checked, say: Say) -> None:
    """What the review was made with and of, and the verdict on every element."""
    say(f"{title(one)}: {record(review)}")
    say(f"{title(one)}: {review.project.category} project: {review.project.basis}")
    for item in review.items:
        for element in item.elements:
            decided = f" (the program: {element.decision.machine.value})" if element.decision else ""
            say(f"{title(one)}: {item.id}.{element.id}: {element.status.value}{decided}")


def _summaries(checked: Sequence[Checked], say: Say) -> None:
    """The table of a single submission, or a line for each of several."""
    from rich.console import Console

    from swppp_check.table import print_table, totals

    if len(checked) == 1 and checked[0].review:
        print_table(checked[0].review, Console(stderr=True, highlight=False))
        return
    for one in checked:
        say(f"{title(one)}: {totals(one.review) if one.review else 'Not reviewed.'}")


def _print(form: str, checked: Sequence[Checked], wishes: Wishes) -> None:
    if form == "table" and sys.stdout.isatty():
        from rich.console import Console

        from swppp_check.table import print_table

        for one in checked:
            if one.review:
                print_table(one.review, Console(highlight=False))
        return
    rendered = OUTPUTS[form].render(checked, wishes)
    if isinstance(rendered, bytes):
        if sys.stdout.isatty() and form == "docx":
            raise DataError("--format docx: it is nothing for a terminal: give -o letter.docx")
        sys.stdout.buffer.write(rendered)
    else:
        sys.stdout.write(rendered)
    sys.stdout.flush()


def _write(file: Path, checked: Sequence[Checked], wishes: Wishes) -> None:
    """One file that holds all, or one for each where its name says so; some forms have none for what has no review."""
    kind = output_of(file)
    assert kind is not None
    if NAME in file.name:
        ready = [one for one in checked if one.review or not OUTPUTS[kind].alone]
        parts = [(file.with_name(file.name.replace(NAME, _file_name(one))), [one]) for one in ready]
    else:
        parts = [(file, list(checked))]
    for path, held in parts:
        rendered = OUTPUTS[kind].render(held, wishes)
        try:
            path.write_bytes(rendered if isinstance(rendered, bytes) else rendered.encode("utf-8"))
        except OSError as error:
            raise DataError(f"{path}: it cannot be written ({error.strerror})") from None


def _file_name(one: Checked) -> str:
    """The submission's name as part of a file's name: no folders."""
    name = plain(one.name) or Path(title(one)).stem
    return "".join("-" if c in '/\\:*?"<>|' else c for c in name).strip(". ") or "submission"
