"""Pages on which pdfium finds nothing: truly blank, or lost.

pdfium takes a page that it cannot make sense of for a blank one. pdfminer, which is slow and reads otherwise, is asked
about such pages alone.
"""

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

# Words of a page's contents that put text or a picture on it.
SHOWS = re.compile(rb"(?:^|[\s\])>])(?:Tj|TJ|'|\"|Do|BI)(?=\s|$)")


def lost_pages(file: Path | bytes, password: str | None, empty: Sequence[int], count: int) -> Iterator[int]:
    """Those of the `empty` pages (numbers from 1, of `count`) that are not known to be blank."""
    from pdfminer.pdfdocument import PDFDocument
    from pdfminer.pdfpage import PDFPage
    from pdfminer.pdfparser import PDFParser
    from pdfminer.pdftypes import PDFStream, resolve1

    def is_blank(page: PDFPage) -> bool:
        parts = [resolve1(part) for part in page.contents if part is not None]
        return all(isinstance(part, PDFStream) and not SHOWS.search(part.get_data()) for part in parts)

    try:
        with BytesIO(file) if isinstance(file, bytes) else file.open("rb") as opened:
            document = PDFDocument(PDFParser(opened), password=password or "")
            pages = list(PDFPage.create_pages(document))
            blank = {n for n in empty if n <= len(pages) and is_blank(pages[n - 1])} if len(pages) == count else set()
    except Exception:  # whatever it stumbles over, it did not see the pages blank
        blank = set()
    yield from (number for number in empty if number not in blank)
