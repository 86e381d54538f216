"""The letter to the applicant: what is missing, where it was looked for, and what would make the plan
complete.

The shape and the tone are those of a municipal review letter. A review that is complete makes a
completeness notice instead, and one that is open only because of unread pages says so. Nothing is decided
here: every verdict, note and remedy is in the review, every word of the law in the checklist.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from swppp_check.checklists import Checklist, ReviewClause
from swppp_check.letter_findings import Findings, group_title, quotations
from swppp_check.letter_parts import Group, Letter, Outcome, Received, Row, Unread
from swppp_check.letter_text import render_text
from swppp_check.particulars import Particulars, day, due
from swppp_check.plain import plain
from swppp_check.rendering import HASH, by_ocr, explained, names, sentence, unread
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
RECEIVED = "Received"
ADDRESS = "applicant-address"
READABLE = (
    "The pages and files that could not be read should be submitted again in a form that can be read: "
    "with their text, or as clear scans."
)


NONE_GIVEN = Particulars()


def letter(review: Review, checklist: Checklist, sent: Particulars = NONE_GIVEN, *, width: int = 78) -> str:
    """The letter as plain text, its lines at most `width` characters (40 at least), ending in a newline."""
    return render_text(compose(review, checklist, sent), width)


def compose(review: Review, checklist: Checklist, sent: Particulars = NONE_GIVEN) -> Letter:
    """The letter's contents in order, for any renderer; what is not given or found stands in square brackets."""
    outcome: Outcome = "complete" if review.complete else "deficient" if review.deficiencies() else "undetermined"
    findings = Findings(review, checklist)
    groups, comments = tuple(findings.deficiencies()), findings.comments()
    unreadable, known = findings.unreadable(), names(review)
    town, clause = plain(review.checklist.name), checklist.town.review
    rows = dict(_rows(review, sent))
    end = due(sent.received, clause)
    return Letter(
        outcome=outcome,
        town=town,
        decides=f"Completeness is determined by {plain(clause.decides)} ({plain(clause.citation)}).",
        date=plain(sent.date) or "[date]",
        received=day(sent.received) if sent.received else "",
        due=day(end) if end else "",
        addressee=(rows.get("Applicant", "[applicant]"), _fact(review, ADDRESS) or "[address]"),
        subject=SUBJECTS[outcome],
        rows=tuple(Row(label, value) for label, value in rows.items()),
        documents=tuple(Received(known[d.path], _length(d), plain(d.sha256)[:HASH]) for d in review.documents),
        scope=tuple(_scope(review, checklist)),
        scope_evidence=quotations(review.project.evidence, known),
        opening=" ".join(part for part in (_opening(outcome, groups, unreadable), _later_round(review)) if part),
        groups=groups,
        comments=comments,
        unread=tuple(_unread(review)),
        unreadable=unreadable,
        reminders=tuple(_reminders(review, checklist)),
        notes=tuple(_notes(review)),
        closing_title=CLOSINGS[outcome],
        closing=tuple(p for p in _closing(review, checklist, sent, outcome, groups) if p),
        signature=(plain(sent.reviewer) or "[name], [title]", f"for the {town}"),
        copies=tuple(_copies(review)),
        record=_record(review),
        resolved=tuple(_resolved(review)),
    )


def _record(review: Review) -> str:
    used = {"checklist": review.checklist, "decisions": review.decisions, "earlier review": review.previous}
    hashes = (f"{what} {plain(file.sha256)[:HASH]}" for what, file in used.items() if file)
    return f"Review record: {plain(review.tool.name)} {plain(review.tool.version)}, {', '.join(hashes)}."


def _resolved(review: Review) -> Iterator[str]:
    """What the earlier letter listed and is settled now, under its number there."""
    for change in review.previous.changes if review.previous else ():
        if change.change == "resolved":
            yield f"{change.number}. {plain(change.title)} - {plain(change.means)}"


def _fact(review: Review, key: str) -> str:
    fact = review.project.facts.get(key)
    return plain(fact.value) if fact else ""


def _rows(review: Review, sent: Particulars) -> Iterator[tuple[str, str]]:
    """The "Re:" block: what the sender gives goes before what the plan states."""
    given = {"name": plain(sent.project), "applicant": plain(sent.applicant)}
    for key, label in ROWS.items():
        if value := given.get(key) or _fact(review, key):
            yield label, value
    if sent.received:
        yield RECEIVED, day(sent.received)


def _length(document: ReviewedDocument) -> str:
    match document.pages:
        case None:
            return "a Word file"
        case 1:
            return "1 page"
        case pages:
            return f"{pages} pages"


def _scope(review: Review, checklist: Checklist) -> Iterator[str]:
    """What was reviewed and what was not, what is provisional, and last the project's class, whose evidence follows."""
    yield (
        "The documents were reviewed for completeness, that is, for the contents that the "
        f"{plain(review.checklist.law)} requires of a SWPPP. The adequacy of the design, and its "
        f"conformity with the standards of {plain(checklist.town.review.standards)}, are not the subject "
        "of this letter."
    )
    if review.checklist.provisional:
        yield f"The checklist applied is provisional. {sentence(review.checklist.note)}".strip()
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


def _later_round(review: Review) -> str:
    """How this letter's numbers go on from the earlier one's."""
    if not review.previous:
        return ""
    new = any(change.change == "new" for change in review.previous.changes)
    return "The findings keep the numbers of the earlier letter" + ("; new ones follow its last." if new else ".")


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
    for reviewed in review.items:
        if later := [element for element in reviewed.elements if element.later]:
            asked = "; ".join(plain(element.means) for element in later)
            yield f"{plain(reviewed.title)} ({plain(reviewed.citation)}), {asked}: {sentence(later[0].note)}"


def _notes(review: Review) -> Iterator[str]:
    """What was noted of things that count as present, what a person settled, and what reading noted of documents."""
    known = names(review)
    for item in review.items:
        for element in item.elements:
            decided = element.decision and element.status is Status.NOT_APPLICABLE
            seen = element.status is Status.PRESENT and item.status is not Status.NOT_APPLICABLE and not element.later
            if (decided or seen) and plain(element.note):
                asked = f"{plain(item.title)} ({plain(item.citation)}), {plain(element.means)}"
                yield f"{asked}: {explained(element, known)}"
    for document in review.documents:
        if read := by_ocr(document):
            yield f"{known[document.path]}, {read}"
        for warning in document.warnings:
            yield f"{known[document.path]}: {sentence(warning)}"


def _closing(
    review: Review, checklist: Checklist, sent: Particulars, outcome: Outcome, groups: tuple[Group, ...]
) -> Iterator[str]:
    """How to go on: the notice, the resubmission, the clock, and that no work may start."""
    clause = checklist.town.review
    again = READABLE if any(_unread(review)) else ""
    clock = " ".join(_clock(clause, sent))
    match outcome:
        case "complete":
            yield "This notice concerns completeness only and is not an approval."
            yield sentence(clause.decision)
            yield sentence(clause.default_approval)
            if sent.received:
                yield clock
        case "deficient":
            where = f'The deficiencies are {_span(groups)}; what each requires stands after "To be complete".'
            yield " ".join(part for part in (sentence(clause.notice), where) if part)
            yield " ".join(part for part in (sentence(clause.resubmission), again) if part)
            yield clock
        case "undetermined":
            yield again
            yield clock
    yield sentence(clause.no_work)


def _clock(clause: ReviewClause, sent: Particulars) -> Iterator[str]:
    """The ordinance's period for deciding on completeness, and its last day; nothing where it sets none.

    The day given is that of the period that is not extended: whoever keeps it is right in either case.
    """
    if clause.completeness_days is None:
        return
    yield (
        f"Within {clause.completeness_days} days of receipt of a SWPPP, {plain(clause.decides)} shall "
        f"determine whether it is complete ({plain(clause.citation)})."
    )
    if sent.received and (end := due(sent.received, clause)):
        yield (
            f"The SWPPP was received on {day(sent.received)}; {clause.completeness_days} days of its receipt "
            f"end on {end:%A}, {day(end)}."
        )
    if clause.completeness_extended:
        yield sentence(clause.completeness_extended)


def _copies(review: Review) -> Iterator[str]:
    if preparer := _fact(review, "preparer"):
        yield f"{preparer} (preparer of the SWPPP)"
    yield "[others]"
    yield "File"


def _span(groups: tuple[Group, ...]) -> str:
    """The numbers of the deficiencies, as in "findings 1 to 9", "findings 2, 5 to 7 and 12"."""
    numbers = sorted(finding.number for group in groups for finding in group.findings)
    if len(numbers) == 1:
        return f"finding {numbers[0]}"
    *rest, last = _runs(numbers)
    return f"findings {', '.join(rest)} and {last}" if rest else f"findings {last}"


def _runs(numbers: list[int]) -> Iterable[str]:
    """Ascending numbers, three or more that follow each other as "5 to 7"."""
    breaks = [0, *(n + 1 for n, (a, b) in enumerate(pairwise(numbers)) if b != a + 1), len(numbers)]
    for start, end in pairwise(breaks):
        run = numbers[start:end]
        yield from [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
