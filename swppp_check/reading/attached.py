"""The files that a PDF carries: attachments of the document and of its pages, and the files of a portfolio.

They are held in memory only, and no more than the limits below say.
"""

import ctypes
from collections.abc import Callable, Sequence

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from swppp_check.reading.raw import Attachment

MOST = 50
LARGEST = 100 * 1024 * 1024  # bytes, of one attachment and of all together


def attachments(document: pdfium.PdfDocument, on_pages: Sequence[Attachment]) -> tuple[list[Attachment], list[str]]:
    """The attached files, those of the document before those `on_pages`; and what was left out, in words."""
    found: list[Attachment] = []
    refused: list[str] = []
    count = document.count_attachments()
    for index in range(min(count, MOST)):
        handle = raw.FPDFDoc_GetAttachment(document.raw, index)
        file = attachment(handle) if handle else None
        if file is None:
            refused.append(f"attachment {index + 1} could not be taken out of the PDF")
        else:
            found.append(file)
    found += [file for file in on_pages if file not in found]
    if count + len(on_pages) > MOST:
        refused.append(f"it has {count + len(on_pages)} attachments: no more than {MOST} are read")
    kept: list[Attachment] = []
    size = 0
    for file in found[:MOST]:
        size += len(file.content)
        if size > LARGEST:
            refused.append(f"the attachments are larger than {LARGEST >> 20} MiB: the rest was not read")
            break
        kept.append(file)
    return kept, refused


def attachment(handle: raw.FPDF_ATTACHMENT) -> Attachment | None:
    """One attached file; None where it has no contents or too much of them."""
    length = ctypes.c_ulong()
    if not raw.FPDFAttachment_GetFile(handle, None, 0, length) or length.value > LARGEST:
        return None
    content = ctypes.create_string_buffer(max(length.value, 1))
    if length.value and not raw.FPDFAttachment_GetFile(handle, content, length, length):
        return None
    name = utf16(lambda buffer, size: raw.FPDFAttachment_GetName(handle, buffer, size))
    return Attachment(name.replace("\\", "/").rpartition("/")[2] or "attachment", content.raw[: length.value])


def utf16(call: Callable[[object, int], int]) -> str:
    """What a function of pdfium writes into a buffer of UTF-16; it says how many bytes it needs."""
    length = call(None, 0)
    if length <= 2:
        return ""
    buffer = ctypes.create_string_buffer(length)
    call(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
    return buffer.raw[: length - 2].decode("utf-16-le", "replace")
