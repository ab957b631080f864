"""`with.<module>`: figures of the game with another module."""

from pathlib import Path

import pytest
from facts import facts
from small_game import FILES, load_small, messages, rule, write_small

from pnp.check import check_game
from pnp.io.project import Project

SMALL = FILES["game.yaml"]
MODULES = """\
modules:
  moon: {title: Moon, add: {heroes: moon.yaml}, setup: moon-setup.yaml}
  sun: {title: Sun, not-with: [moon], drop: {heroes: [imp]}}
  half-moon: {title: Half, needs: [moon], drop: {heroes: [eel]}}
"""
FILE = {
    "game": SMALL[: SMALL.index("modules:")] + MODULES,
    "moon-setup": "replace: {tables: {hand: {title: Hand, rows: {2: 1, 3: 1, 4: 1}}}}\n",
    "victory": "track: {red: {title: Red, from: 1, to: 2}}\ndefine: {big: heroes|count}\n"
    "conditions: [{id: low, say: L., when: red < 2}, {id: high, say: H., when: red == 2}]\n",
}
ALL = [(), ("moon",), ("sun",), ("half-moon", "moon")]


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        ("with.moon.heroes|count", (6, 6, 6, 4)),
        ("with.half_moon.heroes|count", (4, 4, 4, 4)),
        ("with['half-moon'].heroes|count", (4, 4, 4, 4)),
        ("with.sun.heroes|count", (4, 4, 4, 4)),
        ("with.moon.big", (6, 6, 6, 4)),
        ("with.moon.modules|count", (1, 1, 1, 2)),
        ("big", (5, 6, 4, 4)),
    ],
)
def test_values(tmp_path: Path, expression: str, values: tuple[int, ...]) -> None:
    """For each set of modules; those that can't be used with the module are left out."""
    for modules, value in zip(ALL, values, strict=True):
        assert messages(tmp_path, rule(f"require: {expression} == {value}"), [modules], **FILE) == [], modules


def test_tables_and_zones_for_each_number_of_players(tmp_path: Path) -> None:
    rules = rule("table: with.moon.tables.hand - tables.hand\nis: {2: -1, 3: 0, 4: 0}") + rule(
        "table: with.moon.zones.pile\nis: {2: 4, 3: 3, 4: 2}", "left"
    )
    assert messages(tmp_path, rules, [()], **FILE) == []


def test_a_mistake_is_told_with_both_figures(tmp_path: Path) -> None:
    assert messages(tmp_path, rule("require: with.moon.heroes|count == heroes|count + 2"), [()], **FILE) == [
        "heroes.yaml PNP515 rule=it reason='6 isn't 7' ~origin=rules.yaml:1:7"
    ]


def test_no_further(tmp_path: Path) -> None:
    found = messages(tmp_path, rule("require: with.moon.with.sun.heroes|count == 3"), [()], **FILE)
    assert found[0].startswith("rules.yaml:3:22 PNP503 why='figures of another module")


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("mooon", "name=mooon ~meant=moon"),
        ("golems", "name=golems"),
    ],
)
def test_a_module_that_is_not_there(tmp_path: Path, name: str, values: str) -> None:
    write_small(tmp_path, rule(f"require: with.{name}.heroes|count == 3"), **FILE)
    (tmp_path / "card_data" / "more").mkdir()
    more = 'title: More\nversion: "1"\nlanguages: [en]\nfor: small\nmodules: {golems: {title: Golems}}\n'
    (tmp_path / "card_data" / "more" / "game.yaml").write_text(more, encoding="utf-8")
    found = check_game(load_small(tmp_path), Project(tmp_path, tmp_path))
    assert next(facts(each) for each in found if each.code == "PNP132") == (
        f"card_data/small/rules.yaml:3:17 PNP132 {values}"
    )
