"""What templates see: pieces and groups as records that are linked to each other, and the words for everything else."""

from dataclasses import replace

from desk import Desk, texts_of

from pnp.layout.context import Context
from pnp.layout.sandbox import NAMES
from pnp.localise import make_edition
from pnp.localise.edition import template_data


def test_a_mapping_answers_with_its_own_values_first(desk: Desk) -> None:
    laid = desk.face("<text>{{ piece.items }}</text>", fields={"items": "swords"})
    assert laid.texts == ["swords"]
    laid = desk.face('<text>{{ groups.seasons.values()|map(attribute="name")|join(", ") }}</text>')
    assert laid.texts == ["Spring, Autumn"]


def test_references_are_what_they_refer_to(desk: Desk) -> None:
    laid = desk.face("<text>{{ piece.season.name }} {{ piece.friend.name }} {{ piece.friend }}</text>")
    assert laid.texts == ["Spring Owl owl"]
    assert desk.face("<text>{{ piece.season.herald.name }}</text>").texts == ["Owl"]


def test_what_templates_see(desk: Desk) -> None:
    laid = desk.face(
        "<text>{{ game.title }} {{ game.version }} {{ game.id }} {{ component.title }} {{ component.w }} {{ ink }} "
        "{{ language }} {{ page.number }} {{ page.count }} {{ piece.id }}"
        "{% for creature in components.creatures %} {{ creature.name }}{% endfor %}</text>",
        ink="full",
    )
    assert laid.texts == ["Night walk 2 night Creatures 60 full en 1 1 fox Fox of the fair Owl"]


def test_where_a_piece_stands_among_the_others(desk: Desk) -> None:
    laid = desk.lay_out("<face><text>{{ piece.number }} of {{ piece.count }}</text></face>", pieces=2)
    assert [text.says for face in laid.faces for text in texts_of([face.content])] == ["1 of 2", "2 of 2"]


def test_a_field_of_the_same_name_goes_before(desk: Desk) -> None:
    laid = desk.face("<text>{{ piece.number }} {{ piece.count }}</text>", fields={"number": "seven"})
    assert laid.texts == ["seven 2"]


def test_who_misspells_it_is_told_how_it_is_called(desk: Desk) -> None:
    assert desk.face("<text>{{ piece.numbr }}</text>").mistakes == ["PNP201 owner=fox name=numbr ~meant=number"]


def test_others_have_no_number(desk: Desk) -> None:
    laid = desk.face("<text>{{ components.creatures[1].number }}</text>")
    assert laid.mistakes == ["PNP201 owner=owl name=number ~meant=name"]


def test_the_names_that_mistakes_are_compared_with_are_those_there_are(desk: Desk) -> None:
    edition = make_edition(desk.game, "en", "low", ())
    edition = replace(edition, told=template_data(edition, 0))
    component = edition.components["creatures"]
    assert set(Context(edition).names_for(component, component.pieces[0])) == set(NAMES)
