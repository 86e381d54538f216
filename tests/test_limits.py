"""A document is read in a process of its own: what it may take, and what is said when it takes more or breaks it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import SAMPLES, Run
from hostile import FONT, flate, one_page, pdf, stream
from reportlab.pdfgen import canvas

from swppp_check import Review, check
from swppp_check.reading import confined, read_ahead, read_submission
from swppp_check.reading.document import read_file
from swppp_check.reading.limits import Limits
from swppp_check.reading.programs import command
from swppp_check.reading.wire import NotUnderstood, packed, unpacked
from swppp_check.submission import Block, Document, Kind, Submission, Unread

CLINIC = SAMPLES / "schenectady-clinic.pdf"
INFILL = SAMPLES / "schenectady-infill.docx"
# A page that unpacks to 400 MiB of text operators, between two good ones.
BOMB = flate(b"BT /F1 1 Tf " + b"(word word word) Tj " * (20 * 2**20) + b"ET", 2)


def three_pages(middle: bytes) -> bytes:
    """A PDF whose second page has these contents."""
    good = stream(b"BT /F1 12 Tf 72 700 Td (Silt fence stands below the slope.) Tj ET")
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources %b /Contents %d 0 R >>"
    return pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>",
        *(page % (FONT, number) for number in (6, 7, 8)),
        *(good, middle, good),
    )


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def pages(path: Path, number: int) -> Path:
    sheet = canvas.Canvas(str(path))
    for _ in range(number):
        sheet.drawString(72, 700, "Silt fence stands below the slope.")
        sheet.showPage()
    sheet.save()
    return path


# ---------------------------------------------------------------- the same values as in this process
def test_what_the_child_read_is_what_the_reader_returns() -> None:
    files = sorted(p for p in SAMPLES.iterdir() if p.suffix in (".pdf", ".docx"))
    assert read_submission(files).documents == tuple(d for p in files for d in read_file(p).documents)


def test_only_a_submission_is_taken_from_the_child() -> None:
    read = Submission((Document("a\u2028b.pdf", "0", 2, (Block(Kind.ROW, "x\ny", 1, cells=("x",)),)),))
    assert unpacked(packed(read)) == read
    for line in (b"", b"{}", b"null", b'{"documents": [{"path": 1}]}', packed(read)[:-1], b"\x80\x04."):
        with pytest.raises(NotUnderstood):
            unpacked(line)


def test_half_of_a_surrogate_pair_travels_as_a_question_mark() -> None:
    read = Submission((Document("a.pdf", "0", 1, (Block(Kind.LABEL, "a\ud800b"),)),))
    assert unpacked(packed(read)).documents[0].blocks[0].text == "a?b"


def test_a_file_name_that_is_no_text_is_spelled_out(run: Run, tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff\x1b[31m.pdf"
    try:
        Path(os.fsdecode(path)).write_bytes(CLINIC.read_bytes())
    except OSError:
        pytest.skip("this file system wants names in UTF-8")
    ran = run(tmp_path, "-t", "schenectady", "-f", "json", "-q")
    assert Review.model_validate_json(ran.out).documents[0].path.endswith("\\xff\x1b[31m.pdf")
    assert ran.status == 0


# ---------------------------------------------------------------- limits: each names the page and itself
def test_pages_beyond_the_limit_are_unread_and_nothing_is_called_missing(run: Run) -> None:
    ran = run(CLINIC, "-t", "schenectady", "-f", "json", "-q", "--max-pages", "4")
    assert ran.err == (
        f"swppp-check: {CLINIC}, pages 5-13: not read: stopped at page 5 of 13: "
        "more than 4 pages are not read (--max-pages)\n"
    )
    review = Review.model_validate_json(ran.out)
    assert review.documents[0].unread_pages == tuple(range(5, 14))
    assert (ran.status, review.deficiencies()) == (3, ())


def test_text_beyond_the_limit_is_unread(tmp_path: Path) -> None:
    sheet = canvas.Canvas(str(tmp_path / "long.pdf"))
    for _ in range(3):
        sheet.setFont("Helvetica", 1)
        for line in range(700):
            sheet.drawString(9, 760 - line, "word " * 180)
        sheet.showPage()
    sheet.save()
    document = read_submission([tmp_path / "long.pdf"], limits=Limits(text=1)).documents[0]
    assert [unread.page for unread in document.unread] == [2, 3]
    assert "1 million characters (--max-text)" in document.unread[0].reason
    assert {block.page for block in document.blocks} == {1}


def test_a_word_file_s_text_beyond_the_limit_is_unread(tmp_path: Path) -> None:
    import docx

    word = docx.Document()
    for _ in range(3):
        word.add_paragraph("word " * 80_000)
    word.save(str(tmp_path / "long.docx"))
    document = read_submission([tmp_path / "long.docx"], limits=Limits(text=1)).documents[0]
    assert len(document.blocks) == 2
    assert [(unread.page, "--max-text" in unread.reason) for unread in document.unread] == [(None, True)]


def test_a_picture_beyond_the_limit_is_not_unpacked(run: Run, tmp_path: Path) -> None:
    image = b"/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8 /Width 9000 /Height 9000"
    plan = one_page(stream(b"612 0 0 792 0 0 cm /X Do"), stream(b"", image), resources=b"<< /XObject << /X 5 0 R >> >>")
    ran = run(written(tmp_path / "scan.pdf", plan), "-t", "rotterdam", "-q", "--max-pixels", "50")
    assert ran.status == 3
    assert "page 1: not read: a picture of 81 million pixels is larger than 50 million (--max-pixels)" in ran.err


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the system does not limit a process's memory")
def test_a_page_that_takes_too_much_memory_is_unread_and_the_others_are_read(tmp_path: Path) -> None:
    plan = written(tmp_path / "bomb.pdf", three_pages(BOMB))
    document = read_submission([plan], limits=Limits(memory=300)).documents[0]
    assert [unread.page for unread in document.unread] == [2]
    assert "300 MiB (--max-memory)" in document.unread[0].reason
    assert {block.page for block in document.blocks} == {1, 3}


def test_a_page_that_takes_too_long_is_ended_from_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "GRACE", 0)
    plan = written(tmp_path / "slow.pdf", three_pages(BOMB))
    document = read_submission([plan], limits=Limits(memory=100_000, time=3)).documents[0]
    assert [unread.page for unread in document.unread] == [2, 3]
    assert document.unread[0].reason == "stopped at page 2 of 3: reading took longer than 3 seconds (--max-time)"
    assert {block.page for block in document.blocks} == {1}


# ---------------------------------------------------------------- a child that dies
CRASH = """
import os, signal, sys
sys.path[:] = sys.argv[1:]
from swppp_check.reading import child, pdf
read = pdf._read_page
def crash(document, number, *more):
    if number in {pages}:
        os.kill(os.getpid(), signal.SIGSEGV)
    return read(document, number, *more)
pdf._read_page = crash
child.main()
"""


def child_runs(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Have the child run other code than its own."""
    monkeypatch.setattr(
        confined, "command", lambda module: [code if "import main" in w else w for w in command(module)]
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_crash_on_a_page_costs_that_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    child_runs(monkeypatch, CRASH.replace("{pages}", "(2, 5)"))
    crashing = pages(tmp_path / "a.pdf", 6)
    document = read_submission([crashing]).documents[0]
    assert [unread.page for unread in document.unread] == [2, 5]
    assert "crashed (SIGSEGV)" in document.unread[0].reason
    assert {block.page for block in document.blocks} == {1, 3, 4, 6}


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_crash_again_and_again_costs_the_document_and_not_the_run(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child_runs(monkeypatch, CRASH.replace("{pages}", "(1, 2, 3, 4, 5)"))
    crashing, good = pages(tmp_path / "a.pdf", 6), INFILL
    ran = run(crashing, good, "-t", "schenectady", "-q", "-f", "json")
    review = Review.model_validate_json(ran.out)
    assert ran.status == 2
    assert [d.path for d in review.documents] == [str(good)]
    assert "crashed (SIGSEGV)" in review.unopened[0].reason
    assert not review.complete


def test_a_child_that_cannot_start_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    child_runs(monkeypatch, "raise SystemExit(1)")
    ran = run(CLINIC, "-t", "schenectady")
    assert ran.status == 2
    assert ran.err == f"swppp-check: {CLINIC}: not read: the process that reads it ended without an answer\n"


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    plan = written(tmp_path / "slow.pdf", three_pages(BOMB))
    with read_ahead([plan], limits=Limits(memory=100_000)) as begun:
        assert begun.any_opened()
        child = begun._child
    assert child is not None
    assert child.returncode is not None
    assert child.stdout is not None
    assert child.stdout.closed


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_ends_the_run_and_the_child_with_it(tmp_path: Path) -> None:
    plan = written(tmp_path / "slow.pdf", three_pages(BOMB))
    code = "import sys; from swppp_check.reading import read_ahead; from swppp_check.reading.limits import Limits\n"
    code += "with read_ahead([sys.argv[1]], limits=Limits(memory=100_000)) as begun:\n"
    code += "    begun.any_opened(); print(begun._child.pid, flush=True); begun.submission()"
    parent = subprocess.Popen(
        [sys.executable, "-c", code, str(plan)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert parent.stdout
    child = int(parent.stdout.readline())
    parent.send_signal(signal.SIGINT)
    parent.communicate(timeout=60)
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


# ---------------------------------------------------------------- what pdfium says nothing of
def test_a_page_whose_contents_are_damaged_is_not_taken_for_a_blank_one(run: Run, tmp_path: Path) -> None:
    lost = three_pages(stream(b"BT ET")).replace(b"/Contents 7 0 R", b"/Contents 1 0 R")
    ran = run(written(tmp_path / "lost.pdf", lost), "-t", "rotterdam", "-q")
    assert ran.status == 3
    assert "page 2: not read: the page is damaged" in ran.err


def test_a_damaged_compressed_part_keeps_a_plan_from_being_complete(run: Run, tmp_path: Path) -> None:
    content = bytearray(CLINIC.read_bytes())
    at = content.rindex(b"endstream") - 100
    content[at] ^= 0xFF
    ran = run(written(tmp_path / "damaged.pdf", bytes(content)), "-t", "schenectady", "-q")
    assert ran.status == 3
    assert "a part of the PDF is damaged" in ran.err


def test_python_takes_the_same_limits() -> None:
    review = check([CLINIC], town="schenectady", limits=Limits(pages=4))
    assert review.documents[0].unread[0] == review.documents[0].unread[0].model_copy(update={"page": 5})
    assert not review.complete


def test_the_rest_of_a_file_that_claims_a_billion_pages_is_not_listed() -> None:
    from swppp_check.reading.limits import LISTED, rest

    unread = rest(3, 10**9, "stopped")
    assert unread[0] == Unread(3, "stopped")
    assert len(unread) == LISTED + 1


def test_a_child_that_was_started_early_serves_this_process_alone(run: Run) -> None:
    """It is not shared by the processes that a run of several submissions forks, and ends where it is not used."""
    paths = [SAMPLES / name for name in ("schenectady-infill.docx", "schenectady-clinic.pdf")]
    with confined.started_early(True):
        (early,) = confined._early.values()
        ran = run("--each", *paths, "-t", "schenectady", "--fail-on", "never", "--jobs", "2", "--format", "json")
        assert early.poll() is None
    assert early.poll() is not None
    assert [review["complete"] for review in json.loads(ran.out)["reviews"]] == [False, True], ran.err
