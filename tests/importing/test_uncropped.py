"""Bleed that is there, as it seems, and that nobody has cut off, is told."""

from collections.abc import Callable
from pathlib import Path

import pytest
from facts import facts, list_facts
from running_sheets import Deck, grounds
from saying import Run

Picture = Callable[..., Path]
ListProblems = Callable[..., list[tuple[str, str]]]


@pytest.fixture
def list_problems(sheet: Run, picture: Picture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ListProblems:
    """Provide `list_problems((822, 1122), 300, "--size", "poker")`, facts on a picture, each with its line."""
    monkeypatch.chdir(tmp_path)

    def run(size: tuple[int, int], dpi: int | None, *words: str) -> list[tuple[str, str]]:
        picture("cards/owl.png", size=size, **({"dpi": (dpi, dpi)} if dpi else {}))
        done = sheet("cards", "--no-instructions", *words)
        assert done.code == 0, done.err
        lines = [line.removeprefix("cards/owl.png: ") for line in done.err.splitlines()]
        return [(facts(line), line.rpartition(" (")[2]) for line in lines]

    return run


@pytest.mark.parametrize(
    ("size", "says"),
    [
        ((815, 1110), "size='69 × 93.98 mm' name=poker bleed='3 mm'"),
        ((825, 1125), "size='69.85 × 95.25 mm' name=poker-inch bleed='1/8 inch'"),
        ((1110, 815), "size='93.98 × 69 mm' name=poker bleed='3 mm'"),
    ],
)
def test_by_the_size_that_a_picture_says(size: tuple[int, int], says: str, list_problems: ListProblems) -> None:
    crop = "0.125in" if "inch" in says else "3mm"
    assert list_problems(size, 300) == [(f"PNP418 {says}", f"--crop {crop})")]
    assert not any("PNP418" in fact for fact, _ in list_problems(size, 300, "--crop", crop))


@pytest.mark.parametrize("size", [(744, 1039), (750, 1050), (800, 1000), (900, 1500), (378, 378)])
def test_other_sizes_are_what_they_are(size: tuple[int, int], list_problems: ListProblems) -> None:
    """The last is 32 mm, a quarter of a millimetre more than an inch with 1/8 inch around it."""
    assert list_problems(size, 300) == []


def test_by_the_size_that_is_asked_for(list_problems: ListProblems) -> None:
    lost = "PNP421 size='63 × 88 mm' lost='1.61 mm' where='left and right'"
    ((found, hint),) = list_problems((815, 1110), None, "--size", "63x88")
    assert found == lost and "--crop 3mm" in hint
    lost = "PNP421 size='63 × 88 mm' lost='3 mm' where='left and right'"
    ((found, hint),) = list_problems((900, 1200), None, "--size", "63x88")
    assert found == lost and "--size" in hint and "3mm" not in hint
    says = "PNP418 size='75.99 × 75.99 mm' name='70 × 70 mm' bleed='3 mm'"
    assert list_problems((1795, 1795), 600, "--size", "square") == [(says, "--crop 3mm)")]
    assert list_problems((1795, 1795), None, "--size", "square") == []


def test_of_pages_and_of_cards_on_them(sheet: Run, deck: Deck) -> None:
    says = "deck.pdf PNP418 size='69 × 94 mm' name=poker bleed='3 mm'"
    deck("1 0 0", w=69, h=94)
    (line,) = sheet("deck.pdf", "--no-instructions").err.splitlines()
    assert facts(line) == says and "--crop 3mm" in line
    deck(grounds([(10, 100), (90, 100), (10, 200), (90, 200)], w=69, h=94), w=210, h=297)
    assert list_facts(sheet("deck.pdf", "--no-instructions").err.splitlines()[1:]) == [says]
    assert "PNP418" not in sheet("deck.pdf", "--no-instructions", "--crop", "3mm").err
