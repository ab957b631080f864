"""What a component is called after the file that it was made of."""

from pathlib import Path

import pytest

from pnp.importing.tables import column_roles
from pnp.importing.tables.column_roles import heading_words
from pnp.importing.tables.game_from_table import component_name, icon_words, title_line
from pnp.load.kinds import slug


@pytest.mark.parametrize(
    ("file", "language", "name"),
    [
        ("cards", "en", "cards"), ("Goblin", "en", "goblins"), ("Enemy Card", "en", "enemy-cards"),
        ("Hero", "en", "heroes"),
        ("boss", "en", "boss"), ("Kobold", "de", "kobold"), ("c", "en", "cards"), ("My Cards (v2)", "en", "cards"),
        ("export", "en", "cards"), ("Tabelle1", "de", "cards"), ("rules", "en", "cards"), ("Тест", "ru", "cards"),
        ("fox den", "en", "fox-dens"), ("Witch", "en", "witches"),
    ],
)  # fmt: skip
def test_names(file: str, language: str, name: str) -> None:
    assert component_name(file, language, "mine") == name


@pytest.mark.parametrize(
    ("file", "game", "name"),
    [
        ("kitchen", "kitchen", "cards"), ("Kitchen", "kitchen-wars", "cards"), ("NightMarket", "night-market", "cards"),
        ("Market, Night", "night-market", "cards"), ("kit", "kitchen", "kits"),
        ("kitchen foe", "kitchen", "kitchen-foes"),
    ],
)  # fmt: skip
def test_what_the_game_is_called_is_no_name_of_its_cards(file: str, game: str, name: str) -> None:
    assert component_name(file, "en", game) == name


def test_titles_are_in_the_language_of_the_cards() -> None:
    named = [("cards", "de"), ("cards", "en"), ("cards", "xx"), ("elfen", "de")]
    assert [title_line(*each) for each in named] == [["    title: Karten"], [], [], []]


@pytest.mark.parametrize(("file", "name"), [("Enemy", "enemies"), ("Monkey", "monkeys")])
def test_plurals_of_words_in_y(file: str, name: str) -> None:
    assert component_name(file, "en", "mine") == name


def test_headings_are_known_as_slugs_and_icons_by_their_drawings() -> None:
    for kind in ("id", "name", "figure", "notes", "rules", "flavour", "icon"):
        words = heading_words(kind)
        assert len({*words}) == len(words) and all(slug(word).replace("-", "_") == word for word in words), kind
    drawings = Path(column_roles.__file__).parents[2] / "data/from_table/icons"
    assert {path.stem for path in drawings.glob("*.svg")} - {f"mark-{n}" for n in range(1, 9)} == icon_words().keys()
