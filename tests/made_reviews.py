"""Reviews made by hand, for the tests of what is made of a review."""

from collections.abc import Mapping
from typing import Any

from swppp_check.checklists import Checklist
from swppp_check.review import (
    ChecklistUsed,
    Element,
    Evidence,
    Fact,
    Item,
    Project,
    Review,
    ReviewedDocument,
    Status,
    Tool,
)

REPORT = "plans/report.pdf"
FACTS = {
    "name": "Mill Street Clinic",
    "location": "118 Mill Street, Schenectady",
    "parcel": "38.41-5-16.2",
    "applicant": "Bittern Partners LLC",
    "preparer": "Ash Engineering, P.C.",
}


def document(path: str = REPORT, pages: int | None = 41, sha256: str = "ab" * 32, **more: Any) -> ReviewedDocument:
    return ReviewedDocument(path=path, pages=pages, sha256=sha256, **more)


def quoted(quote: str, page: int | None = 7, section: str = "3.2 Soils", document: str = REPORT) -> Evidence:
    return Evidence(document=document, page=page, section=section, quote=quote)


def project(**more: Any) -> Project:
    given = {"category": "major", "basis": "a commercial building of 9.04 acres", "determined": True}
    facts = {key: Fact(value=value) for key, value in FACTS.items()}
    return Project.model_validate({**given, "facts": facts, **more})


def review(checklist: Checklist, found: Mapping[str, Mapping[str, Any]] | None = None, /, **more: Any) -> Review:
    """A review in which every element is there but for those in `found`, by "item.element".

    For a minor project the items of the major group do not apply.
    """
    found = found or {}
    minor = "project" in more and more["project"].category == "minor"
    items = []
    for asked in checklist.town.item:
        elements = []
        for id_, rule in checklist.elements(asked).items():
            kept = {"status": Status.PRESENT, "evidence": (quoted(f"Words on {id_}."),)}
            says = {"id": id_, "kind": rule.kind, "means": rule.means, "remedy": rule.remedy}
            elements.append(Element.model_validate({**says, **found.get(f"{asked.id}.{id_}", kept)}))
        items.append(
            Item(
                id=asked.id,
                group=asked.group,
                number=asked.number,
                citation=asked.citation,
                title=checklist.rules[asked.id].title,
                status=Status.NOT_APPLICABLE if minor and asked.group == "major" else _status(elements),
                any_of=checklist.rules[asked.id].any_of,
                elements=tuple(elements),
            )
        )
    town = checklist.town
    used = ChecklistUsed(
        name=town.name, law=town.law, provisional=town.provisional, note=town.note, sha256=checklist.sha256
    )
    lacking = {Status.MISSING, Status.ALTERED, Status.UNREADABLE}
    applied = [e for i in items if i.status is not Status.NOT_APPLICABLE for e in i.elements]
    return Review.model_validate(
        {
            "tool": Tool(version="0.1.0"),
            "town": town.id,
            "checklist": used,
            "project": project(),
            "documents": (document(),),
            "items": tuple(items),
            "complete": not any(e.kind == "shall" and e.status in lacking for e in applied),
            **more,
        }
    )


def _status(elements: list[Element]) -> Status:
    statuses = [e.status for e in elements if e.kind == "shall"]
    if all(s in (Status.PRESENT, Status.NOT_APPLICABLE) for s in statuses):
        return Status.PRESENT
    if Status.UNREADABLE in statuses:
        return Status.UNREADABLE
    return Status.PARTIAL if Status.PRESENT in statuses else Status.MISSING
