"""The drawings in docs/pictures.md are understood as it says."""

import re
from pathlib import Path

import pytest

from art.drawing import draw_svg

TEXT = (Path(__file__).parents[2] / "docs" / "pictures.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```svg\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_are_drawn(example):
    drawing, problems = draw_svg(example)
    assert problems == []
    assert drawing.items
    assert not drawing.source


def test_there_are_examples():
    assert len(EXAMPLES) == 4
