"""A template that fails since something of the game couldn't be read fails with that as its cause; no other does."""

from dataclasses import replace
from pathlib import Path

import pytest
from facts import facts

from pnp.build.loading import load_game
from pnp.diagnostics.report import list_problems
from pnp.io.project import Project
from pnp.layout.editions import Layout
from pnp.load import load_fonts, load_style
from pnp.localise import make_edition
from pnp.localise.edition import template_data
from pnp.model.display import Group, Item, Text
from pnp.model.game import Component
from pnp.model.problem import Problem
from pnp.model.sheet import Leaf

REPOSITORY = Path(__file__).parents[2]
GAME = """\
title: Small
version: "1"
languages: [en]
icons: {coin: coin.svg}
groups:
  seasons:
    fields: {tint: text}
    entries: {spring: {name: Spring, tint: green}, autumn: {name: Autumn}}
components:
  cards:
    title: Cards
    size: poker
    safe: 0
    front: card.xml.j2
    data: cards.yaml
    fields:
      name: {type: text, required: true}
      power: {type: integer, default: 1}
      season: {type: reference, to: seasons}
      emblem: {type: record, fields: {charge: text}}
      steps: {type: list, of: text}
  boards: {title: Boards, size: 90 x 60, front: board.xml.j2, data: boards.yaml, fields: {name: text}}
modules:
  more: {title: More, add: {boards: more.yaml}}
"""
FILES = {
    "card_data/small/game.yaml": GAME,
    "card_data/small/cards.yaml": """\
- {id: owl, name: Owl, power: 2, season: spring, emblem: {charge: moon}, steps: [one, two]}
""",
    "card_data/small/boards.yaml": "- {id: map, name: Map}\n",
    "card_data/small/more.yaml": "- {id: plan, name: Plan}\n",
    "card_data/small/coin.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
    "layouts/small/style.yaml": """\
palettes:
  low: {sky: '#888888'}
  full: {sky: '#8888aa'}
styles:
  h1: {size: 12pt}
  note: {size: 7pt}
""",
    "layouts/small/board.xml.j2": "<face/>\n",
    "fonts/fonts.yaml": "{}\n",
}


def lay_out_card(
    root: Path, source: str, *changes: tuple[str, str, str], modules: tuple[str, ...] = (), draft: bool = False
) -> tuple[list[Problem], tuple[Leaf, ...], list[Problem]]:
    """Lay out a template for one card, of data where a file says something else; return all that is wrong."""
    files = {**FILES, "layouts/small/card.xml.j2": f"<face>{source}</face>\n"}
    for name, old, new in changes:
        path = next(path for path in (*files, f"card_data/small/{name}") if path.endswith(f"/{name}"))
        assert not old or files[path].count(old) == 1
        files[path] = files[path].replace(old, new) if old else new
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    project = Project(root, REPOSITORY)
    game, problems = load_game(project, "small")
    assert game is not None
    style, of_style = load_style(project, "small")
    fonts, of_fonts = load_fonts(project)
    edition = make_edition(game, "en", "low", modules)
    edition = replace(edition, told=template_data(edition, 0))

    def is_card(component: Component, _: object) -> bool:
        return component.id == "cards"

    leaves, found = Layout(edition, style, fonts, project, draft=draft).leaves(is_card)
    return [*problems, *of_style, *of_fonts], leaves, found


def texts_of(items: tuple[Item, ...]) -> list[str]:
    said = [item.says for item in items if isinstance(item, Text)]
    return said + [text for item in items if isinstance(item, Group) for text in texts_of(item.items)]


LOST_GROUP = (
    "game.yaml",
    "    fields: {tint: text}\n    entries: {spring: {name: Spring, tint: green}, autumn: {name: Autumn}}\n",
    "    7\n",
)
LOST_FIELDS = (
    "game.yaml",
    "    fields:\n      name: {type: text, required: true}\n",
    "    fields: 3\n    field:\n      name: text\n",
)
LOST = {
    "a group": ("{{ groups.seasons.spring.name }}", LOST_GROUP),
    "an entry": ("{{ groups.seasons.autumn.name }}", ("game.yaml", "autumn: {name: Autumn}", "autumn: 7")),
    "a group that is looped over": ("{% for each in groups.seasons.values() %}{{ each.name }}{% endfor %}", LOST_GROUP),
    "the fields of a group": (
        "{{ groups.seasons.spring.tint }}",
        ("game.yaml", "    fields: {tint: text}\n", "    fields: tint\n"),
    ),
    "the fields of a component": ("{{ piece.name }}", LOST_FIELDS),
    "a bound field of such": ('<text of="name"/>', LOST_FIELDS),
    "a component": (
        "{{ components.boards|length }}",
        (
            "game.yaml",
            "{title: Boards, size: 90 x 60, front: board.xml.j2, data: boards.yaml, fields: {name: text}}",
            "3",
        ),
    ),
    "its pieces": ("{{ components.boards|length }}", ("boards.yaml", "id: map", "id: M!p")),
    "a value": ("{{ piece.power }}", ("cards.yaml", "power: 2", "power: two")),
    "a bound value": ('<text of="power"/>', ("cards.yaml", "power: 2", "power: two")),
    "a value within one": ("{{ piece.emblem.charge }}", ("cards.yaml", "{charge: moon}", "{charge: [moon]}")),
    "an item of a list": ("{{ piece.steps[1] }}", ("cards.yaml", "[one, two]", "[one, [two]]")),
    "an item of a bound list": ('<ul of="steps"/>', ("cards.yaml", "[one, two]", "[one, [two]]")),
    "an entry that is referred to": ("{{ piece.season.name }}", ("cards.yaml", "season: spring", "season: wintr")),
    "an icon": ('<icon name="coin"/>', ("game.yaml", "{coin: coin.svg}", "{coin: [3]}")),
    "all icons": ('<icon name="coin"/>', ("game.yaml", "{coin: coin.svg}", "coin.svg")),
    "a colour": (
        '<rect width="9" height="9" fill="sky"/>',
        ("style.yaml", "  full:", " full:"),
    ),
    "a style": (
        '<text style="note">a</text>',
        ("style.yaml", "  note: {size: 7pt}\n", "  note:\n    size: 7pt\n   x: 3\n"),
    ),
    "a style in a file that isn't YAML": ('<text style="note">a</text>', ("style.yaml", "{size: 7pt}", "{size: 7pt")),
    "a font": ('<text font="poster">a</text>', ("fonts.yaml", "{}", "roles: {poster: 3}")),
    "the setup": ("{{ setup.title }}", ("setup.yaml", "", "steps: [\n")),
    "the victory": ("{{ victory.text }}", ("victory.yaml", "", "track: [\n")),
    "what data answers": ("{{ data('cards|sum(power)') }}", ("cards.yaml", "power: 2", "power: two")),
}


@pytest.mark.parametrize("what", LOST)
def test_what_could_not_be_read_is_the_cause(tmp_path: Path, what: str) -> None:
    source, *changes = LOST[what]
    of_data, _, found = lay_out_card(tmp_path, source, *changes)
    assert found, "else there is nothing to leave out"
    assert [problem.cause is not None for problem in found] == [True] * len(found), found
    assert {problem.cause.mistake for problem in found if problem.cause} <= {problem.mistake for problem in of_data} | {
        ("PNP110", '"{path}" names nothing in {to}: {target}', (("to", "seasons"), ("target", "wintr")))
    }


OTHERS = {
    "a name that nothing has, beside a group": (
        "{{ pice.name }}",
        ("game.yaml", "autumn: {name: Autumn}", "autumn: 7"),
    ),
    "a field that no file says, beside a wrong value": ("{{ piece.powr }}", ("cards.yaml", "power: 2", "power: two")),
    "an entry that no file says, beside one": (
        "{{ groups.seasons.wintr.name }}",
        ("game.yaml", "autumn: {name: Autumn}", "autumn: 7"),
    ),
    "a group, beside an entry of another": (
        "{{ groups.months }}",
        ("game.yaml", "autumn: {name: Autumn}", "autumn: 7"),
    ),
    "a component, beside another's pieces": ("{{ components.maps }}", ("boards.yaml", "id: map", "id: M!p")),
    "a field, beside another component's fields": (
        "{{ piece.powr }}",
        ("game.yaml", "data: boards.yaml, fields: {name: text}", "data: boards.yaml, fields: 3"),
    ),
    "a component that a module's file could have": ("{{ components.plans }}", ("more.yaml", "id: plan", "id: Pl!n")),
    "a division, beside all of them": ("{{ 1 / 0 }}", ("cards.yaml", "power: 2", "power: two")),
    "a style, beside another": ('<text style="nots">a</text>', ("style.yaml", "h1: {size: 12pt}", "h1: 12pt")),
}


@pytest.mark.parametrize("what", OTHERS)
def test_what_is_wrong_by_itself_has_no_cause(tmp_path: Path, what: str) -> None:
    source, *changes = OTHERS[what]
    of_data, _, (problem,) = lay_out_card(tmp_path, source, *changes)
    assert of_data
    assert problem.cause is None


def test_pieces_of_a_module_that_is_not_chosen_are_not_missed(tmp_path: Path) -> None:
    source, change = "<text>{{ components.boards|length }}</text>", ("more.yaml", "id: plan", "id: Pl!n")
    assert lay_out_card(tmp_path, source, change)[2] == []
    (problem,) = lay_out_card(tmp_path, source, change, modules=("more",))[2]
    assert problem.cause is not None


@pytest.mark.parametrize(
    ("source", "change", "texts"),
    [
        ("<text>[{{ piece.power }}]</text>", ("cards.yaml", "power: 2", "power: two"), ["[]"]),
        ("<text>[{{ piece.emblem.charge }}]</text>", ("cards.yaml", "{charge: moon}", "{charge: [moon]}"), ["[]"]),
        ("<text>{{ piece.steps[0] }}[{{ piece.steps[1] }}]</text>", ("cards.yaml", "two]", "[two]]"), ["one[]"]),
        ('<text of="power"/><text of="name"/>', ("cards.yaml", "power: 2", "power: two"), ["Owl"]),
        ("<text>[{{ piece.season }}]</text>", ("cards.yaml", "season: spring", "season: wintr"), ["[]"]),
        ("<text>{{ components.boards|length }}</text>", ("boards.yaml", "id: map", "id: M!p"), ["0"]),
        (
            "<text>[{{ groups.seasons.spring.tint }}]</text>",
            ("game.yaml", "    fields: {tint: text}\n", "    fields: tint\n"),
            ["[]"],
        ),
    ],
)
def test_in_a_draft_it_is_nothing(tmp_path: Path, source: str, change: tuple[str, str, str], texts: list[str]) -> None:
    _, (leaf,), found = lay_out_card(tmp_path, source, change, draft=True)
    assert (found, texts_of(leaf.front.content.items)) == ([], texts)


@pytest.mark.parametrize(
    ("source", "change", "line"),
    [
        (
            '<rect width="9" height="9" fill="{{ piece.season.tint }}"/>'
            '<text x="0" y="0" w="9" h="9" fill="{{ piece.season.tint }}">a</text>',
            ("game.yaml", "tint: green", "tint: skyy"),
            "card_data/small/game.yaml:8:44 PNP207 path=tint name=skyy ~about=seasons/spring ~meant=sky "
            "~origin=layouts/small/card.xml.j2:1:1",
        ),
        (
            '<circle r="9" stroke="{{ piece.emblem.charge }}"/>',
            ("cards.yaml", "charge: moon", "charge: skyy"),
            "card_data/small/cards.yaml:1:67 PNP207 path=emblem.charge name=skyy ~about=cards/owl ~meant=sky "
            "~origin=layouts/small/card.xml.j2:1:1",
        ),
    ],
)
def test_a_colour_is_told_where_the_data_says_it(
    tmp_path: Path, source: str, change: tuple[str, str, str], line: str
) -> None:
    _, _, found = lay_out_card(tmp_path, source, change)
    (problem,) = list_problems(found)
    place = problem.origin and problem.origin._replace(column=1)
    assert facts(problem._replace(origin=place)) == line
