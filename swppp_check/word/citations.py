"""Citations in Word files stay on one line: a section sign, its space, and a number that may have a hyphen."""

import re
from copy import deepcopy
from typing import Any

from docx.document import Document
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from swppp_check.word.body import texts

# The hyphens of a section's number: "§ 148-7A(4)".
_HYPHEN = re.compile("(?<=\N{SECTION SIGN}\N{NO-BREAK SPACE}\\d{2})-|(?<=\N{SECTION SIGN}\N{NO-BREAK SPACE}\\d{3})-")


def keep_citations(document: Document) -> None:
    """Put spaces and hyphens that Word does not break at into the citations of a document."""
    for paragraph in texts(document):
        for text in list(paragraph.iter(qn("w:t"))):
            _keep(text)


def _keep(text: Any) -> None:
    cited = (text.text or "").replace("\N{SECTION SIGN} ", "\N{SECTION SIGN}\N{NO-BREAK SPACE}")
    first, *rest = _HYPHEN.split(cited)
    if cited != text.text:
        text.text = cited
    if not rest:
        return
    at = text
    for words in rest:
        hyphen, following = OxmlElement("w:noBreakHyphen"), deepcopy(text)
        following.text = words
        at.addnext(hyphen)
        hyphen.addnext(following)
        at = following
    text.text = first
    for piece in text.getparent().findall(qn("w:t")):
        piece.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
