"""Lines of files that spans name: of the project's, and of no others."""

from pathlib import Path

import pytest

from pnp.diagnostics.sources import Sources
from pnp.io.project import Project
from pnp.model.span import Span


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for file in ("project/card_data/mine/a.yaml", "project/a.yaml", "bundled/fonts/a.yaml", "secret.yaml"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(f"first\nin {file}\n", encoding="utf-8")
    return tmp_path


def line(root: Path, file: str) -> str | None:
    return Sources(Project(root / "project", root / "bundled")).line(Span(file, 2, 1))


@pytest.mark.parametrize("file", ["card_data/mine/a.yaml", "a.yaml"])
def test_of_the_project(file: str, root: Path) -> None:
    assert line(root, file) == f"in project/{file}"
    assert line(root, str(root / "project" / file)) == f"in project/{file}"


def test_of_what_comes_with_pnp(root: Path) -> None:
    assert line(root, str(root / "bundled/fonts/a.yaml")) == "in bundled/fonts/a.yaml"


def test_of_a_game_that_is_a_link(root: Path) -> None:
    (root / "project/card_data/linked").symlink_to(root / "project/card_data/mine")
    assert line(root, "card_data/linked/a.yaml") == "in project/card_data/mine/a.yaml"


@pytest.mark.parametrize(
    "file",
    [
        "../secret.yaml",
        "card_data/../../secret.yaml",
        "card_data/mine/../../../secret.yaml",
        "card_data/mine/link.yaml",
        "{root}/secret.yaml",
        "/dev/zero",
        "card_data/mine",
        "",
        "a\0.yaml",
    ],
)
def test_of_no_other(file: str, root: Path) -> None:
    (root / "project/card_data/mine/link.yaml").symlink_to(root / "secret.yaml")
    assert line(root, file.format(root=root)) is None


def test_a_file_is_read_once(root: Path) -> None:
    sources = Sources(Project(root / "project", root / "bundled"))
    assert [*sources.lines("a.yaml")] == ["first", "in project/a.yaml", ""]
    (root / "project/a.yaml").unlink()
    assert sources.line(Span("a.yaml", 1)) == "first"
    assert sources.line(Span("a.yaml", 4)) is None
    assert sources.line(Span("a.yaml")) is None
