"""What a file is called, and what it really is, told by its first bytes."""

import io
import os
import zipfile
from pathlib import Path
from typing import Literal

# Which pages are read from their pictures: those without usable text, none, or all.
OcrMode = Literal["auto", "off", "force"]

SUFFIXES = {".pdf": "pdf", ".docx": "word", ".docm": "word", ".dotx": "word", ".dotm": "word", ".doc": "old-word"}

# The kinds that are read.
READ = ("pdf", "word", "encrypted-word", "old-word")

# What is said of a file that is not read, by kind.
KINDS = {
    "empty": "the file is empty: submit it again",
    "lfs": "it is a Git LFS pointer, not the file itself: run git lfs pull",
    "html": "it is an HTML page, not a plan: download the file itself",
    "ole": "it is an old Office file, not a Word document: save it as .pdf",
    "excel": "it is an Excel workbook: print it to .pdf",
    "powerpoint": "it is a PowerPoint file: print it to .pdf",
    "zip": "it is a ZIP archive: unpack it and give the files",
    "broken-zip": "it is a damaged Word file or ZIP archive: save it again",
    "drawing": "it is an AutoCAD drawing (.dwg): plot it to .pdf",
    "picture": "it is a picture: put it into a .pdf",
    "rtf": "it is a rich-text file (.rtf): save it as .docx or .pdf",
    "other": "it is neither a PDF nor a Word file: submit .pdf or .docx",
}

SIGNATURES = (
    (b"version https://git-lfs", "lfs"),
    (b"{\\rtf", "rtf"),
    (b"AC10", "drawing"),
    (b"\xff\xd8\xff", "picture"),
    (b"\x89PNG", "picture"),
    (b"II*\x00", "picture"),
    (b"MM\x00*", "picture"),
    (b"GIF8", "picture"),
)
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def named(path: Path) -> str:
    """The path as text that any encoding can write; bytes of a name that are no text are spelled out."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def kind_of(content: bytes) -> str:
    """One of `READ` or a key of `KINDS`."""
    head = content[:2048]
    if not content.strip(b"\x00 \r\n\t"):
        return "empty"
    for mark, kind in SIGNATURES:
        if head.startswith(mark):
            return kind
    if b"%PDF-" in head:
        return "pdf"
    if head.startswith(b"PK"):
        return _package(content)
    if head.startswith(OLE):
        if "EncryptedPackage".encode("utf-16-le") in content:
            return "encrypted-word"
        return "old-word" if "WordDocument".encode("utf-16-le") in content else "ole"
    text = head.lstrip(b"\xef\xbb\xbf \r\n\t").lower()
    if text.startswith((b"<!doctype html", b"<html", b"<head", b"<body")):
        return "html"
    return "other"


def _package(content: bytes) -> str:
    try:
        names = zipfile.ZipFile(io.BytesIO(content)).namelist()
    except (zipfile.BadZipFile, ValueError, OSError):
        return "broken-zip"
    for start, kind in (("word/", "word"), ("xl/", "excel"), ("ppt/", "powerpoint")):
        if any(name.startswith(start) for name in names):
            return kind
    return "word" if "[Content_Types].xml" in names else "zip"
