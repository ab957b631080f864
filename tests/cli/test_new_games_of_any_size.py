"""What `pnp new` begins with, after its size and its bleed were changed in game.yaml."""

import re
from pathlib import Path

import pytest
from nightly import every
from PIL import Image
from pypdfium2 import PdfDocument
from running import Run

from pnp.importing.new_games import list_looks

CARDS = """\
Name,Suit,Value,Weight,Text
Guard,Court,1,12 kg,Name a card and look at a hand of your choice.
Priest,Church,2,3 kg,Look at a hand.
Baron,Court,3,4 kg,Compare hands with another player and pay.
King,Court,6,1 kg,Trade hands with another player of your choice.
Bishop,Church,5,2 kg,Draw two.
"""
TOKENS = "Symbol,Copies,Value,Kind\nCoin,6,1,Gold\nStar,4,5,Gold\nHeart,3,2,Beast\n"
SIZES = {"poker-inch": 63.5, "bridge": 56, "tarot": 70}
DIAMETERS = {"poker-inch": 25.4, "bridge": 20, "tarot": 45}
BLEED = 3.175


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text(CARDS)
    (tmp_path / "tokens.csv").write_text(TOKENS)
    return tmp_path


def resize(game: Path, size: str, bleed: float = BLEED) -> None:
    text = re.sub(r"(?m)^    bleed: .*\n", "", game.read_text())
    text = re.sub(r"(?m)^    size: .*", f"    size: {size}\n    bleed: {bleed}mm", text)
    game.write_text(text)


def white_edges(picture: Image.Image) -> list[tuple[int, int]]:
    """Pixels of the outermost two rows and columns that have no ink."""
    seen, (w, h) = picture.convert("RGB"), picture.size
    rows = [(x, y) for x in range(w) for y in (0, 1, h - 2, h - 1)]
    columns = [(x, y) for y in range(h) for x in (0, 1, w - 2, w - 1)]
    return [at for at in rows + columns if min(seen.getpixel(at)) > 253]


BEGINNINGS = {
    "a table": ["--from", "cards.csv"],
    **{look: ["--look", look] for look in list_looks()},
    **{f"{look} and a table": ["--from", "cards.csv", "--look", look] for look in list_looks() if look != "tokens"},
    "tokens and a table": ["--from", "tokens.csv", "--look", "tokens"],
}


@pytest.mark.parametrize("size", every(3, SIZES))
@pytest.mark.parametrize("beginning", every(2, BEGINNINGS))
def test_grounds_fill_the_bleed_at_any_size(beginning: str, size: str, here: Path, run: Run) -> None:
    assert run("new", "mine", *BEGINNINGS[beginning]).code == 0
    is_round = "tokens" in beginning
    resize(here / "card_data/mine/game.yaml", f"{DIAMETERS[size]}mm" if is_round else size)
    assert run("check", "mine", "--strict") == (0, "mine: no problems\n", "")
    built = run("build", "mine", "--ink", "full", "--format", "png", "--bleed", "yes", "--dpi", "150")
    assert (built.code, built.err) == (0, "")
    pictures = sorted((here / "output/mine/en").glob("*/*/*.png"))
    assert len(pictures) >= 6
    wide = (DIAMETERS if is_round else SIZES)[size]
    for path in pictures:
        picture = Image.open(path)
        assert picture.width == round((wide + 2 * BLEED) / 25.4 * 150)
        assert white_edges(picture) == [], path.name


@pytest.mark.nightly
def test_grounds_of_the_small_game_fill_any_bleed(here: Path, run: Run) -> None:
    assert run("new", "mine").code == 0
    game = here / "card_data/mine/game.yaml"
    text = game.read_text()
    changed = re.sub(r"(?m)^    bleed: .*", "    bleed: 3.175mm", text.replace("size: poker ", "size: poker-inch ", 1))
    assert changed.count("bleed: 3.175mm") > 1 and "size: poker-inch" in changed
    game.write_text(changed)
    words = ("--only", "creatures,tiles", "--ink", "full", "--format", "png", "--bleed", "yes", "--dpi", "100")
    assert run("build", "mine", *words).code == 0
    pictures = sorted((here / "output/mine/en").glob("*/*/*.png"))
    assert len(pictures) > 20
    assert [path.name for path in pictures if white_edges(Image.open(path))] == []


def test_a_blank_card_keeps_its_margin_at_any_size(here: Path, run: Run) -> None:
    run("new", "mine", "--blank")
    resize(here / "card_data/mine/game.yaml", "tarot", 0)
    assert run("build", "mine", "--format", "png", "--dpi", "254").code == 0
    picture = Image.open(next((here / "output/mine/en").glob("*/*/lantern.png"))).convert("L")
    dark = [(x, y) for x in range(picture.width) for y in range(picture.height) if picture.getpixel((x, y)) < 128]
    xs, ys = [x for x, _ in dark], [y for _, y in dark]
    assert (min(xs), picture.width - 1 - max(xs)) == pytest.approx((28, 28), abs=1)
    assert (min(ys), picture.height - 1 - max(ys)) == pytest.approx((28, 28), abs=1)


def test_landscape_pictures_cover_the_arch(here: Path, run: Run) -> None:
    Image.new("RGB", (900, 600), (255, 0, 0)).save(here / "wide.png")
    rows = CARDS.replace("Text\n", "Text,Picture\n").replace(".\n", ".,wide.png\n")
    (here / "cards.csv").write_text(rows)
    run("new", "mine", "--from", "cards.csv", "--look", "portrait")
    assert run("build", "mine", "--ink", "full", "--format", "png", "--dpi", "254").code == 0
    picture = Image.open(next((here / "output/mine/en").glob("*/*/guard.png"))).convert("RGB")
    for x, y in [(31.5, 9), (11, 25), (52, 25), (11, 45), (31.5, 45), (52, 45)]:
        assert picture.getpixel((round(x * 10), round(y * 10))) == (255, 0, 0), (x, y)


@pytest.mark.parametrize("look", ["portrait", "text-heavy", "big-art"])
def test_a_field_that_no_column_fills_is_not_there(look: str, here: Path, run: Run) -> None:
    (here / "cards.csv").write_text(re.sub(r"(Weight|\d+ kg),", "", CARDS))
    assert run("new", "mine", "--from", "cards.csv", "--look", look).code == 0
    assert run("check", "mine", "--strict") == (0, "mine: no problems\n", "")
    fields = re.findall(r"(?m)^      (\w+): (?:integer|\{type)", (here / "card_data/mine/game.yaml").read_text())
    filled = {"portrait": ["guild", "cost"], "text-heavy": ["kind"], "big-art": ["number"]}[look]
    instead = [] if look == "text-heavy" else ["art"]
    assert sorted(fields) == sorted(["name", "text", *filled, *instead])
    assert run("build", "mine").code == 0
    said = "".join(page.get_textpage().get_text_range() for page in PdfDocument("output/mine/en/mine-low-a4.pdf"))
    assert "".join(said.split()).count("COURT") == (0 if look == "big-art" else 3)
