"""The letter to the applicant: what is missing, where it was looked for, and what would make the plan
complete.

The shape and the tone are those of a municipal review letter. A review that is complete makes a
completeness notice instead, and one that is open only because of unread pages says so. Nothing is decided
here: every verdict, note and remedy is in the review, every word of the law in the checklist.
"""

from collections.abc import Iterator

from swppp_check.checklists import Checklist
from swppp_check.letter_findings import Findings, group_title, quotations
from swppp_check.letter_parts import Group, Letter, Outcome, Received, Row, Unread
from swppp_check.letter_text import render_text
from swppp_check.plain import plain
from swppp_check.rendering import HASH, by_ocr, names, sentence, unread
from swppp_check.review import Review, ReviewedDocument, Status

SUBJECTS: dict[Outcome, str] = {
    "complete": "Stormwater Pollution Prevention Plan (SWPPP): notice of completeness",
    "deficient": "Stormwater Pollution Prevention Plan (SWPPP): notice of deficiencies",
    "undetermined": "Stormwater Pollution Prevention Plan (SWPPP): completeness not yet determined",
}
CLOSINGS: dict[Outcome, str] = {
    "complete": "What follows from this notice",
    "deficient": "Requirements for completeness",
    "undetermined": "What is needed to determine completeness",
}
ROWS = {
    "name": "Project",
    "location": "Location",
    "parcel": "Tax parcel",
    "applicant": "Applicant",
    "preparer": "Prepared by",
    "acreage": "Acreage",
    "receiving-waters": "Receiving waters",
}
ADDRESS = "applicant-address"
READABLE = (
    "The pages and files that could not be read should be submitted again in a form that can be read: "
    "with their text, or as clear scans."
)


def letter(review: Review, checklist: Checklist, *, date: str = "", width: int = 78) -> str:
    """The letter as plain text, its lines at most `width` characters (40 at least), ending in a newline.

    `date` is the letter's date as it shall be printed; without one the letter says "[date]". No other date is
    computed from it: the ordinances' clocks run from the receipt of the plan.
    """
    return render_text(compose(review, checklist, date), width)


def compose(review: Review, checklist: Checklist, date: str = "") -> Letter:
    """The letter's contents in order, for any renderer."""
    outcome: Outcome = "complete" if review.complete else "deficient" if review.deficiencies() else "undetermined"
    findings = Findings(review, checklist)
    groups, comments = tuple(findings.deficiencies()), findings.comments()
    unreadable, known = findings.unreadable(), names(review)
    town, clause = plain(review.checklist.name), checklist.town.review
    return Letter(
        outcome=outcome,
        town=town,
        decides=f"Completeness is determined by {plain(clause.decides)} ({plain(clause.citation)}).",
        date=plain(date) or "[date]",
        addressee=(_fact(review, "applicant") or "[applicant]", _fact(review, ADDRESS) or "[address]"),
        subject=SUBJECTS[outcome],
        rows=tuple(Row(label, _fact(review, key)) for key, label in ROWS.items() if _fact(review, key)),
        documents=tuple(Received(known[d.path], _length(d), plain(d.sha256)[:HASH]) for d in review.documents),
        scope=tuple(_scope(review, checklist)),
        scope_evidence=quotations(review.project.evidence, known),
        opening=_opening(outcome, groups, unreadable),
        groups=groups,
        comments=comments,
        unread=tuple(_unread(review)),
        unreadable=unreadable,
        reminders=tuple(_reminders(review, checklist)),
        notes=tuple(_notes(review)),
        closing_title=CLOSINGS[outcome],
        closing=tuple(p for p in _closing(review, checklist, outcome, groups) if p),
        signature=("[name], [title]", f"for the {town}"),
        copies=tuple(_copies(review)),
        record=f"Review record: {plain(review.tool.name)} {plain(review.tool.version)}, "
        f"checklist {plain(review.checklist.sha256)[:HASH]}.",
    )


def _fact(review: Review, key: str) -> str:
    fact = review.project.facts.get(key)
    return plain(fact.value) if fact else ""


def _length(document: ReviewedDocument) -> str:
    match document.pages:
        case None:
            return "a Word file"
        case 1:
            return "1 page"
        case pages:
            return f"{pages} pages"


def _scope(review: Review, checklist: Checklist) -> Iterator[str]:
    """What was reviewed and what was not, the project's class, and what is provisional."""
    yield (
        "The documents were reviewed for completeness, that is, for the contents that the "
        f"{plain(review.checklist.law)} requires of a SWPPP. The adequacy of the design, and its "
        f"conformity with the standards of {plain(checklist.town.review.standards)}, are not the subject "
        "of this letter."
    )
    project = review.project
    basis = plain(project.basis)
    if project.determined:
        says = [
            f"The project was reviewed as a {project.category} project.",
            sentence(basis and f"Basis: {basis}"),
        ]
    else:
        since = f", since {basis}" if basis else ""
        says = [
            "The documents submitted do not determine whether the project is a major or a minor one.",
            sentence(f"It was reviewed as a {project.category} project{since}"),
        ]
    if project.category == "minor" and any(item.group == "major" for item in review.items):
        title = group_title(review, "major")
        says.append(f"{title} are not asked of it.")
    yield " ".join(part for part in says if part)
    if review.checklist.provisional:
        yield f"The checklist applied is provisional. {sentence(review.checklist.note)}".strip()


def _opening(outcome: Outcome, groups: tuple[Group, ...], unreadable: Group | None) -> str:
    """The verdict in a sentence or two."""
    match outcome:
        case "complete":
            return "The SWPPP contains what the ordinance requires it to contain, and is complete."
        case "undetermined":
            return (
                "Whether the SWPPP is complete could not be determined. Nothing is known to be missing, "
                "but the pages or files listed below could not be read."
            )
        case "deficient":
            listed = f"The deficiencies are listed below as {_span(groups)}; a reply should quote the numbers."
            rest = " Other contents may stand on pages that could not be read." if unreadable else ""
            return f"The SWPPP is not complete. {listed}{rest}"


def _unread(review: Review) -> Iterator[Unread]:
    known = names(review)
    for document in review.documents:
        for pages, reason in unread(document):
            yield Unread(f"{known[document.path]}, {pages}" if pages else known[document.path], sentence(reason))
    for file in review.unopened:
        reason = plain(file.reason)
        yield Unread(
            known[file.path],
            f"The file could not be opened{f': {reason}' if reason else ''}".rstrip(".") + ".",
        )


def _reminders(review: Review, checklist: Checklist) -> Iterator[str]:
    """A certification of which the plan holds only the words is signed later, before the work."""
    applied = {item.id for item in review.items if item.status is not Status.NOT_APPLICABLE}
    for item in checklist.town.item:
        if item.group == "certification" and item.id in applied and "signed" not in checklist.elements(item):
            yield (
                "All contractors and subcontractors identified in the SWPPP shall sign a copy of the "
                "certification statement before undertaking any land development activity "
                f"({plain(item.citation)})."
            )


def _notes(review: Review) -> Iterator[str]:
    """What the review noted of things that count as present, and what the reading noted of the documents."""
    for item, element in review.findings():
        if element.status is Status.PRESENT and plain(element.note):
            asked = f"{plain(item.title)} ({plain(item.citation)}), {plain(element.means)}"
            yield f"{asked}: {sentence(element.note)}"
    known = names(review)
    for document in review.documents:
        if read := by_ocr(document):
            yield f"{known[document.path]}, {read}"
        for warning in document.warnings:
            yield f"{known[document.path]}: {sentence(warning)}"


def _closing(review: Review, checklist: Checklist, outcome: Outcome, groups: tuple[Group, ...]) -> Iterator[str]:
    """How to go on: the notice, the resubmission, the clock, and that no work may start."""
    clause = checklist.town.review
    again = READABLE if any(_unread(review)) else ""
    clock = [_clock(checklist), sentence(clause.completeness_extended)]
    match outcome:
        case "complete":
            yield "This notice concerns completeness only and is not an approval."
            yield sentence(clause.decision)
            yield sentence(clause.default_approval)
        case "deficient":
            where = f'The deficiencies are {_span(groups)}; what each requires stands after "To be complete".'
            yield " ".join(part for part in (sentence(clause.notice), where) if part)
            yield " ".join(part for part in (sentence(clause.resubmission), again) if part)
            yield " ".join(part for part in clock if part)
        case "undetermined":
            yield again
            yield " ".join(part for part in clock if part)
    yield sentence(clause.no_work)


def _clock(checklist: Checklist) -> str:
    """The ordinance's period for deciding on completeness; empty where it sets none."""
    clause = checklist.town.review
    if clause.completeness_days is None:
        return ""
    return (
        f"Within {clause.completeness_days} days of receipt of a SWPPP, {plain(clause.decides)} shall "
        f"determine whether it is complete ({plain(clause.citation)})."
    )


def _copies(review: Review) -> Iterator[str]:
    if preparer := _fact(review, "preparer"):
        yield f"{preparer} (preparer of the SWPPP)"
    yield "[others]"
    yield "File"


def _span(groups: tuple[Group, ...]) -> str:
    """The numbers of the deficiencies, as in "findings 1 to 9"."""
    numbers = [finding.number for group in groups for finding in group.findings]
    return f"finding {numbers[0]}" if len(numbers) == 1 else f"findings {numbers[0]} to {numbers[-1]}"
