"""`--open`: what was written is handed to the program that the system has for it."""

import os
import time
from pathlib import Path

import pytest
from running import Run

OPENER = "open" if os.uname().sysname == "Darwin" else "xdg-open"


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a program in the place of the system's opener; return the file in which it notes what it opens."""
    programs = tmp_path / "programs"
    programs.mkdir()
    noted = tmp_path / "opened"
    program = programs / OPENER
    program.write_text(f'#!/bin/sh\necho "$1" >> "{noted}.begun" && mv "{noted}.begun" "{noted}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    return noted


def noted(path: Path) -> str:
    """Once the program has run, for which nobody waits."""
    until = time.monotonic() + 20
    while not path.exists():
        assert time.monotonic() < until, "nothing was opened"
        time.sleep(0.01)
    return path.read_text().strip()


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(
    ("words", "file"),
    [
        (["build", "tiny"], "output/tiny/en/tiny-low-a4.pdf"),
        (["build", "tiny", "--format", "png", "--dpi", "30"], "output/tiny/en/tiny-low-30dpi"),
        (["show", "tiny", "one", "--dpi", "30"], "output/tiny/en/tiny-low-30dpi/cards/one.png"),
        (["show", "tiny", "one", "two", "--dpi", "30"], "output/tiny/en/tiny-low-one-two.png"),
    ],
)
def test_what_was_written(words: list[str], file: str, opened: Path, run: Run) -> None:
    for _ in range(2):  # the second time nothing is built, and yet it is to be seen
        assert run(*words, "--open").code == 0
        assert noted(opened) == str(Path(file).resolve())
        opened.unlink()


@pytest.mark.usefixtures("tiny")
def test_nothing_where_nothing_was_written(opened: Path, run: Run) -> None:
    assert run("build", "tiny", "--open", "--where", "name == 'x'").code == 2
    assert not opened.exists()


@pytest.mark.usefixtures("tiny")
def test_a_system_without_such_a_program(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setenv("PATH", "")
    done = run("build", "tiny", "--open")
    assert done.code == 0
    assert done.err.endswith(
        "pnp: nothing here opens output/tiny/en/tiny-low-a4.pdf (on Linux xdg-open does, of the package xdg-utils)\n"
    )
