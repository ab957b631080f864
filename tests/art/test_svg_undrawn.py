"""References to things that a file doesn't have: nothing is drawn for them, as everywhere, and a warning says so."""

import pytest

from art.drawing import complaints, draw_svg, svg
from pnp.art.palette import Source
from pnp.model.display import Drawing, Shape

RECT = '<rect width="24" height="24"/>'


def fills(content: str) -> list[Source]:
    drawing, _ = draw_svg(svg(content))
    assert isinstance(drawing, Drawing)
    return [item.fill for item in drawing.items if isinstance(item, Shape)]


@pytest.mark.parametrize(
    ("content", "fact"),
    [
        (
            '<use href="#oka"/><g id="oak"/>',
            "tag=use what='href: there is no \"oka\", so nothing is drawn for it' ~meant=oak",
        ),
        (
            '<path clip-path="url(#g)" d="M0 0h1v1z"/>',
            "tag=path what='clip-path: there is no \"g\", so nothing is cut off'",
        ),
        ('<path mask="url(#g)" d="M0 0h1v1z"/>', "tag=path what='mask: there is no \"g\", so it does nothing'"),
        (
            '<path style="filter:url(#g)" d="M0 0h1v1z"/>',
            "tag=path what='filter: there is no \"g\", so it does nothing'",
        ),
        ('<path fill="url(#g)" d="M0 0h1v1z"/>', "tag=path what='fill: there is no \"g\", so nothing is painted'"),
        (
            '<path fill="url(#g)" d="M0 0h1v1z"/><g id="g"/>',
            "tag=path what='fill: \"g\" is a <g>, so nothing is painted'",
        ),
        ('<path stroke="url(#g)" d="M0 0h1v1z"/>', "tag=path what='stroke: there is no \"g\", so nothing is painted'"),
        ("<rekt/>", "tag=rekt ~meant=rect"),
        ("<author>me</author>", "tag=author"),
        ("<path/>", "tag=path what='path needs d'"),
        ("<circle/>", "tag=circle what='circle needs r'"),
    ],
)
def test_what_is_not_there_is_told(content, fact):
    assert complaints(RECT + content)[:1] == [f"31 PNP324 {fact}"]


def test_a_gradient_takes_over_nothing_from_one_that_is_not_there():
    gradient = '<linearGradient id="gold" href="#old"><stop stop-color="red"/></linearGradient>'
    content = f'{gradient}<rect fill="url(#gold)" width="1" height="1"/>'
    assert complaints(content) == [
        "1 PNP324 tag=linearGradient what='href: there is no \"old\", so nothing is taken over' ~meant=gold"
    ]
    assert fills(content) == ["#ff0000"]


def test_the_rest_is_drawn():
    lost = '<rect width="1" height="1" fill="url(#g)"/><use href="#g"/><rekt><rect width="1" height="1"/></rekt>'
    assert fills(f'<g fill="red">{lost}{RECT}<rect width="2" height="2" clip-path="url(#g)"/></g>') == ["#ff0000"] * 2


def test_a_fallback_paints_instead_without_a_word():
    content = '<rect width="1" height="1" fill="url(#g) blue"/>'
    assert (complaints(content), fills(content)) == ([], ["#0000ff"])


def test_fonts_and_colour_profiles_draw_nothing_by_themselves():
    assert complaints(f"<font/><color-profile/>{RECT}") == []


def test_what_is_lost_again_and_again_is_told_once():
    lost = '<use href="#none"/><rekt/><path d="M0 0h1v1z" fill="url(#none)"/>'
    assert len(complaints(RECT + lost * 9)) == 3


def test_clips_in_clips_end():
    clips = "".join(
        f'<clipPath id="c{n}" clip-path="url(#c{n + 1})"><path d="M0 0h1v1z"/></clipPath>' for n in range(2000)
    )
    (problem,) = draw_svg(svg(f'{clips}<path d="M0 0h1v1z" clip-path="url(#c0)"/>'))[1]
    assert problem.endswith("PNP275 most=100")
