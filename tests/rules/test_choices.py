"""Modules of which exactly one is chosen, and tables with rows for each of them."""

from pathlib import Path

import pytest
from facts import facts
from saying import Run

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.rules.circumstances import Choices
from pnp.rules.examining import examine

GAME = """\
title: Watch
version: "1"
languages: [en]
components:
  raiders: {title: Raiders, size: poker, data: raiders.csv}
modules:
  easy: {title: Easy, one-of: level}
  hard: {title: Hard, one-of: level}
  reef: {title: Reef, one-of: scenario}
  siege: {title: Siege, one-of: scenario, not-with: {easy: A siege is hard.}}
  night: {title: Night}
"""
SETUP = """\
players: [1, 2]
tables:
  wave:
    title: Raiders of a wave
    rows:
      easy: {1: 2, 2: 3}
      hard: {1: 4, 2: 5}
zones:
  pile: {title: Raiders, starts: raiders, away: true}
  shore: {title: Shore}
steps:
  - {id: wave, say: "{count} land.", do: [{shuffle: pile}, {move: tables.wave, from: pile, to: shore}]}
"""
RULES = """\
- {id: level, say: A level is chosen., require: "'easy' in modules or 'hard' in modules"}
- {id: wave, say: A level says it., table: tables.wave, is: "players + (1 if 'easy' in modules else 3)"}
"""


def write(root: Path, **changed: str) -> Path:
    folder = root / "card_data/watch"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {"game": GAME, "setup": SETUP, "rules": RULES, **changed}.items():
        (folder / f"{name}.yaml").write_text(text)
    (folder / "raiders.csv").write_text("id,copies\nraider,8\n")
    return root


def load(root: Path) -> tuple[Game, list[str]]:
    game, problems = load_game(Project(root, root), "watch")
    assert game is not None
    return game, [facts(each) for each in problems]


def test_sets_with_one_of_each_are_judged(tmp_path: Path) -> None:
    game, problems = load(write(tmp_path))
    assert problems == []
    one_each = [("easy", "reef"), ("hard", "reef"), ("hard", "siege")]
    sets = list(Choices(game).smallest_first())
    assert sorted(sets) == sorted([*one_each, *(tuple(sorted((*each, "night"))) for each in one_each)])
    assert examine(game) == []


def test_rows_of_each_are_its_own(tmp_path: Path) -> None:
    game, _ = load(write(tmp_path, setup=SETUP.replace("hard: {1: 4, 2: 5}", "hard: {1: 4, 2: 6}")))
    assert [(each.code, each.when) for each in examine(game)] == [("PNP516", (" (2 players)", " (with hard, reef)"))]
    game, _ = load(write(tmp_path, setup=SETUP.replace("hard: {1: 4, 2: 5}", "hard: {1: 4}")))
    assert "PNP560" in {each.code for each in examine(game)}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("hard: {1", "hrad: {1", 'card_data/watch/setup.yaml:7:7 PNP104 name="hrad" ~meant=hard'),
        ("easy: {1: 2, 2: 3}", "easy: 3", "card_data/watch/setup.yaml:6:13 PNP035 found=3"),
    ],
)
def test_mistakes_in_rows(old: str, new: str, expected: str, tmp_path: Path) -> None:
    _, problems = load(write(tmp_path, setup=SETUP.replace(old, new)))
    assert problems == [expected]


def test_a_setup_needs_one_of_each(tmp_path: Path, run_whole: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path))
    told = run_whole("setup", "watch", "--players", "2", "--with", "hard")
    assert (told.code, told.err) == (2, "pnp: watch is played with one scenario: add --with reef or --with siege\n")
    told = run_whole("setup", "watch", "--players", "2", "--with", "hard,reef")
    assert told.code == 0 and "5 land." in told.out, told
    told = run_whole("build", "watch", "--with", "night")
    assert told.code == 2 and "one level: add --with easy or --with hard" in told.err, told
    told = run_whole("build", "watch", "--with", "easy,hard,reef")
    assert told.code == 2 and "can't be used with hard: they are one level each" in told.err, told


def test_all_of_it_is_checked(tmp_path: Path, run_whole: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path))
    told = run_whole("check", "watch")
    assert told.code == 0, told


def test_an_expansion_brings_another_to_choose(tmp_path: Path) -> None:
    write(tmp_path)
    folder = tmp_path / "card_data/storm"
    folder.mkdir()
    text = (
        "title: Storm\nversion: '1'\nlanguages: [en]\nfor: watch\nmodules:\n  gale: {title: Gale, one-of: scenario}\n"
    )
    (folder / "game.yaml").write_text(text)
    game, problems = load_game(Project(tmp_path, tmp_path), "watch", ["gale"])
    assert game is not None and not problems
    assert game.open_choices(["easy", "gale"]) == {}
    assert game.open_choices(["easy"]) == {"scenario": ("reef", "siege", "gale")}
    assert set(game.modules["reef"].not_with) == {"siege", "gale"}
