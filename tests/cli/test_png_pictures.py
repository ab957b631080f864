"""`pnp build --format png`: what is cut out is transparent around it, and bleed is shown where it is asked for."""

from pathlib import Path

import pytest
from PIL import Image
from running import Run
from tiny_game import change, write

GAME = "card_data/tiny/game.yaml"
FOLDER = "output/tiny/en/tiny-low-300dpi"


def corner(file: str) -> tuple[str, int]:
    """Return a picture's mode and the opacity of its corner."""
    with Image.open(file) as picture:
        return picture.mode, picture.getpixel((0, 0))[3] if picture.mode == "RGBA" else 255  # type: ignore[index]


@pytest.mark.parametrize(
    ("shape", "found"),
    [
        ("shape: rectangle", ("RGB", 255)),
        ("shape: rounded", ("RGBA", 0)),
        ("shape: rounded\n    corner: 0mm", ("RGB", 255)),
        ("shape: circle", ("RGBA", 0)),
        ("shape: hexagon", ("RGBA", 0)),
        ("shape: rounded\n    cut: false", ("RGB", 255)),
    ],
)
def test_only_what_is_cut_out_is_transparent_around_it(
    shape: str, found: tuple[str, int], tiny: Path, run: Run
) -> None:
    change(tiny, GAME, "shape: circle", shape)
    assert run("build", "tiny", "--format", "png", "--only", "coins").code == 0
    assert corner(f"{FOLDER}/coins/coins.png") == found


def test_one_piece_alone_looks_as_among_all(tiny: Path, run: Run) -> None:
    change(tiny, GAME, "size: 40 x 60", "size: 40 x 60\n    shape: rounded")
    files = [f"{FOLDER}/cards/one.png", f"{FOLDER}/cards/one_back.png"]
    run("build", "tiny", "--format", "png")
    among_all = [Path(file).read_bytes() for file in files]
    run("show", "tiny", "one")
    assert [Path(file).read_bytes() for file in files] == among_all
    assert [corner(file) for file in files] == [("RGBA", 0)] * 2


def test_with_and_without_bleed_side_by_side(tiny: Path, run: Run) -> None:
    change(tiny, GAME, "size: 40 x 60", "size: 63.5 x 88.9\n    shape: rounded\n    bleed: 3.048mm")
    write(
        tiny, "layouts/tiny/back.xml.j2", '<face><rect x="-4" y="-4" width="72" height="98" fill="#dd0000"/></face>\n'
    )
    for options, folder in (("auto", FOLDER), ("no", FOLDER), ("yes", f"{FOLDER}-bleed")):
        built = run("build", "tiny", "--format", "png", "--bleed", options)
        assert built == (0, f"{folder}: 5 pictures\n", "")
    with Image.open(f"{FOLDER}-bleed/cards/one_back.png") as whole, Image.open(f"{FOLDER}/cards/one_back.png") as cut:
        assert (whole.size, cut.size) == ((822, 1122), (750, 1050))
        assert whole.getcolors() == [(822 * 1122, (221, 0, 0))]
        assert corner(f"{FOLDER}/cards/one_back.png") == ("RGBA", 0)
    assert corner(f"{FOLDER}-bleed/coins/coins.png") == ("RGBA", 0), "what declares no bleed is as ever"
