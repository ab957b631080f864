"""`define:` of game.yaml: figures of the whole game, which modules change, and which something must make use of."""

from pathlib import Path

import pytest
from bank_game import FILES, describe, loaded, printed, write_bank, wrong

from pnp.build.loading import load_game
from pnp.check import check_game
from pnp.io.project import Project
from pnp.model.patch import apply_modules
from pnp.rules.examining import examine
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.texts import fill_game_texts
from pnp.rules.world import World

MODULE = "  night: {title: Night, add: {owls: night.yaml}}"
CHANGED = """\
  night:
    title: Night
    define: {replace: {hand: 5}, add: {wings: 2}, drop: [draw_to]}
"""


def replace_module(text: str) -> str:
    return FILES["game.yaml"].replace(MODULE, text)


def test_a_module_changes_what_a_name_means(tmp_path: Path) -> None:
    game = replace_module("  night: {title: Night, define: {replace: {hand: 5}, add: {wings: 2}}}")
    text = "{hand} {draw_to} {wings if 'night' in modules else 'none'}"
    assert printed(tmp_path, text, game=game) == "3 4 none"
    assert printed(tmp_path, text, ("night",), game=game) == "5 6 2"


def test_a_text_misses_what_a_module_drops(tmp_path: Path) -> None:
    found = wrong(tmp_path, "{hand} {draw_to}", game=replace_module(CHANGED))
    assert found == ["1:8 PNP501 item=first name=draw_to ~when=' (with night)'"]


def test_rules_know_the_names(tmp_path: Path) -> None:
    rules = "- {id: few, say: 'No more than {hand}.', require: owls|count < hand}\n"
    (found,) = wrong(tmp_path, "{hand} {draw_to}", rules=rules, game=replace_module("  night: {title: Night}"))
    assert "PNP51" in found


@pytest.mark.parametrize("name", ["owls", "factions", "modules", "tables"])
def test_a_name_that_means_something_already(tmp_path: Path, name: str) -> None:
    write_bank(tmp_path, game=FILES["game.yaml"].replace("draw_to: hand + 1", f"{name}: 2"))
    _, problems = load_game(Project(tmp_path, tmp_path), "bank")
    assert [describe(each) for each in problems] == [f"PNP106 name={name}"]


def test_an_expression_that_cannot_be_read(tmp_path: Path) -> None:
    game = FILES["game.yaml"].replace("draw_to: hand + 1", "draw_to: hand +")
    assert [each.partition(" ")[2] for each in wrong(tmp_path, "{hand}", game=game)] == ["PNP500"]


def test_a_name_that_nothing_uses(tmp_path: Path) -> None:
    write_bank(tmp_path, "{hand}")
    found = check_game(loaded(tmp_path), Project(tmp_path, tmp_path))
    assert [describe(each) for each in found if each.code == "PNP186"] == ["PNP186 kind=definition item=draw_to"]


def test_a_name_that_a_template_uses(tmp_path: Path) -> None:
    folder = tmp_path / "layouts" / "bank"
    folder.mkdir(parents=True)
    (folder / "owl.xml.j2").write_text('<face><text>{{ data("draw_to") }}</text></face>')
    write_bank(
        tmp_path, "{hand}", game=FILES["game.yaml"].replace("data: owls.yaml", "data: owls.yaml\n    front: owl.xml.j2")
    )
    found = check_game(loaded(tmp_path), Project(tmp_path, tmp_path))
    assert "PNP186" not in {each.code for each in found}


def expanded(root: Path, text: str) -> Project:
    """Write the bank with an expansion whose module brings an owl and a definition of its own."""
    write_bank(root, "{hand} {draw_to}")
    folder = root / "card_data" / "more"
    folder.mkdir()
    (folder / "game.yaml").write_text(
        'title: More\nversion: "1"\nlanguages: [en]\nfor: bank\ndefine: {extra: hand * 2}\n'
        "modules: {big: {title: Big, add: {owls: big.yaml}}}\n"
    )
    (folder / "big.yaml").write_text(f'- {{id: big, name: Big, power: 1, text: "{text}"}}\n')
    return Project(root, root)


def test_an_expansion_knows_the_names_of_its_game_and_its_own(tmp_path: Path) -> None:
    project = expanded(tmp_path, "{hand} {extra} {owls|count}")
    game, problems = load_game(project, "bank", ["big"])
    assert game is not None
    assert problems == []
    assert examine(game) == []
    filled, _ = fill_game_texts(World(apply_modules(game, [game.modules["big"]]), ("big",), Evaluator()))
    assert filled.components["owls"].pieces[-1].fields["text"] == "3 6 4"


def test_a_mistake_in_a_text_of_an_expansion(tmp_path: Path) -> None:
    game, _ = load_game(expanded(tmp_path, "{hand} {extro}"), "more")
    assert game is not None
    assert [describe(each) for each in examine(game)] == ["PNP501 item=big name=extro ~when=' (with big)' ~meant=extra"]
