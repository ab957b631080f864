"""Fixtures that write a small game into a folder of its own and load it."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from facts import facts

from pnp.build.loading import load_game
from pnp.diagnostics.report import drop_consequences
from pnp.io.project import Project
from pnp.model.game import Game

GAME = """\
title: Small
version: "1"
languages: [en]
components:
  cards:
    title: Cards
    size: poker
    front: card.xml.j2
    data: {data}
    fields:
      name: text
      power: integer
      tags: {{type: list, of: text}}
      emblem: {{type: record, fields: {{charge: text, field: text}}}}
      rows: {{type: list, of: {{type: record, fields: {{a: text}}}}}}
"""

Load = Callable[..., tuple[Game | None, list[str]]]


def load_small(root: Path, game: str, files: Mapping[str, bytes | str]) -> tuple[Game | None, list[str]]:
    """Write and load a game; return it, and its problems as facts, without the folder's name."""
    folder = root / "card_data" / "small"
    for name, content in {"game.yaml": game, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    loaded, problems = load_game(Project(root, root), "small")
    return loaded, [facts(problem).replace("card_data/small/", "") for problem in drop_consequences(problems)]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Load a game with one file of pieces: `load("cards.yaml", text)`."""

    def write_and_load(data: str = "cards.yaml", content: str | bytes | None = "[]", game: str = GAME):
        text = game.format(data=data) if game is GAME else game
        return load_small(tmp_path, text, {} if content is None else {data: content})

    return write_and_load


FIELDS = """\
title: Small
components:
  cards:
    title: Cards
    size: poker
    front: card.xml.j2
    {said}
    fields:
      name: {{type: text, translatable: true}}
      power: integer
      share: number
      big: boolean
      tags: {{type: list, of: text}}
      emblem: {{type: record, fields: {{charge: text, field: text}}}}
      rows: {{type: list, of: {{type: record, fields: {{a: text}}}}}}
"""


@pytest.fixture
def load_more(tmp_path: Path) -> Load:
    """Load a game with several files of pieces: `load_more("data: [a.csv, b.csv], id: auto", {"a.csv": …})`."""

    def write_and_load(said: str, files: Mapping[str, bytes | str]):
        lines = "\n    ".join(re.split(r", (?=[\w-]+: )(?![^{]*\})", said))
        return load_small(tmp_path, FIELDS.format(said=lines), files)

    return write_and_load
