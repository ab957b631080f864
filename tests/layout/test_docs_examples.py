"""The examples of docs/layout-language.md are drawn without a problem, for the first creature of the starter game."""

import re
from typing import NamedTuple

import pytest
from desk import REPOSITORY, Desk, boxes, texts_of

from pnp.layout.elements import all_kinds
from pnp.layout.sandbox import NAMES

PAGE = (REPOSITORY / "docs/layout-language.md").read_text(encoding="utf-8")


class Example(NamedTuple):
    w: int
    h: int
    xml: str
    line: int


EXAMPLES = [
    Example(int(match[1]), int(match[2]), match[3], PAGE.count("\n", 0, match.start()) + 1)
    for match in re.finditer(r"```xml (\d+)x(\d+)\n(.*?)```\n", PAGE, re.DOTALL)
]


@pytest.fixture(scope="module")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("starter"), "starter")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"line {example.line}")
def test_each_example_is_drawn_without_a_problem(starter: Desk, example: Example) -> None:
    laid = starter.face(example.xml, example.w, example.h)
    assert laid.lines == []
    assert len(laid.faces) == 1
    assert laid.faces[0].content.items


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 10


@pytest.mark.parametrize("tag", sorted(all_kinds()))
def test_each_element_is_on_the_page(tag: str) -> None:
    assert re.search(rf"[`<\s]{tag}[`>\s/,]", PAGE), f"docs/layout-language.md says nothing of <{tag}>"


@pytest.mark.parametrize("name", NAMES)
def test_each_name_that_templates_have_is_on_the_page(name: str) -> None:
    assert f"`{name}" in PAGE


def test_the_grid_of_the_page_is_one_of_equal_cells(desk: Desk) -> None:
    (example,) = [example for example in EXAMPLES if "<grid" in example.xml]
    filled = re.sub('fill="none" stroke="ink" stroke-width="0.2"', 'fill="fox"', example.xml)
    laid = desk.face(filled, example.w, example.h)
    assert {tuple(box.split()[2:]) for box in boxes(laid.faces[0])} == {("12.5", "8")}
    assert [text.says for text in texts_of([laid.faces[0].content])] == list("12345678")
