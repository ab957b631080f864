"""`text` and its like: boxes, styles, alignment both ways, what is reported.

A text has room for as many average characters as fit its box at the smallest size its style allows.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from desk import Desk, Golden
from inn_game import write_inn

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.layout.attributes import Look
from pnp.layout.editions import Layout
from pnp.layout.element import Element
from pnp.layout.elements.text import Room, fitted_text, room_of
from pnp.load import load_fonts, load_style
from pnp.localise import make_edition
from pnp.model.span import Span
from pnp.model.style import TypeStyle
from pnp.typesetting.fonts import FontStore
from pnp.typesetting.paragraph import Paragraphs
from pnp.typesetting.shape import Shaper

LONG = "Roll two dice, keep **the higher** and pay one [coin] to turn *any* tile."


def test_texts_in_their_boxes(desk: Desk, golden: Golden) -> None:
    golden(
        "texts",
        desk.gallery(
            {
                "wraps in its box": f'<text x="4" y="3" w="40" h="20">{LONG}</text>',
                "as high as what is above leaves": '<text x="4" y="30" valign="bottom">low</text>',
                "aligned both ways": '<text w="40" h="20" align="center" valign="middle">two<br/>lines</text>',
                "justified": f'<text w="40" align="justify">{LONG}</text>',
                "shrinks": f'<text w="40" h="6.5" size="10pt" min="6pt">{LONG}</text>',
                "a style with a size of its own": '<text style="title" size="9pt">Fox</text>',
                "upper case and tracking": '<text case="upper" tracking="0.1">quick fox</text>',
                "bound": '<text of="ability" w="30"/>',
                "a reference goes by its name": '<text of="season"/>',
                "what a reference refers to": '<text of="friend.name"/>',
                "an item and a record's value": '<text of="steps.1"/><text y="10" of="emblem.motto"/>',
                "a number, a truth": '<text of="power"/><text y="10" of="fierce"/>',
                "colours": '<text fill="fox">a</text><text y="9" fill="#123">b</text><text y="18" fill="teal">c</text>',
            }
        ),
    )


@pytest.mark.parametrize("tag", ["text", "p", "h1", "h2", "h3", "caption", "td", "th", "li"])
def test_each_text_element_takes_the_style_of_its_name(desk: Desk, tag: str) -> None:
    text = f"<{tag}>quick</{tag}>"
    xml = {"td": f"<table><tr>{text}</tr></table>", "th": f"<table><tr>{text}</tr></table>", "li": f"<ul>{text}</ul>"}
    listing = desk.face(xml.get(tag, text)).listing
    sizes = {"h1": "20 pt", "h2": "14 pt", "h3": "11 pt", "caption": "8 pt"}
    assert f'text "quick" {sizes.get(tag, "8.5 pt")}' in listing


def test_a_missing_value_prints_nothing(desk: Desk) -> None:
    laid = desk.face('<text of="ability"/><icon of="emblem.charge"/><text of="steps.7"/>', fields={"ability": None})
    assert laid.lines == []
    assert laid.texts == []


AT = "card_data/night/creatures.yaml"
HERE = "layouts/night/card.xml.j2:1:7"
LOW = "PNP310 named=\"{}\" over='1.75 mm' size='6.5 pt'"


@pytest.mark.parametrize(
    ("xml", "place", "message"),
    [
        ('of="ability" w="25" h="5"', f"{AT}:7:12", "PNP310 named=\"ability\" over='0.5 mm' size='6.5 pt'"),
        ('of="name" w="3" h="30"', f"{AT}:2:9", "PNP310 named=\"name\" over='0.33 mm' size='6.5 pt'"),
        (
            'of="ability" w="25" h="4"',
            f"{AT}:7:12",
            "PNP310 named=\"ability\" over='3.42 mm' size='6.5 pt'",
        ),
        ('of="emblem.motto" w="20" h="1"', f"{AT}:11:33", LOW.format("emblem.motto")),
        ('of="steps.1" w="20" h="1"', f"{AT}:10:7", "PNP310 named=\"steps.1\" over='4.5 mm' size='6.5 pt'"),
        ('of="season.name" w="20" h="1"', f"{AT}:5:11", LOW.format("season.name")),
    ],
)
def test_a_field_that_does_not_fit_is_reported_at_its_value(desk: Desk, xml: str, place: str, message: str) -> None:
    assert desk.face(f"<text {xml}/>").lines == [f"{place} {message} ~about=creatures/fox ~origin={HERE}"]


def test_a_text_of_the_template_that_does_not_fit_is_reported_there(desk: Desk) -> None:
    assert desk.face('<text w="20" h="1">Turn</text>').lines == [
        f"{HERE} PNP310 named=\"Turn\" over='1.75 mm' size='6.5 pt' ~about=creatures/fox ~origin={AT}:1:3"
    ]


def test_a_box_lower_than_a_line_is_told_once_for_all_pieces(desk: Desk) -> None:
    low = "PNP310 named=\"name\" over='1.75 mm' size='6.5 pt'"
    assert desk.face('<text of="name" h="1"/>', pieces=2).lines == [
        f"{AT}:2:9 {low} ~about='creatures/fox and 1 more' ~origin={HERE} ~also={AT}:14:9"
    ]


@pytest.mark.parametrize(("h", "codes"), [(2.71, []), (2.68, ["PNP310"])])
def test_what_nobody_can_see_is_no_mistake(desk: Desk, h: float, codes: list[str]) -> None:
    """A line of 6.5 pt is 2.75 mm high."""
    assert [problem.code for problem in desk.face(f'<text of="name" h="{h}"/>').problems] == codes


def test_missing_glyphs_and_unknown_icons_of_a_field(desk: Desk) -> None:
    laid = desk.face('<text of="ability"/>', fields={"ability": "Pay [coyn] 🦊 or 🦊"})
    assert laid.lines == [
        f"{AT}:7:12 PNP301 character=''🦊'' number=1F98A named=\"ability\" ~about=creatures/fox ~origin={HERE}",
        f"{AT}:7:12 PNP290 name=coyn ~about=creatures/fox ~meant=coin ~origin={HERE}",
    ]


@pytest.mark.parametrize(("name", "means"), [("left", "start"), ("right", "end")])
def test_left_and_right_are_start_and_end(desk: Desk, name: str, means: str) -> None:
    def listing_of(align: str) -> str:
        return desk.face(
            f'<text x="2" w="30" h="9" align="{align}">fox</text><column x="2" y="20" w="30" h="9" align="{align}">'
            f'<icon name="coin" size="5"/></column>'
        ).listing

    assert listing_of(name) == listing_of(means)
    assert listing_of("left") != listing_of("right")


@pytest.mark.parametrize(
    ("attributes", "line"),
    [
        ('style="titel"', "PNP209 name=titel ~meant=title"),
        ('fill="fxo"', "PNP207 name=fxo ~meant=fox"),
        ('font="titel"', "PNP300 name=titel ~meant=title"),
        ('text-anchor="middle"', "PNP205 tag=text name=text-anchor"),
        ('widht="9"', "PNP205 tag=text name=widht ~meant=width"),
        ('syle="title"', "PNP205 tag=text name=syle ~meant=style"),
        (
            'align="middle"',
            (
                "PNP206 tag=text name=align what='\"middle\" is none of start, center, end, justify, left, right' "
                "~meant=center"
            ),
        ),
        ('bold="very"', "PNP206 tag=text name=bold what='\"very\" is neither yes nor no'"),
        ('size="0"', "PNP206 tag=text name=size what='0 is not from 2 pt to 300 mm'"),
        ('min="1pt"', "PNP206 tag=text name=min what='1pt is not from 2 pt to 300 mm'"),
        ('leading="9"', "PNP206 tag=text name=leading what='\"9\" is no number from 0.5 to 5'"),
        ('tracking="x"', "PNP206 tag=text name=tracking what='\"x\" is no number from -0.5 to 2'"),
        (
            'w="wide"',
            "PNP206 tag=text name=w what='\"wide\" is no length'",
        ),
        ('w="-5"', "PNP206 tag=text name=w what='is negative: -5'"),
        ('x="70"', "PNP206 tag=text w=-10.00 h=40.00"),
        ('grow="x"', "PNP206 tag=text name=grow what='\"x\" is no number from 0 to 1e+06'"),
        ('transform="turn(3)"', "PNP206 tag=text name=transform what='transform: there is no \"turn\"'"),
    ],
)
def test_attributes_that_mean_nothing_are_reported(desk: Desk, attributes: str, line: str) -> None:
    laid = desk.face(f"<text {attributes}>fox</text>")
    assert laid.mistakes == [line]
    assert laid.lines[0].startswith(f"{HERE} ") and laid.lines[0].endswith(f" ~origin={AT}:1:3")


REPOSITORY = Path(__file__).parents[3]


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
    found: dict[tuple[str, str], Room] = {}
    lay: Any = SimpleNamespace(paragraphs=paragraphs, rooms=found, look=lambda _: Look(style, "#000000", ()))
    for w, h in ((40.0, None), (20.0, None), (30.0, 100.0)):
        fitted_text(lay, Element("text", (), (), "Fox", (), "name"), w, h)
    assert found["name", "Fox"] == room_of(paragraphs, style, 20.0, None)
    assert 8 <= found["name", "Fox"].characters <= 16
