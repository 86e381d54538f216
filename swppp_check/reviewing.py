"""The whole program in one page: files in, a review out."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

from swppp_check.checklists import Checklist, load_checklist
from swppp_check.findings import items
from swppp_check.keeping import kept_language
from swppp_check.language import Language
from swppp_check.matching import Reading
from swppp_check.project import project as project_of
from swppp_check.reading import OcrMode, read_ahead
from swppp_check.reading.limits import Limits
from swppp_check.review import ChecklistUsed, Item, Review, ReviewedDocument, Status, Tool, UnopenedFile, UnreadPage
from swppp_check.submission import Document, Submission
from swppp_check.versions import tool_version

Asked = Literal["auto", "major", "minor"]


def check(
    paths: Sequence[str | Path],
    town: str | None = None,
    project: Asked = "auto",
    *,
    checklist: str | Path | None = None,
    password: str | None = None,
    ocr: OcrMode = "auto",
    limits: Limits | None = None,
) -> Review:
    """Review files and folders as one submission against a town's checklist, or that of a file.

    Raises ChecklistError for a town or a checklist file that cannot be used. A file that cannot be opened is in the
    review's `unopened` and keeps it from being complete. Each document is read in a child process within `limits`.
    `ocr` says which pages are read from their pictures: those without usable text, none, or all ("force").
    """
    with read_ahead(paths, password, limits, ocr) as begun:
        law = load_checklist(town, Path(checklist) if checklist else None)
        language()
        return review(begun.submission(), law, project)


def review(submission: Submission, checklist: Checklist, project: Asked = "auto") -> Review:
    """Review a submission that has been read."""
    reading = Reading(submission, language(checklist))
    found = project_of(reading, project)
    unread = bool(submission.unopened) or any(d.unread for d in submission.documents)
    findings = items(reading, checklist, found.category, unread)
    return Review(
        tool=Tool(version=tool_version()),
        town=checklist.town.id,
        checklist=ChecklistUsed(
            name=checklist.town.name,
            law=checklist.town.law,
            provisional=checklist.town.provisional,
            note=checklist.town.note,
            sha256=checklist.sha256,
        ),
        project=found,
        documents=tuple(_document(d) for d in submission.documents),
        unopened=tuple(UnopenedFile(path=u.path, reason=u.reason) for u in submission.unopened),
        items=findings,
        complete=settled(findings) and not unread and bool(submission.documents),
    )


def language(checklist: Checklist | None = None) -> Language:
    """The vocabulary that comes with the program and that of the checklist's own elements, compiled once a process."""
    return _language(tuple(checklist.town.terms.items()) if checklist else ())


@lru_cache(maxsize=4)  # the towns of a run that have words of their own
def _language(own: tuple[tuple[str, tuple[str, ...]], ...]) -> Language:
    return kept_language(dict(own))


def settled(items: Iterable[Item]) -> bool:
    """Whether nothing is lacking that shall be there, and nothing is open."""
    return all(_met(e.kind, e.status) for item in items for e in item.elements)


def _met(kind: str, status: Status) -> bool:
    return status in (Status.PRESENT, Status.NOT_APPLICABLE) or (kind != "shall" and status is Status.MISSING)


def _document(document: Document) -> ReviewedDocument:
    return ReviewedDocument(
        path=document.path,
        pages=document.pages or None,
        sha256=document.sha256,
        unread_pages=tuple(u.page for u in document.unread if u.page is not None),
        unread=tuple(UnreadPage(page=u.page, reason=u.reason) for u in document.unread),
        ocr_pages=document.ocr_pages,
        warnings=document.warnings,
    )
