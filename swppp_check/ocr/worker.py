"""The process that reads pages and pictures, within limits of memory and of pixels.

Its first line on standard input is the limits; then one job a line, and one answer a line on standard output.
"""

import json
import os
import sys
from contextlib import closing
from typing import Any

import pypdfium2 as pdfium

from swppp_check.ocr.engine import CannotRead, Engine, open_engine
from swppp_check.ocr.page import recognise
from swppp_check.ocr.picture import opened, rendered, shrink, without_fields
from swppp_check.ocr.recognised import Recognised
from swppp_check.reading.limits import Limits, PageLost, Watch, confine, watch, watched
from swppp_check.reading.pdf import PageText

# A sheet is rendered with fewer dots an inch, a scanned one with its own.
SHEET_DPI = 200


def main() -> None:
    """Answer until standard input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a library prints is no answer
    limits = Limits(**json.loads(sys.stdin.readline()))
    confine(limits)
    engines: dict[str, Engine] = {}
    with watched(Watch(limits)):
        for job in sys.stdin:
            answers.write(json.dumps(_answer(json.loads(job), engines)) + "\n")
            answers.flush()


def _answer(job: dict[str, Any], engines: dict[str, Engine]) -> dict[str, Any]:
    try:
        name = job["engine"]
        engine = engines.get(name) or engines.setdefault(name, open_engine(name))
        return {"read": (_picture if job["picture"] else _page)(job, engine).data()}
    except (CannotRead, PageLost) as error:
        return {"failed": str(error)}
    except MemoryError:
        return {"failed": watch().memory()}
    except Exception as error:  # a page is lost, not the others
        return {"failed": f"its picture could not be made ({type(error).__name__})"}


def _page(job: dict[str, Any], engine: Engine) -> Recognised:
    with (
        closing(pdfium.PdfDocument(job["path"], password=job["password"])) as document,
        closing(document[job["number"] - 1]) as page,
    ):
        factor = shrink(page)
        width, height = (side * factor for side in page.get_size())
        sheet = PageText(0, width, height, ()).large
        without_fields(page)
        picture, scale = rendered(page, SHEET_DPI, 1.0) if sheet else rendered(page, engine.dpi * factor)
    return recognise(picture, scale / factor, engine, sheet)


def _picture(job: dict[str, Any], engine: Engine) -> Recognised:
    picture, scale = opened(job["path"], engine.dpi)
    return recognise(picture, scale, engine, sheet=False)
