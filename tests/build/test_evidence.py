"""A mistake in rules is told where it was made since all was right, or else where one value would put all right."""

from pathlib import Path

import pytest
from facts import list_facts
from tiny_game import change, write, write_tiny
from versions import commit

from pnp.build.evidence import keep_right, name_causes
from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.problem import Problem, sort_problems
from pnp.rules.examining import examine

BEASTS = "card_data/tiny/beasts.yaml"
RULES = "card_data/tiny/rules.yaml"
GAME = """\
title: Tiny
version: "1"
languages: [en]
groups:
  kinds: {entries: {air: {name: Air}, fire: {name: Fire}, water: {name: Water}}}
components:
  beasts:
    title: Beasts
    size: 40 x 60
    front: card.xml.j2
    data: beasts.yaml
    fields: {kind: {type: reference, to: kinds}, power: integer}
"""
POWERS = {"air": (1, 2, 4), "fire": (-3, 3, 7), "water": (-9, 5, 11)}
EACH = "".join(
    f"- {{id: {kind}-{number}, copies: 2, kind: {kind}, power: {power}}}\n"
    for kind, powers in POWERS.items()
    for number, power in enumerate(powers, 1)
)
SAID = """\
- {id: even, say: Two kinds are even., count: beasts, by: kind, is: 6}
- {id: all, say: There are eighteen., count: beasts, is: 18}
- {id: strong, say: Each kind has the same power., sum: power, of: beasts, by: kind, is: 14}
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    write_tiny(tmp_path)
    write(tmp_path, "card_data/tiny/game.yaml", GAME)
    write(tmp_path, BEASTS, EACH)
    write(tmp_path, RULES, SAID)
    return tmp_path


def judged(root: Path) -> tuple[Project, Game, list[Problem]]:
    project = Project(root, root)
    game, problems = load_game(project, "tiny")
    assert game is not None and not problems
    return project, game, examine(game)


def report_causes(root: Path) -> list[str]:
    project, game, problems = judged(root)
    return list_facts(name_causes(project, game, sort_problems(problems), uses_cache=True))


@pytest.fixture
def right(tiny: Path) -> Path:
    project, game, problems = judged(tiny)
    assert not problems
    keep_right(project, game)
    return tiny


def test_a_change_is_told_with_all_that_it_breaks(right: Path) -> None:
    change(right, BEASTS, "fire-2, copies: 2", "fire-2, copies: 1")
    (line,) = report_causes(right)
    assert line.startswith(f"{BEASTS}:5:24 PNP510 rule=even found='5 for fire (fire-1")
    assert "from 2 to 1 since the last clean check, which also breaks all, strong" in line


def test_of_many_changes_those_that_break_something(right: Path) -> None:
    change(right, BEASTS, "air, power: 1}", "air, power: 2}")  # these two together break nothing
    change(right, BEASTS, "air-2, copies: 2, kind: air, power: 2", "air-2, copies: 2, kind: air, power: 1")
    change(right, BEASTS, "water-3, copies: 2, kind: water", "water-3, copies: 2, kind: fire")
    change(right, RULES, "is: 18", "is: 19")
    of_data, of_rules = report_causes(right)
    assert (
        of_data.startswith(f"{BEASTS}:9:34 PNP510 rule=even")
        and "from water to fire since the last clean check, which also breaks strong" in of_data
    )
    assert of_rules.startswith(f"{RULES}:2:58 PNP510 rule=all") and "from 18 to 19" in of_rules


def test_lines_that_came_and_went(right: Path) -> None:
    text = (right / BEASTS).read_text().splitlines(keepends=True)
    write(right, BEASTS, "".join([*text[:2], *text[3:]]))
    (line,) = report_causes(right)
    assert line.startswith(f"{BEASTS}:3:1 PNP510 rule=all") and "also breaks even, strong" in line
    write(right, BEASTS, "".join([*text, "- {id: more, kind: air, power: 0}\n"]))
    (line,) = report_causes(right)
    assert line.startswith(f"{BEASTS}:10:1 PNP510") and "changed since the last clean check" in line


@pytest.mark.system("git")
def test_what_git_has_is_evidence_where_nothing_was_checked(tiny: Path) -> None:
    commit(tiny)
    change(tiny, RULES, "is: 18", "is: 20")
    (line,) = report_causes(tiny)
    assert line.startswith(f"{RULES}:2:58 PNP510 rule=all found='18 (") and "from 18 to 20" in line


def test_one_value_that_would_put_all_right_is_named(tiny: Path) -> None:
    change(tiny, BEASTS, "fire-3, copies: 2, kind: fire", "fire-3, copies: 2, kind: air")
    (line,) = report_causes(tiny)
    assert line.startswith(f"{BEASTS}:6:33 PNP510 rule=even")
    assert "kind should be fire, not air, which also breaks strong" in line


def test_where_several_would_nobody_is_accused(tiny: Path) -> None:
    """A beast too few of one kind may be any of them, and the rules may be wrong."""
    write(tiny, RULES, "".join(SAID.splitlines(keepends=True)[:2]))
    change(tiny, BEASTS, "fire-3, copies: 2", "fire-3, copies: 1")
    found = report_causes(tiny)
    assert sorted(line.split()[2] for line in found) == ["rule=all", "rule=even"]
    assert not any("should be" in line for line in found)
