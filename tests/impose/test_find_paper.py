"""Papers by name and by size."""

import pytest

from pnp.impose import find_paper, known_papers
from pnp.model.problem import UsageError
from pnp.model.sheet import Paper


@pytest.mark.parametrize(
    "text, paper",
    [
        ("a4", Paper("a4", 210, 297)),
        (" Letter ", Paper("letter", 215.9, 279.4)),
        ("LEGAL", Paper("legal", 215.9, 355.6)),
        ("a3", Paper("a3", 297, 420)),
        ("tabloid", Paper("tabloid", 279.4, 431.8)),
        ("210x297", Paper("210x297", 210, 297)),
        ("100 × 148.5 mm", Paper("100x148.5", 100, 148.5)),
        ("10cm x 148mm", Paper("100x148", 100, 148)),
        ("297*210", Paper("297x210", 297, 210)),
        ("a4+letter", Paper("a4+letter", 210, 279.4)),
        (" Letter + A4 ", Paper("letter+a4", 210, 279.4)),
        ("a3+tabloid", Paper("a3+tabloid", 279.4, 420)),
        ("a4+8.5x11in", Paper("a4+215.9x279.4", 210, 279.4)),
    ],
)
def test_found(text: str, paper: Paper):
    assert find_paper(text) == paper


@pytest.mark.parametrize("text", ["8.5in x 11in", "8.5inx11in", "8.5x11in", "8.5 X 11 in"])
def test_inches(text: str):
    name, w, h = find_paper(text)
    assert (name, w, h) == ("215.9x279.4", pytest.approx(215.9), pytest.approx(279.4))


@pytest.mark.parametrize(
    "text", ["a44", "", "210", "210x", "210x297x3", "-210x297", "1e9x20", "1.2.3x40", "20furlongx30"]
)
def test_what_is_no_paper(text: str):
    with pytest.raises(UsageError) as caught:
        find_paper(text)
    assert str(caught.value) == (
        f'there is no paper "{text}" '
        "(there are: letter, a4, legal, tabloid, a3; a4+letter for both; or give width x height: 210x297, 8.5in x 11in)"
    )


@pytest.mark.parametrize(
    "text, size",
    [
        ("19.9x100", "19.9 × 100 mm"),
        ("100x2001", "100 × 2001 mm"),
        ("0x0", "0 × 0 mm"),
        ("8.5mm x 11in", "8.5 × 279.4 mm"),
        (f"100x{'9' * 400}", "100 × inf mm"),
    ],
)
def test_absurd_sizes(text: str, size: str):
    with pytest.raises(UsageError) as caught:
        find_paper(text)
    assert str(caught.value) == f'paper "{text}" is {size}: each side must measure from 20 mm to 2000 mm'


def test_known_papers_stand_upright():
    assert [paper for paper in known_papers().values() if paper.w > paper.h] == []


def test_what_is_no_paper_among_two():
    with pytest.raises(UsageError, match='there is no paper "lettre"'):
        find_paper("a4+lettre")
