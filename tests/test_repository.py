"""What the repository says of itself holds: CHANGELOG.md, CONTRIBUTING.md and the hooks of .pre-commit-config.yaml."""

import importlib.util
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp import __version__

REPOSITORY = Path(__file__).parents[1]
BIN = ".venv/bin/"  # what the Makefile makes
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    *sorted(f"docs/{each.name}" for each in (REPOSITORY / "docs").glob("*.md")),
]
KINDS = ("Added", "Changed", "Removed", "Fixed")
TOOLS = {"git", "pip", "pipx", "pre-commit"}  # of others
MADE = {".venv", "dist", "pnp.toml", "golden"}  # named, and not in a fresh clone, or in many folders
WRITTEN = re.compile(r"`(?P<code>[^`]+)`")
SECTION = re.compile(r"^## (.+)\n(?P<said>(?:(?!## ).*\n?)*)", re.MULTILINE)


def text_of(name: str) -> str:
    return (REPOSITORY / name).read_text(encoding="utf-8")


def released() -> list[tuple[tuple[int, ...], date]]:
    """Versions of CHANGELOG.md with their dates, as they stand; what isn't released yet may stand above them."""
    titles = re.findall(r"^## (.+)$", text_of("CHANGELOG.md"), re.MULTILINE)
    dated = [title.split(" - ") for title in titles[titles[:1] == ["Unreleased"] :]]
    return [(tuple(map(int, version.split("."))), date.fromisoformat(day)) for version, day in dated]


def code() -> list[str]:
    """Return what stands between backticks in CONTRIBUTING.md."""
    return [found["code"] for found in WRITTEN.finditer(text_of("CONTRIBUTING.md"))]


def commands() -> Iterator[list[str]]:
    """Yield those of CONTRIBUTING.md, in words, without .venv/bin/."""
    programs = ("make", "pnp", *TOOLS)
    for said in code():
        first, *others = said.split()
        if first.startswith(BIN) or (first in programs and others):
            yield shlex.split(said.removeprefix(BIN))


def test_the_newest_version_is_that_of_the_package() -> None:
    assert ".".join(map(str, released()[0][0])) == __version__


def test_newer_versions_stand_above_older_ones() -> None:
    for (newer, day), (older, day_before) in pairwise(released()):
        assert newer > older and day >= day_before
    assert all(len(version) == 3 for version, _ in released())


def test_each_version_says_what_changed() -> None:
    for section in SECTION.finditer(text_of("CHANGELOG.md")):
        kinds = re.findall(r"^### (.+)\n\n- ", section["said"], re.MULTILINE)
        assert kinds and kinds == [kind for kind in KINDS if kind in kinds], section[1]
        assert len(kinds) == section["said"].count("### "), f"{section[1]}: a heading without entries"


def test_each_version_has_few_entries() -> None:
    counts = {section[1]: section["said"].count("\n- ") for section in SECTION.finditer(text_of("CHANGELOG.md"))}
    assert {version: count for version, count in counts.items() if count > 15} == {}


def test_targets_that_contributors_are_told_of_are_made() -> None:
    targets = set(re.findall(r"^(\w+):", text_of("Makefile"), re.MULTILINE))
    named = {word for first, *words in commands() if first == "make" for word in words if "=" not in word}
    assert named and named - targets == set()
    phony = re.search(r"^\.PHONY: (.+)$", text_of("Makefile"), re.MULTILINE)
    assert phony and named == set(phony[1].split()), "each target is told of"


def test_commands_that_contributors_are_told_of_are_there(pytestconfig: pytest.Config) -> None:
    ours = {path.stem for path in (REPOSITORY / "pnp/cli/commands").iterdir()}
    for program, *words in commands():
        if program == "pnp":
            assert not words or words[0] in ours
        elif program == "python" and words[0] == "-m":
            assert importlib.util.find_spec(words[1]), words[1]
            if words[1] == "pytest":
                for option in (word for word in words if word.startswith("--")):
                    pytestconfig.getoption(option)  # ValueError where there is none
        elif program == "python":
            shown = subprocess.run([sys.executable, words[0], "--help"], cwd=REPOSITORY, capture_output=True, text=True)
            assert all(word in shown.stdout for word in words if word.startswith("--")), shown.stderr or words
        else:
            assert program == "make" or program in TOOLS


def test_files_that_contributors_are_told_of_are_there() -> None:
    words = [word for said in code() if ": " not in said for word in said.split()]
    paths = [word for word in words if re.fullmatch(r"[\w./-]+", word) and re.search(r"[\w.]/|\.(md|py|toml)$", word)]
    missing = [path for path in paths if path.split("/")[0] not in MADE and not (REPOSITORY / path).exists()]
    assert len(paths) > 20 and missing == []


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    here = (REPOSITORY / page).parent
    for link in re.findall(r"\]\(([^()\s]+)\)", text_of(page)):
        path, _, place = link.partition("#")
        if "://" not in link:
            target = here / path if path else REPOSITORY / page
            assert target.exists(), link
            headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE) if place else []
            places = {re.sub(r"[^\w-]", "", each.lower().replace(" ", "-")) for each in headings}
            assert not place or place in places, link


def hooks() -> list[dict[str, Any]]:
    config = yaml.safe_load(text_of(".pre-commit-config.yaml"))
    return [hook for repo in config["repos"] for hook in repo["hooks"]]


def test_hooks_run_what_lint_runs_and_check() -> None:
    run = [hook["entry"].removeprefix(BIN) for hook in hooks()]
    assert [" ".join(word for word in words.split() if word != "--force-exclude") for words in run] == [
        "ruff check",
        "ruff format --check",
        "pnp check --strict",
    ]


@pytest.mark.parametrize("hook", hooks(), ids=lambda hook: hook["id"])
def test_programs_of_hooks_are_there(hook: dict[str, Any]) -> None:
    program, *words = shlex.split(hook["entry"])
    assert program.startswith(BIN), "as make installs it, whatever else is on the PATH"
    found = shutil.which(program.removeprefix(BIN), path=str(Path(sys.executable).parent))
    assert found, f"{program} isn't installed with the tests"
    shown = subprocess.run([found, *words, "--help"], capture_output=True, text=True, check=False)
    assert shown.returncode == 0, shown.stderr


def test_check_is_run_where_games_change() -> None:
    (files,) = (hook["files"] for hook in hooks() if hook["id"] == "pnp-check")
    for path in ("card_data/starter/game.yaml", "layouts/starter/style.yaml", "fonts/fonts.yaml"):
        assert (REPOSITORY / path).is_file() and re.search(files, path)
    assert not re.search(files, "docs/games/card_data/x.yaml")


def test_the_order_of_reading_names_all_pages() -> None:
    page = text_of("docs/README.md")
    named = set(re.findall(r"\]\(([\w.-]+\.md)\)", page))
    assert named == {path.name for path in (REPOSITORY / "docs").glob("*.md")} - {"README.md"}
    assert all((REPOSITORY / name).is_file() for name in re.findall(r"\]\(\.\./([\w.-]+)", page))


def test_each_promise_names_the_tests_that_hold_it() -> None:
    page = text_of("docs/security.md")
    promises = re.findall(r"^\| ([^|]+\.) \| ([^|]*) \|$", page, re.MULTILINE)
    assert len(promises) == page.count("\n| ") - page.count("\n| promise |")
    for promise, tests in promises:
        named = re.findall(r"`(tests/[\w/]+\.py)`", tests)
        assert named and all((REPOSITORY / name).is_file() for name in named), promise


def test_no_folder_of_tests_is_passed_over(pytestconfig: pytest.Config) -> None:
    """Of itself pytest looks into none that is called build or dist."""
    patterns = pytestconfig.getini("norecursedirs")
    folders = {
        part for path in (REPOSITORY / "tests").rglob("test_*.py") for part in path.relative_to(REPOSITORY).parts
    }
    assert [folder for folder in sorted(folders) if any(fnmatch(folder, pattern) for pattern in patterns)] == []
