"""How much room a text has: as many average characters as fit its box at the smallest size its style allows."""

from pathlib import Path

import pytest
from inn_game import write_inn

from pnp.layout import Layout
from pnp.layout.rooms import Room, Rooms, room_of
from pnp.layout.text.fonts import FontStore
from pnp.layout.text.paragraph import Paragraphs
from pnp.layout.text.shape import Shaper
from pnp.load import load_fonts, load_game, load_style
from pnp.localise import make_edition
from pnp.model.project import Project
from pnp.model.span import Span
from pnp.model.style import TypeStyle

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Room]:
    project = Project(write_inn(tmp_path_factory.mktemp("inn")), REPOSITORY)
    game, _ = load_game(project, "inn")
    assert game is not None
    layout = Layout(make_edition(game, "", "low", ()), load_style(project, "inn")[0], load_fonts(project)[0], project)
    return layout.rooms(lambda *_: True)


def test_fields_have_the_room_of_their_boxes(rooms: dict[tuple[str, str], Room]) -> None:
    rule = rooms["rule", "**Serve:** Take 2 [coin] for each guest."]
    assert rule[:3] == ("body", 32.0, 16.0)
    name = rooms["name", "Broth"]
    assert name[:3] == ("body", 32.0, 8.0)
    lines = {8.0: 3, 16.0: 6}  # of 6 pt with a leading of 1.2
    assert name.characters / lines[8.0] == rule.characters / lines[16.0]
    assert 30 <= name.characters / 3 <= 40


def test_so_do_texts_that_templates_say(rooms: dict[tuple[str, str], Room]) -> None:
    assert rooms["", "Soups"][:3] == ("body", 32.0, 5.0)
    assert rooms["", "Costs 3 coins."][:3] == ("body", 32.0, 6.0)


def test_of_several_boxes_the_narrowest_counts() -> None:
    paragraphs = Paragraphs(Shaper(FontStore(load_fonts(Project(REPOSITORY, REPOSITORY))[0]), "en"), {}, "en")
    style = TypeStyle("body", Span("style.yaml"))
    found = Rooms(paragraphs)
    for w, h in ((40.0, None), (20.0, None), (30.0, 100.0)):
        found.note("name", "Fox", style, w, h)
    assert found.found["name", "Fox"] == room_of(paragraphs, style, 20.0, None)
    assert 8 <= found.found["name", "Fox"].characters <= 16
