"""A command that was run before says at once what it said then, unless something that it read or wrote has changed."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tiny_game import change, write, write_tiny

from pnp.build import cache as cache_module
from pnp.build.cache import Answer, Manifest
from pnp.cli import RememberedRun
from pnp.load import find_project

Again = Callable[[], Answer | None]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    root = write_tiny(tmp_path / "project")
    monkeypatch.chdir(root)
    past = time.time() - 60
    for path in (*root.rglob("*"), *Path(cache_module.__file__).parents[1].rglob("*.py")):
        if path.is_relative_to(root):
            os.utime(path, (past, past))
    return root


@pytest.fixture
def read_again(root: Path, capsys: pytest.CaptureFixture[str]) -> Again:
    """Record a run that printed a line and wrote a file; return a function that reads its answer."""
    (root / "out.pdf").write_bytes(b"pdf")
    run = RememberedRun(["build", "tiny"])
    run.depends_on(find_project(root), [root / "printers.yaml"], [root / "out.pdf"])
    print("out.pdf: 2 pages")
    run.end(0)
    return lambda: Manifest(["build", "tiny"]).read_answer()


def test_nothing_has_changed(read_again: Again, capsys: pytest.CaptureFixture[str]) -> None:
    assert read_again() == Answer(0, "out.pdf: 2 pages\n", "")
    assert capsys.readouterr().out == "out.pdf: 2 pages\n", "what is recorded is printed, too"
    print("later")
    assert read_again() == Answer(0, "out.pdf: 2 pages\n", ""), "nothing is recorded behind the end"


def test_a_link_to_a_folder_whose_files_nobody_watches(root: Path) -> None:
    (root / "card_data" / "tiny" / "more").symlink_to(root / "card_data")  # which goes in a circle, too
    run = RememberedRun(["build", "tiny"])
    run.depends_on(find_project(root), [], [])
    run.end(0)
    assert Manifest(["build", "tiny"]).read_answer() is None


def test_another_command_or_place_or_terminal(read_again: Again, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Manifest(["build", "tiny", "--ink", "full"]).read_answer() is None
    monkeypatch.setenv("COLUMNS", "44")
    assert read_again() is None
    monkeypatch.delenv("COLUMNS")
    monkeypatch.chdir(root / "card_data")
    assert read_again() is None


@pytest.mark.parametrize(
    "edit",
    [
        lambda root: change(root, "card_data/tiny/cards.yaml", "Second", "Seconf"),
        lambda root: change(root, "layouts/tiny/card.xml.j2", 'y="20"', 'y="21"'),
        lambda root: write(root, "card_data/tiny/new.yaml", "- id: new\n"),
        lambda root: write(root, "layouts/shared/style.yaml", "palettes: {}\n"),
        lambda root: write(root, "fonts/mine/fonts.yaml", "families: {}\n"),
        lambda root: (root / "card_data/tiny/more.yaml").unlink(),
        lambda root: (root / "out.pdf").unlink(),
        lambda root: (root / "out.pdf").write_bytes(b"PDF"),
        lambda root: (root / "printers.yaml").write_text("office: {}\n"),
        lambda root: (root / "card_data/tiny/art").rename(root / "card_data/tiny/arts"),
    ],
)
def test_something_has_changed(read_again: Again, root: Path, edit: Callable[[Path], object]) -> None:
    assert read_again()
    edit(root)
    assert read_again() is None


def test_what_was_just_edited_is_not_trusted(root: Path) -> None:
    """Its next change might come within the same tick of the clock."""
    change(root, "card_data/tiny/cards.yaml", "Second", "Seconf")
    run = RememberedRun(["build", "tiny"])
    run.depends_on(find_project(root), [], [])
    run.end(0)
    assert Manifest(["build", "tiny"]).read_answer() is None


@pytest.mark.parametrize("damage", [b"", b"x", b"(\x00\x00\x00\x00", None])
def test_a_manifest_that_is_damaged_is_none(read_again: Again, tmp_path: Path, damage: bytes | None) -> None:
    (file,) = (tmp_path / "cache").glob("manifests-*/*")
    file.write_bytes(file.read_bytes()[:-3] if damage is None else damage)
    assert read_again() is None
