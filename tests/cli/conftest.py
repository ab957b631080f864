"""`tiny`, `inn`: projects to stand in; `german`: the catalogue of `inn`.

`run`: a command in this process. `start`: one in a process of its own.
`run` leaves out what stands below a problem's line; `run_whole` doesn't.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from inn_game import PO, fill, write_inn
from running import REPOSITORY, Result, Run, Start, drop_source
from tiny_game import change, write_tiny


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(write_tiny(tmp_path))
    return tmp_path


@pytest.fixture
def inn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(write_inn(tmp_path))
    return tmp_path


@pytest.fixture
def german(inn: Path, run: Run) -> Path:
    """Write the German catalogue, complete and right."""
    assert run("translate", "init", "inn", "--lang", "de").code == 0
    fill(inn / PO)
    change(inn, PO, "för each guest", "je Gast")
    return inn / PO


@pytest.fixture
def run(run_whole: Run) -> Run:
    return lambda *words: drop_source(run_whole(*words))


@pytest.fixture
def start() -> Iterator[Start]:
    processes: list[subprocess.Popen[str]] = []

    def in_its_own(*words: str, setup: str = "", **options: Any) -> "subprocess.Popen[str]":
        """Start a command in a process of its own; `setup` is Python to run before it."""
        program = f"{setup}\nfrom pnp.cli import main\nmain()"
        command = [sys.executable, *(("-c", program) if setup else ("-m", "pnp")), *words]
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), **options.pop("env", {})}
        processes.append(subprocess.Popen(command, env=environment, **{**streams, **options}))
        return processes[-1]

    yield in_its_own
    for process in processes:
        process.kill()
        process.communicate()


@pytest.fixture
def run_apart(start: Start) -> Run:
    def to_its_end(*words: str, **options: Any) -> Result:
        process = start(*words, **options)
        out, err = process.communicate(timeout=60)
        return drop_source(Result(process.returncode, out, err))

    return to_its_end


@pytest.fixture
def office(tiny: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CONFIG", str(tiny / "config"))
    assert run("printer", "add", "office", "--offset-x", "1.5", "--offset-y", "-0.5").code == 0
