"""A run: every submission reviewed, several at a time where there are several processors, in the order given.

A submission that cannot be reviewed is a value with its reason: it stops no other and is in every output. Its documents
are read in a child process, which has begun before the checklist and the vocabulary are loaded.
"""

import gc
import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from swppp_check.cases import Case
from swppp_check.checklists import Checklist, load_checklist
from swppp_check.config import FailOn
from swppp_check.data import DataError
from swppp_check.outputs import Checked
from swppp_check.reading import read_ahead
from swppp_check.rendering import advised
from swppp_check.review import Review, UnopenedFile
from swppp_check.saying import ERROR as ERROR

if TYPE_CHECKING:
    from swppp_check.decisions import Decisions

COMPLETE, DEFICIENT, UNREAD = 0, 1, 3  # ERROR is 2
WORST = (ERROR, DEFICIENT, UNREAD, COMPLETE)
DIED = "the process that read it ended before it was done; it may need more memory than there is"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a process hands back of a case."""

    review: Review | None = None
    failures: tuple[UnopenedFile, ...] = ()


def run(cases: Sequence[Case], jobs: int = 0) -> Iterator[Checked]:
    """Review the cases with so many processes (0: as many as there are processors), yielding them in order."""
    count = min(jobs or _processors(), len(cases))
    outcomes = map(_checked, cases) if count < 2 else _shared(cases, count)
    for case, done in zip(cases, outcomes, strict=True):
        law = _law(case.town, case.checklist)
        yield Checked(
            case.name,
            done.review,
            law if isinstance(law, Checklist) else None,
            done.failures,
            case.sent,
            Path(case.template) if case.template else None,
            case.password,
        )


def status_of(review: Review, fail_on: FailOn = "deficiency") -> int:
    """The exit status of a review: see the README."""
    if review.unopened:
        return ERROR
    if fail_on != "never" and review.deficiencies():
        return DEFICIENT
    if fail_on == "comment" and advised(review):
        return DEFICIENT
    if review.complete:
        return COMPLETE
    unread = any(document.unread for document in review.documents) or bool(review.unreadable())
    return UNREAD if unread or not review.deficiencies() else COMPLETE


def worst(statuses: Sequence[int]) -> int:
    """The exit status of a run: an error before a deficiency, this before what could not be read."""
    return next((status for status in WORST if status in statuses), COMPLETE)


@cache
def _law(town: str | None, checklist: str | None) -> Checklist | str:
    """The checklist of a town or a file, or why there is none."""
    try:
        return load_checklist(town, Path(checklist) if checklist else None)
    except DataError as error:
        return str(error)


def _shared(cases: Sequence[Case], count: int) -> Iterator[Outcome]:
    """The cases' outcomes in order, from so many processes."""
    known = [_law(*whose) for whose in dict.fromkeys((case.town, case.checklist) for case in cases)]
    laws = [law for law in known if isinstance(law, Checklist)]
    _compile(laws)  # before the processes fork, so that the vocabulary is compiled once for all of them
    gc.freeze()  # and stays shared: a collection would touch, and so copy, all of it in each process
    done = 0
    try:
        with _pool(count, laws) as pool:
            for outcome in pool.map(_checked, cases):
                yield outcome
                done += 1
    except BrokenProcessPool:
        for case in cases[done:]:
            yield _alone(case, laws)


def _alone(case: Case, laws: Sequence[Checklist]) -> Outcome:
    """A case in a process of its own, after one of them has ended another's."""
    try:
        with _pool(1, laws) as pool:
            return pool.submit(_checked, case).result()
    except BrokenProcessPool:
        return Outcome(failures=tuple(UnopenedFile(path=path, reason=DIED) for path in case.paths))


def _pool(count: int, laws: Sequence[Checklist]) -> ProcessPoolExecutor:
    """Processes that have the vocabulary compiled: copies of this one where the system can, else by themselves."""
    if sys.platform == "linux":
        return ProcessPoolExecutor(count, multiprocessing.get_context("fork"))
    context: Any = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, context, initializer=_compile, initargs=(list(laws),))


def _compile(laws: Sequence[Checklist]) -> None:
    from swppp_check.reviewing import language

    for law in laws:
        try:
            language(law)
        except DataError:
            continue  # said of each submission that needs it


def _processors() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _checked(case: Case) -> Outcome:
    """Review one case; whatever goes wrong is said of its files."""
    try:
        return _reviewed(case)
    except DataError as error:
        return Outcome(failures=(UnopenedFile(path=case.name, reason=str(error)),))
    except Exception as error:
        if os.environ.get("SWPPP_CHECK_DEBUG"):
            raise
        reason = f"internal error ({type(error).__name__}: {error}): please report it"
        return Outcome(failures=tuple(UnopenedFile(path=path, reason=reason) for path in case.paths))


def _reviewed(case: Case) -> Outcome:
    """The case's review; what people wrote for it is read first, so that a slip in it costs no reading."""
    decisions = _decisions(case.decisions, case.sent.date) if case.decisions else None
    with read_ahead(case.paths, case.password, case.limits, case.ocr, case.progress) as begun:
        law = _law(case.town, case.checklist)
        if isinstance(law, str):
            return Outcome(failures=(UnopenedFile(path=case.checklist or case.town or "", reason=law),))
        from swppp_check.rounds import compare, load_previous

        previous = load_previous(Path(case.previous), law.town.id, case.name) if case.previous else None
        if begun.any_opened():  # else there is nothing to match, and nothing to wait for
            from swppp_check.reviewing import language

            language(law)
        submission = begun.submission()
    if not submission.documents:
        return Outcome(failures=tuple(UnopenedFile(path=u.path, reason=u.reason) for u in submission.unopened))
    from swppp_check.decisions import decide
    from swppp_check.reviewing import review

    found = review(submission, law, case.project).model_copy(update={"name": case.name})
    if decisions:
        found = decide(found, decisions, case.sent.date)
    if previous:
        found = compare(found, *previous)
    return Outcome(found)


def _decisions(file: str, date: str) -> "Decisions":
    from swppp_check.decisions import decided_by, load_decisions

    decisions = load_decisions(Path(file))
    decided_by(decisions, date)
    return decisions
