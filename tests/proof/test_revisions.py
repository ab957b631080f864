"""What git gives back of a version, and what it must not."""

from pathlib import Path

import pytest
from tiny_game import change
from versions import CARDS, commit, git, write_versioned

from pnp.model.problem import UsageError
from pnp.proof.revisions import checked_out

pytestmark = pytest.mark.system("git")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    root = write_versioned(tmp_path)
    commit(root, "v1")
    return root


def test_the_files_are_those_of_then_and_gone_afterwards(game: Path) -> None:
    change(game, CARDS, "Third", "Last")
    git(game, "add", "--all")
    before = git(game, "status", "--porcelain=v2")
    with checked_out(game, "v1") as folder:
        assert "Third" in (folder / CARDS).read_text()
        assert sorted(path.name for path in folder.iterdir()) == ["card_data", "layouts"]
    assert not folder.exists()
    assert git(game, "status", "--porcelain=v2") == before


def test_names_with_anything_in_them(game: Path) -> None:
    odd = game / "card_data/tiny/art/ö [1] *.svg"
    odd.write_bytes((game / "card_data/tiny/art/dot.svg").read_bytes())
    commit(game)
    with checked_out(game, "HEAD") as folder:
        assert (folder / odd.relative_to(game)).read_bytes() == odd.read_bytes()


def test_links_that_lead_out_stay_away(game: Path) -> None:
    for name, target in (("out", "/etc/hostname"), ("up", "../../../../secret"), ("in", "dot.svg")):
        (game / "card_data/tiny/art" / name).symlink_to(target)
    commit(game)
    with checked_out(game, "HEAD") as folder:
        assert sorted(path.name for path in (folder / "card_data/tiny/art").iterdir()) == ["dot.svg", "in"]


@pytest.mark.parametrize("revision", ["--help", "-v1", "HEAD:card_data", "v1 v1", "v1..HEAD", "v2", "\n", "ä"])
def test_what_is_no_revision(revision: str, game: Path) -> None:
    with pytest.raises(UsageError, match="is no folder, no build record and no revision"), checked_out(game, revision):
        pass
