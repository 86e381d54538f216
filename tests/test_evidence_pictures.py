"""Pictures of the places that a review quotes: where the words are found, and how large all this may get."""

import base64
from io import BytesIO
from pathlib import Path

import pytest
from conftest import SAMPLES
from PIL import Image, ImageChops, ImageFilter
from pypdf import PdfReader, PdfWriter
from pypdf.generic import RectangleObject
from reportlab.lib.pagesizes import letter as LETTER
from reportlab.pdfgen import canvas

from swppp_check.page import drawing
from swppp_check.page import pictures as bounds
from swppp_check.page.framing import TOUCH, part
from swppp_check.page.locating import Word, locate
from swppp_check.page.pictures import Picture, pictures
from swppp_check.review import Evidence

WAREHOUSE = SAMPLES / "rotterdam-warehouse.pdf"


def words(text: str) -> list[Word]:
    return [Word(word, n, 0, n + 1, 1) for n, word in enumerate(text.split())]


def found(quote: str, text: str) -> str:
    return " ".join(word.text for word in locate(quote, words(text)))


def at(path: Path, page: int | None, quote: str) -> Evidence:
    return Evidence(document=str(path), page=page, section="", quote=quote)


def image(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(base64.b64decode(picture.uri.split(",")[1])))


def marked(picture: Picture) -> int:
    """How many pixels are as yellow as a mark on white paper."""
    drawn = image(picture).convert("RGB")
    pixels = (drawn.getpixel((x, y)) for x in range(drawn.width) for y in range(drawn.height))
    return sum(red > 220 and green > 200 and blue < 200 for red, green, blue in pixels)  # type: ignore[misc]


def dark_and_marked(picture: Picture) -> int:
    """How many dark pixels stand next to a marked one."""
    drawn = image(picture).convert("RGB")
    dark = drawn.convert("L").point(lambda level: 255 if level < 90 else 0)
    yellow = drawn.getchannel("B").point(lambda level: 255 if 100 < level < 200 else 0).filter(ImageFilter.MaxFilter(5))
    return ImageChops.multiply(dark, yellow).histogram()[255]


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    file = tmp_path / "plan.pdf"
    drawn = canvas.Canvas(str(file), pagesize=LETTER)
    for page in range(3):
        drawn.drawString(72, 700, f"Page {page + 1} says that silt fence stands")
        drawn.drawString(72, 684, "along the whole of the lower edge of the site.")
        drawn.drawString(72, 100, "Nothing of importance stands down here.")
        drawn.showPage()
    drawn.save()
    return file


# ---------------------------------------------------------------- the words
@pytest.mark.parametrize(
    ("quote", "text", "expected"),
    [
        ("Soils vary.", "All Soils vary. Always", "Soils vary."),
        ("Soils vary a lot\u2026", "Soils vary a lot from here", "Soils vary a lot"),
        ("\u2022 Clear and grub.", "\u2022 Clear and grub. Then", "Clear and grub."),
        ("sediment control", "the sedi- ment con- trol plan", "sedi- ment con- trol"),
        (
            "Entrance | Before clearing | 20 weeks",
            "Entrance Practice Before clearing 1 20 weeks",
            "Entrance Before clearing",
        ),
        ("Silt fence is inspected weekly", "Hay bales are inspected weekly", "inspected weekly"),
        ("Nothing of the kind", "Silt fence", ""),
        ("", "Silt fence", ""),
    ],
)
def test_a_quotation_is_found_whatever_the_line_ends_and_cells(quote: str, text: str, expected: str) -> None:
    assert found(quote, text) == expected


def test_the_words_that_are_asked_for_are_marked_and_shown(plan: Path) -> None:
    here = at(plan, 2, "Page 2 says that silt fence stands along the whole of the lower edge of the site.")
    picture = pictures([here])[here]
    assert picture.located
    assert picture.height < 250
    assert marked(picture) > 1000
    assert image(picture).size == (picture.width, picture.height)


def test_words_that_are_not_on_the_page_get_the_whole_page_without_a_mark(plan: Path) -> None:
    here = at(plan, 1, "Quite another sentence, read from a scan of this page.")
    picture = pictures([here])[here]
    assert not picture.located
    assert picture.height > picture.width
    assert marked(picture) == 0


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
@pytest.mark.parametrize("cropped", [False, True])
def test_words_are_found_on_a_page_that_is_turned_or_cropped(plan: Path, turned: int, cropped: bool) -> None:
    writer = PdfWriter(clone_from=PdfReader(plan))
    page = writer.pages[0]
    page.rotate(turned)
    if cropped:
        page.cropbox = RectangleObject((50, 60, 500, 740))
    writer.write(plan)
    here = at(plan, 1, "Page 1 says that silt fence stands along the whole of the lower edge of the site.")
    picture = pictures([here])[here]
    assert picture.located
    assert marked(picture) > 1000
    assert dark_and_marked(picture) > 50  # the words are where the mark is


# ---------------------------------------------------------------- its edges
NOTES = [
    Word(f"w{n}", 60.0 * (n % 20), 22.0 * (n // 20), 60.0 * (n % 20) + 55, 22.0 * (n // 20) + 14) for n in range(700)
]


@pytest.mark.parametrize("size", [(1224.0, 792.0), (612.0, 792.0)])
@pytest.mark.parametrize("at", range(0, 700, 37))
def test_the_edges_of_a_picture_cut_no_word(size: tuple[float, float], at: int) -> None:
    words = [w for w in NOTES if w.x1 <= size[0] and w.bottom <= size[1]]
    found = words[at % len(words) :][:3]
    left, top, right, bottom = part(size, found, words)
    assert 0 <= left < right <= size[0]
    assert 0 <= top < bottom <= size[1]
    assert left <= found[0].x0
    assert top <= found[0].top
    for word in words:
        for low, high, edges in ((word.x0, word.x1, (left, right)), (word.top, word.bottom, (top, bottom))):
            beside = word.bottom <= top or word.top >= bottom or word.x1 <= left or word.x0 >= right
            assert beside or not any(low + TOUCH < edge < high - TOUCH for edge in edges), word


def test_an_edge_is_moved_outwards_where_what_is_quoted_is_cut() -> None:
    long = Word("LIMIT-OF-DISTURBANCE", 500.0, 300.0, 560.0, 312.0)
    tall = Word("turned", 480.0, 250.0, 490.0, 320.0)  # beside it, and cut by the upper edge
    _, top, _, _ = part((1224.0, 792.0), [long], [long, tall])
    assert top == 250.0


# ---------------------------------------------------------------- what has none
def test_word_files_lost_files_and_pages_that_are_not_there_have_no_picture(plan: Path, tmp_path: Path) -> None:
    text = tmp_path / "broken.pdf"
    text.write_bytes(b"%PDF-1.7 and nothing more")
    none = [
        at(SAMPLES / "schenectady-infill.docx", None, "x"),
        at(text, 1, "x"),
        at(tmp_path / "no.pdf", 1, "x"),
        at(plan, 9, "x"),
    ]
    assert pictures(none) == {}


def test_a_protected_file_is_opened_with_its_password(plan: Path, tmp_path: Path) -> None:
    file = tmp_path / "protected.pdf"
    writer = PdfWriter(clone_from=PdfReader(plan))
    writer.encrypt("heron", algorithm="AES-256")
    writer.write(file)
    here = at(file, 1, "Nothing of importance stands down here.")
    assert pictures([here]) == {}
    assert pictures([here], "heron")[here].located


# ---------------------------------------------------------------- bounds
def test_a_picture_is_bounded_however_large_the_page(tmp_path: Path) -> None:
    file = tmp_path / "large.pdf"
    drawn = canvas.Canvas(str(file), pagesize=(14000, 14000))
    drawn.setFont("Helvetica", 90)
    drawn.drawString(5000, 5000, "LIMIT OF DISTURBANCE")
    drawn.save()
    here, nowhere = at(file, 1, "LIMIT OF DISTURBANCE"), at(file, 1, "Quite another sentence")
    for picture in pictures([here, nowhere]).values():
        assert picture.width <= drawing.WIDEST
        assert picture.height <= 2 * drawing.TALLEST


def test_the_first_places_have_pictures_where_there_are_too_many(plan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = [at(plan, n, f"Page {n} says that silt fence stands") for n in (3, 1, 2)]
    everything = pictures(places)
    assert set(everything) == set(places)
    monkeypatch.setattr(bounds, "MOST_PICTURES", 2)
    assert set(pictures(places)) == set(places[:2])
    monkeypatch.setattr(bounds, "MOST_PAGES", 1)
    assert set(pictures(places)) == set(places[:1])
    monkeypatch.undo()
    monkeypatch.setattr(bounds, "MOST_BYTES", len(everything[places[0]].uri) + 10)
    assert set(pictures(places)) == set(places[:1])


def test_every_quotation_of_a_sample_plan_that_has_a_page_is_found_on_it() -> None:
    from swppp_check import check

    review = check([WAREHOUSE], town="rotterdam")
    quoted = {e for _, element in review.findings() for e in element.evidence if e.page}
    shown = pictures(quoted)
    assert len(quoted) > 60
    assert [e.quote for e in quoted if not shown[e].located] == []
