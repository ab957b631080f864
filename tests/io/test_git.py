"""What git gives back of a version, and what it must not."""

import os
import subprocess
from pathlib import Path

import pytest
from tiny_game import change, write
from versions import CARDS, commit, git, write_versioned

from pnp.io import git as git_files
from pnp.io.git import check_out
from pnp.model.problem import FileError, LimitError, UsageError

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
    with check_out(game, "v1") as folder:
        assert "Third" in (folder / CARDS).read_text()
        assert sorted(path.name for path in folder.iterdir()) == ["card_data", "layouts"]
    assert not folder.exists()
    assert git(game, "status", "--porcelain=v2") == before


def test_names_with_anything_in_them(game: Path) -> None:
    odd = game / "card_data/tiny/art/ö [1] *.svg"
    odd.write_bytes((game / "card_data/tiny/art/dot.svg").read_bytes())
    commit(game)
    with check_out(game, "HEAD") as folder:
        assert (folder / odd.relative_to(game)).read_bytes() == odd.read_bytes()


def test_links_that_lead_out_stay_away(game: Path) -> None:
    for name, target in (("out", "/etc/hostname"), ("up", "../../../../secret"), ("in", "dot.svg")):
        (game / "card_data/tiny/art" / name).symlink_to(target)
    commit(game)
    with check_out(game, "HEAD") as folder:
        assert sorted(path.name for path in (folder / "card_data/tiny/art").iterdir()) == ["dot.svg", "in"]


@pytest.mark.parametrize("revision", ["--help", "-v1", "HEAD:card_data", "v1 v1", "v1..HEAD", "v2", "\n", "ä"])
def test_what_is_no_revision(revision: str, game: Path) -> None:
    with pytest.raises(UsageError, match="is no folder, no build record and no revision"), check_out(game, revision):
        pass


def test_files_are_as_they_were_committed(game: Path) -> None:
    """Attributes and settings change what is checked out by git, and nothing here."""
    write(game, ".gitattributes", "*.yaml export-ignore\n*.svg export-subst ident text eol=crlf\n")
    svg = "<!-- $Format:%H$ $Id$ -->\n"
    write(game, "card_data/tiny/art/odd.svg", svg)
    commit(game, "v2")
    with check_out(game, "v2") as folder:
        assert (folder / "card_data/tiny/art/odd.svg").read_bytes() == svg.encode()
        assert (folder / CARDS).read_bytes() == (game / CARDS).read_bytes()


def test_links_that_lead_out_through_another(game: Path) -> None:
    art = game / "card_data/tiny/art"
    for name, target in (("a", "b/../../../../.."), ("b", "."), ("c", "c"), ("d", "b/dot.svg")):
        (art / name).symlink_to(target)
    commit(game)
    with check_out(game, "HEAD") as folder:
        assert sorted(path.name for path in (folder / "card_data/tiny/art").iterdir()) == ["b", "c", "d", "dot.svg"]


def commit_tree(root: Path, *entries: str) -> None:
    """Tag as `odd` a commit with a card_data/ that git would never make: its entries are MODE TYPE ID NAME."""

    def ask(*words: str, given: bytes = b"") -> str:
        me = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a"}
        done = subprocess.run(
            ["git", *words], cwd=root, input=given, capture_output=True, check=True, env=os.environ | me
        )
        return done.stdout.decode().strip()

    raw = b"".join(
        f"{mode} {name}\0".encode() + bytes.fromhex(id) for mode, id, name in (entry.split(" ", 2) for entry in entries)
    )
    inner = ask("hash-object", "-t", "tree", "-w", "--stdin", "--literally", given=raw)
    outer = ask("mktree", given=f"040000 tree {inner}\tcard_data\n".encode())
    git(root, "tag", "odd", ask("commit-tree", outer, "-m", "Odd"))


def test_names_that_lead_out(game: Path) -> None:
    blob = git(game, "rev-parse", f"HEAD:{CARDS}").strip()
    names = ("../../pnp-escaped", "/tmp/pnp-escaped", "..", ".git", "good.yaml")
    commit_tree(game, *(f"100755 {blob} {name}" for name in names))
    with check_out(game, "odd") as folder:
        files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
        assert files == ["card_data/.git", "card_data/good.yaml", "card_data/tmp/pnp-escaped"]
        assert not list(folder.parent.glob("pnp-escaped"))
        assert not (folder / "card_data/good.yaml").stat().st_mode & 0o111


def test_a_name_that_is_a_link_and_a_folder(game: Path) -> None:
    blob = git(game, "rev-parse", f"HEAD:{CARDS}").strip()
    tree = git(game, "rev-parse", "HEAD:card_data/tiny").strip()
    (game / "aim").write_text("/tmp")
    aim = git(game, "hash-object", "-w", "aim").strip()
    commit_tree(game, f"120000 {aim} a", f"40000 {tree} a", f"100644 {blob} b")
    with check_out(game, "odd") as folder:
        assert (folder / "card_data/a/cards.yaml").is_file() and not (folder / "card_data/a").is_symlink()
    git(game, "tag", "-d", "odd")
    commit_tree(game, f"100644 {blob} a", f"40000 {tree} a")
    with pytest.raises(FileError, match=r"^odd can't be unpacked: .*: Not a directory$"), check_out(game, "odd"):
        pass


def test_what_git_lfs_keeps(game: Path) -> None:
    art, digest = game / "card_data/tiny/art", "ab" * 32
    for name, id in (("kept", digest), ("gone", "cd" * 32)):
        pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{id}\nsize 5\n"
        (art / f"{name}.png").write_text(pointer)
    commit(game)
    write(game, f".git/lfs/objects/ab/ab/{digest}", "\x89PNG!")
    with check_out(game, "HEAD") as folder:
        assert (folder / "card_data/tiny/art/kept.png").read_text() == "\x89PNG!"
        assert (folder / "card_data/tiny/art/gone.png").read_text() == pointer


def test_a_file_that_a_clone_has_left_out(game: Path) -> None:
    blob = git(game, "rev-parse", f"HEAD:{CARDS}").strip()
    (game / f".git/objects/{blob[:2]}/{blob[2:]}").unlink()
    said = f"^v1: {CARDS} is not in this clone, which leaves files out"
    with pytest.raises(FileError, match=said), check_out(game, "v1"):
        pass


def test_more_than_a_project_has(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("_MOST", 100), ("_LISTED", 100)):
        monkeypatch.setattr(git_files, name, value)
        with pytest.raises(LimitError, match=r"^v1 has (more than|too many)"), check_out(game, "v1"):
            pass


def test_a_bare_repository_is_refused(game: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    bare = tmp_path_factory.mktemp("bare")
    git(game, "clone", "--quiet", "--bare", ".", str(bare))
    git(bare, "config", "core.worktree", ".")
    said = "^git rev-parse failed: cannot use bare repository '"
    with pytest.raises(FileError, match=said), check_out(bare, "v1"):
        pass


@pytest.mark.parametrize("name", ["GIT_DIR", "GIT_EXTERNAL_DIFF", "GIT_OBJECT_DIRECTORY", "GIT_EXEC_PATH", "GIT_TRACE"])
def test_the_environment_names_no_other_repository(
    name: str, game: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, str(tmp_path_factory.mktemp("elsewhere") / "file"))
    with check_out(game, "v1") as folder:
        assert (folder / CARDS).is_file()
    assert not Path(os.environ[name]).exists()


def test_git_is_not_looked_for_in_the_project(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(game)
    for folder in (game, game / "bin"):
        write(folder, "git", f"#!/bin/sh\n: > {game}/fired\n")
        (folder / "git").chmod(0o755)
    ordinary = os.environ["PATH"]
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", "bin", str(game), str(game / "bin")]))
    subprocess.run(["git"], check=True)
    (game / "fired").unlink()
    with pytest.raises(UsageError, match="without git installed"), check_out(game, "v1"):
        pass
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}{os.pathsep}{ordinary}")
    with check_out(game, "v1"):
        pass
    assert not (game / "fired").exists()
