"""The evidence page: what it shows of each element, that it needs nothing else, and that a browser can use it."""

import re
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import html5lib
import pytest
from conftest import ROOT, SAMPLES, Run
from lxml import html
from made_reviews import document as paper
from made_reviews import project, quoted, review

from swppp_check import Review
from swppp_check.checklists import load_checklist
from swppp_check.page.evidence import STATES, evidence_page
from swppp_check.particulars import Particulars
from swppp_check.review import Fact, Nearest, Status, UnreadPage

WAREHOUSE = SAMPLES / "rotterdam-warehouse.pdf"
SCHENECTADY = load_checklist("schenectady")
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)> {{ 7*7 }} {% raw %} \" ' & \x1b[31m\u202egnp.exe\u2066"
VISIBLE = "<script>alert(1)</script><img src=x onerror=alert(1)> {{ 7*7 }} {% raw %} \" ' & [31mgnp.exe"
CSS = (ROOT / "swppp_check" / "page" / "review.css").read_text(encoding="utf-8")


@pytest.fixture
def page(run: Run, tmp_path: Path) -> Callable[..., Path]:
    def page(plan: Path = WAREHOUSE, town: str = "rotterdam", *more: str) -> Path:
        file = tmp_path / "review.html"
        run(plan, "-t", town, "-q", "-o", file, "-o", file.with_suffix(".json"), *more)
        return file

    return page


def text(element: Any) -> str:
    return " ".join(element.text_content().split())


def made(found: Mapping[str, Mapping[str, Any]], **more: Any) -> Any:
    return html.document_fromstring(evidence_page(review(SCHENECTADY, found, **more), SCHENECTADY, Particulars()))


# ---------------------------------------------------------------- what it shows
@pytest.mark.parametrize(
    ("name", "town"),
    [("rotterdam-warehouse.pdf", "rotterdam"), ("schenectady-infill.docx", "schenectady")],
)
def test_every_element_stands_in_the_list_and_on_the_page_with_its_status_and_quotations(
    page: Callable[..., Path], name: str, town: str
) -> None:
    file = page(SAMPLES / name, town)
    root = html.document_fromstring(file.read_text(encoding="utf-8"))
    data = Review.model_validate_json(file.with_suffix(".json").read_text(encoding="utf-8"))
    asked = [(f"{i.id}.{e.id}", e) for i in data.items for e in i.elements]
    assert [a.get("href") for a in root.cssselect("nav [data-for] a")] == [f"#{name}" for name, _ in asked]
    for name, element in asked:
        shown = root.get_element_by_id(name)
        advice = element.kind != "shall" and element.status is Status.MISSING
        assert shown.get("data-state") == ("advised" if advice else element.status)
        assert element.means in text(shown)
        quotes = [text(q) for q in shown.cssselect("blockquote")]
        wanted = [e.quote for e in element.evidence] + ([element.nearest.quote] if element.nearest else [])
        assert quotes == [" ".join(q.split()) for q in wanted]


def test_the_counts_are_those_of_the_elements(page: Callable[..., Path]) -> None:
    root = html.document_fromstring(page().read_text(encoding="utf-8"))
    for button in root.cssselect("[data-filter]"):
        of_state = root.cssselect(f'.element[data-state="{button.get("data-filter")}"]')
        assert int(text(button.cssselect("b")[0])) == len(of_state) > 0
    assert len(root.cssselect("[data-filter]")) == len({e.get("data-state") for e in root.cssselect(".element")})


def test_a_missing_element_says_what_would_count_and_shows_the_nearest_thing_that_did_not() -> None:
    near = Nearest(
        document="plans/report.pdf", page=7, section="3.2 Soils", quote="See appendix.", reason="only promised"
    )
    root = made({"soils.description": {"status": Status.MISSING, "nearest": near, "note": "only promised: ..."}})
    shown = root.get_element_by_id("soils.description")
    assert "The nearest thing does not count: only promised." in text(shown)
    assert 'Nearest: report.pdf, page 7, under "3.2 Soils"' in text(shown)
    assert SCHENECTADY.rules["soils"].element["description"].remedy in text(shown)
    assert len(shown.cssselect("details li")) == 3


def test_what_could_not_be_read_stands_at_the_top() -> None:
    unread = paper(unread_pages=(12,), unread=(UnreadPage(page=12, reason="the page is a picture"),))
    root = made({"soils.description": {"status": Status.UNREADABLE}}, documents=(unread,))
    assert "report.pdf, page 12: The page is a picture." in text(root.cssselect("header .unread")[0])


def test_the_clock_is_shown_where_the_day_of_receipt_is_given(page: Callable[..., Path]) -> None:
    root = html.document_fromstring(
        page(WAREHOUSE, "rotterdam", "--received", "2026-11-02").read_text(encoding="utf-8")
    )
    assert "Completeness is to be determined by December 2, 2026" in text(root.cssselect("header dl")[0]).replace(
        "by", "by "
    ).replace("  ", " ")


def test_without_a_script_everything_is_there_to_read_and_nothing_that_would_not_work(
    page: Callable[..., Path],
) -> None:
    root = html.document_fromstring(page().read_text(encoding="utf-8"))
    hidden = [element.get("class") for element in root.cssselect("[hidden]")]
    assert hidden == ["tools", "nothing"]
    assert len(root.cssselect(".element")) > 60
    assert root.cssselect(".counts .chip")


# ---------------------------------------------------------------- one file that needs nothing else
def test_it_is_valid_html_and_asks_for_nothing_from_anywhere(page: Callable[..., Path]) -> None:
    source = page().read_text(encoding="utf-8")
    html5lib.HTMLParser(strict=True).parse(source)
    root = html.document_fromstring(source)
    assert not re.search(r"https?://|url\(|@import|\bfetch\b|XMLHttp", source)
    addresses = [value for element in root.iter() for key, value in element.items() if key in ("src", "href", "srcset")]
    assert addresses
    assert all(a.startswith(("#", "data:image/png;base64,", "data:image/webp;base64,")) for a in addresses)
    assert not root.cssselect("link, iframe, object, embed, base, form[action]")
    assert not [e for e in root.iter() for key in e.keys() if key == "style" or key.startswith("on")]  # noqa: SIM118
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    policy = root.cssselect("meta[http-equiv]")[0].get("content")
    assert policy.startswith("default-src 'none'; img-src data:;")
    assert "unsafe" not in policy


def test_the_same_plan_makes_the_same_bytes_that_name_no_folder_of_this_machine(
    page: Callable[..., Path], tmp_path: Path
) -> None:
    first = page().read_bytes()
    assert page().read_bytes() == first
    assert str(SAMPLES).encode() not in first
    assert str(tmp_path).encode() not in first


def test_nothing_in_a_plan_is_markup_or_a_template_on_the_page() -> None:
    near = Nearest(document="plans/report.pdf", page=7, section=HOSTILE, quote=HOSTILE, reason="only promised")
    found: dict[str, dict[str, Any]] = {
        "soils.description": {"status": Status.MISSING, "nearest": near, "note": HOSTILE},
        "narrative.type": {"status": Status.PRESENT, "evidence": (quoted(HOSTILE, 3, HOSTILE),), "note": HOSTILE},
    }
    facts = {key: Fact(value=HOSTILE) for key in ("name", "applicant", "location")}
    root = made(found, project=project(facts=facts, basis=HOSTILE), documents=(paper(HOSTILE),))
    assert len(root.cssselect("script")) == 1
    assert not root.cssselect("img")
    for name in found:
        assert VISIBLE in text(root.get_element_by_id(name).cssselect("blockquote")[0])
    assert text(root.cssselect("h1")[0]) == VISIBLE
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x1b]", root.text_content())


# ---------------------------------------------------------------- colours
def colours(scheme: str) -> dict[str, str]:
    light, dark = re.findall(r":root \{(.*?)\}", CSS, flags=re.DOTALL)[:2]
    found = dict(re.findall(r"--([\w-]+): (#\w{6})", light))
    return found if scheme == "light" else found | dict(re.findall(r"--([\w-]+): (#\w{6})", dark))


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2.2, 1.4.3."""

    def luminance(colour: str) -> float:
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_chips_have_the_contrast_of_wcag_aa_in_both_schemes(scheme: str) -> None:
    of = colours(scheme)
    papers = ("page-paper", "panel-paper")
    pairs = [(ink, paper) for ink in ("ink", "soft", "link") for paper in papers]
    pairs += [(f"{state}-ink", f"{state}-paper") for state in STATES]
    assert {pair: ratio for pair in pairs if (ratio := contrast(of[pair[0]], of[pair[1]])) < 4.5} == {}
    edges = [(edge, paper) for edge in ("focus", "strong-rule") for paper in papers]
    assert {pair: ratio for pair in edges if (ratio := contrast(of[pair[0]], of[pair[1]])) < 3} == {}


def test_colours_stand_in_the_variables_alone() -> None:
    rules = re.sub(r":root \{.*?\}", "", CSS, flags=re.DOTALL)
    assert not re.search(r"#[0-9a-f]{3,8}\b|rgb|hsl|opacity", rules)
    for ink, ground in re.findall(r"color: var\(--([\w-]+)-ink\); background: var\(--([\w-]+)-paper\)", rules):
        assert ink == ground
    used = set(re.findall(r"(?<![\w-])color: var\(--([\w-]+)\)", rules))
    assert used == {"ink", "soft", "link", *(f"{state}-ink" for state in STATES)}


# ---------------------------------------------------------------- in a browser
def browse(file: Path, tmp_path: Path, *more: str, at: str = "") -> str:
    """The page as headless Chromium has it after its script has run."""
    command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'browser'}"]
    ran = subprocess.run(
        [*command, *more, "--dump-dom", f"{file.as_uri()}{at}"], capture_output=True, timeout=120, check=True
    )
    return ran.stdout.decode()


@pytest.mark.needs("chromium")
def test_a_browser_runs_the_script_under_the_page_s_own_policy_and_filters_by_status(
    page: Callable[..., Path], tmp_path: Path
) -> None:
    file = page()
    everything = html.document_fromstring(browse(file, tmp_path))
    assert everything.cssselect(".tools")[0].get("hidden") is None
    assert not everything.cssselect(".element[hidden]")
    filtered = html.document_fromstring(browse(file, tmp_path, at="#show=missing,altered"))
    shown = [e.get("data-state") for e in filtered.cssselect(".element:not([hidden])")]
    assert sorted(shown) == ["altered", "missing", "missing"]
    assert text(filtered.cssselect(".tally")[0]) == f"3 of {len(filtered.cssselect('.element'))} shown"
    pressed = filtered.cssselect('[aria-pressed="true"]')
    assert [b.get("data-filter") for b in pressed] == ["missing", "altered"]
    listed = [e.get("data-for") for e in filtered.cssselect("nav [data-for]:not([hidden])")]
    assert listed == [e.get("id") for e in filtered.cssselect(".element:not([hidden])")]


@pytest.mark.needs("chromium")
def test_keys_move_between_elements_and_the_search_finds_words_of_the_plan(
    page: Callable[..., Path], tmp_path: Path
) -> None:
    """The page runs in a frame of a page that presses its keys, and says what it then shows."""
    file = page()
    presser = tmp_path / "presser.html"
    presser.write_text(
        """<!doctype html><iframe src="review.html"></iframe><pre></pre><script>
        document.querySelector("iframe").addEventListener("load", (event) => {
          const view = event.target.contentWindow, page = view.document;
          const press = (key) => page.body.dispatchEvent(new view.KeyboardEvent("keydown", { key, bubbles: true }));
          const said = [];
          const current = () => page.querySelector(".current").id + " " + page.querySelector("[aria-current]").hash;
          press("j"); press("j"); said.push(current());
          press("k"); said.push(current());
          press("/"); said.push(page.activeElement.id);
          page.getElementById("search").value = "oakville SOILS loamy";
          page.getElementById("search").dispatchEvent(new view.Event("input"));
          said.push([...page.querySelectorAll(".element:not([hidden])")].map((e) => e.id).join(" "));
          page.getElementById("search").value = "zzzz";
          page.getElementById("search").dispatchEvent(new view.Event("input"));
          said.push(page.querySelector(".nothing").hidden);
          press("Escape"); said.push(page.querySelectorAll(".element[hidden]").length);
          document.querySelector("pre").textContent = said.join("\\n");
        });
        </script>""",
        encoding="utf-8",
    )
    root = html.document_fromstring(
        browse(presser, tmp_path, "--allow-file-access-from-files", "--virtual-time-budget=10000")
    )
    assert file.exists()
    second, first, focused, found, nothing, hidden = root.cssselect("pre")[0].text_content().splitlines()
    assert second == "narrative.type #narrative.type"
    assert first == "narrative.location #narrative.location"
    assert focused == "search"
    assert "soils.description" in found.split()
    assert len(found.split()) < 10
    assert (nothing, hidden) == ("false", "0")


@pytest.mark.needs("chromium", "pdftotext")
def test_it_prints_the_findings_without_the_list_and_its_tools(page: Callable[..., Path], tmp_path: Path) -> None:
    printed = tmp_path / "printed.pdf"
    browse(page(), tmp_path, f"--print-to-pdf={printed}")
    said = subprocess.run(["pdftotext", str(printed), "-"], capture_output=True, text=True, check=True).stdout
    assert "The expected date on which clearing will begin" in " ".join(said.split())
    assert "14 pages, SHA-256 " in " ".join(said.split())  # what is folded on the screen
    assert "next and previous" not in said
