"""Text is read in the order and with the words that a reader of the page sees."""

from io import BytesIO

import pytest
from made_pdf import line, pdf
from reportlab.lib import pagesizes
from reportlab.pdfgen import canvas

from swppp_check.reading.glyphs import clean
from swppp_check.reading.pdf import read_pdf
from swppp_check.reading.raw import RawBlock
from swppp_check.submission import Kind

LEFT = (
    "Silt fence will be installed along the lower", "limit of disturbance before any clearing is",
    "begun, and it will be kept until the lawn is", "established on the whole of the site.",
    "Inlet protection stands at each catch basin", "that receives runoff from bare soil, and the",
    "contractor cleans it when it is half full of", "sediment or after half an inch of rain.",
)  # fmt: skip
RIGHT = (
    "A qualified inspector walks the site every", "seven days and writes down what was found,",
    "what has to be repaired and by which day it", "has to be done by the contractor.",
    "The reports are kept in the site trailer and", "are open to the town at any time while the",
    "work goes on, and for five years after the", "notice of termination was accepted.",
)  # fmt: skip


def blocks(
    draw: "list[tuple[float, float, str]]", size: int = 10, page: tuple[float, float] = pagesizes.letter
) -> tuple[RawBlock, ...]:
    """The blocks of a page on which lines are drawn at x and y."""
    out = BytesIO()
    drawn = canvas.Canvas(out, pagesize=page)
    drawn.setFont("Helvetica", size)
    for x, y, text in draw:
        drawn.drawString(x, y, text)
    drawn.save()
    return read_pdf(out.getvalue()).blocks


def texts(content: bytes) -> list[str]:
    return [block.text for block in read_pdf(content).blocks]


# ---------------------------------------------------------------- columns
@pytest.mark.parametrize("across", [True, False])
def test_columns_are_read_down_however_they_were_drawn(across: bool) -> None:
    left = [(60.0, 700.0 - 12 * at, text) for at, text in enumerate(LEFT)]
    right = [(320.0, 700.0 - 12 * at, text) for at, text in enumerate(RIGHT)]
    lines = [each for pair in zip(left, right, strict=True) for each in pair] if across else left + right
    assert " ".join(b.text for b in blocks(lines)) == " ".join((*LEFT, *RIGHT))


def test_three_columns_under_a_line_across_them() -> None:
    short = [text[: len(text) // 2].rstrip() for text in (*LEFT, *RIGHT)]
    columns = [
        [(50.0 + 180 * at, 680.0 - 12 * row, f"{text} and so on to") for row, text in enumerate(short[:8])]
        for at in range(3)
    ]
    title = (
        50.0,
        720.0,
        "What is said of the whole page stands across all of its columns, from one margin to the other one",
    )
    read = [b.text for b in blocks([title, *[each for row in zip(*columns, strict=True) for each in row]])]
    whole = " ".join(f"{text} and so on to" for text in short[:8])
    assert " ".join(read) == f"{title[2]} {whole} {whole} {whole}"


def test_a_table_with_sentences_in_its_cells_stays_a_table() -> None:
    rows: list[tuple[float, float, str]] = []
    for at in range(5):
        y = 700.0 - 40 * at
        rows += [(60, y, "Silt fence along the lower limit of the"), (60, y - 12, f"site, in phase {at + 1}")]
        rows += [
            (320, y, "It is checked every seven days and the"),
            (320, y - 12, f"sediment is removed, row {at + 1}"),
        ]
    read = blocks(rows)
    assert {b.kind for b in read} == {Kind.ROW}
    assert read[1].cells == (
        "Silt fence along the lower limit of the site, in phase 2",
        "It is checked every seven days and the sediment is removed, row 2",
    )


# ---------------------------------------------------------------- numbers beside the lines, double spacing
def test_line_numbers_are_left_out_and_double_spaced_lines_join() -> None:
    numbers = [(40.0, 700.0 - 24 * at, str(at + 1)) for at in range(10)]
    lines = [(80.0, 700.0 - 24 * at, text) for at, text in enumerate((*LEFT, *RIGHT[:2]))]
    read = [b.text for b in blocks(numbers + lines)]
    assert " ".join(read) == " ".join((*LEFT, *RIGHT[:2]))
    assert read[0] == " ".join(LEFT[:4])


def test_the_numbers_of_a_table_stay() -> None:
    rows = [(60.0, 700.0 - 16 * at, str(at + 5)) for at in range(4)] + [
        (120.0, 700.0 - 16 * at, "inlets") for at in range(4)
    ]
    assert any("5" in b.text for b in blocks(rows))


# ---------------------------------------------------------------- turned text
UP, DOWN, OVER = "0 1 -1 0", "0 -1 1 0", "-1 0 0 -1"


@pytest.mark.parametrize("matrix", [UP, DOWN, OVER])
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_turned_text_reads_forwards(matrix: str, rotation: int) -> None:
    content = pdf(line("Erosion control plan of the site", 300, 400, matrix=matrix), page=f"/Rotate {rotation}")
    assert texts(content) == ["Erosion control plan of the site"]


def test_lines_of_a_turned_title_block_join() -> None:
    turned = line("The limit of disturbance is", 300, 200, matrix=UP) + line(
        "marked in the field.", 313, 200, matrix=UP
    )
    level = line("Silt fence is provided.", 72, 700)
    assert texts(pdf(level + turned)) == ["Silt fence is provided.", "The limit of disturbance is marked in the field."]


@pytest.mark.parametrize(("rotation", "matrix"), [(90, UP), (180, OVER), (270, DOWN)])
def test_a_page_that_is_shown_turned_has_rows(rotation: int, matrix: str) -> None:
    def at(x: float, y: float, text: str) -> str:
        place = {90: (612 - y, x), 180: (612 - x, 792 - y), 270: (y, 792 - x)}[rotation]
        return line(text, *place, matrix=matrix)

    cells = [at(80, 500, "Silt fence"), at(300, 500, "1,200 feet"), at(80, 480, "Inlet"), at(300, 480, "4 pieces")]
    read = read_pdf(pdf("".join(cells), page=f"/Rotate {rotation}")).blocks
    assert [b.cells for b in read] == [("Silt fence", "1,200 feet"), ("Inlet", "4 pieces")]


# ---------------------------------------------------------------- letters
def test_the_size_of_type_is_that_on_the_page() -> None:
    scaled = line("Silt fence along the", 72, 700, 1, matrix="11 0 0 11") + line(
        "limit of disturbance.", 72, 687, 1, matrix="11 0 0 11"
    )
    read = read_pdf(pdf(scaled)).blocks
    assert [(b.text, round(b.size)) for b in read] == [("Silt fence along the limit of disturbance.", 11)]


@pytest.mark.parametrize("spacing", [4, 7])
def test_letters_set_apart_are_words(spacing: int) -> None:
    assert texts(pdf(line("EROSION CONTROL PLAN", operators=f"{spacing} Tc"))) == ["EROSION CONTROL PLAN"]


def test_letters_with_spaces_between_them_are_words() -> None:
    assert texts(pdf(line("S O I L   T Y P E S   O N   S I T E"))) == ["SOIL TYPES ON SITE"]


@pytest.mark.parametrize("text", ["A B C D E 1 2 3 4 5", "6 ft x 5 ft x 12 in", "0 0 1 2 0 14 3 0 0"])
def test_short_words_are_not_joined(text: str) -> None:
    assert texts(pdf(line(text))) == [text]


@pytest.mark.parametrize("x", [72, 72.7, 73.3, 74.1])
def test_letters_printed_twice_count_once(x: float) -> None:
    twice = line("SOIL TYPES", x, 700) + line("SOIL TYPES", x + 0.4, 700)
    assert texts(pdf(twice)) == ["SOIL TYPES"]
    assert texts(pdf(line("SSOOIILL  TTYYPPEESS"))) == ["SOIL TYPES"]


@pytest.mark.parametrize(
    ("lines", "read"),
    [
        (("The sedi-", "ment is removed."), "The sediment is removed."),
        (("Sediment and sedi-", "ment is removed."), "Sediment and sediment is removed."),
        (("On-site soil is on-", "site."), "On-site soil is on-site."),
        (("A post of wood, construction, post-", "construction."), "A post of wood, construction, post-construction."),
        (("A 12-", "inch pipe."), "A 12-inch pipe."),
        (("Permit GP-0-", "25-001 applies."), "Permit GP-0-25-001 applies."),
    ],
)
def test_hyphens_at_line_ends(lines: tuple[str, str], read: str) -> None:
    assert texts(pdf(line(lines[0], 72, 700) + line(lines[1], 72, 687))) == [read]


def test_soft_hyphens_are_no_letters() -> None:
    assert clean("sedi\xadment is re\xad") == "sediment is re-"


def test_ligatures_are_letters() -> None:
    assert (
        clean("e\ufb00luent \ufb01ll \ufb02ow o\ufb03ce ba\ufb04e be\ufb06 mo\ufb05")
        == "effluent fill flow office baffle best most"
    )


# ---------------------------------------------------------------- headings, headers and footers
def test_a_plain_heading_in_capitals_is_no_part_of_its_paragraph() -> None:
    lines = [
        (72.0, 700.0, "2.0 SOILS AND WATERS"),
        (72.0, 688.0, "The soils are silt loam of group C and drain"),
        (72.0, 676.0, "slowly."),
    ]
    assert [b.text for b in blocks(lines)] == [
        "2.0 SOILS AND WATERS",
        "The soils are silt loam of group C and drain slowly.",
    ]


def test_what_stands_at_the_edge_of_every_page_is_a_running_header() -> None:
    out = BytesIO()
    drawn = canvas.Canvas(out)
    for page in range(1, 6):
        drawn.drawString(72, 810, "Alder Meadow SWPPP")
        drawn.drawString(72, 500, f"What is said on page {['one', 'two', 'three', 'four', 'five'][page - 1]}.")
        drawn.drawString(300, 30, f"Page {page}")
        drawn.showPage()
    drawn.save()
    read = read_pdf(out.getvalue()).blocks
    assert [b.text for b in read if b.kind is Kind.FURNITURE] == ["Alder Meadow SWPPP", "Page 1"]
    assert sum(b.kind is Kind.PARAGRAPH for b in read) == 5
