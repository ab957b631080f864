"""The game in projects/good uses all that game.yaml offers: its values, its places, and not one problem."""

from pathlib import Path

import pytest

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.model.game import Format, Game, Outline
from pnp.model.span import Span
from pnp.model.values import Record

GOOD = Path(__file__).parent / "projects" / "good"


@pytest.fixture(scope="module")
def game() -> Game:
    loaded, problems = load_game(Project(GOOD, GOOD), "night-market")
    assert [str(problem) for problem in problems] == []
    assert loaded is not None
    return loaded


def test_the_game(game: Game) -> None:
    assert (game.id, game.title, game.version) == ("night-market", "Night market", "3")
    assert game.languages == ("en", "pt-BR")
    assert game.credits == "Written for the tests"
    assert game.icons["leaf"].path == GOOD / "card_data/night-market/art/icons/leaf.svg"
    assert game.icons["leaf"].span == Span("card_data/night-market/game.yaml", 8, 3)


def test_groups_have_standard_fields_and_their_own(game: Game) -> None:
    spring = game.groups["seasons"].entries["spring"]
    assert spring.fields == {
        "name": "Spring",
        "short": None,
        "icon": "leaf",
        "colour": "spring",
        "pattern": None,
        "text": None,
        "motto": "Green: all over",
    }
    assert spring.label == "seasons/spring"
    assert spring.span_of("motto") == Span("card_data/night-market/game.yaml", 14, 65)
    assert game.groups["seasons"].fields["name"].translatable


def test_a_piece_has_every_declared_field(game: Game) -> None:
    owl, no = game.components["creatures"].pieces
    assert owl.copies == 2
    assert owl.fields == {
        "name": "Wise owl",
        "power": 7,
        "weight": 1.1,
        "nocturnal": True,
        "kind": "night",
        "season": "winter",
        "friend": "no",
        "steps": ("Look", "[coin] Gain one"),
        "bonus": (1, -2),
        "emblem": Record({"charge": "leaf", "field": "blue"}),
        "art": "art/owl.png",
        "notes": "First line.\nSecond *line*.",
    }
    assert no.fields["nocturnal"] is False
    assert no.fields["kind"] == "day"
    assert no.fields["emblem"] is None


def test_texts_stay_as_they_were_written(game: Game) -> None:
    no = game.components["creatures"].pieces[1]
    assert (no.id, no.fields["name"], no.fields["notes"]) == ("no", "012", "1e3")


def test_every_value_keeps_its_place(game: Game) -> None:
    owl = game.components["creatures"].pieces[0]
    file = "card_data/night-market/creatures.yaml"
    assert owl.span == Span(file, 2, 3)
    assert owl.span_of("power") == Span(file, 5, 10)
    assert owl.span_of("steps.1") == Span(file, 11, 17)
    assert owl.span_of("emblem.charge") == Span(file, 13, 20)
    assert owl.span_of("emblem.nothing") == Span(file, 13, 11)
    assert owl.span_of("nothing") == owl.span


def test_tables_are_read_like_lists_of_pieces(game: Game) -> None:
    one, two = game.components["tiles"].pieces
    assert (one.copies, two.copies) == (12, 1)
    assert one.fields == {
        "label": 'One, "1"\nand more',
        "value": 1,
        "seasons": ("spring", "winter"),
        "emblem": Record({"charge": "coin", "field": None}),
    }
    assert two.fields["label"] == "Two"
    assert two.fields["emblem"] == Record({"charge": None, "field": "a,b"})
    file = "card_data/night-market/tiles.csv"
    assert one.span_of("label") == Span(file, 2, 8)
    assert one.span_of("value") == Span(file, 3, 11), "the line break in the quoted cell counts"
    assert one.span_of("seasons.1") == Span(file, 3, 21)
    assert two.span_of("label") == Span(file, 5, 8), "so does the empty line"


def test_formats(game: Game) -> None:
    formats = {component.id: component.format for component in game.components.values()}
    assert formats == {
        "creatures": Format(63, 88, Outline.ROUNDED, corner=3, safe=3),
        "tiles": Format(25.4, 25.4, Outline.RECTANGLE, corner=0, safe=2),
        "board": Format(190, 260, Outline.RECTANGLE, corner=0, safe=2),
    }


def test_a_component_without_data_is_one_piece(game: Game) -> None:
    (board,) = game.components["board"].pieces
    assert (board.label, board.copies, board.fields) == ("board/board", 1, {})
    assert board.span == game.components["board"].span


def test_modules(game: Game) -> None:
    dusk, stalls = game.modules["dusk"], game.modules["stalls"]
    assert (dusk.title, dusk.needs, dusk.not_with) == ("Dusk", ("stalls",), {"dawn": ""})
    assert [piece.fields["name"] for piece in dusk.change("pieces.creatures").replace] == ["Dusky owl"]
    assert dusk.change("pieces.creatures").drop == (("no", Span("card_data/night-market/game.yaml", 58, 24)),)
    assert [(piece.id, piece.copies) for piece in stalls.change("pieces.creatures").add] == [("baker", 3), ("guest", 1)]
    assert stalls.change("pieces.creatures").add[0].fields["name"] == "Baker, the early"
