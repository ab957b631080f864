"""Rendered XML becomes elements; what is no document of the layout language is one line at the template's place."""

import gc

import pytest
from desk import Desk
from hypothesis import given, settings
from hypothesis import strategies as st

import pnp.layout.elements  # noqa: F401  (registers the elements)
from pnp.layout.element import Element
from pnp.layout.markup import MarkupError, read_markup
from pnp.model.values import Record

FIELDS = Record(
    {
        "name": "Fox",
        "power": 4,
        "weight": 1.5,
        "fierce": True,
        "steps": ("one", "two"),
        "season": Record({"name": "Spring"}, "spring"),
        "friend": Record({}, "owl"),
        "emblem": Record({"charge": "leaf", "motto": "Late"}),
        "nothing": None,
    },
    "fox",
)
CARD = "layouts/night/card.xml.j2"
AT = "card_data/night/creatures.yaml:1:3"


def _read(xml: str) -> Element:
    return read_markup(xml.encode(), FIELDS)


def test_elements_are_tuples_of_their_parts() -> None:
    assert _read('<face><row gap="1"><text x="2">a</text></row></face>') == Element(
        "face", (), (Element("row", ("gap", "1"), (Element("text", ("x", "2"), (), "a"),), ""),), ""
    )


@pytest.mark.parametrize(
    ("xml", "text"),
    [
        ("<text>  a\n   b\tc </text>", "a b c"),
        ("<text>a<br/>b</text>", "a\nb"),
        ("<text>a <br/>\n b</text>", "a\nb"),
        ("<text>a<br/><br/>b</text>", "a\n\nb"),
        ("<text>a&#160; b</text>", "a\u00a0 b"),
        ("<text>R&amp;D &lt;b&gt;</text>", "R&D <b>"),
        ("<text><![CDATA[<b>&]]></text>", "<b>&"),
        ("<text><!-- no -->a</text>", "a"),
        ("<text> \n </text>", ""),
    ],
)
def test_white_space_of_the_template_collapses(xml: str, text: str) -> None:
    assert _read(xml).text == text


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("name", "Fox"),
        ("power", "4"),
        ("weight", "1.5"),
        ("fierce", "yes"),
        ("steps.1", "two"),
        ("steps.7", ""),
        ("steps.99999999999999999999", ""),
        ("season", "Spring"),
        ("season.name", "Spring"),
        ("friend", "owl"),
        ("emblem.charge", "leaf"),
        ("nothing", ""),
        ("nothing.at.all", ""),
    ],
)
def test_fields_are_bound(path: str, text: str) -> None:
    element = _read(f'<text of="{path}"/>')
    assert (element.text, element.field, element.attributes) == (text, path, ())


def test_a_list_gives_its_items() -> None:
    assert _read('<ul of="steps"/>').items == ("one", "two")
    assert _read('<ul of="nothing"/>').items == ()


@pytest.mark.parametrize(
    ("xml", "line"),
    [
        ('<text of="nmae"/>', 'of="nmae": there is no field nmae (did you mean name?)'),
        ('<text of="emblem.chrge"/>', 'of="emblem.chrge": there is no field chrge (did you mean charge?)'),
        ('<text of="season.nam"/>', 'of="season.nam": there is no field nam (did you mean name?)'),
        (
            '<text of="steps.first"/>',
            'of="steps.first": first is no item of a list (items have numbers: 0 is the first)',
        ),
        ('<text of="steps.-1"/>', 'of="steps.-1": -1 is no item of a list (items have numbers: 0 is the first)'),
        ('<text of="name.short"/>', 'of="name.short": there is no short in a str'),
        ('<text of=""/>', '<text of=""> names no field'),
        (
            '<text of="steps"/>',
            '<text of="steps">: steps is a list (<ul> and <ol> print lists, of="steps.0" prints the first item)',
        ),
        ('<ul of="name"/>', '<ul of="name">: name is no list (<text> and <p> print texts)'),
        ('<text of="emblem"/>', 'of="emblem" is a record (one of its values is meant: charge, motto)'),
        (
            '<text of="name">Owl</text>',
            '<text of="name"> has a text of its own, too: "Owl" (it prints the field or the text, not both)',
        ),
        ("<text></face>", "the XML is broken: mismatched tag"),
        ("<text a='1' a='2'/>", "the XML is broken: duplicate attribute"),
        ("<text>&nbsp;</text>", "the XML is broken: undefined entity (write &#160; for a no-break space)"),
        ("a < b", "the XML is broken: not well-formed (invalid token)"),
        ("<g>" * 70 + "</g>" * 70, "elements are nested deeper than 64"),
    ],
)
def test_what_is_no_layout_is_reported(desk: Desk, xml: str, line: str) -> None:
    fields = {"nothing": None, "emblem": FIELDS["emblem"]}
    (found,) = desk.lay_out(f"<face>\n{xml}</face>", fields=fields).lines
    place, _, said = found.partition(" error PNP203 creatures/fox: ")
    assert said == f"{line} [{AT}]"
    assert place.startswith(f"{CARD}:2:") or xml.startswith("a <"), place


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("<face/><face/>", f"{CARD}:1:1: error PNP203 creatures/fox: the XML is broken: junk after document element"),
        ("", f"{CARD}:1:1: error PNP203 creatures/fox: the XML is broken: no element found"),
        ("<face>", f"{CARD}:1:1: error PNP203 creatures/fox: the XML is broken: no element found"),
        (
            "<card/>",
            f"{CARD}:1:1: error PNP203 creatures/fox: the template renders <card>, not <face>"
            " (the document's root is <face>)",
        ),
        (
            '<!DOCTYPE face [<!ENTITY a "b">]>\n<face><text>&a;</text></face>',
            f"{CARD}:1:1: error PNP203 creatures/fox: a DTD is not allowed in a layout",
        ),
        (
            '<face w="3"/>',
            f"{CARD}:1:1: error PNP205 creatures/fox: <face> has no attribute w (its size is the component's)",
        ),
        (
            '<face of="name"/>',
            f"{CARD}:1:1: error PNP205 creatures/fox: <face> has no attribute of (its size is the component's)",
        ),
        (
            "<face>lost</face>",
            f'{CARD}:1:1: error PNP208 creatures/fox: text "lost" stands directly in <face> (put it in a <text>)',
        ),
    ],
)
def test_the_root_is_one_face(desk: Desk, source: str, line: str) -> None:
    assert desk.lay_out(source).lines == [f"{line} [{AT}]"]


def test_no_parser_is_left_behind() -> None:
    gc.collect()
    gc.disable()
    try:
        for _ in range(5):
            _read("<face/>")
        assert gc.collect() == 0
    finally:
        gc.enable()


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("<>/&;!-=\"' abg\n") | st.characters(codec="utf-8"), max_size=40))
def test_whatever_is_rendered_is_read_or_refused(xml: str) -> None:
    for source in (xml, f"<face>{xml}</face>"):
        try:
            element = _read(source)
        except MarkupError as error:
            assert error.message
        else:
            assert element.tag
