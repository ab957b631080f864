"""A first letter as high as several lines."""

import pytest
from desk import Desk, texts_of

from pnp.model.display import Run

TEXT = "Once there was a fox who paid one coin to turn any tile of the night market, twice."


def _text(desk: Desk, xml: str, **options: object) -> list[Run]:
    laid = desk.face(xml, 60, 60, **options)
    assert not laid.problems, laid.lines
    return [run for text in texts_of([laid.faces[0].content]) for run in text.runs]


def _end(run: Run) -> float:
    return run.x + sum(part.width for part in run.parts) * run.size


def _text_of_run(run: Run) -> str:
    return "".join(part.text for part in run.parts)


def test_the_letter_stands_from_the_capitals_of_the_first_line_to_the_last_lines_foot(desk: Desk) -> None:
    letter, *lines = _text(desk, f'<text w="40" drop="3">{TEXT}</text>')
    assert _text_of_run(letter) == "O"
    assert letter.y == pytest.approx(lines[2].y)
    top = lines[0].y - lines[0].font.cap_height * lines[0].size
    assert letter.y - letter.font.cap_height * letter.size == pytest.approx(top)


def test_so_many_lines_stand_beside_it_and_the_others_below(desk: Desk) -> None:
    letter, *lines = _text(desk, f'<text w="30" drop="2">{TEXT}</text>')
    assert [line.x > _end(letter) for line in lines] == [True, True, *[False] * (len(lines) - 2)]
    assert max(map(_end, lines)) <= 30 + lines[0].size  # but for the space at a line's end
    assert "".join(map(_text_of_run, [letter, *lines])).replace("  ", " ").split() == TEXT.split()


def test_quotes_go_with_it_and_one_letter_may_be_a_word(desk: Desk) -> None:
    assert _text_of_run(_text(desk, '<text w="30" drop="2">“A fox paid one coin to turn any tile.”</text>')[0]) == "“A"
    letter, line, *_ = _text(desk, '<text w="30" drop="2">A fox paid one coin to turn any tile.</text>')
    assert (_text_of_run(letter), _text_of_run(line).split()[0]) == ("A", "fox")


def test_from_right_to_left_it_stands_on_the_right(desk: Desk) -> None:
    said = " ".join(["\u05d0\u05d1\u05d2", "\u05d3\u05d4\u05d5"] * 12)
    letter, *lines = _text(desk, f'<text w="30" drop="2">{said}</text>', language="he")
    assert _text_of_run(letter) == "\u05d0"
    assert _end(letter) == pytest.approx(30)
    beside = [run for run in lines if run.y <= letter.y]
    assert max(map(_end, beside)) < letter.x
    assert max(_end(run) for run in lines if run.y > letter.y) == pytest.approx(30, abs=0.5)


@pytest.mark.parametrize("text", ["[coin] for a fox", "\u0627\u0644\u0639\u0631\u0628", ""])
def test_icons_and_letters_that_join_stay_in_their_lines(desk: Desk, text: str) -> None:
    xml = '<text w="30" drop="2" of="ability"/>'
    runs = _text(desk, xml, fields={"ability": text})
    usual = _text(desk, xml.replace("drop", "leading"), fields={"ability": text})
    assert [run.size for run in runs] == [run.size for run in usual]


def test_a_short_text_is_as_high_as_its_letter(desk: Desk) -> None:
    (line,) = desk.face('<text w="40" h="5" drop="3">Once there was a fox.</text>').lines
    assert "PNP310 named='\"Once there was a fox.\"' over='3.25 mm' size='6.5 pt'" in line


def test_in_a_document_the_lines_beside_it_stay_together(desk: Desk) -> None:
    xml = f'<flow x="2" y="2" w="36" h="9"><p drop="2">{TEXT}</p></flow>'
    laid = desk.face(xml, 40, 12)
    assert not laid.problems, laid.lines
    first = [run for text in texts_of([laid.faces[0].content]) for run in text.runs]
    assert _text_of_run(first[0]) == "O"
    assert len({run.y for run in first}) >= 2
    assert len(laid.faces) > 1
