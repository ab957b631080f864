"""`pnp new --from cards.csv`: a column of pictures that lie beside the table, not all of which are found."""

from pathlib import Path

import pytest
from PIL import Image
from saying import Run

ROWS = "Name,Picture\nOwl,owl.png\nFox,Fox.PNG\nElk,elc.png\nEmu,\nElf,elc.png\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text(ROWS)
    for name in ("owl", "fox"):
        Image.new("RGB", (600, 600)).save(tmp_path / f"{name}.png")
    return tmp_path


def test_a_picture_that_is_missing_is_told_and_the_others_are_copied(here: Path, run: Run) -> None:
    Image.new("RGB", (600, 600)).save(here / "elk.png")
    made = run("new", "mine", "--from", "cards.csv")
    assert made.out.splitlines()[3:6] == [
        "  Name     name: what cards are called, and their ids are made of (id: auto)",
        "  Picture  picture: a picture, copied",
        "    row 4: there is no elc.png beside the table (did you mean elk.png?)",
    ]
    assert (made.code, made.err) == (
        1,
        "pnp: mine is made, and can be built once you put elc.png into card_data/mine (or no cell of the table there "
        "names one that is missing): pnp check mine looks again\n",
    )
    told = run("check", "mine").facts
    assert told[0].startswith("card_data/mine/cards.csv:4:5 PNP112 path=picture file=elc.png"), told
    game = here / "card_data/mine"
    assert {path.name for path in game.glob("*.[pP]*")} == {"owl.png", "Fox.PNG"}
    (game / "elc.png").write_bytes((here / "elk.png").read_bytes())
    built = run("build", "mine")
    assert (built.code, " error " in built.err) == (0, False), built.err


def test_two_files_that_differ_by_capitals_are_no_guess(here: Path, run: Run) -> None:
    (here / "FOX.png").write_bytes((here / "fox.png").read_bytes())
    if len([*here.glob("*.png")]) < 3:
        pytest.skip("this disk knows no capitals")
    made = run("new", "mine", "--from", "cards.csv")
    assert "    row 3: there is no Fox.PNG beside the table" in made.out


def test_names_of_no_file_at_all_are_left_out(here: Path, run: Run) -> None:
    for path in here.glob("*.png"):
        path.unlink()
    made = run("new", "mine", "--from", "cards.csv")
    assert "left out: names of pictures like " in made.out
    assert ", none of which lies beside the table\n" in made.out
