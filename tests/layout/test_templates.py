"""What goes wrong in a template: one line, at the template's place, with what would be right."""

import os
from pathlib import Path
from typing import Any

import pytest
from desk import Desk, Laid
from facts import read_facts
from listing import listing

from pnp.layout.sandbox import LayoutEnvironment, Watch
from pnp.layout.templates import Templates
from pnp.model.problem import FileError, LimitError
from pnp.model.values import Record

AT = "card_data/night/creatures.yaml:1:3"
CARD = "layouts/night/card.xml.j2"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (
            "<face>\n{{ piece.powr }}</face>",
            f"{CARD}:2:1 PNP201 owner=fox name=powr ~about=creatures/fox ~meant=power ~origin={AT}",
        ),
        (
            "<face>\n\n{{ pice.power }}</face>",
            f"{CARD}:3:1 PNP201 name=pice ~about=creatures/fox ~meant=piece ~origin={AT}",
        ),
        (
            "<face>{{ groups.saesons.spring.name }}</face>",
            f"{CARD}:1:1 PNP201 name=saesons ~about=creatures/fox ~meant=seasons ~origin={AT}",
        ),
        (
            "<face>{{ components.creature }}</face>",
            f"{CARD}:1:1 PNP201 name=creature ~about=creatures/fox ~meant=creatures ~origin={AT}",
        ),
        (
            "<face>{{ piece.season.nam }}</face>",
            f"{CARD}:1:1 PNP201 owner=spring name=nam ~about=creatures/fox ~meant=name ~origin={AT}",
        ),
        (
            "{% set power = piece.powr %}\n<face>\n{{ power }}</face>",
            f"{CARD}:1:1 PNP201 owner=fox name=powr ~about=creatures/fox ~meant=power ~origin={AT}",
        ),
        (
            "<face>{% if piece.powr %}{% endif %}</face>",
            f"{CARD}:1:1 PNP201 owner=fox name=powr ~about=creatures/fox ~meant=power ~origin={AT}",
        ),
        (
            "<face>{{ piece['powr'] }}</face>",
            f"{CARD}:1:1 PNP201 owner=fox name=powr ~about=creatures/fox ~meant=power ~origin={AT}",
        ),
        (
            "<face>\n{{ piece.name + piece.power }}</face>",
            (
                f"{CARD}:2:1 PNP201 error='can only concatenate str (not \"int\") to str' ~about=creatures/fox "
                f"~origin={AT}"
            ),
        ),
        (
            "<face>\n{% for step in piece.friend.emblem.charge %}{% endfor %}</face>",
            f"{CARD}:2:1 PNP201 name=piece.friend.emblem owner=owl ~about=creatures/fox ~origin={AT}",
        ),
        (
            "<face>{% for each in components.creatures %}\n{{ each.ability|length }}{% endfor %}</face>",
            f"{CARD}:2:1 PNP201 name=each.ability owner=owl ~about=creatures/fox ~origin={AT}",
        ),
        (
            "<face>{{ 1 / 0 }}</face>",
            f"{CARD}:1:1 PNP201 error='division by zero' ~about=creatures/fox ~origin={AT}",
        ),
        (
            "<face>{{ piece.steps }}</face>",
            (
                f"{CARD}:1:1 PNP201 error='a text or a number is expected, not a tuple' ~about=creatures/fox "
                f"~origin={AT}"
            ),
        ),
        (
            '<face>\n{% include "prat.xml.j2" %}</face>',
            f"{CARD}:2:1 PNP202 name=prat.xml.j2 ~about=creatures/fox ~meant=part.xml.j2 ~origin={AT}",
        ),
        (
            '{% extends "bsae.xml.j2" %}',
            f"{CARD}:1:1 PNP202 name=bsae.xml.j2 ~about=creatures/fox ~meant=base.xml.j2 ~origin={AT}",
        ),
    ],
)
def test_a_template_that_fails_says_where_and_why(desk: Desk, source: str, line: str) -> None:
    desk.template("<g/>", "part.xml.j2")
    desk.template("<face/>", "base.xml.j2")
    assert desk.lay_out(source).lines == [line]


def test_a_mistake_in_an_included_template_is_at_its_own_line(desk: Desk) -> None:
    desk.template("\n\n{{ piece.powr }}", "wrong.xml.j2")
    desk.template("\n{% endif %}", "unreadable.xml.j2")
    (line,) = desk.lay_out('<face>{% include "wrong.xml.j2" %}</face>').lines
    assert line.startswith(
        f"layouts/night/wrong.xml.j2:3:1 PNP201 owner=fox name=powr ~about=creatures/fox ~meant=power ~origin={AT}"
    )
    (line,) = desk.lay_out('<face>\n{% include "unreadable.xml.j2" %}</face>').lines
    assert line.startswith(
        f"layouts/night/unreadable.xml.j2:2:1 PNP200 end='{{% endif %}}' ~about=creatures/fox ~origin={AT}"
    )


def test_the_same_mistake_of_many_pieces_is_said_once_with_their_number(desk: Desk) -> None:
    assert desk.lay_out("<face>\n{{ 1 / 0 }}</face>", pieces=2).lines == [
        f"{CARD}:2:1 PNP201 error='division by zero' ~about='creatures/fox and 1 more' ~origin={AT}"
    ]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("{{ piece.powr }}", "PNP201 owner=fox name=powr ~meant=power"),
        (
            "{% for one in piece.emblem.motto %}{% endfor %}",
            "PNP201 name=piece.emblem.motto",
        ),
    ],
)
def test_the_first_of_several_pieces_is_the_example(desk: Desk, source: str, said: str) -> None:
    emblem = {"emblem": Record({"charge": "leaf", "motto": None})}
    laid = desk.lay_out(f"<face>\n{source}</face>", pieces=2, fields=emblem)
    ((place, _, _, _, about, *_, origin, _),) = read_facts(laid.problems)
    assert (laid.mistakes, place, about, origin) == ([said], f"{CARD}:2:1", "creatures/fox and 1 more", AT)


def test_a_piece_whose_template_fails_has_a_face_with_an_outline(desk: Desk) -> None:
    laid = desk.lay_out("<face>{{ 1 / 0 }}</face>")
    (outline,) = laid.faces[0].content.items
    assert outline.stroke is not None  # type: ignore[union-attr]


def test_a_value_that_a_piece_leaves_out_prints_nothing(desk: Desk) -> None:
    laid = desk.face("<text>[{{ piece.ability }}]</text>", fields={"ability": None})
    assert laid.lines == []
    assert laid.texts == ["[]"]


def test_truths_print_as_attributes_read_them(desk: Desk) -> None:
    laid = desk.face('<text bold="{{ piece.fierce }}">{{ piece.fierce }}</text>')
    assert laid.texts == ["yes"]
    assert "SourceSansPro-Bold" in laid.listing


def test_card_text_cannot_become_elements(desk: Desk) -> None:
    """Neither bound nor pasted."""
    text = "{{7*7}} <b>R&D</b> roll <d20> {% include 'x' %}"
    laid = desk.face('<text of="ability"/><text y="20">{{ piece.ability }}</text>', fields={"ability": text})
    assert laid.lines == []
    assert laid.texts == [text, text]


def test_a_template_that_is_no_utf8_is_reported_at_its_line(desk: Desk) -> None:
    desk.file(f"{CARD}", b"<face>\n<text>\xff</text></face>")
    assert desk.lay_out().lines == [
        f"{CARD}:2:1 PNP200 what='it is not written in UTF-8' ~about=creatures/fox ~origin={AT}"
    ]


def test_a_byte_order_mark_is_no_text(desk: Desk) -> None:
    desk.file(f"{CARD}", "\ufeff<face><text>a</text></face>".encode())
    assert desk.lay_out().texts == ["a"]


def test_templates_of_the_game_go_before_those_that_games_share(desk: Desk) -> None:
    desk.file("layouts/frame.xml.j2", "<text>shared</text>")
    assert desk.face('{% include "frame.xml.j2" %}').texts == ["shared"]
    desk.template("<text>own</text>", "frame.xml.j2")
    assert desk.face('{% include "frame.xml.j2" %}').texts == ["own"]


def test_a_template_that_cannot_be_read_stops_the_build(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.template("<face/>", "locked.xml.j2")
    ordinary = os.open

    def refuse(path: Path, *more: int) -> int:
        if Path(path).name == "locked.xml.j2":
            raise PermissionError(13, "Permission denied")
        return ordinary(path, *more)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(FileError) as caught:
        desk.face('{% include "locked.xml.j2" %}')
    assert str(caught.value) == "layouts/night/locked.xml.j2: cannot be read: Permission denied"


@pytest.mark.parametrize("half", ["{{ '\\ud800' }}", "<text x=\"{{ '\\udc00' }}\"/>"])
def test_half_a_character_is_said_with_its_line(desk: Desk, half: str) -> None:
    (found,) = read_facts(desk.lay_out(f"<face>\n<text>\n{half}</text></face>").problems)
    assert found.place.startswith(f"{CARD}:")
    assert (found.code, found.values["half"][:4]) == ("PNP201", "\\ud8" if "d8" in half else "\\udc")


def test_a_template_as_large_as_a_book_is_refused(desk: Desk) -> None:
    with pytest.raises(LimitError) as caught:
        desk.lay_out("<face>" + " " * 1_000_001 + "</face>")
    assert str(caught.value) == f"{CARD}:1:1: {CARD}: a template of more than 1 MB"


def renderings(desk: Desk, monkeypatch: pytest.MonkeyPatch, front: str, back: str) -> tuple[Laid, list[str]]:
    """Two pieces, and which templates were rendered for them."""
    rendered: list[str] = []
    render = Templates.render

    def noted(templates: Templates, name: str, *arguments: Any, **options: Any) -> str:
        rendered.append(name.partition(".")[0])
        return render(templates, name, *arguments, **options)

    monkeypatch.setattr(Templates, "render", noted)
    desk.template(back, "back.xml.j2")
    return desk.lay_out(front, pieces=2, back="back.xml.j2"), rendered


@pytest.mark.parametrize(
    "back",
    [
        "<face><text>{{ game.title }} {{ component.title }} {{ ink }}</text></face>",
        "{% macro inner() %}<text>{{ groups.seasons.spring.name }}</text>{% endmacro %}<face>{{ inner() }}</face>",
    ],
)
def test_a_template_that_says_nothing_of_its_piece_is_rendered_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, back: str
) -> None:
    laid, rendered = renderings(desk, monkeypatch, "<face><text>{{ piece.name }}</text></face>", back)
    assert rendered == ["card", "back", "card"]
    first, second = (leaf.back for leaf in laid.leaves)
    assert first is not None
    assert second is not None
    assert first.content is second.content
    assert first.label != second.label


@pytest.mark.parametrize(
    "back",
    [
        '<face><text of="name"/></face>',
        "<face>{% if piece.id == 'fox' %}<rect width='5' height='5'/>{% endif %}</face>",
        '<face>{% include "name.xml.j2" %}</face>',
        '{% import "name.xml.j2" as other with context %}<face>{{ other.name() }}</face>',
        "{% macro inner() %}<text>{{ piece.name }}</text>{% endmacro %}<face>{{ inner() }}</face>",
    ],
)
def test_a_template_that_says_something_of_its_piece_is_rendered_for_each(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, back: str
) -> None:
    desk.template("{% macro name() %}<text>{{ piece.name }}</text>{% endmacro %}{{ name() }}", "name.xml.j2")
    laid, rendered = renderings(desk, monkeypatch, "<face/>", back)
    assert rendered.count("back") >= 2
    first, second = (leaf.back for leaf in laid.leaves)
    assert first is not None
    assert second is not None
    assert listing(first).splitlines()[2:] != listing(second).splitlines()[2:]


@pytest.mark.parametrize(
    ("expression", "printed"),
    [
        ("1 + piece.power", "4"),
        ("piece.power * 0.5", "1.5"),
        ("0.1 + 0.2", "0.30000000000000004"),
        ("'<' ~ 1", "<1"),
        ("'R&D'", "R&D"),
        ("(1, 2)[0] + 2 * 3 % 4", "3"),
        ("piece.power / 2", "1.5"),
    ],
)
def test_what_expressions_print(desk: Desk, expression: str, printed: str) -> None:
    assert desk.face("<text>{{ " + expression + " }}</text>", fields={"power": 3}).texts == [printed]


@pytest.mark.parametrize("expression", ["1 + piece.name", "piece.name + 1.5", "piece.name * 2.5", "0.5 * piece.name"])
def test_numbers_and_texts_do_not_mix(desk: Desk, expression: str) -> None:
    (problem,) = desk.face("<text>{{ " + expression + " }}</text>").problems
    assert problem.code == "PNP201"


def test_editions_share_compiled_templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    ordinary = LayoutEnvironment.compile

    def compile(self: LayoutEnvironment, source: str, name: str, *rest: Any) -> Any:
        compiled.append(name)
        return ordinary(self, source, name, *rest)

    monkeypatch.setattr(LayoutEnvironment, "compile", compile)
    file, watch = tmp_path / "only-here.xml.j2", Watch()
    rendered = []
    for text in ("<face>{{ 1 }}</face>", "<face>{{ 2 }}</face>"):
        file.write_text(text, encoding="utf-8")
        for language in ("en", "de"):
            rendered.append(Templates([tmp_path], str, language=language).render(file.name, {}, watch))
    watch.close()
    assert compiled == [file.name] * 2
    assert rendered == ["<face>1</face>"] * 2 + ["<face>2</face>"] * 2
