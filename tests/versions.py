"""Two versions of the tiny game in a git repository: `committed` makes one, tests edit the other."""

import subprocess
from collections.abc import Callable
from pathlib import Path

from tiny_game import write, write_tiny

from pnp.build.results import SILENT
from pnp.io.project import find_project
from pnp.model.options import Options
from pnp.proof.differences import Difference, find_differences
from pnp.proof.versions import GameVersion, lay_out_version

Told = Callable[..., list[str]]

CARDS = "card_data/tiny/cards.yaml"
GAME = "card_data/tiny/game.yaml"
FRONT = "layouts/tiny/card.xml.j2"
DOT = "card_data/tiny/art/dot.svg"
MODULES = "modules:\n"


def write_versioned(root: Path, name: str = "tiny") -> Path:
    """Return the tiny game without modules, which name cards, and with a third card."""
    write_tiny(root, name)
    game = root / GAME.replace("tiny", name)
    game.write_text(game.read_text().partition(MODULES)[0])
    (game.parent / "more.yaml").unlink()
    cards = root / CARDS.replace("tiny", name)
    cards.write_text(cards.read_text() + "- id: three\n  name: Third\n")
    return root


def commit(root: Path, tag: str = "") -> None:
    """Return all that there is, perhaps under a tag."""
    if not (root / ".git").exists():
        git(root, "init", "--quiet")
        write(root, ".gitignore", "output/\nschema/\n")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "A version")
    if tag:
        git(root, "tag", tag)


def git(root: Path, *words: str) -> str:
    me = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *me, *words], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout


def state_of(root: Path, **options: object) -> GameVersion:
    asked = Options("tiny", **{"jobs": 1, "cache": False, **options})  # type: ignore[arg-type]
    found = lay_out_version(find_project(root, root), str(root), asked, SILENT)
    assert isinstance(found, GameVersion), found.problems
    return found


def differences_between(old: Path, new: Path, **options: object) -> list[Difference]:
    return find_differences(state_of(old, **options).record, state_of(new, **options).record)


def in_short(each: Difference) -> str:
    before, now = each.copies
    was = f"{each.old.label} → " if each.old and each.kind == "renamed" else ""
    reasons = f": {', '.join(each.reasons)}" if each.reasons else ""
    copies = f"; {before} → {now}" if each.old and each.new and before != now else ""
    return f"{was}{each.piece.label} {each.kind}{reasons}{copies}"
