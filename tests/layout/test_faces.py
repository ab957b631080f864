"""Faces of pieces, and what is reported of many of them."""

from dataclasses import replace

import pytest
from desk import Desk, texts_of

from pnp.io.project import Project, layout_folders
from pnp.layout.editions import Layout
from pnp.layout.engine import DRAFT_COLOUR
from pnp.localise import make_edition
from pnp.model.display import Group, Item, Shape, Stroke
from pnp.model.problem import Severity

CARD = "layouts/night/card.xml.j2"
DATA = "card_data/night/creatures.yaml"


def test_a_leaf_knows_its_component_piece_and_faces(desk: Desk) -> None:
    desk.template("<face><text>back</text></face>", "back.xml.j2")
    (leaf,) = desk.face('<text of="name"/>', 63, 88, back="back.xml.j2").leaves
    assert (leaf.component, leaf.title, leaf.piece, leaf.copies) == ("creatures", "Creatures", "fox", 1)
    assert leaf.back is not None
    assert (leaf.front.label, leaf.back.label) == ("creatures/fox", "creatures/fox back")
    assert (leaf.front.w, leaf.front.h, leaf.front.language) == (63, 88, "en")


def test_backs_that_say_nothing_of_their_piece_are_drawn_once(desk: Desk) -> None:
    desk.template("<face><text>back</text></face>", "back.xml.j2")
    one, two = desk.face('<text of="name"/>', back="back.xml.j2", pieces=2).leaves
    assert one.back is not None and two.back is not None
    assert one.back.content is two.back.content
    assert one.front.content is not two.front.content


def test_a_layout_that_is_not_there_is_left_to_the_checks_of_the_game(desk: Desk) -> None:
    laid = desk.face("<text>a</text>", back="nowhere.xml.j2")
    assert laid.lines == []
    assert laid.leaves[0].back is not None
    assert len(laid.leaves[0].back.content.items) == 1


def test_a_mistake_of_the_template_is_said_once_for_all_pieces(desk: Desk) -> None:
    assert desk.face('<text style="titel">a</text>', pieces=2).lines == [
        f"{CARD}:1:7 PNP209 name=titel ~about='creatures/fox and 1 more' ~meant=title ~origin={DATA}:1:3"
    ]


def test_a_mistake_of_each_piece_is_said_at_each(desk: Desk) -> None:
    lines = desk.face('<text of="name" w="3" h="30"/>', pieces=2).lines
    assert lines == [
        f"{DATA}:2:9 PNP310 named=\"name\" over='0.33 mm' size='6.5 pt' ~about=creatures/fox ~origin={CARD}:1:7",
        f"{DATA}:14:9 PNP310 named=\"name\" over='0.75 mm' size='6.5 pt' ~about=creatures/owl ~origin={CARD}:1:7",
    ]


def test_a_field_that_is_left_out_is_reported_at_the_piece(desk: Desk) -> None:
    (line,) = desk.face('<text of="motto" w="9" h="1"/>', fields={"motto": "too long"}).lines
    assert line.startswith(
        f"{DATA}:1:3 PNP310 named=\"motto\" over='1.75 mm' size='6.5 pt' ~about=creatures/fox ~origin={CARD}:1:7"
    )


def test_mistakes_in_a_macro_a_loop_or_a_parent_are_at_their_lines(desk: Desk) -> None:
    desk.template('<face>{% block a %}{% endblock %}\n<text style="nonne">base</text></face>', "base.xml.j2")
    desk.template('{% macro label(t) %}\n\n<text style="noone">{{ t }}</text>{% endmacro %}', "labels.xml.j2")
    source = (
        '{% extends "base.xml.j2" %}{% from "labels.xml.j2" import label %}\n'
        '{% block a %}\n{% for n in range(2) %}<icon name="coyn{{ n }}"/>{% endfor %}{{ label("a") }}{% endblock %}'
    )
    places = [line.split()[0] for line in desk.lay_out(source).lines]
    assert places == [
        f"{CARD}:3:24",
        f"{CARD}:3:24",
        "layouts/night/labels.xml.j2:3:1",
        "layouts/night/base.xml.j2:2:1",
    ]


def _outlines(items: tuple[Item, ...]) -> int:
    """How many of a draft's outlines there are."""
    return sum(
        _outlines(item.items)
        if isinstance(item, Group)
        else isinstance(item, Shape) and isinstance(item.stroke, Stroke) and item.stroke.paint == DRAFT_COLOUR
        for item in items
    )


@pytest.mark.parametrize(
    ("xml", "outlines"),
    [
        ('<text of="name"/>', 0),
        ('<text of="name" w="5" h="3"/>', 1),
        ("<text>🦊</text>", 1),
        ("<text>[coyn]</text>", 1),
        ('<icon name="coyn"/>', 1),
        ('<image href="art/fxo.svg" w="9" h="9"/>', 2),
        ('<row w="5"><icon name="coin" size="4"/><icon name="coin" size="4"/></row>', 1),
        ('<text x="-3">a</text>', 1),
        ("{{ 1 / 0 }}", 1),
    ],
)
def test_a_draft_outlines_what_is_wrong(desk: Desk, xml: str, outlines: int) -> None:
    laid = desk.face(xml, draft=True)
    assert bool(laid.problems) == bool(outlines)
    assert _outlines(laid.faces[0].content.items) == outlines
    if "1 / 0" not in xml:
        assert _outlines(desk.face(xml).faces[0].content.items) == 0


def test_a_draft_reports_the_same(desk: Desk) -> None:
    xml = '<text of="name" w="5" h="3"/><icon name="coyn"/><image href="art/fxo.svg"/>'
    assert desk.face(xml, draft=True).lines == desk.face(xml).lines != []


def test_art_that_is_broken_is_reported_once_at_its_file(desk: Desk) -> None:
    desk.file("card_data/night/art/broken.svg", "<svg")
    laid = desk.face('<image href="art/broken.svg" fill="fox"/><image href="art/broken.svg" y="9"/>', pieces=2)
    (problem,) = laid.problems
    assert problem.span.file == "card_data/night/art/broken.svg"


def test_problems_of_pictures_are_warnings_that_name_the_piece(desk: Desk) -> None:
    (problem,) = desk.face('<text x="-3">a</text>').problems
    assert (problem.severity, problem.subject) == (Severity.WARNING, "creatures/fox")


def test_the_inks_have_their_own_colours(desk: Desk) -> None:
    xml = '<rect width="5" height="5" fill="fox"/>'
    assert "fill #c24a1a" in desk.face(xml).listing
    assert "fill #b5421a" in desk.face(xml, ink="full").listing


def test_a_line_is_set_for_what_stands_around_the_pieces(desk: Desk) -> None:
    edition = make_edition(desk.game, "en", "low", ())
    layout = Layout(edition, desk.style, desk.fonts, desk.project)
    text, width = layout.typeset("[coin] *100* \\ mm", 2.0)
    assert text.says == "[coin] *100* \\ mm"
    assert "".join(part.text for run in text.runs for part in run.parts) == "[coin] *100* \\ mm"
    assert (text.runs[0].x, text.runs[0].y) == (0, 0)
    assert width == pytest.approx(sum(part.width for part in text.runs[0].parts) * 2.0)


def test_layouts_of_the_game_are_looked_for_before_shared_ones(desk: Desk) -> None:
    other = desk.file("elsewhere/layouts/night/x.j2", "").parents[2]
    desk.file("elsewhere/layouts/shared/x.j2", "")
    folders = layout_folders(Project(desk.root, other), "night")
    assert [folder.relative_to(desk.root).as_posix() for folder in folders] == [
        "layouts/night",
        "elsewhere/layouts/night",
        "layouts",
        "elsewhere/layouts",
    ]


def test_only_wanted_pieces_are_laid_out_and_counted(desk: Desk) -> None:
    desk.template('<face><text of="name"/></face>')
    edition = make_edition(desk.game, "en", "low", ())
    seen: list[int] = []
    layout = Layout(edition, desk.style, desk.fonts, desk.project)
    leaves, _ = layout.leaves(lambda component, piece: piece.id == "owl", seen.append)
    assert [leaf.piece for leaf in leaves] == ["owl"]
    assert [text.says for text in texts_of([leaves[0].front.content])] == ["Owl"]
    assert seen == [1]


def test_components_that_nobody_wants_need_no_template(desk: Desk) -> None:
    edition = make_edition(desk.game, "en", "low", ())
    component = replace(edition.components["creatures"], front="")
    layout = Layout(replace(edition, components={"creatures": component}), desk.style, desk.fonts, desk.project)
    assert layout.leaves(lambda component, piece: False) == ((), [])
