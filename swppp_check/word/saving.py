"""Word files as bytes that depend on what they say alone."""

import zipfile
from io import BytesIO

from docx.document import Document

from swppp_check.word.citations import keep_citations

EARLIEST = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip archive can name


def saved(document: Document) -> bytes:
    """The document as a .docx file; equal documents make equal bytes, whenever they are saved."""
    keep_citations(document)
    written = BytesIO()
    document.save(written)
    packed = BytesIO()
    with zipfile.ZipFile(written) as parts, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in parts.namelist():
            part = zipfile.ZipInfo(name, EARLIEST)
            part.compress_type = zipfile.ZIP_DEFLATED
            part.create_system = 0  # whatever system writes it
            archive.writestr(part, parts.read(name))
    return packed.getvalue()
