"""Lines that are missing from YAML files: one problem for all keys that so came to stand in another mapping."""

from pathlib import Path

import pytest
from tiny_game import write

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.load import load_style


def list_problems(root: Path, game: str, cards: str = "- id: a\n") -> list[str]:
    write(root, "card_data/small/game.yaml", f"title: Small\nversion: '1'\nlanguages: [en]\n{game}")
    write(root, "card_data/small/cards.yaml", cards)
    problems = load_game(Project(root, root), "small")[1]
    return [f"{problem.span.line}: {problem.message} ({problem.hint})" for problem in problems]


COMPONENT = "  cards: {size: poker, data: cards.yaml, fields: {name: text, cost: integer}}\n"


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (
            "components:\n  size: poker\n  data: cards.yaml\n",
            '5: "size", "data" stand directly in components, below no name (write a name above size:, and what is'
            " below it further right)",
        ),
        (
            f"groups:\n  entries: {{red: {{name: Red}}}}\ncomponents:\n{COMPONENT}",
            '5: "entries" stands directly in groups, below no name (write a name above entries:, and what is below it'
            " further right)",
        ),
    ],
)
def test_a_name_that_is_missing(tmp_path: Path, game: str, line: str) -> None:
    assert list_problems(tmp_path, game) == [line]


@pytest.mark.parametrize("name", ["entries", "fields", "title"])
def test_groups_may_be_called_like_what_is_in_them(tmp_path: Path, name: str) -> None:
    groups = f"groups:\n  {name}: {{fields: {{tint: text}}, entries: {{red: {{name: Red, tint: dark}}}}}}\n"
    assert list_problems(tmp_path, f"{groups}components:\n{COMPONENT}") == []


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        (
            "- id: a\n  name: A\n  cost: 1\n\n  name: B\n  cost: 2\n",
            '5: "name", "cost" are given twice (a line - id: seems to be missing above; else delete one of each)',
        ),
        ("- id: a\n  name: A\n  cost: 1\n  name: B\n", '4: "name" is given twice (delete one)'),
        (
            "- {id: a, name: A, cost: 1, name: B, cost: 2, cost: 3}\n",
            '1: "name", "cost" are given twice (a line - id: seems to be missing above; else delete one of each)',
        ),
    ],
)
def test_what_is_given_twice(tmp_path: Path, cards: str, line: str) -> None:
    assert list_problems(tmp_path, f"components:\n{COMPONENT}", cards) == [line]


def test_a_name_of_a_mapping_that_is_missing(tmp_path: Path) -> None:
    game = "groups:\n  suits:\n    entries: {red: {name: Red}}\n    fields: {a: text}\n"
    game += "    entries: {blue: {name: Blue}}\n    fields: {b: text}\n"
    assert list_problems(tmp_path, f"{game}components:\n{COMPONENT}") == [
        '8: "entries", "fields" are given twice (a line with the next name seems to be missing above; else delete one'
        " of each)"
    ]


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("nme", "did you mean name?"),
        ("costs", "did you mean cost?"),
        ("costs_ab", "did you mean cost? else declare it in game.yaml: fields: {costs_ab: text}"),
        ("power", "there are: copies, cost, id, name, else declare it in game.yaml: fields: {power: text}"),
        ("Power", "there are: copies, cost, id, name"),
    ],
)
def test_a_field_that_is_not_declared(tmp_path: Path, key: str, hint: str) -> None:
    assert list_problems(tmp_path, f"components:\n{COMPONENT}", f"- {{id: a, {key}: 1}}\n") == [
        f'1: unknown key "{key}" ({hint})'
    ]


@pytest.mark.parametrize(
    ("low", "full", "messages"),
    [
        (
            "sprnig",
            "spring",
            ['colour "sprnig" of the palette low is called "spring" in full (call it the same in both)'],
        ),
        ("leaf", "", ['colour "leaf" is in the palette low, but not in full ()']),
        (
            "leaf",
            "night",
            [
                'colour "leaf" is in the palette low, but not in full ()',
                'colour "night" is in the palette full, but not in low ()',
            ],
        ),
    ],
)
def test_palettes_with_other_names(tmp_path: Path, low: str, full: str, messages: list[str]) -> None:
    said_low, said_full = (f'{{{name}: "#123"}}' if name else "{}" for name in (low, full))
    write(tmp_path, "layouts/small/style.yaml", f"palettes:\n  low: {said_low}\n  full: {said_full}\n")
    style, problems = load_style(Project(tmp_path, tmp_path), "small")
    assert [f"{problem.message} ({problem.hint})" for problem in problems] == messages
    assert style.palettes["low"].keys() == style.palettes["full"].keys()
