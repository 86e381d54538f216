"""Real numbering in Word: 1., (a), and bullets, in a document that may have no numbering of its own yet."""

from typing import Any

from docx.document import Document
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.parts.numbering import NumberingPart
from docx.text.paragraph import Paragraph

# Indents in twentieths of a point: where the text stands, and how far the number hangs before it.
_NUMBERED = (("decimal", "%1.", 432, 432), ("lowerLetter", "(%2)", 864, 432))
_BULLETS = (("bullet", "\N{BULLET}", 360, 240), ("bullet", "\N{BULLET}", 720, 240), ("bullet", "\N{BULLET}", 1152, 240))


class Numbering:
    """The lists of one document. Numbers run through the document; bullets have up to three depths."""

    def __init__(self, document: Document) -> None:
        """Add the lists' definitions to the document."""
        self._lists = _numbering(document)
        self._numbers = self._abstract(_NUMBERED)
        self._current = self._lists.add_num(self._numbers).numId
        self._bullets = self._lists.add_num(self._abstract(_BULLETS)).numId
        self._expected = 1

    def number(self, paragraph: Paragraph, number: int) -> None:
        """Number a paragraph; where a number does not follow on the last, the list goes on from it."""
        if number != self._expected:
            restarted = self._lists.add_num(self._numbers)
            restarted.add_lvlOverride(ilvl=0).add_startOverride(number)
            self._current = restarted.numId
        self._expected = number + 1
        _apply(paragraph, self._current, 0)

    def letter(self, paragraph: Paragraph) -> None:
        """Letter a paragraph, from (a) under each number."""
        _apply(paragraph, self._current, 1)

    def bullet(self, paragraph: Paragraph, depth: int = 0) -> None:
        """Put a bullet before a paragraph, at depth 0 to 2."""
        _apply(paragraph, self._bullets, depth)

    def _abstract(self, levels: tuple[tuple[str, str, int, int], ...]) -> int:
        known = self._lists.findall(qn("w:abstractNum"))
        identity = max((int(a.get(qn("w:abstractNumId"))) for a in known), default=-1) + 1
        described = "".join(
            f'<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/>'
            f'<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="{left}" w:hanging="{hanging}"/></w:pPr></w:lvl>'
            for depth, (form, text, left, hanging) in enumerate(levels)
        )
        definition = parse_xml(
            f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{identity}">'
            f'<w:multiLevelType w:val="multilevel"/>{described}</w:abstractNum>'
        )
        first = self._lists.find(qn("w:num"))
        if first is None:
            self._lists.append(definition)
        else:
            first.addprevious(definition)
        return identity


def _numbering(document: Document) -> Any:
    """The document's numbering, made where it has none."""
    part = document.part
    for relation in part.rels.values():
        if relation.reltype == RELATIONSHIP_TYPE.NUMBERING:
            return relation.target_part.element
    made = NumberingPart(
        PackURI("/word/numbering.xml"),
        CONTENT_TYPE.WML_NUMBERING,
        parse_xml(f"<w:numbering {nsdecls('w')}/>"),
        part.package,
    )
    part.relate_to(made, RELATIONSHIP_TYPE.NUMBERING)
    return made.element


def _apply(paragraph: Paragraph, list_id: int, level: int) -> None:
    properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
    properties.get_or_add_ilvl().val = level
    properties.get_or_add_numId().val = list_id
