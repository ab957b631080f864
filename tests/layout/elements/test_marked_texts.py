"""Words in a colour, underlined ones, small capitals."""

import pytest
from desk import Desk, texts_of

from pnp.model.display import Group, Item, Run, Shape
from pnp.model.length import MM_PER_POINT


def _shapes(items: tuple[Item, ...]) -> list[Shape]:
    inside = [shape for item in items if isinstance(item, Group) for shape in _shapes(item.items)]
    return [item for item in items if isinstance(item, Shape)] + inside


def _runs(desk: Desk, xml: str, **options: object) -> list[Run]:
    laid = desk.face(xml, 60, 40, **options)
    assert not laid.problems, laid.lines
    return [run for text in texts_of([laid.faces[0].content]) for run in text.runs]


def _text_of_run(run: Run) -> str:
    return "".join([part.text for part in run.parts])


def _rules(desk: Desk, xml: str, **options: object) -> list[tuple[float, float, str]]:
    """From where to where words are underlined, and in which colour."""
    laid = desk.face(xml, 60, 40, **options)
    assert not laid.problems, laid.lines
    return [
        (shape.path[0][1], shape.path[1][1], str(shape.stroke.paint))  # type: ignore[misc]
        for shape in _shapes((laid.faces[0].content,))
        if shape.stroke
    ]


def test_words_are_in_the_colours_that_they_name(desk: Desk) -> None:
    xml = '<text of="ability"/>'
    runs = _runs(desk, xml, fields={"ability": "Pay [fox]two **red** [/fox]or [#]."})
    assert [(_text_of_run(run), run.fill) for run in runs] == [
        ("Pay ", "#000000"),
        ("two ", "#c24a1a"),
        ("red", "#c24a1a"),
        (" ", "#c24a1a"),
        ("or [#].", "#000000"),
    ]


def test_each_ink_has_its_own_colour_and_icons_take_it(desk: Desk) -> None:
    xml = "<text>a [fox]b [coin][/fox] [red]c[/red]</text>"
    assert [run.fill for run in _runs(desk, xml, ink="full")] == ["#1c1a17", "#b5421a", "#1c1a17", "#ff0000"]
    assert desk.face("<text>[fox][coin][/fox]</text>").listing != desk.face("<text>[coin]</text>").listing


def test_a_colour_without_its_end_is_no_icon(desk: Desk) -> None:
    in_text = desk.face('<text of="ability"/>', fields={"ability": "Pay [red]two."})
    alone = desk.face('<icon name="red"/>')
    assert in_text.mistakes == alone.mistakes == ["PNP290 name=red"]
    assert ["[/red]" in laid.problems[0].hint for laid in (in_text, alone)] == [True, False]


def test_a_lone_mark_in_a_template_is_told_where_it_stands(desk: Desk) -> None:
    template = "<text>\n **Cost: {{ piece.name }}</text><text>**Cost:** 2 * 3</text>"
    (line,) = desk.face(template, fields={"name": "Fox"}).lines
    assert line == (
        "layouts/night/card.xml.j2:1:7 PNP156 wrong='opens **, which nothing closes' excerpt='“**Cost: Fox”' "
        "~about=creatures/fox ~origin=card_data/night/creatures.yaml:1:3"
    )


def test_a_lone_mark_that_a_template_fills_in_is_the_data_s(desk: Desk) -> None:
    assert desk.face("<text>{{ piece.name }}, quick</text>", fields={"name": "**Fox"}).lines == []


def test_a_colour_that_is_not_there_is_reported_at_its_words(desk: Desk) -> None:
    (line,) = desk.face('<text of="ability"/>', fields={"ability": "Pay [fxo]two[/fxo]."}).lines
    assert line == (
        "card_data/night/creatures.yaml:7:12 PNP207 name=fxo ~about=creatures/fox ~meant=fox "
        "~origin=layouts/night/card.xml.j2:1:7"
    )


def test_words_and_the_spaces_between_them_are_underlined(desk: Desk) -> None:
    (run, words, behind) = _runs(desk, '<text x="2">a __b **c** __</text>'.replace(" __<", "__ d<"))[:3]
    ((left, right, fill),) = _rules(desk, '<text x="2">a __b **c**__ d</text>')
    assert (left, fill) == (pytest.approx(words.x), "#000000")
    assert right == pytest.approx(behind.x + behind.parts[0].width * behind.size)
    assert run.x < left


def test_each_line_and_each_stretch_is_underlined_by_itself(desk: Desk) -> None:
    rules = _rules(desk, '<text w="20">__Turn any tile and pay__</text>')
    assert len(rules) == 2
    assert all(0 <= left < right <= 20 for left, right, _ in rules)
    assert len(_rules(desk, "<text>__a__ __b__ c __[fox]d[/fox] e__</text>")) == 4


def test_the_space_at_a_lines_end_is_not_underlined_however_wide(desk: Desk) -> None:
    ((left, right, _), _) = _rules(desk, '<text tracking="0.5" w="9">__ab cd__</text>')
    ((alone, end, _),) = _rules(desk, '<text tracking="0.5" w="9">__ab__</text>')
    assert right - left == pytest.approx(end - alone)


@pytest.mark.parametrize("language", ["he", "ar"])
def test_from_right_to_left_the_rule_is_under_its_words(desk: Desk, language: str) -> None:
    xml = '<text x="2" w="50">\u05d0\u05d1 __\u05d2\u05d3 \u05d4\u05d5__ \u05d6</text>'
    ((left, right, _),) = _rules(desk, xml, language=language)
    runs = _runs(desk, xml, language=language)
    inside = [run for run in runs if left - 0.01 <= run.x < right - 0.01]
    assert "".join(map(_text_of_run, inside)).split() == ["\u05d4\u05d5", "\u05d2\u05d3"]
    assert inside[0].x == pytest.approx(left)


def test_marks_change_no_widths(desk: Desk) -> None:
    (plain,) = _runs(desk, '<text align="end" w="40">Turn any tile</text>')
    marked = _runs(desk, '<text align="end" w="40">Turn __any [fox]tile[/fox]__</text>')
    assert marked[0].x == pytest.approx(plain.x)
    assert marked[-1].x + marked[-1].parts[-1].width * marked[-1].size == pytest.approx(40, abs=0.02)


def test_small_capitals_are_the_fonts_own(desk: Desk) -> None:
    (small,), (usual,) = (_runs(desk, f'<text case="{case}">Foxes</text>') for case in ("small-caps", "none"))
    assert _text_of_run(small) == "Foxes"  # so it is found and copied
    ids = [[glyph.id for part in run.parts for glyph in part.glyphs] for run in (small, usual)]
    assert ids[0][0] == ids[1][0]
    assert all(one != other for one, other in zip(ids[0][1:], ids[1][1:], strict=True))
    assert small.size == usual.size


def test_where_a_font_has_none_capitals_are_made_smaller(desk: Desk) -> None:
    runs = _runs(desk, '<text case="small-caps" font="Sarabun" size="10pt">Ox &amp; cat</text>')
    assert [(_text_of_run(run), round(run.size / MM_PER_POINT, 2)) for run in runs] == [
        ("O", 10),
        ("X", 8),
        (" & ", 10),
        ("CAT", 8),
    ]
    assert runs[1].x == pytest.approx(runs[0].parts[0].width * runs[0].size)
    assert runs[2].x == pytest.approx(runs[1].x + runs[1].parts[0].width * runs[1].size)
