"""What modules that can, or can't, be chosen together are said to do to each other."""

from pathlib import Path

import pytest

from pnp.build.loading import load_game
from pnp.check import check_game
from pnp.io.project import Project

GAME = """\
title: Wood
version: "1"
languages: [en]
components: {owls: {title: Owls, data: owls.yaml, fields: {name: text}}}
modules:
  first: {title: First, drop: {owls: [old]}, NOT}
  tools: {title: Tools}
  plots: {title: Plots, needs: [tools], replace: {owls: plots.yaml}}
"""


@pytest.mark.parametrize(("not_with", "codes"), [("", ["PNP119"]), ("not-with: [tools]", [])])
def test_what_a_module_needs_excludes_for_it(tmp_path: Path, not_with: str, codes: list[str]) -> None:
    folder = tmp_path / "card_data" / "wood"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.replace(", NOT", f", {not_with}" if not_with else ""), encoding="utf-8")
    (folder / "owls.yaml").write_text("- {id: old, name: Old}\n- {id: young, name: Young}\n", encoding="utf-8")
    (folder / "plots.yaml").write_text("- {id: old, name: Very old}\n", encoding="utf-8")
    project = Project(tmp_path, tmp_path)
    game, problems = load_game(project, "wood")
    assert game is not None and problems == []
    assert [each.code for each in check_game(game, project) if each.code in ("PNP115", "PNP119")] == codes
