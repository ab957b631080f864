"""Bleed that is there, as it seems, and that nobody has cut off, is told."""

from collections.abc import Callable
from pathlib import Path

import pytest
from running_sheets import Deck, grounds
from saying import Run

Picture = Callable[..., Path]


@pytest.fixture
def list_messages(
    sheet: Run, picture: Picture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., list[str]]:
    """Provide `list_messages((822, 1122), 300, "--size", "poker")`, what is reported of a picture."""
    monkeypatch.chdir(tmp_path)

    def run(size: tuple[int, int], dpi: int | None, *words: str) -> list[str]:
        picture("cards/owl.png", size=size, **({"dpi": (dpi, dpi)} if dpi else {}))
        done = sheet("cards", "--no-instructions", *words)
        assert done.code == 0, done.err
        return [line.removeprefix("cards/owl.png: ") for line in done.err.splitlines()]

    return run


@pytest.mark.parametrize(
    ("size", "says"),
    [
        ((815, 1110), "69 × 93.98 mm is poker with 3 mm of bleed around it, which is printed as a part of it"),
        (
            (825, 1125),
            "69.85 × 95.25 mm is poker-inch with 1/8 inch of bleed around it, which is printed as a part of it",
        ),
        ((1110, 815), "93.98 × 69 mm is poker with 3 mm of bleed around it, which is printed as a part of it"),
    ],
)
def test_by_the_size_that_a_picture_says(
    size: tuple[int, int], says: str, list_messages: Callable[..., list[str]]
) -> None:
    crop = "0.125in" if "inch" in says else "3mm"
    assert list_messages(size, 300) == [f"note PNP418 {says} (--crop {crop})"]
    assert not any("PNP418" in line for line in list_messages(size, 300, "--crop", crop))


@pytest.mark.parametrize("size", [(744, 1039), (750, 1050), (800, 1000), (900, 1500), (378, 378)])
def test_other_sizes_are_what_they_are(size: tuple[int, int], list_messages: Callable[..., list[str]]) -> None:
    """The last is 32 mm, a quarter of a millimetre more than an inch with 1/8 inch around it."""
    assert list_messages(size, 300) == []


def test_by_the_size_that_is_asked_for(list_messages: Callable[..., list[str]]) -> None:
    lost = "warning PNP421 covers 63 × 88 mm, and 1.61 mm of it are cut off left and right"
    assert list_messages((815, 1110), None, "--size", "63x88") == [f"{lost} (--crop 3mm, if that is bleed)"]
    lost = "warning PNP421 covers 63 × 88 mm, and 3 mm of it are cut off left and right"
    assert list_messages((900, 1200), None, "--size", "63x88") == [f"{lost} (--size, --crop?)"]
    says = "note PNP418 75.99 × 75.99 mm is 70 × 70 mm with 3 mm of bleed around it, which is printed as a part of it"
    assert list_messages((1795, 1795), 600, "--size", "square") == [f"{says} (--crop 3mm)"]
    assert list_messages((1795, 1795), None, "--size", "square") == []


def test_of_pages_and_of_cards_on_them(sheet: Run, deck: Deck) -> None:
    says = "69 × 94 mm is poker with 3 mm of bleed around it, which is printed as a part of it (--crop 3mm)"
    deck("1 0 0", w=69, h=94)
    assert sheet("deck.pdf", "--no-instructions").err == f"deck.pdf: note PNP418 {says}\n"
    deck(grounds([(10, 100), (90, 100), (10, 200), (90, 200)], w=69, h=94), w=210, h=297)
    assert sheet("deck.pdf", "--no-instructions").err.splitlines()[1:] == [f"deck.pdf: note PNP418 {says}"]
    assert "PNP418" not in sheet("deck.pdf", "--no-instructions", "--crop", "3mm").err
