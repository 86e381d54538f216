"""What a PDF holds beside its pages' contents is read, and what nobody can see is not."""

from pathlib import Path

import pytest
from made_pdf import field, form, line, pdf, stream, written
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen import canvas

from swppp_check.reading.document import read_file
from swppp_check.reading.pdf import read_pdf
from swppp_check.submission import Kind, Submission


def texts(content: bytes) -> list[str]:
    return [block.text for block in read_pdf(content).blocks]


def submission(tmp_path: Path, content: bytes, name: str = "plan.pdf") -> Submission:
    path = tmp_path / name
    path.write_bytes(content)
    return read_file(path)


# ---------------------------------------------------------------- form fields
@pytest.mark.parametrize(
    ("label", "place", "read"),
    [
        (line("Owner:", 72, 700), "150 695 400 715", "Owner: Birch Hollow LLC"),  # beside it
        (line("Owner", 150, 718), "150 695 400 715", "Owner Birch Hollow LLC"),  # above it
        (line("Owner", 150, 684), "150 695 400 715", "Owner Birch Hollow LLC"),  # below it
        (line("Owner: __________________", 72, 700), "110 695 230 715", "Owner: Birch Hollow LLC"),  # on a rule
        ("", "150 695 400 715", "Birch Hollow LLC"),
    ],
)
def test_a_value_stands_at_its_label(label: str, place: str, read: str) -> None:
    value = field("Tx", place, "/V(Birch Hollow LLC)")
    assert texts(pdf(label, [value], form(1))) == [read]


def test_a_field_without_words_near_it_is_called_by_its_tooltip() -> None:
    value = field("Tx", "150 395 400 415", "/V(Birch Hollow LLC)/TU(Name of owner)")
    assert texts(pdf(line("NOTICE OF INTENT"), [value], form(1)))[-1] == "Name of owner: Birch Hollow LLC"


def test_an_unfilled_field_is_a_blank() -> None:
    assert texts(pdf(line("Owner:"), [field("Tx", "150 695 400 715")], form(1))) == ["Owner: ____"]


def test_two_fields_of_one_line_part_it() -> None:
    fields = [field("Tx", "110 695 180 715", "/V(A. Birch)"), field("Tx", "215 695 300 715", "/V(05/01/2026)")]
    content = pdf(line("Name: _____________ Date: ______________", size=10), fields, form(2))
    assert texts(content) == ["Name: A. Birch | Date: 05/01/2026"]


@pytest.mark.parametrize(("state", "box"), [("Yes", "☒"), ("Off", "☐")])
def test_a_tick_box_stands_before_its_words(state: str, box: str) -> None:
    empty = stream("", "/Type/XObject/Subtype/Form/BBox[0 0 12 12]")
    tick = field("Btn", "72 698 84 710", f"/V/{state}/AS/{state}/AP<</N<</Yes 10 0 R/Off 10 0 R>>>>")
    content = pdf(line("The soil is tested.", 90), [tick], form(1), [empty])
    assert texts(content) == [f"{box} The soil is tested."]


def test_what_was_chosen_in_a_list_is_read_as_it_is_shown() -> None:
    chosen = field("Ch", "150 695 400 715", "/Ff 131072/Opt[[(a)(Type A soil)][(b)(Type B soil)]]/V(b)")
    assert texts(pdf(line("Soil:"), [chosen], form(1))) == ["Soil: Type B soil"]


def test_a_hidden_field_and_a_password_are_not_read() -> None:
    fields = [field("Tx", "150 695 400 715", "/V(secret)/F 2"), field("Tx", "150 595 400 615", "/V(word)/Ff 8192")]
    assert texts(pdf(line("Owner:"), fields, form(2))) == ["Owner:"]


# ---------------------------------------------------------------- notes, stamps, CAD labels
def test_notes_and_stamps_are_read_and_comments_are_not() -> None:
    drawn = stream(
        "BT /F 12 Tf 0 0 Td (APPROVED) Tj ET",
        "/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</F 5 0 R>>>>",
    )
    annotations = [
        "<</Type/Annot/Subtype/FreeText/Rect[72 600 300 620]/Contents(Typed on the page)/DA(/F 10 Tf)>>",
        "<</Type/Annot/Subtype/Stamp/Rect[72 500 162 520]/AP<</N 10 0 R>>>>",
        "<</Type/Annot/Subtype/Text/Rect[400 600 420 620]/Contents(a comment)>>",
        "<</Type/Annot/Subtype/Highlight/Rect[72 700 90 710]/Contents(a comment)>>",
        "<</Type/Annot/Subtype/FreeText/Rect[72 400 300 420]/Contents(hidden)/F 2>>",
    ]  # fmt: skip
    assert texts(pdf(line("Printed."), annotations, objects=[drawn])) == ["Printed.", "Typed on the page", "APPROVED"]


def test_cad_labels_are_labels_on_their_sheet() -> None:
    labels = [
        f"<</Type/Annot/Subtype/Square/T(AutoCAD SHX Text)/Rect[{place}]/Contents({text})>>"
        for place, text in (
            ("100 900 300 910", "SILT FENCE ALONG THE LIMIT"),
            ("100 888 300 898", "OF DISTURBANCE"),
            ("900 100 910 400", "UPRIGHT LABEL"),
        )
    ]
    read = read_pdf(pdf("", labels, page="/MediaBox[0 0 2592 1728]")).blocks
    assert [(block.kind, block.text, block.large) for block in read] == [
        (Kind.LABEL, "SILT FENCE ALONG THE LIMIT OF DISTURBANCE", True),
        (Kind.LABEL, "UPRIGHT LABEL", True),
    ]


# ---------------------------------------------------------------- signatures
@pytest.mark.parametrize(
    ("more", "mark"), [("/V<</Type/Sig/Filter/Adobe.PPKLite/Contents<00>>>", "field"), ("", "blank")]
)
def test_a_signed_field_marks_the_line_of_its_label(more: str, mark: str) -> None:
    content = line("I certify this plan.", y=740) + line("Signature:", y=700) + line("Date:", y=640)
    read = read_pdf(pdf(content, [field("Sig", "140 695 320 720", more)], form(1))).blocks
    assert {block.text: block.mark for block in read} == {"I certify this plan.": "", "Signature:": mark, "Date:": ""}


# ---------------------------------------------------------------- XFA
TEMPLATE = (
    '<template xmlns="http://www.xfa.org/schema/xfa-template/3.0/"><subform name="f"><field name="ownerName">'
    "<caption><value><text>Name of the owner:</text></value></caption></field></subform></template>"
)
DATA = (
    '<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><f><ownerName>Birch Hollow</ownerName>'
    "<disturbedArea>4.2 acres</disturbedArea><empty/></f></xfa:data></xfa:datasets>"
)


def test_xfa_data_is_read_with_its_captions_and_the_unread_form_is_named() -> None:
    packets = "/AcroForm<</Fields[]/XFA[(template)10 0 R(datasets)11 0 R]>>"
    content = pdf(line("Please wait..."), catalog=packets, objects=[stream(TEMPLATE), stream(DATA)])
    read = read_pdf(content)
    assert [b.text for b in read.blocks][1:] == ["Name of the owner: Birch Hollow", "disturbed Area: 4.2 acres"]
    assert "XFA" in read.unread[0].reason


# ---------------------------------------------------------------- attachments
def carrying(*files: tuple[str, bytes], text: str = "See the attached files.") -> bytes:
    names = "".join(f"({name}) {10 + 2 * at} 0 R" for at, (name, _) in enumerate(files))
    objects = []
    for at, (name, content) in enumerate(files):
        objects.append(f"<</Type/Filespec/F({name})/UF({name})/EF<</F {11 + 2 * at} 0 R>>>>")
        objects.append(stream(content.decode("latin-1"), "/Type/EmbeddedFile"))
    return pdf(line(text), catalog=f"/Names<</EmbeddedFiles<</Names[{names}]>>>>", objects=objects)


def test_attached_documents_are_documents_of_the_submission(tmp_path: Path) -> None:
    inner = carrying(("c.pdf", pdf(line("Third."))), text="Second.")
    read = submission(tmp_path, carrying(("b.pdf", inner), ("data.xml", b"<x/>")))
    path = str(tmp_path / "plan.pdf")
    assert [(d.path, d.blocks[0].text) for d in read.documents] == [
        (path, "See the attached files."),
        (f"{path} > b.pdf", "Second."),
        (f"{path} > b.pdf > c.pdf", "Third."),
    ]
    assert not any(d.unread for d in read.documents)
    assert len({d.sha256 for d in read.documents}) == 3


def test_attachments_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    read = submission(tmp_path, carrying(("photo.png", b"\x89PNG\r\n"), ("cut.pdf", b"%PDF-1.4 cut off")))
    assert [u.reason for u in read.documents[0].unread] == [
        "the attachment photo.png was not read: it is a picture: put it into a .pdf"
    ]
    assert [u.path for u in read.unopened] == [f"{tmp_path / 'plan.pdf'} > cut.pdf"]


def test_attachments_within_attachments_end_at_a_depth(tmp_path: Path) -> None:
    content = pdf(line("Innermost."))
    for _ in range(6):
        content = carrying(("next.pdf", content))
    read = submission(tmp_path, content)
    assert len(read.documents) == 4
    assert "too deep" in read.documents[-1].unread[0].reason


def test_a_file_attached_to_a_page_is_read(tmp_path: Path) -> None:
    clip = "<</Type/Annot/Subtype/FileAttachment/Rect[10 10 30 30]/FS 10 0 R>>"
    held = [
        "<</Type/Filespec/F(clip.pdf)/UF(clip.pdf)/EF<</F 11 0 R>>>>",
        stream(pdf(line("Clipped.")).decode("latin-1"), "/Type/EmbeddedFile"),
    ]
    read = submission(tmp_path, pdf(line("Printed."), [clip], objects=held))
    assert [d.blocks[0].text for d in read.documents] == ["Printed.", "Clipped."]


# ---------------------------------------------------------------- the last state
def test_only_the_last_state_of_a_file_counts() -> None:
    first = pdf(line("Silt fence is provided."))
    before = first.rindex(b"startxref")
    table = int(first[before:].split()[1])
    changed = written(first, {4: stream(line("Straw bales are provided."))}, f"/Prev {table}")
    assert texts(changed) == ["Straw bales are provided."]


# ---------------------------------------------------------------- what nobody can see
HIDDEN = "Inspections are made weekly."


@pytest.mark.parametrize(
    "unseen",
    [
        line(HIDDEN, y=600, operators="3 Tr"),
        line(HIDDEN, y=600, operators="7 Tr"),
        line(HIDDEN, y=600, operators="1 1 1 rg"),
        line(HIDDEN, x=700, y=600),
        line(HIDDEN, y=-50),
        line(HIDDEN, x=300, y=700, operators="1 g"),  # on a line that can be seen
    ],
)
def test_text_that_nobody_can_see_is_no_evidence_and_is_reported(unseen: str) -> None:
    read = read_pdf(pdf(line("Silt fence is provided.") + unseen))
    assert [block.text for block in read.blocks] == ["Silt fence is provided."]
    assert ["nobody can see" in warning and "page 1 " in warning for warning in read.warnings] == [True]


@pytest.mark.parametrize(
    "seen",
    [
        "0.1 0.2 0.5 rg 60 590 300 30 re f\n" + line(HIDDEN, y=600, operators="1 1 1 rg"),  # white on blue
        line(HIDDEN, y=600, operators="0.7 g"),
        line(HIDDEN, y=600, operators="3 Tr")
        + "".join(f"{x} 600 m {x + 3} 609 l S\n" for x in range(72, 210, 5)),  # over strokes
    ],
)
def test_text_that_can_be_seen_counts_however_it_is_made(seen: str) -> None:
    read = read_pdf(pdf(seen))
    assert [block.text for block in read.blocks] == [HIDDEN]
    assert read.warnings == ()


def test_an_invisible_layer_over_a_scan_counts(tmp_path: Path) -> None:
    scan = Image.effect_noise((1224, 1584), 90)
    page = canvas.Canvas(str(tmp_path / "scan.pdf"))
    page.drawImage(ImageReader(scan), 0, 0, 612, 792)
    layer = page.beginText(72, 600)
    layer.setTextRenderMode(3)
    layer.textLine(HIDDEN)
    page.drawText(layer)
    page.save()
    assert texts((tmp_path / "scan.pdf").read_bytes()) == [HIDDEN]
