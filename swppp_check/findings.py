"""From evidence to verdicts: the status of each element and item, its quotations, and why the rest did not count."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from swppp_check.certifications import (
    Certification,
    Signature,
    certifications,
    loose_signatures,
    sentences_of,
    signatures,
)
from swppp_check.checklists import Checklist, ElementRule, TownItem
from swppp_check.matching import Find, Place, Reading
from swppp_check.review import Element, Evidence, Item, Status

# At most so many quotations for an element, and so many characters each.
QUOTATIONS, QUOTE_LENGTH = 3, 320


@dataclass(frozen=True, slots=True)
class Verdict:
    """An element's status with what shows it."""

    status: Status
    evidence: tuple[Evidence, ...] = ()
    note: str = ""


def items(reading: Reading, checklist: Checklist, category: str, unread: bool) -> tuple[Item, ...]:
    """Every item of the checklist with its verdicts; `unread` says whether something could not be read."""
    certified = certifications(reading, checklist)
    return tuple(_item(item, reading, checklist, category, unread, certified) for item in checklist.town.item)


def _item(
    item: TownItem,
    reading: Reading,
    checklist: Checklist,
    category: str,
    unread: bool,
    certified: Mapping[str, tuple[Certification, ...]],
) -> Item:
    rule = checklist.rules[item.id]
    wanted = checklist.elements(item)
    if item.group == "major" and category == "minor":
        verdicts = {e: Verdict(Status.NOT_APPLICABLE, note="asked of major projects only") for e in wanted}
    else:
        judge = _judge(reading, checklist, item, certified)
        verdicts = {e: _settled(judge(r), unread) for e, r in wanted.items()}
        if rule.any_of and any(verdicts[e].status is Status.PRESENT for e in rule.any_of):
            verdicts |= {
                e: Verdict(Status.NOT_APPLICABLE, note="another of the alternatives is enough")
                for e in rule.any_of
                if verdicts[e].status is not Status.PRESENT
            }
    elements = tuple(
        Element(
            id=e,
            kind=r.kind,
            means=r.means,
            status=verdicts[e].status,
            evidence=verdicts[e].evidence,
            note=verdicts[e].note,
            remedy=r.remedy,
        )
        for e, r in wanted.items()
    )
    return Item(
        id=item.id,
        group=item.group,
        number=item.number,
        citation=item.citation,
        title=rule.title,
        status=_status(elements),
        any_of=rule.any_of,
        elements=elements,
    )


def _settled(verdict: Verdict, unread: bool) -> Verdict:
    if verdict.status is Status.MISSING and unread:
        return Verdict(Status.UNREADABLE, verdict.evidence, verdict.note)
    return verdict


def _status(elements: Sequence[Element]) -> Status:
    required = [e.status for e in elements if e.kind != "should" and e.status is not Status.NOT_APPLICABLE]
    if not required:
        return Status.NOT_APPLICABLE
    if all(s is Status.PRESENT for s in required):
        return Status.PRESENT
    if Status.UNREADABLE in required and not {Status.MISSING, Status.ALTERED} & set(required):
        return Status.UNREADABLE
    return Status.PARTIAL if {Status.PRESENT, Status.ALTERED} & set(required) else Status.MISSING


def _judge(
    reading: Reading, checklist: Checklist, item: TownItem, certified: Mapping[str, tuple[Certification, ...]]
) -> Callable[[ElementRule], Verdict]:
    own = certified.get(item.id, ())

    def judge(rule: ElementRule) -> Verdict:
        match rule.how:
            case "text":
                return _text(reading, rule)
            case "statement":
                return _statement(own)
            case "signature":
                return _signature(reading, checklist, own, certified)
            case "beside":
                return _beside(reading, rule, own, certified)

    return judge


# ---------------------------------------------------------------- elements found in the text
def _text(reading: Reading, rule: ElementRule, within: frozenset[int] | None = None) -> Verdict:
    shown = _shown(reading.find(rule.seek), within)
    shown_too = _shown(reading.find(rule.also), within)
    if shown and (shown_too or not rule.also):
        quoted = [*shown[:1], *shown_too[:1], *shown[1:], *shown_too[1:]]
        return Verdict(Status.PRESENT, _quotations(f.place for f in quoted))
    if rule.kind == "if" and not any(not f.reason for f in reading.find(rule.condition)):
        return Verdict(Status.NOT_APPLICABLE, note=f"asked only where {rule.when}")
    half = shown or shown_too
    if half:
        note = f"only one of its two parts was found: {_where(half[0].place)}"
        return Verdict(Status.MISSING, _quotations(f.place for f in half[:1]), note)
    return Verdict(Status.MISSING, note=_nearest(reading, rule, within))


def _within(finds: Iterable[Find], within: frozenset[int] | None) -> Iterator[Find]:
    return (f for f in finds if within is None or f.place.sentence in within)


def _shown(finds: Iterable[Find], within: frozenset[int] | None) -> list[Find]:
    """The first finds that count, as many as are quoted."""
    return list(islice((f for f in _within(finds, within) if not f.reason), QUOTATIONS))


def _nearest(reading: Reading, rule: ElementRule, within: frozenset[int] | None) -> str:
    """The nearest thing that was found and why it did not count."""
    if finds := list(_within(reading.find((*rule.seek, *rule.also)), within)):
        found = min(finds, key=lambda f: _closeness(f.reason))
        return f"{found.reason}: {_where(found.place)}"
    mentions = list(_within(reading.mentions(rule), within))
    promised = [f for f in mentions if _closeness(f.reason) == 0 and f.reason]
    for found in promised or mentions:
        return f"{found.reason or 'only mentioned, without what is asked'}: {_where(found.place)}"
    return "not mentioned"


def _closeness(reason: str) -> int:
    """Promises and the like come before headings, and these before attached texts."""
    if "heading" in reason or "title" in reason:
        return 1
    return 2 if any(w in reason for w in ("attached", "form", "contents", "running", "elsewhere")) else 0


# ---------------------------------------------------------------- certifications
def _statement(certified: Sequence[Certification]) -> Verdict:
    counted = [c for c in certified if not c.reason]
    right = [c for c in counted if c.statement.verdict == "present"]
    if right:
        return Verdict(Status.PRESENT, tuple(_statement_quote(c) for c in right[:QUOTATIONS]))
    if counted:
        best = max(counted, key=lambda c: c.statement.likeness)
        form = f"It has the words of {best.statement.form}. " if best.statement.form else ""
        note = f"{form}Compared with the ordinance's words the statement {best.differences()}."
        return Verdict(Status.ALTERED, (_statement_quote(best),), note)
    if certified:
        where = _location(certified[0].document.path, certified[0].first.page)
        return Verdict(Status.MISSING, note=f"{certified[0].reason}, {where}")
    return Verdict(Status.MISSING, note="no such statement was found")


def _signature(
    reading: Reading,
    checklist: Checklist,
    certified: Sequence[Certification],
    all_certified: Mapping[str, tuple[Certification, ...]],
) -> Verdict:
    counted = [c for c in certified if not c.reason]
    lines = [s for c in counted for s in signatures(c)]
    if not counted:  # the statement is missing, which is said elsewhere; a professional may still have signed
        lines = [s for s in loose_signatures(reading, all_certified) if not _refused(reading, checklist, s)]
    note = "the signature line is blank" if lines else "no signature line follows the statement" if counted else ""
    for line in lines:
        if not line.signed:
            continue
        refused = _refused(reading, checklist, line)
        if refused:
            note = refused
            continue
        what = (
            "a mark stands on the signature line"
            if line.block.mark in ("ink", "picture")
            else "words stand for a signature"
        )
        quote = Evidence(
            document=line.document.path,
            page=line.block.page,
            section=line.document.sections[line.block.section].title,
            quote=shortened(line.block.text),
        )
        return Verdict(Status.PRESENT, (quote,), note=what)
    return Verdict(Status.MISSING, note=note or "there is no statement to sign")


def _refused(reading: Reading, checklist: Checklist, line: Signature) -> str:
    """Why the signer's credential does not satisfy the town; empty where it does."""
    around = set(sentences_of(reading, line.document, line.around))
    if around & reading.sentences_with(checklist.town.preparer.accepted):
        return ""
    if around & reading.sentences_with(["credential-refused"]) or not around & reading.sentences_with(
        ["licence-number"]
    ):
        return f"it is signed, but no credential of {checklist.town.preparer.who} was found beside the signature"
    return ""


def _beside(
    reading: Reading,
    rule: ElementRule,
    certified: Sequence[Certification],
    all_certified: Mapping[str, tuple[Certification, ...]],
) -> Verdict:
    """An element of the signature block: beside the statement or, where that is missing, at a loose signature line."""
    counted = [c for c in certified if not c.reason]
    places = [(c.document, c.blocks) for c in counted]
    if not places:
        places = [(s.document, s.around) for s in loose_signatures(reading, all_certified)]
    if not places:
        return Verdict(Status.MISSING, note="there is no statement beside which it could stand")
    around = frozenset(s for document, blocks in places for s in sentences_of(reading, document, blocks))
    found = _text(reading, rule, around)
    if found.status is Status.PRESENT and all("_" in e.quote or e.quote.rstrip().endswith(":") for e in found.evidence):
        return Verdict(Status.PRESENT, found.evidence, "provided for, to be filled in when signed")
    return found


# ---------------------------------------------------------------- quotations
def _quotations(places: Iterable[Place]) -> tuple[Evidence, ...]:
    chosen: dict[tuple[str, int], Evidence] = {}
    for place in places:
        key = (place.document.path, place.sentence)
        if key not in chosen:
            chosen[key] = Evidence(
                document=place.document.path,
                page=place.block.page,
                section=section(place),
                quote=shortened(place.text),
            )
        if len(chosen) == QUOTATIONS:
            break
    return tuple(chosen.values())


def section(place: Place) -> str:
    """The title of the section, or the number and title of the drawing sheet, in which a place stands."""
    if place.block.sheet is not None:
        sheet = place.document.sheets[place.block.sheet]
        return f"Sheet {sheet.number} {sheet.title}".replace("  ", " ").strip()
    return place.document.sections[place.block.section].title


def shortened(text: str) -> str:
    """A quotation of bearable length."""
    text = " ".join(text.split())
    return text if len(text) <= QUOTE_LENGTH else text[: QUOTE_LENGTH - 1].rsplit(" ", 1)[0] + "\u2026"


def _where(place: Place) -> str:
    return (
        f"\u201c{shortened(place.text)[:160]}\u201d, {_location(place.document.path, place.block.page, section(place))}"
    )


def _location(path: str, page: int | None, title: str = "") -> str:
    parts = [path.rsplit("/", 1)[-1], f"p. {page}" if page else "", title]
    return ", ".join(p for p in parts if p)


def _statement_quote(certification: Certification) -> Evidence:
    return _evidence(certification, certification.statement.quote, certification.first.page)


def _evidence(certification: Certification, text: str, page: int | None) -> Evidence:
    document = certification.document
    title = document.sections[certification.first.section].title
    return Evidence(document=document.path, page=page, section=title, quote=shortened(text))
