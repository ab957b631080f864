"""`load` writes a small game into a folder of its own and loads it."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from pnp.edition.loading import load_game
from pnp.files.project import Project
from pnp.model.game import Game
from pnp.problems.causes import without_caused

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


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """`load("cards.yaml", text)` → the game, and its problems as users read them, without the folder's name and
    without what follows from others."""

    def write_and_load(data: str = "cards.yaml", content: str | bytes = "[]", game: str = GAME):
        folder = tmp_path / "card_data" / "small"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "game.yaml").write_text(game.format(data=data) if game is GAME else game, encoding="utf-8")
        if content is not None:
            raw = content if isinstance(content, bytes) else content.encode()
            (folder / data).write_bytes(raw)
        loaded, problems = load_game(Project(tmp_path, tmp_path), "small")
        return loaded, [str(problem).replace("card_data/small/", "") for problem in without_caused(problems)]

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
    """`load_more("data: [a.csv, b.csv], id: auto", {"a.csv": …})` → the same of several files."""

    def write_and_load(said: str, files: Mapping[str, bytes | str]):
        folder = tmp_path / "card_data" / "small"
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        lines = "\n    ".join(re.split(r", (?=[\w-]+: )(?![^{]*\})", said))
        (folder / "game.yaml").write_text(FIELDS.format(said=lines), encoding="utf-8")
        loaded, problems = load_game(Project(tmp_path, tmp_path), "small")
        return loaded, [str(problem).replace("card_data/small/", "") for problem in without_caused(problems)]

    return write_and_load
