"""What a page holds, as a hash: two pages of one hash show the same."""

import ctypes
import hashlib

import pypdfium2 as pdfium
import pypdfium2.raw as raw


def contents_of(page: pdfium.PdfPage, number: int, file_hash: str) -> str:
    """A hash of the page's contents: of its pictures where it has nothing else, so that it is known again in a
    file that changed elsewhere; otherwise of the file and the page's number.
    """
    digest = hashlib.sha256(repr((page.get_size(), page.get_rotation())).encode())
    pictures = list(page.get_objects(max_depth=4))
    if raw.FPDFPage_GetAnnotCount(page.raw) or not pictures or len(pictures) > 200:
        return f"{file_hash} {number}"
    for item in pictures:
        if item.type == raw.FPDF_PAGEOBJ_FORM:
            continue
        if item.type != raw.FPDF_PAGEOBJ_IMAGE:
            return f"{file_hash} {number}"
        sides = [ctypes.c_float() for _ in range(4)]
        raw.FPDFPageObj_GetBounds(item.raw, *sides)
        place = (item.get_px_size(), item.get_filters(), item.get_matrix().get(), [side.value for side in sides])
        digest.update(repr(place).encode())
        size = raw.FPDFImageObj_GetImageDataRaw(item.raw, None, 0)
        if not size:
            return f"{file_hash} {number}"
        data = ctypes.create_string_buffer(size)
        raw.FPDFImageObj_GetImageDataRaw(item.raw, data, size)
        digest.update(data)
    return digest.hexdigest()
