"""What a file's name says: whom it shows, which side, how often."""

import pytest

from pnp.importing.card_sides import NameParts, parse_name
from pnp.importing.image_sheets import natural_key
from pnp.importing.new_games import UniqueIds


@pytest.mark.parametrize(
    ("stem", "parts"),
    [
        ("goblin", NameParts("goblin")),
        ("3x goblin", NameParts("goblin", "", 3)),
        ("3x-goblin", NameParts("goblin", "", 3)),
        ("12× Owl Light", NameParts("Owl Light", "", 12)),
        ("goblin x3", NameParts("goblin", "", 3)),
        ("goblin_3x", NameParts("goblin", "", 3)),
        ("goblin (3x)", NameParts("goblin", "", 3)),
        ("goblin (x3)", NameParts("goblin", "", 3)),
        ("goblin-front", NameParts("goblin", "front")),
        ("goblin_BACK", NameParts("goblin", "back")),
        ("goblin (back)", NameParts("goblin", "back")),
        ("2x goblin-front", NameParts("goblin", "front", 2)),
        ("goblin-front x2", NameParts("goblin", "front", 2)),
        ("goblin x2 front", NameParts("goblin", "front", 2)),
        ("back", NameParts("", "back")),
        ("Back", NameParts("", "back")),
        ("horseback", NameParts("horseback")),
        ("back to back", NameParts("back to", "back")),
        ("3xenon", NameParts("3xenon")),
        ("matrix4", NameParts("matrix4")),
        ("0x nobody", NameParts("nobody", "", 0)),
        ("3X Goblin-BACK", NameParts("Goblin", "back", 3)),
        ("Goblin (X3)", NameParts("Goblin", "", 3)),
    ],
)
def test_parts(stem: str, parts: NameParts) -> None:
    assert parse_name(stem) == parts


def test_names_are_sorted_as_people_count() -> None:
    names = ["card 10", "card 2", "Card 1", "card", "10", "9"]
    assert sorted(names, key=natural_key) == ["9", "10", "card", "Card 1", "card 2", "card 10"]


def test_ids_differ() -> None:
    ids = UniqueIds()
    names = ["Owl Light", "owl-light", "owl light 2", "¿?", "con", "x" * 99]
    assert [ids.make(name) for name in names] == [
        "owl-light",
        "owl-light-2",
        "owl-light-2-2",
        "piece",
        "con-1",
        "x" * 48,
    ]
    assert [ids.make(name) for name in ("Löwe", "Bär (alt)", "Straße")] == ["lowe", "bar-alt", "strasse"]
