"""What a page holds, as a hash: two pages of one hash show the same."""

import ctypes
import hashlib
from contextlib import closing

import pypdfium2 as pdfium
import pypdfium2.raw as raw


def contents_of(document: pdfium.PdfDocument, number: int, file_hash: str) -> str:
    """A hash of the page's contents: of its pictures where it has nothing else, so that it is known again in a
    file that changed elsewhere; otherwise of the file and the page's number.
    """
    with closing(document[number - 1]) as page:
        return _pictures(page) or f"{file_hash} {number}"


def _pictures(page: pdfium.PdfPage) -> str:
    """The hash of a page that shows nothing but pictures; "" for another."""
    digest = hashlib.sha256(repr((page.get_size(), page.get_rotation())).encode())
    pictures = list(page.get_objects(max_depth=4))
    if raw.FPDFPage_GetAnnotCount(page.raw) or not pictures or len(pictures) > 200:
        return ""
    for item in pictures:
        if item.type == raw.FPDF_PAGEOBJ_FORM:
            continue
        if item.type != raw.FPDF_PAGEOBJ_IMAGE:
            return ""
        sides = [ctypes.c_float() for _ in range(4)]
        raw.FPDFPageObj_GetBounds(item.raw, *sides)
        place = (item.get_px_size(), item.get_filters(), item.get_matrix().get(), [side.value for side in sides])
        digest.update(repr(place).encode())
        size = raw.FPDFImageObj_GetImageDataRaw(item.raw, None, 0)
        if not size:
            return ""
        data = ctypes.create_string_buffer(size)
        raw.FPDFImageObj_GetImageDataRaw(item.raw, data, size)
        digest.update(data)
    return digest.hexdigest()
