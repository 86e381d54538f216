"""Worker processes that read pages side by side, each with one thread.

They are programs of their own, so that a page on which a library fails takes nothing else with it.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from swppp_check.ocr.engine import ENVIRONMENT

HOME = Path(__file__).parent.parent.parent
# A page may take so many seconds, whatever is on it; then its worker is ended.
SECONDS = 600

Answer = tuple[dict[str, Any], dict[str, Any]]


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def answers(jobs: list[dict[str, Any]]) -> Iterator[Answer]:
    """Each job with its answer, in the order in which they are done."""
    count = min(processors(), len(jobs))
    if not count:
        return
    with _workers() as ask, ThreadPoolExecutor(count) as threads:
        running = {threads.submit(ask, job): job for job in jobs}
        try:
            for done in as_completed(running):
                yield running[done], done.result()
        finally:
            for each in running:
                each.cancel()


@contextmanager
def _workers() -> Iterator[Callable[[dict[str, Any]], dict[str, Any]]]:
    """A function that lets a free worker do a job; a thread that calls it waits for the answer."""
    own = threading.local()
    started: list[subprocess.Popen[str]] = []

    def ask(job: dict[str, Any]) -> dict[str, Any]:
        worker: subprocess.Popen[str] | None = getattr(own, "worker", None)
        if worker is None or worker.poll() is not None:
            worker = own.worker = _start()
            started.append(worker)
        assert worker.stdin
        assert worker.stdout
        late = threading.Timer(SECONDS, worker.kill)
        late.start()
        try:
            worker.stdin.write(json.dumps(job) + "\n")
            worker.stdin.flush()
            answer = worker.stdout.readline()
        except OSError:
            answer = ""
        finally:
            late.cancel()
        if not answer:
            worker.kill()
            worker.wait()
            return {"failed": "OCR broke off on it"}
        return dict(json.loads(answer))

    try:
        yield ask
    finally:
        _end(started)


def _start() -> "subprocess.Popen[str]":
    paths = os.pathsep.join(filter(None, (str(HOME), os.environ.get("PYTHONPATH", ""))))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "swppp_check.ocr.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env={**os.environ, **ENVIRONMENT, "PYTHONPATH": paths},
    )


def _end(workers: Iterable["subprocess.Popen[str]"]) -> None:
    for worker in workers:
        if worker.poll() is None:
            worker.kill()
        worker.wait()
        for pipe in (worker.stdin, worker.stdout):
            if pipe:
                pipe.close()
