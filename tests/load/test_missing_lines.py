"""Lines that are missing from YAML files: one problem for all keys that so came to stand in another mapping."""

from pathlib import Path

import pytest
from facts import fact, facts, list_facts
from tiny_game import write

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.load import load_style
from pnp.model.problem import Problem


def list_problems(root: Path, game: str, cards: str = "- id: a\n") -> list[Problem]:
    write(root, "card_data/small/game.yaml", f"title: Small\nversion: '1'\nlanguages: [en]\n{game}")
    write(root, "card_data/small/cards.yaml", cards)
    return load_game(Project(root, root), "small")[1]


GAME, CARDS = "card_data/small/game.yaml", "card_data/small/cards.yaml"
COMPONENT = "  cards: {size: poker, data: cards.yaml, fields: {name: text, cost: integer}}\n"


@pytest.mark.parametrize(
    ("game", "line", "above"),
    [
        (
            "components:\n  size: poker\n  data: cards.yaml\n",
            f'{GAME}:5:3 PNP083 keys=\'"size", "data"\' path=components',
            "size:",
        ),
        (
            f"groups:\n  entries: {{red: {{name: Red}}}}\ncomponents:\n{COMPONENT}",
            f'{GAME}:5:3 PNP083 keys="entries" path=groups',
            "entries:",
        ),
    ],
)
def test_a_name_that_is_missing(tmp_path: Path, game: str, line: str, above: str) -> None:
    (problem,) = list_problems(tmp_path, game)
    assert facts(problem) == line
    assert above in problem.hint


@pytest.mark.parametrize("name", ["entries", "fields", "title"])
def test_groups_may_be_called_like_what_is_in_them(tmp_path: Path, name: str) -> None:
    groups = f"groups:\n  {name}: {{fields: {{tint: text}}, entries: {{red: {{name: Red, tint: dark}}}}}}\n"
    assert list_problems(tmp_path, f"{groups}components:\n{COMPONENT}") == []


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        (
            "- id: a\n  name: A\n  cost: 1\n\n  name: B\n  cost: 2\n",
            f'{CARDS}:5:3 PNP031 names=\'"name", "cost"\' ~origin={CARDS}:2:3',
        ),
        ("- id: a\n  name: A\n  cost: 1\n  name: B\n", f'{CARDS}:4:3 PNP031 name="name" ~origin={CARDS}:2:3'),
        (
            "- {id: a, name: A, cost: 1, name: B, cost: 2, cost: 3}\n",
            f'{CARDS}:1:29 PNP031 names=\'"name", "cost"\' ~origin={CARDS}:1:11',
        ),
    ],
)
def test_what_is_given_twice(tmp_path: Path, cards: str, line: str) -> None:
    (problem,) = list_problems(tmp_path, f"components:\n{COMPONENT}", cards)
    assert facts(problem) == line
    assert ("- id:" in problem.hint) == ("names=" in line)


def test_a_name_of_a_mapping_that_is_missing(tmp_path: Path) -> None:
    game = "groups:\n  suits:\n    entries: {red: {name: Red}}\n    fields: {a: text}\n"
    game += "    entries: {blue: {name: Blue}}\n    fields: {b: text}\n"
    (problem,) = list_problems(tmp_path, f"{game}components:\n{COMPONENT}")
    assert facts(problem) == f'{GAME}:8:5 PNP031 names=\'"entries", "fields"\' ~origin={GAME}:6:5'
    assert problem.hint and "- id:" not in problem.hint


@pytest.mark.parametrize(
    ("key", "meant", "declared"),
    [
        ("nme", "name", ""),
        ("costs", "cost", ""),
        ("costs_ab", "cost", "{costs_ab: text}"),
        ("power", "", "{power: text}"),
        ("Power", "", ""),
    ],
)
def test_a_field_that_is_not_declared(tmp_path: Path, key: str, meant: str, declared: str) -> None:
    (problem,) = list_problems(tmp_path, f"components:\n{COMPONENT}", f"- {{id: a, {key}: 1}}\n")
    found = fact(problem)
    assert (found.place, found.code, found.values) == (f"{CARDS}:1:11", "PNP030", {"key": f'"{key}"'})
    assert found.meant.partition("?")[0] == meant
    assert declared in problem.hint if declared else "{" not in problem.hint
    assert meant or "copies, cost, id, name" in problem.hint


STYLE = "layouts/small/style.yaml"


@pytest.mark.parametrize(
    ("low", "full", "lines"),
    [
        (
            "sprnig",
            "spring",
            [f"{STYLE}:2:9 PNP121 name=sprnig ink=low called=spring other=full ~origin={STYLE}:3:10"],
        ),
        ("leaf", "", [f"{STYLE}:2:9 PNP121 name=leaf ink=low other=full"]),
        (
            "leaf",
            "night",
            [
                f"{STYLE}:2:9 PNP121 name=leaf ink=low other=full",
                f"{STYLE}:3:10 PNP121 name=night ink=full other=low",
            ],
        ),
    ],
)
def test_palettes_with_other_names(tmp_path: Path, low: str, full: str, lines: list[str]) -> None:
    said_low, said_full = (f'{{{name}: "#123"}}' if name else "{}" for name in (low, full))
    write(tmp_path, STYLE, f"palettes:\n  low: {said_low}\n  full: {said_full}\n")
    style, problems = load_style(Project(tmp_path, tmp_path), "small")
    assert list_facts(problems) == lines
    assert style.palettes["low"].keys() == style.palettes["full"].keys()
