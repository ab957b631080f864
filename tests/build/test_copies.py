"""Copies of a piece that differ: each is placed once, whichever side says which one it is, whoever drew it."""

from pathlib import Path

import pytest
from facts import read_facts
from tiny_game import change, write_tiny

from pnp.build.laying_out import lay_out
from pnp.build.pipeline import build
from pnp.build.preparing import load, localise
from pnp.build.record import make_record
from pnp.build.results import SILENT, Result
from pnp.io.project import Project
from pnp.load import find_project
from pnp.model.options import Options
from pnp.proof.differences import Reprint

COPY = '<text x="4" y="50" w="32" h="6">copy {{ piece.copy }} of {{ piece.copies }}</text></face>'
CARDS = "card_data/tiny/cards.yaml"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    return find_project(write_tiny(tmp_path / "project"))


def _says(project: Project, *templates: str) -> None:
    """Which copy it is, on these."""
    for template in templates:
        change(project.root, f"layouts/tiny/{template}.xml.j2", "</face>", COPY)


def _lay_out_cards(project: Project) -> Result:
    options = Options("tiny", only=("cards",))
    prepared = localise(load(project, options), options)
    assert prepared
    return lay_out(prepared, None, SILENT)


def _labels(project: Project) -> list[tuple[str, str]]:
    return [(leaf.front.label, leaf.back.label if leaf.back else "") for leaf in _lay_out_cards(project).leaves]


TWO = ("cards/two", "cards/two back")


@pytest.mark.parametrize(
    ("templates", "labels"),
    [
        ([], [("cards/one", "cards/one back"), TWO]),
        (["card"], [("cards/one copy 1", "cards/one back"), ("cards/one copy 2", "cards/one back"), TWO]),
        (["back"], [("cards/one", "cards/one copy 1 back"), ("cards/one", "cards/one copy 2 back"), TWO]),
        (
            ["card", "back"],
            [("cards/one copy 1", "cards/one copy 1 back"), ("cards/one copy 2", "cards/one copy 2 back"), TWO],
        ),
    ],
)
def test_only_sides_that_say_which_one_they_are_differ(
    project: Project, templates: list[str], labels: list[tuple[str, str]]
) -> None:
    _says(project, *templates)
    assert _labels(project) == labels
    assert _labels(project) == labels, "as they are known from before"


def _copy_lines(project: Project, out: Path, **asked: object) -> list[list[str]]:
    """Return the lines about copies, page by page."""
    from pypdfium2 import PdfDocument

    result = build(project, Options("tiny", only=("cards",), instructions=False, **asked), out)  # type: ignore[arg-type]
    assert result.files, result.problems
    with PdfDocument(result.files[0]) as pdf:
        pages = [page.get_textpage().get_text_range() for page in pdf]
    return [[line for line in page.splitlines() if line.startswith("copy")] for page in pages]


def test_each_is_printed_once_with_its_own_back(project: Project, tmp_path: Path) -> None:
    _says(project, "card", "back")
    copies = ["copy 1 of 2", "copy 2 of 2", "copy 1 of 1"]
    fronts, backs = _copy_lines(project, tmp_path / "out", sides="duplex")
    assert sorted(fronts) == sorted(backs) == sorted(copies)
    (twice,) = _copy_lines(project, tmp_path / "twice", copies=2)
    assert sorted(twice) == sorted(copies * 2)


def test_whoever_draws_them_the_file_is_the_same(project: Project, tmp_path: Path) -> None:
    _says(project, "card", "back")
    files = []
    for number, asked in enumerate(({"jobs": 1}, {}, {"cache": False, "jobs": 1}, {"cache": False, "jobs": 2})):
        options = Options("tiny", sides="duplex", **asked)  # type: ignore[arg-type]
        files.append(build(project, options, tmp_path / str(number)).files[0].read_bytes())
    assert len(set(files)) == 1


def test_what_is_wrong_with_all_copies_is_said_once(project: Project) -> None:
    _says(project, "card")
    change(project.root, "layouts/tiny/card.xml.j2", 'h="6"', 'h="6" wrap="all"')
    for _ in range(2):
        (told,) = read_facts(_lay_out_cards(project).problems)
        assert (told.code, told.about, told.values["name"]) == ("PNP206", "cards/one and 1 more", "wrap")
        assert '"all"' in told.values["what"]


def test_a_record_has_each_of_their_faces_and_how_many_there_are(project: Project) -> None:
    _says(project, "card", "back")
    one, two = make_record(_lay_out_cards(project)).pieces
    assert one.copies == 2
    assert [face.side for face in one.faces] == ["copy 1", "copy 2", "copy 1 back", "copy 2 back"]
    assert [face.side for face in two.faces] == ["front", "back"]


def test_what_is_new_since_a_record_is_printed(project: Project) -> None:
    _says(project, "card")
    before = make_record(_lay_out_cards(project))
    change(project.root, CARDS, "name: Second", "name: Second\n  copies: 2")
    chosen = Reprint(before)(_lay_out_cards(project)).leaves
    assert [leaf.front.label for leaf in chosen] == ["cards/two copy 1", "cards/two copy 2"]
