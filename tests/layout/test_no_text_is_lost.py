"""Whatever is said in data or template stands in the display list, or there is a problem."""

import re
from html import escape

import pytest
from desk import Desk, texts_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.model.display import Face

words = st.text("abcdefgäöü", min_size=1, max_size=8)
texts = st.lists(words, min_size=1, max_size=12).map(" ".join)


def _elements(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Containers around other elements, some with text where none may stand."""
    several = st.lists(children, min_size=1, max_size=3).map("".join)
    container = st.sampled_from(["row", "column", "grid", "pack", "g", "clip", "row grow='1'", "column w='50%'"])
    wrapped = st.builds(lambda tag, inside: f"<{tag}>{inside}</{tag.split()[0]}>", container, several)
    table = several.map(lambda inside: f"<table><tr><td>{inside}</td></tr></table>")
    items = st.lists(children, min_size=1, max_size=2).map(lambda all: "".join(f"<li>{one}</li>" for one in all))
    return wrapped | table | items.map(lambda inside: f"<ul>{inside}</ul>")


def _texts(*tags: str) -> st.SearchStrategy[str]:
    return st.builds(lambda tag, text: f"<{tag}>{escape(text)}</{tag.split()[0]}>", st.sampled_from(tags), texts)


right = _texts("text", "p", "h2", "caption", "text align='justify'", "text hyphens='yes'", "text case='upper'")
wrong = _texts("row", "txt", "li", "icon", "image", "clip", "hr", "ul", "table") | texts.map(escape)


def _printed(face: Face) -> list[str]:
    return [word for text in texts_of([face.content]) for word in text.says.split()]


def _faces(leaves: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    elements = st.recursive(leaves, _elements, max_leaves=6)
    return st.lists(elements, min_size=1, max_size=3).map("".join)


def _list_words(xml: str) -> list[str]:
    return sorted(re.sub(r"<[^>]*>", " ", xml).split())


@pytest.mark.nightly(examples=30)
@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=_faces(right))
def test_words_in_are_words_out(desk: Desk, body: str) -> None:
    laid = desk.face(body, 200, 300)
    assert sorted(word for word in _printed(laid.faces[0]) if word != "•") == _list_words(body), laid.lines


@pytest.mark.nightly(examples=30)
@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=_faces(right | wrong))
def test_words_that_are_not_printed_are_reported(desk: Desk, body: str) -> None:
    laid = desk.face(body, 200, 300)
    printed = sorted(word for word in _printed(laid.faces[0]) if word != "•")
    if printed != _list_words(body):
        assert any(problem.code in ("PNP203", "PNP204", "PNP208") for problem in laid.problems), laid.lines


@pytest.mark.nightly(examples=15)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    blocks=st.lists(
        st.builds(
            lambda tag, text: f"<{tag}>{text}</{tag}>" if tag != "ul" else f"<ul><li>{text}</li></ul>",
            st.sampled_from(["p", "h2", "h3", "ul", "text", "caption"]),
            texts,
        ),
        min_size=1,
        max_size=12,
    ),
    columns=st.integers(1, 3),
    h=st.floats(20, 60),
)
def test_documents_say_every_word_once_and_in_order(desk: Desk, blocks: list[str], columns: int, h: float) -> None:
    laid = desk.face(f'<flow w="100" h="{h}" columns="{columns}">{"".join(blocks)}</flow>', 100, 60)
    said = re.sub(r"<[^>]*>", " ", "".join(blocks)).split()
    printed = [word for face in laid.faces for word in _printed(face) if word != "•"]
    assert printed == said


any_text = st.text(
    st.sampled_from("ab *[]\\<>&{}%\n") | st.characters(codec="utf-8", exclude_categories=["C"]), max_size=40
)


@pytest.mark.nightly(examples=40)
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=any_text)
def test_any_text_of_a_field_is_printed_as_it_stands(desk: Desk, text: str) -> None:
    text = re.sub(r"[*_\[\]\\]", "", text)
    laid = desk.face('<text of="ability" w="50"/>', 60, 400, fields={"ability": text})
    runs = [run for item in texts_of([laid.faces[0].content]) for run in item.runs]
    printed = "".join(part.text for run in runs for part in run.parts)
    # runs stand in the order of the paper, which isn't that of reading where something runs from right to left
    assert sorted("".join(printed.split())) == sorted("".join(text.split()))
