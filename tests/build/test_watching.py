"""Whoever watches a game hears which files changed, and nothing of files that don't count."""

import shutil
from pathlib import Path
from threading import Event, Timer

import pytest
from tiny_game import change, write, write_tiny

from pnp.build.watching import GameWatcher
from pnp.io.project import Project

CARDS = "card_data/tiny/cards.yaml"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(write_tiny(tmp_path), tmp_path)


def changes(watcher: GameWatcher, project: Project) -> dict[str, str]:
    """Return the changes that are reported within a second and a half."""
    stop = Event()
    timer = Timer(1.5, stop.set)
    timer.start()
    try:
        return {path.relative_to(project.root).as_posix(): how for path, how in watcher.wait(stop).items()}
    finally:
        timer.cancel()


@pytest.mark.parametrize("poll", [False, True])
def test_files_that_are_saved_new_and_gone(project: Project, poll: bool) -> None:
    watcher = GameWatcher(project, "tiny", poll=poll)
    write(project.root, "card_data/tiny/.cards.yaml.swp", "")
    change(project.root, CARDS, "Second", "Third")
    assert changes(watcher, project) == {CARDS: "has changed"}
    write(project.root, "layouts/shared/frame.xml.j2", "<g/>")
    assert changes(watcher, project) == {"layouts/shared/frame.xml.j2": "is new"}
    write(project.root, "layouts/shared/frame.xml.j2", "<g></g>")
    assert changes(watcher, project) == {"layouts/shared/frame.xml.j2": "has changed"}
    (project.root / CARDS).unlink()
    assert changes(watcher, project) == {CARDS: "is gone"}


def test_a_file_that_is_replaced_has_changed(project: Project) -> None:
    watcher = GameWatcher(project, "tiny")
    write(project.root, "card_data/tiny/cards.yaml.tmp", "[]")
    (project.root / "card_data/tiny/cards.yaml.tmp").replace(project.root / CARDS)
    assert changes(watcher, project) == {CARDS: "has changed"}


def test_folders_that_come_and_are_replaced(project: Project) -> None:
    """As when another branch is checked out."""
    watcher = GameWatcher(project, "tiny")
    write(project.root, "fonts/fonts.yaml", "{}")
    assert changes(watcher, project) == {"fonts/fonts.yaml": "is new"}
    shutil.copytree(project.root / "card_data/tiny", project.root / "card_data/other")
    shutil.rmtree(project.root / "card_data/tiny")
    (project.root / "card_data/other").rename(project.root / "card_data/tiny")
    found: dict[str, str] = {}
    while more := changes(watcher, project):
        found |= more
    assert set(found.values()) <= {"has changed", "is new"}
    change(project.root, CARDS, "Second", "Third")
    assert changes(watcher, project) == {CARDS: "has changed"}


def test_what_the_system_does_not_report_is_found(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    import watchfiles._rust_notify as watchfiles

    made = watchfiles.RustNotify

    def full(folders: list[str], *rest: bool | int) -> object:
        if folders:
            raise OSError("No space left on device")
        return made(folders, *rest)

    monkeypatch.setattr(watchfiles, "RustNotify", full)
    watcher = GameWatcher(project, "tiny")
    change(project.root, CARDS, "Second", "Third")
    assert changes(watcher, project) == {CARDS: "has changed"}


def test_single_files_overlays_and_what_is_written(project: Project) -> None:
    written, overlay = project.root / "layouts/out", project.root / "mine/overlay.yaml"
    write(project.root, "mine/overlay.yaml", "")
    watcher = GameWatcher(project, "tiny", overlay, files=[project.root / "pnp.toml"], written=written)
    write(project.root, "layouts/out/x.pdf", "")
    write(project.root, "other.toml", "")
    write(project.root, "mine/below/x.yaml", "")
    write(project.root, "mine/overlay.yaml", "{}")
    write(project.root, "pnp.toml", "")
    found = changes(watcher, project)
    while more := changes(watcher, project):
        found |= more
    assert found == {"mine/overlay.yaml": "has changed", "pnp.toml": "is new"}


def test_waiting_ends_when_it_is_stopped(project: Project) -> None:
    stop = Event()
    stop.set()
    assert GameWatcher(project, "tiny").wait(stop) == {}
