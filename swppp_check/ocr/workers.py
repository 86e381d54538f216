"""Worker processes that read pages side by side, each with one thread.

They are programs of their own, so that a page on which a library fails takes nothing else with it.
"""

import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from swppp_check.ocr.engine import ENVIRONMENT
from swppp_check.reading.limits import Limits
from swppp_check.reading.programs import command

# A page may take so many seconds, whatever is on it; then its worker is ended.
SECONDS = 600
# How often it is looked whether the run was ended, in seconds.
LOOK = 0.2

Job = dict[str, Any]
Answer = dict[str, Any]


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def answers(jobs: list[Job], limits: Limits, over: threading.Event) -> Iterator[tuple[Job, Answer]]:
    """Each job with its answer, in the order in which they are done; none more once the run is `over`."""
    count = min(processors(), len(jobs))
    if not count:
        return
    workers = _Workers(limits)
    with ThreadPoolExecutor(count) as threads:
        asked = {threads.submit(workers.ask, job): job for job in jobs}
        left = set(asked)
        try:
            while left and not over.is_set():
                done, left = wait(left, LOOK, FIRST_COMPLETED)
                for each in sorted(done, key=lambda each: jobs.index(asked[each])):
                    yield asked[each], each.result()
        finally:
            threads.shutdown(wait=False, cancel_futures=True)
            workers.end()


class _Workers:
    """The workers, one for each thread that asks."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._own = threading.local()
        self._started: list[subprocess.Popen[str]] = []
        self._lock = threading.Lock()  # over what was started, and whether more may be
        self._ended = False

    def ask(self, job: Job) -> Answer:
        """Have a worker do a job, and wait for its answer."""
        worker: subprocess.Popen[str] | None = getattr(self._own, "worker", None)
        if worker is None or worker.poll() is not None:
            worker = self._own.worker = self._start()
        if worker is None or worker.stdin is None or worker.stdout is None:
            return {"failed": "the run was ended"}
        late = threading.Timer(SECONDS, _kill, (worker,))
        late.start()
        try:
            worker.stdin.write(json.dumps(job) + "\n")
            worker.stdin.flush()
            answer = json.loads(worker.stdout.readline())
        except (OSError, ValueError):
            answer = None
        finally:
            late.cancel()
        if not isinstance(answer, dict):
            _kill(worker)
            return {"failed": "OCR broke off on it"}
        return answer

    def end(self) -> None:
        """End them; whoever waits for an answer gets none."""
        with self._lock:
            self._ended = True
            for worker in self._started:
                _kill(worker)
                with suppress(OSError), worker:  # closes its pipes
                    pass

    def _start(self) -> "subprocess.Popen[str] | None":
        with self._lock:
            if self._ended:
                return None
            worker = subprocess.Popen(
                command("swppp_check.ocr.worker"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                env={**os.environ, **ENVIRONMENT},
                start_new_session=True,  # so that what it starts itself ends with it
            )
            self._started.append(worker)
        with suppress(OSError):
            if worker.stdin:
                worker.stdin.write(json.dumps(asdict(self._limits)) + "\n")
                worker.stdin.flush()
        return worker


def _kill(worker: "subprocess.Popen[str]") -> None:
    with suppress(OSError):
        if hasattr(os, "killpg") and worker.returncode is None:
            os.killpg(worker.pid, signal.SIGKILL)
    worker.kill()
    worker.wait()
