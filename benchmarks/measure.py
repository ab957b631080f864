"""A command → what one cold run of it cost: wall and processor time, memory, size of what it made. Linux and macOS."""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

LIMIT = 900  # seconds a run may take
SAMPLE = 0.02  # seconds between two looks at the memory of a tree of processes
RSS_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes


class Command(NamedTuple):
    """What to start, and where; `out` is the PDF it makes, or the folder it makes PDFs in, if it is to make any.

    `without` is a folder that must not be there when it starts.
    """

    words: Sequence[str]
    out: Path
    cwd: Path
    env: Mapping[str, str]
    makes: bool = True
    without: Path | None = None


class Cost(NamedTuple):
    wall: float  # seconds
    cpu: float  # seconds, of all its processes
    memory: float  # megabytes, of its largest process at its peak
    size: float  # kilobytes made


class Failure(Exception):
    """A run that came to nothing; its text says why, in one line."""


def run(command: Command) -> Cost:
    _prepare(command)
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        status, usage = _wait(_start(command, said.fileno()))
        wall = time.perf_counter() - start
        size = sum(path.stat().st_size for path in pdfs(command.out))
        if status or (command.makes and not size):
            said.seek(0)
            raise Failure(_reason(status, said.read().decode(errors="replace")))
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * RSS_UNIT / 1e6, size / 1e3)


def peak_of_tree(command: Command) -> float | None:
    """Megabytes of all its processes together at their peak, shared pages counted once; None where there is no /proc.

    The looking costs time: such a run isn't timed. Raises Failure.
    """
    if not Path("/proc/self/smaps_rollup").exists():
        return None
    _prepare(command)
    process = _start(command, subprocess.DEVNULL)
    done = threading.Event()
    peaks = [0.0]

    def watch() -> None:
        while not done.wait(SAMPLE):
            peaks.append(_memory_of_session(process.pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    status, _ = _wait(process)
    done.set()
    watcher.join()
    if status:
        raise Failure(_reason(status, ""))
    return max(peaks)


def pdfs(out: Path) -> list[Path]:
    """Return the PDFs a run has made."""
    return sorted(out.rglob("*.pdf")) if out.is_dir() else [out] if out.exists() else []


def environment(more: Mapping[str, str]) -> dict[str, str]:
    """Ours, and more; bytecode is kept, without which a source tree would be compiled anew at each start."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | dict(more)


def _prepare(command: Command) -> None:
    if command.without:
        shutil.rmtree(command.without, ignore_errors=True)


def _start(command: Command, said: int) -> "subprocess.Popen[bytes]":
    words, cwd, env = command.words, command.cwd, environment(command.env)
    try:
        return subprocess.Popen(words, cwd=cwd, env=env, stdout=said, stderr=subprocess.STDOUT, start_new_session=True)
    except OSError as error:
        raise Failure(f"{command.words[0]}: {error.strerror}") from None


def _wait(process: "subprocess.Popen[bytes]") -> tuple[int, resource.struct_rusage]:
    timer = threading.Timer(LIMIT, os.killpg, (process.pid, signal.SIGKILL))
    timer.daemon = True
    timer.start()
    try:
        _, status, usage = os.wait4(process.pid, 0)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    finally:
        timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage


def _memory_of_session(session: int) -> float:
    """Megabytes: the proportional set sizes of all processes of a session."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rpartition(")")[2].split()[3]) == session:
                rollup = stat.with_name("smaps_rollup").read_text()
                total += int(rollup.partition("\nPss:")[2].split()[0])
        except (OSError, IndexError, ValueError):
            continue  # it has ended meanwhile
    return total * 1024 / 1e6


def _reason(status: int, said: str) -> str:
    if status == -signal.SIGKILL:
        return f"killed, perhaps after {LIMIT} s"
    if "cannot load library 'libcairo" in said:
        return "Cairo is missing: install the Debian package libcairo2"
    if "cannot load library" in said or "dlopen() failed to load pango" in said:
        return "Pango is missing: install the Debian packages libpangocairo-1.0-0 and libpangoft2-1.0-0"
    lines = [re.sub(r"/\S*/", "", line).strip() for line in said.splitlines() if line.strip()]
    if lines and lines[-1].startswith("ModuleNotFoundError"):
        return f"not installed ({lines[-1].partition(': ')[2]})"
    return lines[-1][:160] if lines else f"exit status {status}"
