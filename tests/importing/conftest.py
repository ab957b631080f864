"""Finished things: `cards` is a folder of small pictures to stand beside, `deck` a PDF with a card on each page."""

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Dictionary
from PIL import Image
from running_sheets import MM, Deck
from saying import Run

SIZE = (744, 1039)  # 63 × 88 mm at 300 dpi


@pytest.fixture
def picture(tmp_path: Path) -> Callable[..., Path]:
    """`picture("cards/owl.png", "#ff0000", (744, 1039), dpi=(300, 300))`."""

    def make(name: str, colour: str = "#cc3333", size: tuple[int, int] = SIZE, **saved: object) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", size, colour).save(path, **saved)
        return path

    return make


@pytest.fixture
def cards(picture: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Goblin three times, owl with a back of its own, one back for all."""
    monkeypatch.chdir(tmp_path)
    for name, colour in {
        "3x goblin": "#cc3333",
        "owl-front": "#3333cc",
        "owl-back": "#33cc33",
        "back": "#555555",
    }.items():
        picture(f"cards/{name}.png", colour)
    return tmp_path / "cards"


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Deck:
    """`deck("1 0 0", "0 1 0", w=63, h=88)`: a PDF with a page in each colour, or with what lines of operators draw in
    millimetres from the bottom left corner; other entries of all pages."""
    monkeypatch.chdir(tmp_path)

    def make(*colours: str, name: str = "deck.pdf", w: float = 63, h: float = 88, **entries: object) -> Path:
        pdf = pikepdf.new()
        for colour in colours:
            page = pdf.add_blank_page(page_size=(w * MM, h * MM))
            drawn = colour if "\n" in colour else f"{colour} rg 0 0 {w} {h} re f" if colour else ""
            page.Contents = pdf.make_stream(f"{MM} 0 0 {MM} 0 0 cm {drawn}".encode("latin-1") if colour else b"")
            page.Resources = Dictionary()
            for key, value in entries.items():
                page[f"/{key}"] = value
        pdf.save(tmp_path / name)
        return tmp_path / name

    return make


@pytest.fixture
def sheet(run_whole: Run) -> Run:
    """`sheet("cards", "--size", "poker")`."""
    return lambda *words: run_whole("sheet", *words)
