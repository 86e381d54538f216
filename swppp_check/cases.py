"""Which submissions a run checks, each with its files and the law that applies: the plan of the run."""

import datetime
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path

from swppp_check.config import Class, Configured, Entry, FailOn, RunSettings, Settings, first
from swppp_check.data import DataError
from swppp_check.particulars import Particulars, day
from swppp_check.reading.kinds import SUFFIXES, OcrMode
from swppp_check.reading.limits import Limits

WILD = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Case:
    """One submission to check: paths as text, so that a case travels to another process."""

    name: str
    paths: tuple[str, ...]
    town: str | None
    checklist: str | None
    project: Class = "auto"
    password: str | None = None
    decisions: str | None = None
    previous: str | None = None
    template: str | None = None
    sent: Particulars = field(default_factory=Particulars)
    limits: Limits = field(default_factory=Limits)
    ocr: OcrMode = "auto"
    progress: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """Everything that a run is to do."""

    cases: tuple[Case, ...]
    format: str
    output: tuple[Path, ...]
    fail_on: FailOn
    jobs: int


def plan(
    paths: Sequence[Path],
    places: Sequence[RunSettings],
    configured: Configured,
    *,
    each: bool = False,
    password: str | None = None,
    quiet: bool = False,
) -> Run:
    """The run that options and environment (`places`) and the configuration ask for; raises DataError.

    With paths these are checked, as one submission or each as its own; without, the configuration's submissions.
    """
    if not paths and not configured.settings.submission:
        where = f"{configured.path}: it has no [[submission]]" if configured.path else "there is no swppp-check.toml"
        raise DataError(f"say what to check: files or folders, or a configuration ({where})")
    everywhere = [*places, _placed(configured, configured.settings)]
    output = tuple(Path(file) for file in first(everywhere, "output") or ())
    if any(place.template for place in places) and not any(file.suffix.lower() == ".docx" for file in output):
        raise DataError("--template is for a Word letter: give -o letter.docx too")

    def case(name: str, files: Sequence[str], entry: Settings | None = None) -> Case:
        own = [*places, *([_placed(configured, entry)] if entry else []), everywhere[-1]]
        law = next((place for place in own if place.town or place.checklist), None)
        if law is None:
            whose = f" for {name!r}" if entry else ""
            raise DataError(f"say whose ordinance applies{whose}: --town NAME or --checklist FILE")
        return Case(
            name=name,
            paths=tuple(files),
            town=law.town,
            checklist=law.checklist,
            project=first(own, "project") or "auto",
            password=password,
            decisions=first(own, "decisions"),
            previous=first(own, "previous"),
            template=first(own, "template"),
            sent=_sent(own),
            limits=_limits(own),
            ocr=first(own, "ocr") or "auto",
            progress=not quiet,
        )

    if each:
        cases = [case(path.as_posix(), [str(path)]) for path in paths]
    elif paths:
        cases = [case("", [str(path) for path in paths])]
    else:
        cases = [case(e.name, list(_files(configured, e)), e) for e in configured.settings.submission]
    return Run(
        cases=tuple(cases),
        format=first(everywhere, "format") or "letter",
        output=output,
        fail_on=first(everywhere, "fail_on") or "deficiency",
        jobs=first(everywhere, "jobs") or 0,
    )


def _sent(places: Sequence[Settings]) -> Particulars:
    """What is given for the letter."""
    return Particulars(
        date=_date(first(places, "date") or ""),
        received=first(places, "received"),
        applicant=first(places, "applicant") or "",
        project=first(places, "project_name") or "",
        reviewer=first(places, "reviewer") or "",
    )


def _limits(places: Sequence[Settings]) -> Limits:
    """The limits that are given, and the program's own."""
    given = {limit.name: first(places, f"max_{limit.name}") for limit in fields(Limits)}
    return Limits(**{name: most for name, most in given.items() if most is not None})


def _placed(configured: Configured, settings: Settings) -> Settings:
    """Settings of the file with their paths as seen from the working folder."""
    moved = {
        key: configured.place(getattr(settings, key)) for key in ("checklist", "decisions", "previous", "template")
    }
    if isinstance(settings, RunSettings) and settings.output is not None:
        return settings.model_copy(
            update={**moved, "output": tuple(str(configured.folder / o) for o in settings.output)}
        )
    return settings.model_copy(update=moved)


def _date(text: str) -> str:
    """The date as given; in words where it is one like 2026-11-02, or "today", which is the day of the run."""
    if text.strip().lower() == "today":
        return day(datetime.date.today())
    with suppress(ValueError):
        return day(datetime.date.fromisoformat(text.strip()))
    return text


def _files(configured: Configured, entry: Entry) -> Iterator[str]:
    """The files that an entry names, each once, a pattern's by name; a pattern without files stays as it is."""
    seen: set[str] = set()
    for pattern in entry.files:
        found = [str(configured.folder / pattern)]
        if WILD & set(pattern):
            try:
                matched = sorted(p for p in configured.folder.glob(pattern) if p.suffix.lower() in SUFFIXES)
            except (NotImplementedError, ValueError, IndexError) as error:
                raise DataError(f"{configured.path}: {entry.name}: {pattern!r} is no pattern ({error})") from None
            found = [str(path) for path in matched if path.is_file()] or found
        yield from (path for path in found if path not in seen)
        seen |= set(found)
