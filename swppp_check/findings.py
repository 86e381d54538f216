"""From evidence to verdicts: the status of each element and item, its quotations, and why the rest did not count."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from swppp_check.certifications import Certification, certifications, set_apart
from swppp_check.certified import beside_verdict, named_verdict, signature_verdict, statement_verdict
from swppp_check.checklists import Checklist, ElementRule, TownItem
from swppp_check.matching import Reading
from swppp_check.review import Element, Item, Status
from swppp_check.verdicts import Verdict, text_verdict


def items(reading: Reading, checklist: Checklist, category: str, unread: bool) -> tuple[Item, ...]:
    """Every item of the checklist with its verdicts; `unread` says whether something could not be read."""
    certified = certifications(reading, checklist)
    set_apart(reading, certified)
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
            differences=verdicts[e].differences,
            later=verdicts[e].later,
            nearest=verdicts[e].nearest,
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
        status=item_status(elements),
        any_of=rule.any_of,
        elements=elements,
    )


def _settled(verdict: Verdict, unread: bool) -> Verdict:
    if verdict.status is Status.MISSING and unread:
        return replace(verdict, status=Status.UNREADABLE)
    return verdict


def item_status(elements: Sequence[Element]) -> Status:
    """An item's status by those of its elements."""
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
                return text_verdict(reading, rule)
            case "named":
                return named_verdict(reading, rule, own)
            case "statement":
                return statement_verdict(own)
            case "signature":
                return signature_verdict(reading, checklist, own, certified)
            case "beside":
                return beside_verdict(reading, rule, own, certified)

    return judge
