"""How the parts of a letter look in Word: styles with names of their own, which a clerk can change in a template.

A template that lacks one of them, such as a town's own letterhead, is given it; one that it has is left as it is.
"""

from copy import deepcopy
from dataclasses import dataclass

from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Inches, Pt, RGBColor

FONT = "Calibri"
INK, SOFT, RULE = "1F3A4D", "4A5560", "B8C4CC"  # headings; what stands back; lines

TITLE = "SWPPP Letterhead"
SMALL = "SWPPP Small"
SUBJECT = "SWPPP Subject"
FINDING = "SWPPP Finding"
POINT = "SWPPP Point"
DETAIL = "SWPPP Detail"
QUOTATION = "SWPPP Quotation"
CHOICE = "SWPPP Choice"
LIST = "SWPPP List"
CELL = "SWPPP Cell"
TABLE = "SWPPP Table"
HEADING = "Heading 1"
SUBHEADING = "Heading 2"


@dataclass(frozen=True, slots=True)
class Look:
    """A paragraph style; sizes and spaces in points, the indent in inches."""

    size: float = 11
    bold: bool = False
    colour: str = ""
    before: float = 0
    after: float = 6
    indent: float = 0
    keep: bool = False


LOOKS = {
    "Normal": Look(),
    HEADING: Look(13, bold=True, colour=INK, before=16, after=4, keep=True),
    SUBHEADING: Look(11.5, bold=True, colour=INK, before=12, after=3, keep=True),
    TITLE: Look(20, bold=True, colour=INK, after=2),
    SMALL: Look(9, colour=SOFT, after=0),
    SUBJECT: Look(12, bold=True, before=6, after=6, keep=True),
    FINDING: Look(bold=True, before=10, after=3, keep=True),
    POINT: Look(before=4, after=3, keep=True),
    DETAIL: Look(after=3, indent=0.3),
    QUOTATION: Look(10, colour=SOFT, after=4, indent=0.4),
    CHOICE: Look(after=2, indent=0.3),
    LIST: Look(after=3),
    CELL: Look(10, before=2, after=2),
}

_TABLE_STYLE = f"""
<w:style {nsdecls("w")} w:type="table" w:customStyle="1" w:styleId="SWPPPTable">
 <w:name w:val="{TABLE}"/><w:basedOn w:val="TableNormal"/><w:uiPriority w:val="59"/><w:qFormat/>
 <w:tblPr><w:tblBorders>
  <w:top w:val="single" w:sz="8" w:space="0" w:color="{INK}"/>
  <w:bottom w:val="single" w:sz="8" w:space="0" w:color="{INK}"/>
  <w:insideH w:val="single" w:sz="4" w:space="0" w:color="{RULE}"/>
 </w:tblBorders></w:tblPr>
 <w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr>
  <w:tcPr><w:shd w:val="clear" w:color="auto" w:fill="EEF2F4"/></w:tcPr></w:tblStylePr>
</w:style>"""


def new_document() -> Document:
    """An empty document with every style, on Letter paper; its properties name no person and no day."""
    import docx

    document = docx.Document()
    for name, look in LOOKS.items():
        _style(document, name, look)
    document.styles.element.append(parse_xml(_TABLE_STYLE))
    _rule(document.styles[QUOTATION].element, "left", 12)
    section = document.sections[0]
    section.page_width, section.page_height = Inches(8.5), Inches(11)
    section.left_margin = section.right_margin = Inches(1)
    section.top_margin = section.bottom_margin = Inches(0.9)
    properties = document.core_properties
    properties.author, properties.title, properties.comments = "swppp-check", "", ""
    for stamp in ("created", "modified"):
        for element in properties._element.findall(qn(f"dcterms:{stamp}")):
            properties._element.remove(element)
    return document


def adopt(document: Document) -> None:
    """Give the document those styles that it lacks."""
    have = {style.name for style in document.styles}
    ours = new_document().styles
    for name in (*LOOKS, TABLE):
        if name not in have:
            document.styles.element.append(deepcopy(ours[name].element))


def _style(document: Document, name: str, look: Look) -> None:
    known = {style.name for style in document.styles}
    style = document.styles[name] if name in known else document.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
    if name not in known:
        style.base_style = document.styles["Normal"]
        style.quick_style = True
    fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
    for key in list(fonts.attrib):  # a theme's font would win over a named one
        del fonts.attrib[key]
    style.font.name, style.font.size, style.font.bold = FONT, Pt(look.size), look.bold or None
    if look.colour:
        style.font.color.rgb = RGBColor.from_string(look.colour)
    form = style.paragraph_format
    form.space_before, form.space_after = Pt(look.before), Pt(look.after)
    form.keep_with_next = look.keep or None
    if look.indent:
        form.left_indent = Inches(look.indent)


def _rule(element: object, side: str, size: int) -> None:
    """A line along one side of a paragraph or of the paragraphs of a style; `size` in eighths of a point."""
    border = parse_xml(
        f'<w:pBdr {nsdecls("w")}><w:{side} w:val="single" w:sz="{size}" w:space="6" w:color="{RULE}"/></w:pBdr>'
    )
    properties = element.get_or_add_pPr()  # type: ignore[attr-defined]
    properties.insert_element_before(
        border, "w:shd", "w:tabs", "w:suppressAutoHyphens", "w:spacing", "w:ind", "w:jc", "w:outlineLvl"
    )


def ruled(paragraph: object, side: str, size: int = 8) -> None:
    """A line along one side of a paragraph."""
    _rule(paragraph._p, side, size)  # type: ignore[attr-defined]
