"""JUnit XML, for CI systems that show tests: a suite for each submission, a case for each element."""

from collections.abc import Sequence

from lxml import etree

from swppp_check.outputs import Checked, Wishes
from swppp_check.outputs.common import elements, key, message, outcome, title
from swppp_check.plain import plain
from swppp_check.review import Element, Item, Review


def junit(checked: Sequence[Checked], wishes: Wishes) -> bytes:
    """The suites; a deficiency is a failure, what could not be read an error, what is not asked is skipped."""
    root = etree.Element("testsuites", name="swppp-check")
    for one in checked:
        suite = etree.SubElement(root, "testsuite", name=title(one))
        if one.review:
            _properties(suite, one.review)
            for item, element in elements(one.review):
                _case(suite, one.review, item, element, wishes)
        for failure in one.failures:
            case = etree.SubElement(suite, "testcase", classname="files", name=plain(failure.path))
            etree.SubElement(case, "error", type="unopened", message=plain(failure.reason))
        _count(suite)
    _count(root)
    return bytes(etree.tostring(root, pretty_print=True, xml_declaration=True, encoding="UTF-8"))


def _properties(suite: etree._Element, review: Review) -> None:
    values = {
        "tool": f"{review.tool.name} {review.tool.version}",
        "checklist": review.town,
        "checklist-sha256": review.checklist.sha256,
        **{f"sha256 {document.path}": document.sha256 for document in review.documents},
    }
    if review.decisions:
        values["decisions-sha256"] = review.decisions.sha256
    properties = etree.SubElement(suite, "properties")
    for name, value in values.items():
        etree.SubElement(properties, "property", name=plain(name), value=plain(value))


def _case(suite: etree._Element, review: Review, item: Item, element: Element, wishes: Wishes) -> None:
    case = etree.SubElement(suite, "testcase", classname=plain(review.town), name=key(item, element))
    says = message(review, item, element)
    match outcome(item, element):
        case "deficient":
            etree.SubElement(case, "failure", type=element.status.value, message=says)
        case "comment" if wishes.fails_on_comments:
            etree.SubElement(case, "failure", type="comment", message=says)
        case "comment":
            etree.SubElement(case, "system-out").text = f"Comment: {says}"
        case "unreadable":
            etree.SubElement(case, "error", type="unreadable", message=says)
        case "not-applicable":
            etree.SubElement(case, "skipped", message=plain(element.note) or "not asked of this project")


def _count(suite: etree._Element) -> None:
    """The totals that the readers of such files expect."""
    suite.set("tests", str(len(suite.findall(".//testcase"))))
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(len(suite.findall(f".//{tag}"))))
