"""SVG texts → drawings, and the facts of their problems."""

from pathlib import Path

import pytest
from facts import list_facts
from seen import Seen

from pnp.art.palette import Palette
from pnp.art.svg_files import draw
from pnp.io.project import Project
from pnp.load import load_fonts
from pnp.model.display import Face, Group, Picture
from pnp.typesetting.fonts import FontStore

PALETTE = Palette({"blood": "#8a1c1c", "ink": "#1a1a1a"})
REPOSITORY = Path(__file__).parents[2]
FONTS = FontStore(load_fonts(Project(REPOSITORY, REPOSITORY))[0])
SQUARE = "M0 0h1v1h-1z"


def svg(content, attributes='viewBox="0 0 24 24"'):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {attributes}>\n'
    return f"{head}{content}\n</svg>"


def draw_svg(text):
    drawing, problems = draw(text.encode(), "art", "art.svg", PALETTE, "#00ff00", FONTS)
    return drawing, list_facts(problems)


def items(content, attributes='viewBox="0 0 24 24"'):
    drawing, problems = draw_svg(svg(content, attributes))
    assert problems == []
    return drawing.items


def complaints(content):
    """Return the problems of elements on the second line, without file and line."""
    _, problems = draw_svg(svg(content))
    assert all(problem.startswith("art.svg:2:") for problem in problems), problems
    return [problem.removeprefix("art.svg:2:") for problem in problems]


def check(picture, content, attributes=""):
    """Compare a drawing with a letter of `picture` for each of its units; a dot stands where edges run."""
    rows = picture.split()
    w, h = len(rows[0]), len(rows)
    drawing, problems = draw_svg(svg(content, attributes or f'viewBox="0 0 {w} {h}"'))
    assert problems == []
    assert drawing.w / drawing.h == w / h
    seen = Seen(Face("drawing", w, h, Group((Picture(drawing, 0, 0, w, h),)), "en")).rows
    found = [
        "".join("." if y == "." else x for x, y in zip(*pair, strict=True)) for pair in zip(seen, rows, strict=True)
    ]
    if found != rows:
        pytest.fail("\n".join(["expected:", *rows, "found:", *seen]), pytrace=False)
