"""Word files of every kind are read: all words once, in order, each as what it is."""

import zipfile
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import docx
import pytest
from docx.document import Document
from docx.oxml import parse_xml
from docx.shared import Pt

from swppp_check.reading import package
from swppp_check.reading.raw import CannotOpen, RawBlock, RawDocument
from swppp_check.reading.word import read_word
from swppp_check.reading.word_numbering import Numbering, written
from swppp_check.submission import Kind

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NAMESPACES = (
    f'xmlns:w="{W}" xmlns:r="{R}"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    ' xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'
    ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
    ' xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    ' xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'
)
MAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


def write(path: Path, body: str, parts: dict[str, str | bytes] | None = None, **links: str) -> Path:
    """A minimal Word file: `body` is the body's XML, `links` maps relation ids to "kind target"."""
    relations = "".join(
        f'<Relationship Id="{key}" Type="{R}/{kind}" Target="{target}"/>'
        for key, (kind, target) in ((key, link.split()) for key, link in links.items())
    )
    of_relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="html" ContentType="text/html"/>'
            f'<Override PartName="/word/document.xml" ContentType="{MAIN_TYPE}"/></Types>',
        )
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{of_relations}"><Relationship Id="rId1" Type="{R}/officeDocument"'
            ' Target="word/document.xml"/></Relationships>',
        )
        archive.writestr(
            "word/_rels/document.xml.rels",
            f'<Relationships xmlns="{of_relations}">{relations}</Relationships>',
        )
        archive.writestr("word/document.xml", f"<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>")
        for name, data in (parts or {}).items():
            archive.writestr(name, data)
    return path


def read_body(tmp_path: Path, body: str, parts: dict[str, str | bytes] | None = None, **links: str) -> RawDocument:
    return read_word(write(tmp_path / "plan.docx", body, parts, **links))


def save(document: Document, tmp_path: Path) -> RawDocument:
    path = tmp_path / "plan.docx"
    document.save(str(path))
    return read_word(path)


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def par(*content: str, properties: str = "") -> str:
    runs = "".join(each if each.startswith("<") else run(each) for each in content)
    return f"<w:p><w:pPr>{properties}</w:pPr>{runs}</w:p>"


def cell(*content: str, properties: str = "") -> str:
    paragraphs = "".join(each if each.startswith("<") else par(each) for each in content)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraphs}</w:tc>"


def table(*rows: str) -> str:
    return f"<w:tbl><w:tblPr/>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"


def control(content: str, properties: str = "") -> str:
    return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"


def field(character: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{character}"/></w:r>'


def texts(document: RawDocument) -> list[str]:
    return [block.text for block in document.blocks]


def kinds(document: RawDocument) -> list[tuple[Kind, str]]:
    return [(block.kind, block.text) for block in document.blocks]


PROMPT = "<w:showingPlcHdr/>"


# Paragraphs


def test_words_split_over_runs_are_joined(tmp_path: Path) -> None:
    document = read_body(tmp_path, par("Silt fen", "<w:proofErr/>", "ce will be", " checked ", "weekly."))
    assert kinds(document) == [(Kind.PARAGRAPH, "Silt fence will be checked weekly.")]
    assert document.pages == 0
    assert document.blocks[0].page is None


def test_special_characters_within_a_run(tmp_path: Path) -> None:
    signs = (
        "<w:r><w:t>non</w:t><w:noBreakHyphen/><w:t>erodible soil</w:t><w:softHyphen/>"
        "<w:t>s,\u00a0 on\u00adsite</w:t>"
        '<w:br/><w:t>Owner</w:t><w:tab/><w:t>Smith</w:t><w:sym w:font="Wingdings" w:char="F0FE"/>'
        '<w:sym w:font="Wingdings" w:char="F022"/><w:t> 3</w:t><w:sym w:font="Symbol" w:char="F0B0"/></w:r>'
    )
    assert texts(read_body(tmp_path, par(signs))) == ["non-erodible soils, onsite\nOwner\tSmith\u2612 3\u00b0"]


def test_wrappers_are_opened(tmp_path: Path) -> None:
    body = par(
        f'<w:hyperlink r:id="rId9">{run("one ")}</w:hyperlink>',
        f'<w:smartTag w:element="place"><w:smartTagPr/>{run("two ")}</w:smartTag>',
        f'<w:customXml w:element="x">{run("three ")}</w:customXml>',
        "<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>4</m:t></m:r></m:den></m:f></m:oMath>",
        f"<w:r><w:ruby><w:rt>{run('no')}</w:rt><w:rubyBase>{run(' acre')}</w:rubyBase></w:ruby></w:r>",
    )
    assert texts(read_body(tmp_path, f"<w:customXml>{body}</w:customXml>")) == ["one two three 1/4 acre"]


def test_bold_and_size_come_from_runs_and_styles(tmp_path: Path) -> None:
    document = docx.Document()
    document.styles["Normal"].font.size = Pt(11)
    document.styles["Body Text"].font.bold = True
    document.add_paragraph("plain")
    document.add_paragraph("by style", style="Body Text")
    document.add_paragraph("half ").add_run("bold").bold = True
    big = document.add_paragraph()
    big.add_run("All ").bold = True
    big.add_run(" ")
    big.add_run("bold").bold = True
    for each in big.runs:
        each.font.size = Pt(16)
    off = document.add_paragraph(style="Body Text")
    off.add_run("not bold").bold = False
    found = save(document, tmp_path).blocks
    assert [block.bold for block in found] == [False, True, False, True, False]
    assert [block.size for block in found] == [11, 11, 11, 16, 11]


def test_bold_of_paragraph_and_character_style_cancel_out(tmp_path: Path) -> None:
    styles = (
        f'<w:styles xmlns:w="{W}"><w:style w:type="paragraph" w:styleId="P"><w:rPr><w:b/></w:rPr></w:style>'
        '<w:style w:type="character" w:styleId="C"><w:rPr><w:b/></w:rPr></w:style></w:styles>'
    )
    body = par(run("one", '<w:rStyle w:val="C"/>'), properties='<w:pStyle w:val="P"/>')
    body += par(run("two", '<w:rStyle w:val="C"/>'))
    document = read_body(tmp_path, body, {"word/styles.xml": styles}, rId1="styles styles.xml")
    assert [block.bold for block in document.blocks] == [False, True]


# Headings, numbers, bullets


def test_headings_by_style_by_its_base_and_by_outline_level(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("Stormwater Plan", 0)
    document.add_heading("Soils", 1)
    derived = document.styles.add_style("Chapter Part", 1)
    derived.base_style = document.styles["Heading 2"]
    document.add_paragraph("Receiving waters", style="Chapter Part")
    outlined = document.add_paragraph("Appendix A")
    outlined._p.get_or_add_pPr().append(parse_xml(f'<w:outlineLvl xmlns:w="{W}" w:val="2"/>'))
    body = document.add_paragraph("Not a heading here", style="Heading 1")
    body._p.get_or_add_pPr().append(parse_xml(f'<w:outlineLvl xmlns:w="{W}" w:val="9"/>'))
    found = save(document, tmp_path).blocks
    assert [(block.kind, block.level) for block in found] == [
        (Kind.HEADING, 1),
        (Kind.HEADING, 1),
        (Kind.HEADING, 2),
        (Kind.HEADING, 3),
        (Kind.PARAGRAPH, 0),
    ]


def test_headings_without_a_styles_part(tmp_path: Path) -> None:
    document = read_body(tmp_path, par("2.0 SOILS", properties='<w:pStyle w:val="Heading1"/>'))
    assert document.blocks == (RawBlock(Kind.HEADING, "2.0 SOILS", level=1),)


def test_lines_of_a_table_of_contents_are_paragraphs(tmp_path: Path) -> None:
    line = par(
        field("begin"),
        "<w:r><w:instrText>TOC \\o</w:instrText></w:r>",
        field("separate"),
        "1 Soils",
        "<w:r><w:tab/></w:r>",
        field("begin"),
        "<w:r><w:instrText>PAGEREF</w:instrText></w:r>",
        field("separate"),
        "7",
        field("end"),
        properties='<w:pStyle w:val="TOC1"/><w:outlineLvl w:val="0"/>',
    )
    last = par("2 Waters", field("end"), properties='<w:pStyle w:val="TOC1"/>')
    document = read_body(tmp_path, line + last + par("Text."))
    assert kinds(document) == [
        (Kind.PARAGRAPH, "1 Soils\t7"),
        (Kind.PARAGRAPH, "2 Waters"),
        (Kind.PARAGRAPH, "Text."),
    ]


def level(at: int, text: str, number_format: str = "decimal", more: str = "") -> str:
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{number_format}"/>{more}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


NUMBERING = (
    f'<w:numbering xmlns:w="{W}"><w:abstractNum w:abstractNumId="0">'
    + level(0, "%1.", "upperRoman", '<w:pStyle w:val="Heading1"/>')
    + level(1, "%1.%2", "decimal", '<w:pStyle w:val="Heading2"/><w:isLgl/>')
    + '</w:abstractNum><w:abstractNum w:abstractNumId="1">'
    + level(0, "%1)")
    + level(1, "(%2)", "lowerLetter")
    + '</w:abstractNum><w:abstractNum w:abstractNumId="2">'
    + level(0, "\uf0b7", "bullet")
    + "</w:abstractNum>"
    + "".join(f'<w:num w:numId="{at + 1}"><w:abstractNumId w:val="{at}"/></w:num>' for at in range(3))
    + '<w:num w:numId="4"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0">'
    + '<w:startOverride w:val="6"/></w:lvlOverride></w:num></w:numbering>'
)
NUMBERED_STYLES = (
    f'<w:styles xmlns:w="{W}">'
    + "".join(
        f'<w:style w:type="paragraph" w:styleId="Heading{at}"><w:name w:val="heading {at}"/>'
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        for at in (1, 2)
    )
    + "</w:styles>"
)


def item(text: str, list_id: int, at: int = 0) -> str:
    numbers = f'<w:numPr><w:ilvl w:val="{at}"/><w:numId w:val="{list_id}"/></w:numPr>'
    return par(text, properties=numbers)


def read_numbered(tmp_path: Path, body: str) -> RawDocument:
    parts: dict[str, str | bytes] = {"word/styles.xml": NUMBERED_STYLES, "word/numbering.xml": NUMBERING}
    return read_body(tmp_path, body, parts, rId1="styles styles.xml", rId2="numbering numbering.xml")


def test_automatic_numbers_of_headings(tmp_path: Path) -> None:
    def heading(text: str, at: int, more: str = "") -> str:
        return par(text, properties=f'<w:pStyle w:val="Heading{at}"/>{more}')

    body = heading("Site", 1) + heading("Soils", 2) + heading("Waters", 2) + heading("Controls", 1)
    body += heading("Silt fence", 2) + heading("Plain", 2, '<w:numPr><w:numId w:val="0"/></w:numPr>')
    body += heading("Basins", 2)
    found = texts(read_numbered(tmp_path, body))
    assert found == [
        "I. Site",
        "1.1 Soils",
        "1.2 Waters",
        "II. Controls",
        "2.1 Silt fence",
        "Plain",
        "2.2 Basins",
    ]


def test_bullets_and_list_numbers(tmp_path: Path) -> None:
    body = item("first", 2) + item("a part", 2, 1) + item("second", 2) + item("a dot", 3) + item("sixth", 4)
    body += item("seventh", 4) + item("", 4) + item("ninth", 2) + item("no such list", 77)
    document = read_numbered(tmp_path, body)
    assert {block.kind for block in document.blocks} == {Kind.BULLET}
    assert texts(document) == [
        "1) first", "a part", "2) second", "a dot", "6) sixth", "7) seventh", "9) ninth", "no such list",
    ]  # fmt: skip


def test_a_level_that_was_skipped_counts_as_begun() -> None:
    definition = "".join(level(at, ".".join(f"%{n + 1}" for n in range(at + 1))) for at in range(3))
    root = parse_xml(
        f'<w:numbering xmlns:w="{W}"><w:abstractNum w:abstractNumId="0">{definition}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>'
    )
    numbering = Numbering(root)
    labels = [numbering.label(1, at) for at in (0, 2, 1, 2, 0)]
    assert [each.text for each in labels if each] == ["1", "1.1.1", "1.2", "1.2.1", "2"]


@pytest.mark.parametrize(
    ("number_format", "count", "text"),
    [
        ("decimal", 12, "12"),
        ("decimalZero", 7, "07"),
        ("upperRoman", 14, "XIV"),
        ("lowerRoman", 9, "ix"),
        ("upperLetter", 27, "AA"),
        ("lowerLetter", 3, "c"),
        ("ordinal", 12, "12th"),
        ("ordinal", 22, "22nd"),
        ("bullet", 1, ""),
        ("unknown", 5, "5"),
    ],
)
def test_number_formats(number_format: str, count: int, text: str) -> None:
    assert written(count, number_format) == text


# Page breaks


def test_page_breaks(tmp_path: Path) -> None:
    page = '<w:r><w:br w:type="page"/></w:r>'
    body = par("cover", page) + par("after a break") + par("before", page, "within")
    body += par("forced", properties="<w:pageBreakBefore/>") + par("flow", "<w:r><w:lastRenderedPageBreak/></w:r>")
    body += par("end of section", properties="<w:sectPr/>") + par("same page", properties="<w:sectPr/>")
    body += par("new page") + "<w:sectPr/>"
    body = body.replace("<w:sectPr/>", '<w:sectPr><w:type w:val="continuous"/></w:sectPr>', 2)
    body = body.replace('<w:sectPr><w:type w:val="continuous"/></w:sectPr>', "<w:sectPr/>", 1)
    found = {block.text: block.breaks for block in read_body(tmp_path, body).blocks}
    assert found == {
        "cover": False,
        "after a break": True,
        "before": False,
        "within": True,
        "forced": True,
        "flow": False,
        "end of section": False,
        "same page": False,
        "new page": True,
    }


# Tables


def test_rows_and_merged_cells(tmp_path: Path) -> None:
    body = table(
        cell("Practice", properties='<w:gridSpan w:val="2"/>') + cell("Interval"),
        cell("Basin", properties='<w:vMerge w:val="restart"/>') + cell("outlet") + cell("weekly", "after rain"),
        cell("", properties="<w:vMerge/>") + cell("riser") + cell(""),
        cell("") + cell("") + cell(""),
    )
    document = read_body(tmp_path, body + par("between") + table(cell("a") + cell("b")))
    assert [(block.kind, block.table, block.cells) for block in document.blocks] == [
        (Kind.ROW, 0, ("Practice", "", "Interval")),
        (Kind.ROW, 0, ("Basin", "outlet", "weekly\nafter rain")),
        (Kind.ROW, 0, ("", "riser", "")),
        (Kind.PARAGRAPH, None, ()),
        (Kind.ROW, 1, ("a", "b")),
    ]
    assert texts(document)[1] == "Basin | outlet | weekly\nafter rain"


def test_nested_tables_give_their_words_to_the_cell(tmp_path: Path) -> None:
    inner = table(cell("in one") + cell("in two"), cell("in three") + cell(""))
    document = read_body(tmp_path, table(cell("left") + cell("before", inner, "after")) + table(cell("x") + cell("y")))
    assert document.blocks[0].cells == ("left", "before\nin one in two\nin three\nafter")
    assert [block.table for block in document.blocks] == [0, 1]


def test_layout_tables_are_read_as_paragraphs(tmp_path: Path) -> None:
    one_column = table(cell(par("Soils", properties='<w:pStyle w:val="Heading1"/>'), "Silt loam."), cell("Deep."))
    wide = table(
        cell("Name") + cell("Date"),
        cell("First.", "Second.", properties='<w:gridSpan w:val="2"/>'),
        cell("Total", properties='<w:gridSpan w:val="2"/>'),
    )
    columns = table(cell(par("Waters", properties='<w:pStyle w:val="Heading1"/>'), "A creek.") + cell("Aside."))
    assert kinds(read_body(tmp_path, one_column + wide + columns)) == [
        (Kind.HEADING, "Soils"),
        (Kind.PARAGRAPH, "Silt loam."),
        (Kind.PARAGRAPH, "Deep."),
        (Kind.ROW, "Name | Date"),
        (Kind.PARAGRAPH, "First."),
        (Kind.PARAGRAPH, "Second."),
        (Kind.ROW, "Total"),
        (Kind.HEADING, "Waters"),
        (Kind.PARAGRAPH, "A creek."),
        (Kind.PARAGRAPH, "Aside."),
    ]


# Content controls


def test_content_controls_at_every_level(tmp_path: Path) -> None:
    row = f"<w:tr>{cell('c1')}{control(cell('c2'))}</w:tr>"
    body = control(par("block ", control(run("inline"))) + control(par("nested")))
    body += f"<w:tbl>{control(row)}<w:tr>{cell(control(par('c3')))}{cell('c4')}</w:tr></w:tbl>"
    assert texts(read_body(tmp_path, body)) == ["block inline", "nested", "c1 | c2", "c3 | c4"]


def test_prompts_of_unfilled_controls_are_placeholders(tmp_path: Path) -> None:
    body = control(par("Click to enter text."), PROMPT)
    body += par("Owner:", control(run("Enter a ") + run("name"), PROMPT), "of the site")
    body += par(control(run("Title"), PROMPT), properties='<w:pStyle w:val="Title"/>')
    body += table(cell("Acres") + control(cell("Enter acres"), PROMPT))
    body += control(par("filled"), '<w:showingPlcHdr w:val="0"/>')
    assert kinds(read_body(tmp_path, body)) == [
        (Kind.PLACEHOLDER, "Click to enter text."),
        (Kind.PARAGRAPH, "Owner: of the site"),
        (Kind.PLACEHOLDER, "Enter a name"),
        (Kind.PLACEHOLDER, "Title"),
        (Kind.ROW, "Acres"),
        (Kind.PLACEHOLDER, "Enter acres"),
        (Kind.PARAGRAPH, "filled"),
    ]


# Drawings


def choice(content: str, fallback: str) -> str:
    drawing = (
        '<w:drawing><wp:inline><wp:extent cx="914400" cy="914400"/><wp:docPr id="1" name="Box"/><a:graphic>'
        f"<a:graphicData><wps:wsp><wps:txbx><w:txbxContent>{content}</w:txbxContent></wps:txbx></wps:wsp>"
        "</a:graphicData></a:graphic></wp:inline></w:drawing>"
    )
    return (
        f'<w:r><mc:AlternateContent><mc:Choice Requires="wps">{drawing}</mc:Choice>'
        f"<mc:Fallback>{vml(fallback)}</mc:Fallback></mc:AlternateContent></w:r>"
    )


def vml(content: str) -> str:
    return f"<w:pict><v:shape><v:textbox><w:txbxContent>{content}</w:txbxContent></v:textbox></v:shape></w:pict>"


def test_text_boxes_follow_their_paragraph_once(tmp_path: Path) -> None:
    box = choice(par("in the box") + table(cell("a") + cell("b")), par("in the box"))
    body = par("before ", box, "after") + par(f"<w:r>{vml(par('old box'))}</w:r>")
    body += table(cell("cell", par(choice(par("boxed"), par("boxed")))) + cell("next"))
    assert texts(read_body(tmp_path, body)) == [
        "before after",
        "in the box",
        "a | b",
        "old box",
        "cell\nboxed | next",
    ]


def test_words_of_diagrams_and_word_art(tmp_path: Path) -> None:
    data = (
        "<dgm:dataModel xmlns:dgm='http://schemas.openxmlformats.org/drawingml/2006/diagram'"
        " xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'><dgm:pt><dgm:t><a:p>"
        "<a:r><a:t>Phase </a:t></a:r><a:r><a:t>1</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>"
    )
    diagram = (
        '<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><dgm:relIds r:dm="rId5"/></a:graphicData>'
        "</a:graphic></wp:inline></w:drawing></w:r>"
    )
    art = '<w:r><w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>'
    document = read_body(
        tmp_path,
        par("Sequence", diagram, art),
        {"word/diagrams/d.xml": data},
        rId5="diagramData diagrams/d.xml",
    )
    assert texts(document) == ["Sequence", "Phase 1", "DRAFT"]


def picture(width: float, height: float, alternative: str = "", more: str = "") -> str:
    return (
        f'<w:r><w:drawing><wp:inline><wp:extent cx="{int(width * 914400)}" cy="{int(height * 914400)}"/>'
        f'<wp:docPr id="1" name="Picture 1" descr="{alternative}">{more}</wp:docPr><a:graphic><a:graphicData>'
        "<pic:pic/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
    )


DECORATIVE = (
    '<a:extLst><a:ext><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative"'
    ' val="1"/></a:ext></a:extLst>'
)


@pytest.mark.parametrize(
    ("drawing", "unread"),
    [
        (picture(6.5, 9), True),
        (picture(6, 1.7, "scan0001.png"), True),
        (picture(6.5, 9, "Text, letter Description automatically generated"), True),
        (picture(2, 2), False),
        (picture(6.5, 1.2), False),
        (picture(6.5, 4, "Photograph of the stabilized entrance"), False),
        (picture(6.5, 9, more=DECORATIVE), False),
        (
            '<w:r><w:pict><v:shape style="width:468pt;height:9in"><v:imagedata/></v:shape></w:pict></w:r>',
            True,
        ),
        (
            '<w:r><w:pict><v:shape style="width:48pt;height:1in"><v:imagedata/></v:shape></w:pict></w:r>',
            False,
        ),
    ],
)
def test_large_pictures_are_named_as_unread(tmp_path: Path, drawing: str, unread: bool) -> None:
    found = read_body(tmp_path, par("Plan", drawing)).all_unread()
    assert [each.reason for each in found] == ["a picture (possibly a scanned page) was not read"] * unread


def test_several_pictures_and_embedded_files(tmp_path: Path) -> None:
    embedded = '<w:r><w:object><v:shape><v:imagedata/></v:shape><o:OLEObject ProgID="Excel.Sheet.12"/></w:object></w:r>'
    equation = embedded.replace("Excel.Sheet.12", "Equation.3")
    found = read_body(tmp_path, par(picture(6, 8), picture(6, 8), embedded, equation)).all_unread()
    assert [each.reason for each in found] == [
        "an embedded object (Excel.Sheet.12) was not read",
        "2 pictures (possibly scanned pages) were not read",
    ]


# What is not text, or not any more


def test_tracked_changes_are_read_as_if_accepted(tmp_path: Path) -> None:
    deleted = "<w:del><w:r><w:delText>monthly</w:delText></w:r></w:del>"
    body = par("Inspected ", deleted, f"<w:ins>{run('weekly')}</w:ins>", f"<w:moveTo>{run(' here')}</w:moveTo>")
    body += par(f"<w:moveFrom>{run('moved away')}</w:moveFrom>")
    body += par("joined ", properties="<w:rPr><w:del/></w:rPr>") + par("with the next")
    row = f"<w:tr><w:trPr><w:del/></w:trPr>{cell('gone')}{cell('too')}</w:tr>"
    body += f"<w:tbl>{row}<w:tr>{cell('kept')}{cell('cell')}{cell('x', properties='<w:cellDel/>')}</w:tr></w:tbl>"
    document = read_body(tmp_path, body)
    assert texts(document) == ["Inspected weekly here", "joined with the next", "kept | cell"]
    assert document.warnings == ("contains tracked changes: read as if accepted",)


def test_a_deleted_mark_before_a_table_or_the_end_loses_nothing(tmp_path: Path) -> None:
    gone = "<w:rPr><w:del/></w:rPr>"
    body = par("one", properties=gone) + table(cell("a") + cell("b", par("c", properties=gone)))
    assert texts(read_body(tmp_path, body + par("last", properties=gone))) == ["one", "a | b\nc", "last"]


def test_hidden_text_is_dropped_with_a_warning(tmp_path: Path) -> None:
    styles = (
        f'<w:styles xmlns:w="{W}"><w:style w:type="paragraph" w:styleId="Base">'
        "<w:rPr><w:vanish/></w:rPr></w:style>"
        '<w:style w:type="paragraph" w:styleId="Secret"><w:basedOn w:val="Base"/></w:style></w:styles>'
    )
    body = par("seen", run(" unseen", "<w:vanish/>"), run(" shown", '<w:vanish w:val="0"/>'))
    body += par("hidden by style", properties='<w:pStyle w:val="Secret"/>')
    document = read_body(tmp_path, body, {"word/styles.xml": styles}, rId1="styles styles.xml")
    assert texts(document) == ["seen shown"]
    assert document.warnings == ("contains hidden text: not read",)


def test_field_results_are_read_and_codes_not(tmp_path: Path) -> None:
    code = "<w:r><w:instrText>IF a = b</w:instrText></w:r>"
    nested = field("begin") + code + field("separate") + run("inner code") + field("end")
    body = par("By ", field("begin"), code, nested, field("separate"), "Smith", field("end"), ".")
    body += par(f'<w:fldSimple w:instr="DATE">{run("June 16")}</w:fldSimple>')
    body += par(field("begin"), code, "never closed") + par("still read", field("end"), field("separate"))
    assert texts(read_body(tmp_path, body)) == ["By Smith.", "June 16", "still read"]


def test_form_fields_without_text_show_their_value(tmp_path: Path) -> None:
    def form(data: str) -> str:
        begin = f'<w:r><w:fldChar w:fldCharType="begin"><w:ffData>{data}</w:ffData></w:fldChar></w:r>'
        return begin + "<w:r><w:instrText>FORM</w:instrText></w:r>" + field("end")

    choices = '<w:listEntry w:val="Minor"/><w:listEntry w:val="Major"/>'
    body = par(
        form("<w:checkBox><w:checked/></w:checkBox>"),
        " Yes ",
        form("<w:checkBox><w:default w:val='0'/></w:checkBox>"),
        " No",
    )
    body += par(form(f'<w:ddList><w:result w:val="1"/>{choices}</w:ddList>'), " project")
    assert texts(read_body(tmp_path, body)) == ["\u2612 Yes \u2610 No", "Major project"]


def test_comments_are_not_read(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("The text.")
    document.add_comment(paragraph.runs, text="Is this enough?", author="Reviewer")
    assert texts(save(document, tmp_path)) == ["The text."]


# Other parts


def test_notes_stand_at_the_end_in_the_order_of_their_references(tmp_path: Path) -> None:
    notes = "".join(f'<w:footnote w:id="{key}">{par(f"note {key}")}</w:footnote>' for key in ("-1", "1", "2", "3"))
    body = par("One", '<w:r><w:endnoteReference w:id="1"/></w:r>', '<w:r><w:footnoteReference w:id="2"/></w:r>', ".")
    body += par("Two", '<w:r><w:footnoteReference w:id="1"/></w:r>')
    end = f'<w:endnote w:id="1">{par("the end")}</w:endnote>'
    parts: dict[str, str | bytes] = {
        "word/footnotes.xml": f"<w:footnotes {NAMESPACES}>{notes}</w:footnotes>",
        "word/endnotes.xml": f"<w:endnotes {NAMESPACES}>{end}</w:endnotes>",
    }
    document = read_body(tmp_path, body, parts, rId1="footnotes footnotes.xml", rId2="endnotes endnotes.xml")
    assert kinds(document) == [
        (Kind.PARAGRAPH, "One."),
        (Kind.PARAGRAPH, "Two"),
        (Kind.NOTE, "note 2"),
        (Kind.NOTE, "note 1"),
        (Kind.NOTE, "the end"),
    ]


def test_headers_and_footers_are_furniture_once_each(tmp_path: Path) -> None:
    document = docx.Document()
    first = document.sections[0]
    first.different_first_page_header_footer = True
    first.header.paragraphs[0].text = "Alder Brook SWPPP"
    first.first_page_header.paragraphs[0].text = "Alder Brook SWPPP"
    first.footer.add_table(1, 2, Pt(300)).rows[0].cells[1].text = "Page 1"
    document.add_paragraph("Body")
    document.add_section()
    document.add_paragraph("More")
    found = save(document, tmp_path)
    assert kinds(found) == [
        (Kind.PARAGRAPH, "Body"),
        (Kind.PARAGRAPH, "More"),
        (Kind.FURNITURE, "Alder Brook SWPPP"),
        (Kind.FURNITURE, "Page 1"),
    ]
    assert [block.breaks for block in found.blocks] == [False, True, False, False]


def test_embedded_html_is_read(tmp_path: Path) -> None:
    page = (
        "<html><head><title>no</title></head><body><h2>Soils</h2><p>Silt\n <b>lo</b>am.</p>"
        "<ul><li>deep</li></ul><table><tr><th>Acres</th><td>5</td></tr></table>bare<br>text</body></html>"
    )
    chunk = '<w:altChunk r:id="rId7"/>'
    body = table(cell("a") + cell("b")) + chunk + par("after") + table(cell("c") + cell("d"))
    document = read_body(tmp_path, body, {"word/chunk.html": page}, rId7="aFChunk /word/chunk.html")
    assert kinds(document) == [
        (Kind.ROW, "a | b"),
        (Kind.HEADING, "Soils"),
        (Kind.PARAGRAPH, "Silt loam."),
        (Kind.BULLET, "deep"),
        (Kind.ROW, "Acres | 5"),
        (Kind.PARAGRAPH, "bare\ntext"),
        (Kind.PARAGRAPH, "after"),
        (Kind.ROW, "c | d"),
    ]
    assert [block.table for block in document.blocks if block.kind is Kind.ROW] == [0, 1, 2]
    assert document.blocks[1].level == 2
    assert not document.unread


def test_other_embedded_documents_are_named_as_unread(tmp_path: Path) -> None:
    document = read_body(
        tmp_path, '<w:altChunk r:id="rId7"/>' + par("after"), {"word/part.mht": "x"}, rId7="aFChunk part.mht"
    )
    assert texts(document) == ["after"]
    assert [each.reason for each in document.unread] == ["an embedded document (word/part.mht) was not read"]


def test_a_damaged_part_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    body = par("Body", '<w:r><w:footnoteReference w:id="1"/></w:r>')
    document = read_body(tmp_path, body, {"word/footnotes.xml": "<w:foot"}, rId1="footnotes footnotes.xml")
    assert texts(document) == ["Body"]
    assert [each.reason for each in document.unread] == [
        "a damaged part of the Word file (word/footnotes.xml) was not read"
    ]


@pytest.mark.parametrize("suffix", [".docx", ".docm", ".dotx"])
def test_strict_namespaces_and_other_suffixes(tmp_path: Path, suffix: str) -> None:
    source = write(tmp_path / "source.zip", par("Soils", properties='<w:pStyle w:val="Heading1"/>'))
    path = tmp_path / f"plan{suffix}"
    with zipfile.ZipFile(source) as archive, zipfile.ZipFile(path, "w") as strict:
        for member in archive.namelist():
            data = archive.read(member).replace(W.encode(), STRICT.encode())
            strict.writestr(
                member, data.replace(R.encode(), b"http://purl.oclc.org/ooxml/officeDocument/relationships")
            )
    assert kinds(read_word(path)) == [(Kind.HEADING, "Soils")]


# Files that cannot be opened, or must not do harm


def ole(*streams: str) -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "".join(streams).encode("utf-16-le")


def archive_of(**members: str) -> bytes:
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (ole("Root Entry", "EncryptedPackage"), "encrypted"),
        (ole("Root Entry", "WordDocument"), "Word 97-2003"),
        (b"%PDF-1.7 ...", "a PDF under a Word name"),
        (b"{\\rtf1 text}", "RTF"),
        (b"<html></html>", "not a Word file"),
        (b"PK\x03\x04 and then nothing", "damaged"),
        (archive_of(readme="hello"), "not a Word file"),
    ],
)
def test_files_that_cannot_be_opened(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "plan.docx"
    path.write_bytes(data)
    with pytest.raises(CannotOpen, match=reason) as caught:
        read_word(path)
    assert "\n" not in str(caught.value)


def test_a_missing_and_a_truncated_file(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="cannot be read"):
        read_word(tmp_path / "none.docx")
    whole = write(tmp_path / "plan.docx", par("text")).read_bytes()
    (tmp_path / "cut.docx").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CannotOpen, match="damaged"):
        read_word(tmp_path / "cut.docx")


@pytest.mark.parametrize(
    ("limit", "value", "reason"),
    [
        ("MAX_ENTRIES", 3, "more than 3"),
        ("MAX_TOTAL", 2**20, "unpacks to 3 MiB"),
        ("MAX_UNSUSPECTED", 2**20, "times its size"),
    ],
)
def test_archives_that_would_unpack_to_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, reason: str
) -> None:
    path = write(tmp_path / "plan.docx", par("text"), {"word/media/image1.bmp": bytes(3 * 2**20)})
    assert texts(read_word(path)) == ["text"]
    monkeypatch.setattr(package, limit, value)
    with pytest.raises(CannotOpen, match=reason):
        read_word(path)


def with_entities(path: Path, declarations: str) -> Path:
    write(path, par("a &quot;&e;&quot; b"))
    with zipfile.ZipFile(path) as archive:
        members = {member: archive.read(member) for member in archive.namelist()}
    document = members["word/document.xml"]
    members["word/document.xml"] = f"<!DOCTYPE d [{declarations}]>".encode() + document
    with zipfile.ZipFile(path, "w") as archive:
        for member, data in members.items():
            archive.writestr(member, data)
    return path


def test_entities_are_not_resolved(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("SECRET")
    document = read_word(with_entities(tmp_path / "plan.docx", f'<!ENTITY e SYSTEM "{secret.as_uri()}">'))
    assert texts(document) == ['a "" b']
    assert document.warnings == ("declares XML entities: not resolved",)


def test_entities_that_multiply_are_refused(tmp_path: Path) -> None:
    names = "edcbahgfi"
    declarations = f'<!ENTITY {names[-1]} "{"x" * 100}">' + "".join(
        f'<!ENTITY {name} "{f"&{of};" * 10}">' for name, of in pairwise(names)
    )
    with pytest.raises(CannotOpen, match="entities"):
        read_word(with_entities(tmp_path / "plan.docx", declarations))


@pytest.mark.parametrize(("depth", "opens"), [(100, True), (5_000, False)])
def test_deep_nesting_is_read_or_refused(tmp_path: Path, depth: int, opens: bool) -> None:
    body = par("deep")
    for _ in range(depth):
        body = control(body)
    if opens:
        assert texts(read_body(tmp_path, body)) == ["deep"]
    else:
        with pytest.raises(CannotOpen, match="damaged"):
            read_body(tmp_path, body)
