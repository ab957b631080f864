"""Finished tables: who wins, by which step, and what is wrong with them."""

from pathlib import Path

import pytest
from facts import list_facts
from player_files import read_user_file
from rival_game import BUNDLED, edit, world_of, write_rivals

from pnp.io.project import Project
from pnp.model.rules import Verdict
from pnp.rules.victory.verdicts import judge_table


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_rivals(tmp_path)
    return tmp_path


def judged(root: Path, table: str, *modules: str) -> tuple[Verdict | None, list[str]]:
    file = root / "table.yaml"
    file.write_text(table, encoding="utf-8")
    _, written, problems = read_user_file(Project(root, BUNDLED), file, "rivals", modules)
    assert written is not None, problems
    verdict, found = judge_table(world_of(root, *modules), written)
    return verdict, list_facts(found)


def verdict_on(root: Path, table: str, *modules: str) -> Verdict:
    verdict, problems = judged(root, table, *modules)
    assert not problems
    assert verdict is not None
    return verdict


def end_of(verdict: Verdict) -> tuple[str, tuple[str, ...], str]:
    return str(verdict.outcome), verdict.winners, verdict.by


def figures(verdict: Verdict) -> list[tuple[str, dict[str, object]]]:
    return [(round.id, {one.player: one.value for one in round.standings}) for round in verdict.rounds]


def test_all_steps_of_a_tie(root: Path) -> None:
    verdict = verdict_on(
        root,
        """\
red: 4
green: 5
players:
  - {name: Ann, leader: lemron, face_up: [water-1, army-1], hidden: [tribes-1]}
  - {name: Ben, leader: cyra, face_up: [water-2], hidden: [emperor]}
  - {name: Cy, leader: enned, face_up: [water-3], hidden: [water-4]}
  - {name: Dee, leader: myrad, face_up: [undead-1]}
""",
    )
    assert verdict.say == "The markers are at most one space apart."
    assert end_of(verdict) == ("water", ("Cy",), "highest-number")
    assert figures(verdict) == [
        ("aligned", {"Ann": True, "Ben": True, "Cy": True, "Dee": False}),
        ("most-heroes", {"Ann": 1, "Ben": 2, "Cy": 2}),  # hidden ones count, and the Emperor for every faction
        ("fewest-heroes", {"Ben": 2, "Cy": 2}),
        ("highest-number", {"Ben": 2, "Cy": 6}),
    ]
    assert [round.say for round in verdict.rounds][:2] == [
        "Whose leader is aligned with Water Folk?",
        "Who has most heroes of Water Folk, face up and hidden?",
    ]
    assert verdict.track == {"red": 4, "green": 5}


@pytest.mark.parametrize(
    ("red", "green", "outcome"),
    [(9, 12, "undead"), (12, 9, "undead"), (9, 8, "water"), (9, 7, "army"), (4, 6, "tribes")],
)
def test_the_first_condition_decides(root: Path, red: int, green: int, outcome: str) -> None:
    players = "players: [{name: Ann, leader: lemron}, {name: Ben, leader: cyra}]"
    assert verdict_on(root, f"red: {red}\ngreen: {green}\n{players}").outcome == outcome


def test_one_who_is_aligned_wins_at_once(root: Path) -> None:
    table = "red: 1\ngreen: 8\nplayers: [{name: Ann, leader: cyra}, {name: Ben, leader: lemron}]"
    verdict = verdict_on(root, table)
    assert end_of(verdict) == ("tribes", ("Ben",), "aligned")
    assert figures(verdict) == [("aligned", {"Ann": False, "Ben": True})]


def test_nobody_wins(root: Path) -> None:
    table = "red: 1\ngreen: 8\nplayers: [{name: Ann, leader: cyra}, {name: Ben, leader: enned}]"
    verdict = verdict_on(root, table)
    assert end_of(verdict) == ("tribes", (), "aligned")
    assert verdict.nobody == "Nobody is aligned with Hill Tribes. Nobody wins."


def test_several_share_what_no_step_parts(root: Path) -> None:
    edit(root, "leaders.yaml", "{id: enned, number: 6,", "{id: enned, number: 2,")
    table = "red: 4\ngreen: 4\nplayers: [{name: Ann, leader: cyra}, {name: Ben, leader: enned}]"
    assert end_of(verdict_on(root, table)) == ("water", ("Ann", "Ben"), "")


def test_the_third_marker_comes_first_where_somebody_is_aligned_with_it(root: Path) -> None:
    table = """\
red: 4
green: 9
golem: 10
players:
  - {name: Ann, leader: %s, face_up: [water-1]}
  - {name: Ben, leader: myrad}
"""
    assert end_of(verdict_on(root, table % "tissa", "golems")) == ("golems", ("Ann",), "aligned")
    verdict = verdict_on(root, table % "cyra", "golems")
    assert end_of(verdict) == ("tribes", ("Ben",), "aligned")
    assert verdict.track == {"red": 4, "green": 9, "golem": 10, "ally": False}
    level = verdict_on(root, (table % "tissa").replace("golem: 10", "golem: 9"), "golems")
    assert level.outcome == "tribes"


BRIBED = """\
red: 4
green: 4
bribes: [%s]
players:
  - {name: Ann, leader: cyra, face_up: [water-1, army-1, army-2]}
  - {name: Ben, leader: enned, face_up: [water-2, emperor]}
"""


@pytest.mark.parametrize(
    ("bribes", "ann", "ben"),
    [
        ("", 1, 2),
        ("{hero: army-1, tile: change-water}", 2, 2),
        ("{hero: water-2, tile: change-army}", 1, 1),
        ("{hero: water-1, tile: loyalty}", 2, 2),
        ("{hero: emperor, tile: loyalty}", 1, 3),
        ("{hero: emperor, tile: change-army}", 1, 1),
        ("{hero: water-1, tile: protection}", 1, 2),
        ("{hero: army-1, tile: change-water}, {hero: army-1, tile: loyalty}", 3, 2),
    ],
)
def test_what_lies_on_heroes_changes_what_they_count_for(root: Path, bribes: str, ann: int, ben: int) -> None:
    verdict = verdict_on(root, BRIBED % bribes, "bribery")
    assert figures(verdict)[1] == ("most-heroes", {"Ann": ann, "Ben": ben})


def test_bribes_and_golems_together(root: Path) -> None:
    table = """\
red: 4
green: 4
golem: 6
bribes:
  - {hero: army-1, tile: protection}
  - {hero: ogre, tile: loyalty}
  - {hero: troll, tile: change-water}
players:
  - {name: Ann, leader: tissa, face_up: [army-1, army-2, troll]}
  - {name: Ben, leader: tissa, face_up: [ogre]}
"""
    edit(root, "golem-leaders.yaml", "id: tissa,", "id: tissa, copies: 2,")
    verdict = verdict_on(root, table, "golems", "bribery")
    assert figures(verdict)[1] == ("most-heroes", {"Ann": 2, "Ben": 2})
    ahead = verdict_on(
        root, table.replace("golem: 6", "golem: 1").replace("leader: tissa", "leader: cyra", 1), "golems", "bribery"
    )
    assert ahead.outcome == "water"
    assert figures(ahead)[0] == ("aligned", {"Ann": True, "Ben": False})


def test_a_solo_player_can_lose(root: Path) -> None:
    edit(root, "setup.yaml", "players: [2, 3, 4]", "players: [1, 2, 3, 4]")
    assert end_of(verdict_on(root, "red: 1\ngreen: 8\nplayers: [{name: Ann, leader: cyra}]")) == (
        "tribes",
        (),
        "aligned",
    )


def test_a_game_without_steps_has_an_outcome_only(root: Path) -> None:
    file = root / "card_data/rivals/victory.yaml"
    file.write_text(file.read_text().partition("winner:")[0])
    verdict = verdict_on(root, "red: 1\ngreen: 8\nplayers: [{name: Ann, leader: cyra}, {name: Ben, leader: enned}]")
    assert (end_of(verdict), verdict.rounds) == (("tribes", (), ""), ())


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        (
            "red: 1\ngreen: 8\nplayers:\n- {name: Ann, leader: cyra, face_up: [emperor, water-1]}\n"
            "- {name: Ben, leader: enned, face_up: [tribes-1], hidden: [emperor]}",
            "table.yaml:5:60 PNP579 id=emperor times=2",
        ),
        (
            "red: 1\ngreen: 8\nplayers: [{name: Ann, leader: cyra}]",
            "table.yaml:3:10 PNP580 players='1 player'",
        ),
        (
            "red: 1\ngreen: 8\nplayers: [{name: Ann, leader: cyra}, {name: Ann, leader: enned}]",
            "table.yaml:3:45 PNP583 name=Ann",
        ),
    ],
)
def test_tables_that_cannot_be(root: Path, table: str, problem: str) -> None:
    assert judged(root, table) == (None, [problem])


def test_a_table_that_no_condition_decides(root: Path) -> None:
    edit(root, "victory.yaml", "when: green - red >= 2", "when: green - red >= 20")
    table = "red: 1\ngreen: 8\nplayers: [{name: Ann, leader: cyra}, {name: Ben, leader: enned}]"
    assert judged(root, table) == (None, ["table.yaml:1:1 PNP582 state='red 1, green 8'"])


def test_a_variable_that_comes_out_as_what_it_cannot_be(root: Path) -> None:
    edit(root, "golem-victory.yaml", "players|any('golems' in leader.factions)", "players|count")
    table = "red: 1\ngreen: 8\ngolem: 1\nplayers: [{name: Ann, leader: cyra}, {name: Ben, leader: enned}]"
    assert judged(root, table, "golems") == (
        None,
        ["card_data/rivals/golem-victory.yaml:7:13 PNP578 id=ally value=2"],
    )


def test_a_step_that_cannot_be_evaluated(root: Path) -> None:
    edit(root, "victory.yaml", "most: leader.number", "most: leader.numbr")
    table = "red: 4\ngreen: 4\nplayers: [{name: Ann, leader: cyra}, {name: Ben, leader: enned}]"
    verdict, (problem,) = judged(root, table)
    assert verdict is None
    assert problem.startswith("card_data/rivals/victory.yaml:37:18 PNP501 owner=cyra name=numbr")
