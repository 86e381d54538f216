"""What OCR read on a page is kept, and a page is read once."""

import os
import shutil
import stat
from pathlib import Path

import pytest
from scans import SENTENCES, assert_read, picture, placed, read, scanned, typed, written

PAGE = written(SENTENCES)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A Tesseract that notes each picture that it is given; the file that it notes them in."""
    real, log, folder = shutil.which("tesseract"), tmp_path / "calls", tmp_path / "bin"
    folder.mkdir()
    program = folder / "tesseract"
    program.write_text(f'#!/bin/sh\ncase "$1" in stdin) echo read >> "{log}";; esac\nexec "{real}" "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    log.touch()
    return log


@pytest.mark.needs("tesseract")
def test_a_page_is_read_once(tmp_path: Path, calls: Path) -> None:
    path = scanned(tmp_path / "scan.pdf", PAGE)
    first = read(path)
    count = calls.read_text()
    assert count
    assert read(path) == first
    assert calls.read_text() == count


@pytest.mark.needs("tesseract")
def test_a_scan_is_known_again_in_another_file(tmp_path: Path, calls: Path) -> None:
    read(typed(tmp_path / "one.pdf", placed(picture(PAGE))))
    count = calls.read_text()
    other = read(typed(tmp_path / "two.pdf", PAGE, placed(picture(PAGE))))
    assert calls.read_text() == count
    assert other.ocr_pages == (2,)


@pytest.mark.needs("tesseract")
@pytest.mark.parametrize("damage", [b"", b"{}", b"[1]", b"\xff\xfe", b'{"width": 1, "height": 1, "lines": [1]}'])
def test_a_damaged_entry_counts_as_none(tmp_path: Path, damage: bytes) -> None:
    path = scanned(tmp_path / "scan.pdf", PAGE)
    first = read(path)
    entries = list(Path(os.environ["XDG_CACHE_HOME"]).rglob("*.json"))
    assert entries
    for entry in entries:
        entry.write_bytes(damage)
    assert read(path) == first


@pytest.mark.needs("tesseract")
def test_a_cache_that_cannot_be_written_is_done_without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert_read(read(scanned(tmp_path / "scan.pdf", PAGE)))
