"""Files of the difficult kinds that reach a reviewer's desk, as far as no other test has them, each built here.

Each is opened and read through the command line; what it leads to is said by its status and its review.
"""

import io
import json
import struct
from pathlib import Path

import pytest
from conftest import Run
from hostile import one_page, stream
from hostile import pdf as numbered_pdf
from made_pdf import line
from made_pdf import pdf as made_pdf
from PIL import Image
from pypdf import PdfWriter
from pypdf.constants import UserAccessPermissions
from scans import SENTENCES, assert_read, picture, read, words, written

SENTENCE = "Silt fence stands below the slope."


def kept(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-256"])
@pytest.mark.parametrize("owner", ["", "kept by the owner"])
def test_a_file_that_only_its_owner_locked_opens_without_asking(tmp_path: Path, algorithm: str, owner: str) -> None:
    plan = PdfWriter(io.BytesIO(made_pdf(line(SENTENCE))))
    plan.encrypt("", owner, permissions_flag=UserAccessPermissions(0), algorithm=algorithm)
    plan.write(tmp_path / "plan.pdf")
    assert words(read(tmp_path / "plan.pdf")) == SENTENCE


def test_a_page_tree_that_runs_in_a_circle_costs_the_pages_that_it_hides(run: Run, tmp_path: Path) -> None:
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>"
    )
    circular = numbered_pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 2 >>",
        page,
        stream(line(SENTENCE).encode()),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    ran = run(kept(tmp_path / "plan.pdf", circular), "-t", "rotterdam", "-f", "json", "-q")
    assert ran.status == 3
    (document,) = json.loads(ran.out)["documents"]
    assert document["unread_pages"] == [2]
    assert "page 2: not read" in ran.err
    assert words(read(tmp_path / "plan.pdf")) == SENTENCE


def test_what_a_printer_put_before_a_pdf_is_passed_over(tmp_path: Path) -> None:
    ticket = b"\x1b%-12345X@PJL JOB\r\n@PJL SET COPIES=1\r\n@PJL ENTER LANGUAGE=PDF\r\n"
    assert words(read(kept(tmp_path / "plan.pdf", ticket + made_pdf(line(SENTENCE))))) == SENTENCE


def test_a_page_without_contents_is_a_blank_one(run: Run, tmp_path: Path) -> None:
    empty = numbered_pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
    )
    ran = run(kept(tmp_path / "plan.pdf", empty), "-t", "rotterdam", "-f", "json", "-q")
    assert ran.status == 1
    assert json.loads(ran.out)["documents"][0]["unread_pages"] == []


# ---------------------------------------------------------------- pictures as scanners write them
def group4(seen: Image.Image) -> bytes:
    """The picture in black and white as a fax codes it (T.6)."""
    file = io.BytesIO()
    seen.convert("1", dither=Image.Dither.NONE).save(
        file, "TIFF", compression="group4", tiffinfo={278: seen.height, 266: 1}
    )
    with Image.open(file) as tiff:
        at, length = tiff.tag_v2[273], tiff.tag_v2[279]  # type: ignore[attr-defined]
    return file.getvalue()[at[0] : at[0] + length[0]]


def picture_pdf(seen: Image.Image, coded: bytes, entries: bytes) -> bytes:
    """A letter page that holds the picture in its coding and nothing else."""
    size = (
        b"/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 1 /ColorSpace /DeviceGray " % seen.size
    )
    shown = b"<< /XObject << /X 5 0 R >> >>"
    return one_page(stream(b"q 612 0 0 792 0 0 cm /X Do Q"), stream(coded, size + entries), resources=shown)


def jbig2(seen: Image.Image) -> bytes:
    """The picture as JBIG2: the segments of a page (ITU-T T.88) that holds one region in a fax's coding."""

    def segment(number: int, kind: int, data: bytes) -> bytes:
        return struct.pack(">IBBBI", number, kind, 0, 1, len(data)) + data

    region = struct.pack(">IIIIBB", *seen.size, 0, 0, 0, 1) + group4(seen)  # the last 1: coded as T.6
    page = struct.pack(">IIIIBH", *seen.size, 0, 0, 0, 0)
    return segment(0, 48, page) + segment(1, 38, region)


@pytest.mark.needs("tesseract")
def test_a_scan_in_the_coding_of_a_fax_is_read(tmp_path: Path) -> None:
    seen = picture(written(SENTENCES), 200)
    coding = b"/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns %d /Rows %d >>" % seen.size
    document = read(kept(tmp_path / "fax.pdf", picture_pdf(seen, group4(seen), coding)))
    assert_read(document)


@pytest.mark.needs("tesseract")
def test_a_scan_in_jbig2_is_read(tmp_path: Path) -> None:
    seen = picture(written(SENTENCES), 200)
    document = read(kept(tmp_path / "scan.pdf", picture_pdf(seen, jbig2(seen), b"/Filter /JBIG2Decode")))
    assert_read(document)
