"""`pnp show`: the faces of one piece, or several pieces side by side."""

from pathlib import Path

import pytest
from running import Run
from tiny_game import change, write

FOLDER = "output/tiny/en/tiny-low-300dpi"


def test_front_and_back_as_pictures_of_their_size(tiny: Path, run: Run) -> None:
    from PIL import Image

    assert run("show", "tiny", "one") == (0, f"{FOLDER}/cards/one.png\n{FOLDER}/cards/one_back.png\n", "")
    for side in ("one", "one_back"):
        with Image.open(f"{FOLDER}/cards/{side}.png") as picture:
            assert picture.size == (round(40 / 25.4 * 300), round(60 / 25.4 * 300))


def test_options(tiny: Path, run: Run) -> None:
    words = ("show", "tiny", "cards/three", "--with", "more", "--ink", "full", "--dpi", "40", "--out", "there")
    folder = "there/tiny/en/tiny-full-40dpi-more/cards"
    assert run(*words) == (0, f"{folder}/three.png\n{folder}/three_back.png\n", "")


@pytest.mark.usefixtures("tiny")
def test_several_side_by_side_with_each_back_once(run: Run) -> None:
    from PIL import Image

    assert run("show", "tiny", "one", "two", "--dpi", "50") == (0, "output/tiny/en/tiny-low-one-two.png\n", "")
    with Image.open("output/tiny/en/tiny-low-one-two.png") as picture:
        assert picture.size == (round(136 / 25.4 * 50), round(72 / 25.4 * 50)), "two fronts, one back, names below"
        assert picture.getpixel((60, 40)) == (255, 255, 255)
        assert picture.getpixel((100, 40))[0] == 0xDD, "the back comes after the first front that has it"


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(
    ("words", "file"),
    [
        (["*"], "pieces"),
        (["cards/*"], "cards"),
        (["t*", "coins"], "t-coins"),
        (["--where", "name == 'First'"], "name-First"),
    ],
)
def test_patterns_and_conditions(words: list[str], file: str, run: Run) -> None:
    assert run("show", "tiny", *words, "--dpi", "30") == (0, f"output/tiny/en/tiny-low-{file}.png\n", "")


@pytest.mark.usefixtures("tiny")
def test_no_piece_at_all(run: Run) -> None:
    assert run("show", "tiny") == (2, "", "pnp: missing argument PIECE: which is it (pnp proof shows all of them)\n")


def test_more_than_a_picture_holds(tiny: Path, run: Run) -> None:
    write(tiny, "card_data/tiny/cards.yaml", "".join(f"- {{id: c{n}, name: Card}}\n" for n in range(200)))
    said = run("show", "tiny", "c*").err
    assert said == "pnp: 202 faces side by side: 200 are the most (pnp proof shows them all)\n"


def test_an_id_that_two_have_shows_both(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/cards.yaml", "id: one", "id: coins")
    assert run("show", "tiny", "coins", "--dpi", "40").out.count(".png\n") == 3
    assert run("show", "tiny", "coins/coins", "--dpi", "40").out.count(".png\n") == 1


def test_only_its_own_mistakes_matter(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/cards.yaml", "Take a [dot].", "Take a [dott].")
    assert run("show", "tiny", "two", "--dpi", "40").code == 0
    shown = run("show", "tiny", "one", "--dpi", "40")
    assert (shown.code, shown.out) == (1, "")
    assert shown.err.splitlines()[-1] == (
        "pnp: 1 error: nothing drawn (pnp explain CODE says more; --draft goes on all the same)"
    )
    assert run("show", "tiny", "one", "--dpi", "40", "--draft").code == 0


def test_a_picture_too_large_for_any_memory(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/game.yaml", "size: 20mm\n    shape: circle", "size: 600mm")
    assert run("show", "tiny", "coins", "--dpi", "1200") == (
        4,
        "",
        "pnp: 600 mm × 600 mm at 1200 dpi makes 28346 × 28346 pixels (at most 400 million)\n",
    )


@pytest.mark.parametrize("words", [("build", "tiny", "--format", "png"), ("show", "tiny", "one")])
def test_a_file_in_the_way(words: tuple[str, ...], tiny: Path, run: Run) -> None:
    Path("output/tiny/en").mkdir(parents=True)
    Path(FOLDER).write_text("mine")
    assert run(*words) == (
        3,
        "",
        f"pnp: {FOLDER}/cards/one.png: cannot be written: a file is in the way of its folder\n",
    )
