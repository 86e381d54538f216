"""SARIF 2.1.0, for code scanning: a run that holds every submission's elements as results.

A PDF has no lines: a result's region starts at the line that is the page's number, and says so in its message. Only a
`fail` has a level; the other kinds (pass, review, notApplicable) are for readers that show them.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

from swppp_check.outputs import Checked, Wishes
from swppp_check.outputs.common import elements, key, message, outcome, title, uri
from swppp_check.plain import plain, visible_json
from swppp_check.rendering import sentence
from swppp_check.review import Element, Evidence, Item, Review
from swppp_check.versions import tool_version

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
KINDS = {
    "met": "pass",
    "deficient": "fail",
    "comment": "fail",
    "unreadable": "review",
    "not-applicable": "notApplicable",
}
Json = dict[str, Any]


def sarif(checked: Sequence[Checked], wishes: Wishes) -> str:
    """The log file."""
    rules: dict[str, Json] = {}
    artifacts: dict[str, Json] = {}
    results: list[Json] = []
    for one in checked:
        if one.review is None:
            continue
        for document in one.review.documents:
            reference = uri(document.path)
            artifacts.setdefault(
                reference,
                {
                    "location": {"uri": reference, "index": len(artifacts)},
                    "hashes": {"sha-256": document.sha256},
                    "roles": ["analysisTarget"],
                },
            )
        indices = {reference: n for n, reference in enumerate(artifacts)}
        for item, element in elements(one.review):
            rules.setdefault(key(item, element), _rule(item, element))
            index = list(rules).index(key(item, element))
            results.append(_result(one, one.review, item, element, index, indices, wishes))
    version = next((one.review.tool.version for one in checked if one.review), tool_version())
    run = {
        "tool": {"driver": {"name": "swppp-check", "version": version, "rules": list(rules.values())}},
        "automationDetails": {"id": "swppp-check/"},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(checked)],
        "artifacts": list(artifacts.values()),
        "results": results,
        "properties": {"submissions": [_submission(one) for one in checked]},
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return visible_json(json.dumps(log, indent=1, ensure_ascii=False)) + "\n"


def _rule(item: Item, element: Element) -> Json:
    """What an element asks, apart from any town's citation."""
    means, remedy = sentence(element.means), sentence(element.remedy)
    name = f"{plain(item.title)}: {plain(element.means)}"
    return {
        "id": key(item, element),
        "name": "".join(part.capitalize() for part in key(item, element).replace(".", "-").split("-")),
        "shortDescription": {"text": name},
        "fullDescription": {"text": f"{plain(item.title)}. {means}"},
        "help": {
            "text": f"{means} {remedy}".strip(),
            "markdown": f"**{plain(item.title)}**: `{key(item, element)}`\n\n{means}\n\n{remedy}".strip(),
        },
        "defaultConfiguration": {"level": "error" if element.kind == "shall" else "warning"},
        "properties": {"tags": ["swppp", item.group, element.kind]},
    }


def _result(
    one: Checked,
    review: Review,
    item: Item,
    element: Element,
    rule: int,
    artifacts: dict[str, int],
    wishes: Wishes,
) -> Json:
    came_to = outcome(item, element)
    failed = came_to in ("deficient", "comment")
    serious = came_to == "deficient" or wishes.fails_on_comments
    fingerprint = hashlib.sha256(f"{one.name}\n{key(item, element)}".encode("utf-8", "replace")).hexdigest()
    found: Json = {
        "ruleId": key(item, element),
        "ruleIndex": rule,
        "kind": KINDS[came_to],
        "level": ("error" if serious else "warning") if failed else "none",
        "message": {"text": _says(review, item, element)},
        "locations": [_location(e, artifacts) for e in element.evidence] or list(_nowhere(review, artifacts)),
        "partialFingerprints": {
            "swpppElement/v1": fingerprint,
            "primaryLocationLineHash": f"{fingerprint[:16]}:1",
        },
        "properties": {"submission": title(one), "status": element.status.value, "citation": plain(item.citation)},
    }
    if element.decision:
        found["properties"]["decision"] = element.decision.model_dump(mode="json")
    return found


def _says(review: Review, item: Item, element: Element) -> str:
    says = message(review, item, element)
    pages = dict.fromkeys(f"page {e.page}" for e in element.evidence if e.page is not None)
    return f"{says} See {', '.join(pages)}." if pages else says


def _location(evidence: Evidence, artifacts: dict[str, int]) -> Json:
    region: Json = {"startLine": evidence.page or 1}
    if quote := plain(evidence.quote):
        region["snippet"] = {"text": quote}
    location: Json = {
        "physicalLocation": {"artifactLocation": _artifact(evidence.document, artifacts), "region": region}
    }
    if section := plain(evidence.section):
        location["logicalLocations"] = [{"name": section, "kind": "section"}]
    return location


def _nowhere(review: Review, artifacts: dict[str, int]) -> Iterator[Json]:
    """What is nowhere is shown at the beginning of the first document."""
    if review.documents:
        where = _artifact(review.documents[0].path, artifacts)
        yield {"physicalLocation": {"artifactLocation": where, "region": {"startLine": 1}}}


def _artifact(path: str, artifacts: dict[str, int]) -> Json:
    reference = uri(path)
    return {"uri": reference} | ({"index": artifacts[reference]} if reference in artifacts else {})


def _invocation(checked: Sequence[Checked]) -> Json:
    """What kept the run from being whole, and which decisions changed nothing."""
    execution: list[Json] = []
    configuration: list[Json] = []
    for one in checked:
        for failure in one.failures:
            execution.append(_notification("error", failure.path, failure.reason))
        if one.review is None:
            continue
        execution += [_notification("error", file.path, file.reason) for file in one.review.unopened]
        for document in one.review.documents:
            for unread in document.unread:
                page = f", page {unread.page}" if unread.page else ""
                execution.append(_notification("warning", document.path, f"not read{page}: {unread.reason}"))
        for idle in one.review.decisions.idle if one.review.decisions else ():
            says = f"{title(one)}: decision on {plain(idle.element)}, {idle.state}: {plain(idle.reason)}"
            configuration.append({"level": "note", "message": {"text": says}})
    return {
        "executionSuccessful": not any(n["level"] == "error" for n in execution),
        "toolExecutionNotifications": execution,
        "toolConfigurationNotifications": configuration,
    }


def _notification(level: str, path: str, reason: str) -> Json:
    where = {"physicalLocation": {"artifactLocation": {"uri": uri(path)}}}
    return {"level": level, "message": {"text": f"{plain(path)}: {plain(reason)}"}, "locations": [where]}


def _submission(one: Checked) -> Json:
    if one.review is None:
        return {"name": title(one), "reviewed": False}
    checklist = one.review.checklist
    used: Json = {
        "name": title(one),
        "reviewed": True,
        "checklist": one.review.town,
        "checklistSha256": checklist.sha256,
    }
    if one.review.decisions:
        used["decisionsSha256"] = one.review.decisions.sha256
    return used
