"""Tests that need programs which pip can't install: skipped without them, and never silently."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from system_programs import PROGRAMS

TESTS = Path(__file__).parent

EXAMPLES = """\
import pytest

@pytest.mark.system("poppler-utils")
def test_asks(system):
    assert system("pdftotext", "-", given=b"words").stdout == b"words -"

@pytest.mark.system("libharfbuzz-bin", "poppler-utils")
def test_asks_two(system):
    system("hb-shape")

def test_asks_for_nothing():
    pass
"""
ECHO = '#!/bin/sh\n/bin/cat\nprintf " %s" "$@"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Examples, and a folder of programs."""
    (tmp_path / "test_examples.py").write_text(EXAMPLES)
    (tmp_path / "bin").mkdir()
    return tmp_path


def install(folder: Path, *names: str, text: str = ECHO) -> None:
    for name in names:
        (folder / "bin" / name).write_text(text)
        (folder / "bin" / name).chmod(0o755)


def run_examples(folder: Path, *options: str) -> str:
    """Return what pytest says of them."""
    words = [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "system_programs", "-p", "no:cacheprovider"]
    environment = {"PATH": str(folder / "bin"), "PYTHONPATH": str(TESTS)}
    done = subprocess.run(
        [*words, "--strict-markers", *options, "."], cwd=folder, env=environment, capture_output=True, text=True
    )
    return done.stdout


def test_without_them_tests_are_skipped_and_say_what_to_install(folder: Path) -> None:
    install(folder, "pdftotext")
    said = run_examples(folder)
    assert "1 passed, 2 skipped" in said
    assert "needs pdftoppm: apt-get install poppler-utils" in said
    assert "needs hb-shape: apt-get install libharfbuzz-bin" in said


def test_with_them_they_run(folder: Path) -> None:
    install(folder, "pdftotext", "pdftoppm", "hb-shape")
    assert "3 passed" in run_examples(folder)


def test_what_fails_in_them_fails_the_test(folder: Path) -> None:
    install(folder, "pdftotext", "pdftoppm")
    install(folder, "hb-shape", text="#!/bin/sh\necho no such font >&2\nexit 1\n")
    said = run_examples(folder)
    assert "1 failed, 2 passed" in said and "no such font" in said


def test_a_test_can_only_ask_what_it_is_marked_with(folder: Path) -> None:
    install(folder, "pdftotext", "pdftoppm", "hb-shape")
    (folder / "test_examples.py").write_text(EXAMPLES.replace('"libharfbuzz-bin", ', ""))
    said = run_examples(folder)
    assert "1 failed, 2 passed" in said and "hb-shape is of no package that the test is marked with" in said


def test_where_nothing_may_be_skipped_they_fail(folder: Path) -> None:
    install(folder, "pdftotext", "pdftoppm")
    said = run_examples(folder, "-m", "system", "--no-skips")
    assert "1 passed, 1 deselected, 1 error" in said
    assert "skipped, and must not be: Skipped: needs hb-shape: apt-get install libharfbuzz-bin" in said


def test_the_packages_to_install_are_listed(folder: Path) -> None:
    install(folder, *PROGRAMS["poppler-utils"])
    words = [sys.executable, str(TESTS / "system_programs.py")]
    listed = subprocess.run(words, env={"PATH": str(folder / "bin")}, capture_output=True, text=True).stdout
    assert listed == "chromium gettext git libharfbuzz-bin npm openssl strace\n"


def in_bare(folder: Path, script: str) -> "subprocess.CompletedProcess[str]":
    path = os.pathsep.join([str(folder / "bin"), os.environ["PATH"]])
    words = [sys.executable, str(TESTS / "bare.py"), "sh", "-c", script]
    return subprocess.run(words, env={**os.environ, "PATH": path}, capture_output=True, text=True)


def test_bare_hides_them_and_nothing_else(folder: Path) -> None:
    everything = [program for programs in PROGRAMS.values() for program in programs]
    install(folder, "mine", *everything)
    found = in_bare(folder, f"for each in mine {' '.join(everything)}; do command -v $each; done; exit 3")
    assert [Path(line).name for line in found.stdout.splitlines()] == ["mine"]
    assert found.returncode == 3
    assert in_bare(folder, "echo words | mine -").stdout == "words\n -"


def test_bare_changes_no_folder_that_has_none(folder: Path) -> None:
    install(folder, "mine")
    assert in_bare(folder, "command -v mine").stdout == f"{folder}/bin/mine\n"
