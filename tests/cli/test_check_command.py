"""`pnp check`: one game or all of the project's own, as text and as JSON."""

import json
from pathlib import Path

import pytest
from running import Run
from tiny_game import change, write_tiny

MISSPELT = ["card_data/tiny/cards.yaml:5:3 PNP032 within=name", 'card_data/tiny/cards.yaml:6:3 PNP030 key="word"']


def test_nothing_is_wrong(tiny: Path, run: Run) -> None:
    assert run("check", "tiny") == (0, "tiny: no problems\n", "")
    assert not Path("output").exists()


def test_errors_exit_with_1(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/cards.yaml", "name: Second", "word: Second")
    shown = run("check", "tiny")
    assert (shown.code, shown.out, shown.lines) == (1, "tiny: 2 errors\n", MISSPELT)


def test_warnings_exit_with_0(tiny: Path, run: Run) -> None:
    change(tiny, "layouts/tiny/card.xml.j2", 'x="4" y="4"', 'x="1" y="4"')
    shown = run("check", "tiny")
    assert (shown.code, shown.out) == (0, "tiny: 2 warnings\n"), "of two pieces, and of what a module brings"


def test_all_games_are_the_projects_own(tiny: Path, run: Run) -> None:
    change(write_tiny(tiny, "another"), "card_data/tiny/cards.yaml", "name: Second", "word: Second")
    shown = run("check")
    assert (shown.code, shown.out, shown.lines) == (1, "another: no problems\ntiny: 2 errors\n", MISSPELT)


def test_json_has_a_list_for_each_game(tiny: Path, run: Run) -> None:
    change(write_tiny(tiny, "another"), "card_data/tiny/cards.yaml", "name: Second", "word: Second")
    shown = run("check", "--json")
    assert (shown.code, shown.err) == (1, "")
    said = json.loads(shown.out)
    assert list(said) == ["another", "tiny"]
    assert said["another"] == []
    assert [problem["code"] for problem in said["tiny"]] == ["PNP032", "PNP030"]


@pytest.mark.parametrize("command", ["check", "schema"])
def test_a_folder_without_games(command: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(command) == (2, "", "pnp: there is no card_data/ here or in a folder above: pnp new mygame begins one\n")
    (tmp_path / "card_data").mkdir()
    assert run(command) == (2, "", "pnp: there is no game here: pnp new mygame begins one\n")
