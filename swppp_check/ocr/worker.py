"""The process that reads pages: one job a line on standard input, one answer a line on standard output, as JSON."""

import json
import sys
from contextlib import closing
from typing import Any

import pypdfium2 as pdfium

from swppp_check.ocr.engine import CannotRead, Engine, open_engine
from swppp_check.ocr.page import recognise
from swppp_check.ocr.picture import rendered, shrink
from swppp_check.reading.pdf import PageText

# A sheet is rendered with fewer dots an inch, a scanned one with its own; what is on it is enlarged tile by tile.
SHEET_DPI = 200


def main() -> None:
    """Answer until standard input ends."""
    answers, sys.stdout = sys.stdout, sys.stderr
    engines: dict[str, Engine] = {}
    for job in sys.stdin:
        answers.write(json.dumps(_answer(json.loads(job), engines)) + "\n")
        answers.flush()


def _answer(job: dict[str, Any], engines: dict[str, Engine]) -> dict[str, Any]:
    try:
        name = job["engine"]
        engine = engines.get(name) or engines.setdefault(name, open_engine(name))
        return {"read": _read(job, engine)}
    except CannotRead as error:
        return {"failed": str(error)}
    except (pdfium.PdfiumError, MemoryError, ValueError, OSError) as error:
        return {"failed": f"its picture could not be made ({type(error).__name__})"}


def _read(job: dict[str, Any], engine: Engine) -> dict[str, Any]:
    with (
        closing(pdfium.PdfDocument(job["path"], password=job["password"])) as document,
        closing(document[job["page"] - 1]) as page,
    ):
        factor = shrink(page)
        width, height = (side * factor for side in page.get_size())
        sheet = PageText(0, width, height, ()).large
        picture, scale = rendered(page, SHEET_DPI, 1.0) if sheet else rendered(page, engine.dpi * factor)
    return recognise(picture, scale / factor, engine, sheet).data()


if __name__ == "__main__":
    main()
