"""Contact sheets as somebody reads them: in the text of the PDF, and in its pictures."""

from collections import Counter
from contextlib import closing

import pytest
from changing import change
from PIL import Image, ImageChops
from pypdfium2 import PdfDocument
from tiny_game import write

from pnp.impose.press import find_paper
from pnp.io.project import Project
from pnp.model.options import Options
from pnp.model.problem import UsageError
from pnp.proof.contact_sheets import choose_grid, contact_sheets
from pnp.proof.details import make_handout
from pnp.proof.session import ProofSession


def pages(project: Project, language: str = "", paper: str = "a4") -> list[str]:
    """Return the text of each contact sheet."""
    given = make_handout(ProofSession(project, Options("inn", language=language, jobs=1)))
    with closing(PdfDocument(contact_sheets(project, given, find_paper(paper)))) as pdf:
        assert all(page.get_size()[0] < page.get_size()[1] for page in pdf)
        return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in pdf]


def test_each_piece_is_there_once_with_its_place(project: Project) -> None:
    found = pages(project)
    lines = Counter(line.strip() for page in found for line in page.split("\n"))
    for label, place in [
        ("guests/smith", "guests.yaml:2:3"),
        ("guests/widow", "guests.yaml:6:3"),
        ("rooms/red", "rooms.csv:2:1"),
        ("rooms/blue", "rooms.csv:3:1"),
    ]:
        assert lines[label] == 1
        assert lines[place] == 1
    assert lines["Back of 2"] == 1
    assert len(found) == 3


def test_the_head_says_which_of_how_many(project: Project) -> None:
    found = pages(project, "de")
    for number, page in enumerate(found, 1):
        assert f"{number} / {len(found)}" in page
        assert "Inn" in page
        assert "1 · en → de · low ink" in page


def test_the_summary_comes_first(project: Project) -> None:
    change(project, "guests.yaml", "Take a coin.", "Take [gold] now.")
    first = pages(project)[0]
    assert "Guests" in first
    assert "PNP" in first
    assert "On the whole" in first


def test_problems_stand_beside_their_piece(project: Project) -> None:
    write(project.root, "layouts/inn/back.xml.j2", "<face/>\n")
    change(project, "guests.yaml", "Give a coin.", "Give [gold] now.")
    change(project, "rooms.csv", "Blue", "Blue [sky]")
    guests, rooms = (page.replace("\n", " ") for page in pages(project)[1:])
    assert guests.count("PNP") == rooms.count("PNP") == 1
    assert guests.index("guests/smith") < guests.index("guests/widow") < guests.index("PNP")
    assert "there is no icon gold" in guests
    assert "there is no icon sky" in rooms


def test_both_languages_with_their_sizes(project: Project) -> None:
    change(project, "locale/de.po", "Nimm eine Münze.", "Nimm dir bitte eine Münze oder auch deren zwei")
    guests = "\n".join(pages(project, "de")[1:])
    said = guests.replace("\n", " ")
    assert "Der Schmied" in said and "The Smith" in said
    assert "of 9 pt" in said
    assert "untranslated" in said


def test_a_text_with_signs_that_mean_something_prints_as_it_is(project: Project) -> None:
    evil = "<b>&[coin] x* <script> {% if"
    change(project, "guests.yaml", "name: The Widow", f'name: "{evil}"')
    assert evil in "\n".join(pages(project)).replace("\n", " ")


def test_a_paper_that_is_too_small(project: Project) -> None:
    with pytest.raises(UsageError, match="contact sheets need"):
        pages(project, paper="148x210")


@pytest.mark.parametrize("paper", ["letter", "a3"])
def test_other_papers(paper: str, project: Project) -> None:
    assert "guests/smith" in "\n".join(pages(project, paper=paper))


def test_faces_lie_where_they_belong_at_their_scale(project: Project) -> None:
    """Red fronts that are as large as their cards: as many patches as pieces, each as wide as the grid says."""
    write(project.root, "layouts/inn/guest.xml.j2", '<face><rect width="40" height="60" fill="#ff0000"/></face>\n')
    given = make_handout(ProofSession(project, Options("inn", only=("guests",), jobs=1)))
    with closing(PdfDocument(contact_sheets(project, given, find_paper("a4")))) as pdf:
        image = pdf[1].render(scale=2).to_pil().convert("RGB")
    per_mm = image.width / 210
    grid = choose_grid((210 - 24, 297 - 24 - 13), (40, 60), 1)
    for number in range(2):
        cell = grid.place(number)
        left, top, right, bottom = (
            each * per_mm for each in (12 + cell.x, 25 + cell.y, 12 + cell.right, 25 + cell.bottom)
        )
        found = red(image.crop((round(left), round(top), round(right), round(bottom))))
        assert found[2] - found[0] == pytest.approx(40 * grid.scale * per_mm, abs=2)
        assert found[3] - found[1] == pytest.approx(60 * grid.scale * per_mm, abs=2)
        assert max(found[:2]) < 3


def red(image: Image.Image) -> tuple[int, int, int, int]:
    """Return the box around the red parts."""
    full = image.getchannel("R").point(lambda level: 255 if level > 200 else 0)
    none = image.getchannel("G").point(lambda level: 255 if level < 60 else 0)
    box = ImageChops.multiply(full, none).getbbox()
    assert box is not None
    return box
