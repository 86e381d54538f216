"""The process that reads: documents are opened here, within limits, and their text is sent to the process that asked.

It imports only what reading needs, takes one order a line (see `swppp_check.reading.confined`), and answers each
with lines that begin with a letter: "p" and the page that is begun, of how many; then "d" and the document, or "s" and
its scans, for which it is to be ordered again with what was read on them.
"""

import gc
import json
import os
import queue
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from swppp_check.reading.document import read_file
from swppp_check.reading.kinds import named
from swppp_check.reading.limits import Limits, Watch, confine, watched
from swppp_check.reading.scans import Scans
from swppp_check.reading.wire import packed
from swppp_check.submission import Submission, Unopened


def main() -> None:
    """Read what is ordered on standard input until it ends, which is also how the end of the other side is noticed."""
    gc.freeze()  # what was imported stays; and what is read makes hardly any cycles, so they are seldom looked for
    gc.set_threshold(50_000)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asked: it ends this one
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever a library prints is no answer
    limits = Limits(**json.loads(sys.stdin.buffer.readline()))
    confine(limits)
    orders: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_take, args=(sys.stdin.buffer, orders), daemon=True).start()
    with suppress(BrokenPipeError):
        while True:
            _answer(json.loads(orders.get()), limits, out)


def _take(source: BinaryIO, orders: "queue.SimpleQueue[bytes]") -> None:
    for line in source:
        orders.put(line)
    os._exit(0)


def _answer(order: dict[str, Any], limits: Limits, out: BinaryIO) -> None:
    path = Path(order["path"])
    scans = Scans(order["ocr"], order["found"], order["folder"])

    def tell(number: int, count: int) -> None:
        out.write(b"p%d/%d\n" % (number, count))

    with watched(Watch(limits, tell, {int(page): why for page, why in order["lost"].items()}, order["stop"])):
        try:
            read = read_file(path, order["password"], scans)
        except Exception as error:  # a fault in reading one document must not hide the others
            if os.environ.get("SWPPP_CHECK_DEBUG"):
                raise
            scans.wanted.clear()
            read = Submission(
                (), (Unopened(named(path), f"internal error while reading it ({type(error).__name__}: {error})"),)
            )
    answer = memoryview((b"s" + packed(scans.wanted) if scans.wanted else b"d" + packed(read)) + b"\n")
    while answer:
        answer = answer[out.write(answer) :]
