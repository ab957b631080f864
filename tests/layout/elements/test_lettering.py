"""Outlines and shadows of letters."""

import pytest
from desk import Desk

from pnp.model.display import Item, Path, Shape, Text


def _draw_items(desk: Desk, xml: str, **options: object) -> tuple[Item, ...]:
    laid = desk.face(xml, 60, 40, **options)
    assert not laid.problems, laid.lines
    items = laid.faces[0].content.items
    while len(items) == 1 and not isinstance(items[0], Text | Shape):
        items = items[0].items  # type: ignore[union-attr]
    return items


def _measure_width(path: Path) -> tuple[float, float]:
    across = [number for segment in path for number in segment[1::2] if isinstance(number, float)]
    return min(across), max(across)


def test_an_outline_lies_below_the_letters_and_shows_half_its_line(desk: Desk) -> None:
    line, words = _draw_items(desk, '<text fill="#ffffff" outline="fox 0.4mm">Fox</text>')
    assert isinstance(line, Shape)
    assert isinstance(words, Text)
    assert line.stroke is not None
    assert (line.fill, line.stroke.paint, line.stroke.width, line.stroke.join) == ("#c24a1a", "#c24a1a", 0.8, 1)
    assert words.outline == "#c24a1a"
    left, right = _measure_width(line.path)
    end = words.runs[0].x + words.runs[0].parts[0].width * words.runs[0].size
    assert words.runs[0].x < left < right < end


def test_a_shadow_lies_below_the_outline_to_the_right_and_down(desk: Desk) -> None:
    shadow, line, words = _draw_items(desk, '<text outline="paper" shadow="ink 1 0.5">Fox</text>')
    assert isinstance(shadow, Shape)
    assert isinstance(line, Shape)
    assert isinstance(words, Text)
    assert (shadow.fill, line.fill) == ("#000000", "#ffffff")
    moved = [(b[1] - a[1], b[2] - a[2]) for a, b in zip(line.path, shadow.path, strict=True) if a[0] == b[0] == "M"]
    assert all(step == (pytest.approx(1), pytest.approx(0.5)) for step in moved)
    assert shadow.stroke == line.stroke._replace(paint="#000000")  # type: ignore[union-attr]


def test_each_ink_has_its_own(desk: Desk) -> None:
    (low, _), (full, _) = (_draw_items(desk, '<text shadow="fox">Fox</text>', ink=ink) for ink in ("low", "full"))
    assert isinstance(low, Shape)
    assert isinstance(full, Shape)
    assert (low.fill, full.fill) == ("#c24a1a", "#b5421a")


def test_they_shrink_with_the_letters_unless_they_say_how_large_they_are(desk: Desk) -> None:
    lines = [_draw_items(desk, f'<text size="{size}" outline="fox">Fox</text>')[0] for size in ("10mm", "5mm")]
    widths = [line.stroke.width for line in lines if isinstance(line, Shape) and line.stroke]
    assert widths == [pytest.approx(1.0), pytest.approx(0.5)]


@pytest.mark.parametrize(
    "attributes", ['align="justify" w="30"', 'tracking="0.2"', 'align="end"', 'case="small-caps" font="Sarabun"']
)
@pytest.mark.parametrize("language", ["en", "he"])
def test_the_outline_is_where_the_letters_are(desk: Desk, attributes: str, language: str) -> None:
    said = "\u05d0\u05d1 abc \u05d2\u05d3 and some more of it" if language == "he" else "Turn any tile or two of them"
    line, words = _draw_items(desk, f'<text {attributes} outline="fox 0.05">{said}</text>', language=language)
    assert isinstance(line, Shape)
    assert isinstance(words, Text)

    def end(run_at: int) -> float:
        run = words.runs[run_at]
        spaces = sum(part.text.count(" ") for part in run.parts)
        glyphs = sum(len(part.glyphs) for part in run.parts)
        return run.x + sum(p.width for p in run.parts) * run.size + spaces * run.gap + glyphs * run.tracking

    left, right = _measure_width(line.path)
    inked = [run for run in words.runs if run.parts[0].text.strip()]  # lines from the right begin with their spaces
    assert left == pytest.approx(min(run.x for run in inked), abs=0.4)
    assert right == pytest.approx(max(end(at) for at in range(len(words.runs))), abs=1.2)


@pytest.mark.parametrize(
    ("attribute", "told"),
    [
        (
            'outline="1mm ink"',
            "PNP206 tag=text name=outline what='\"1mm ink\" is not a colour, and how wide the line is: paper 0.4mm'",
        ),
        (
            'outline="paper -1"',
            ("PNP206 tag=text name=outline what='\"paper -1\" is not a colour, and how wide the line is: paper 0.4mm'"),
        ),
        (
            'shadow="ink 1"',
            (
                'PNP206 tag=text name=shadow what=\'"ink 1" is not a colour, and how far to the right and down: ink '
                "0.3mm 0.3mm'"
            ),
        ),
        ('shadow="inc"', "PNP207 name=inc ~meant=ink"),
    ],
)
def test_what_is_not_understood_is_told(desk: Desk, attribute: str, told: str) -> None:
    assert desk.face(f"<text {attribute}>Fox</text>").mistakes == [told]


def test_a_style_may_have_them_and_an_element_may_take_them_away(desk: Desk) -> None:
    assert len(_draw_items(desk, '<text outline="none">Fox</text>')) == 1
