"""What can't be printed as it was asked for: one line with what would do, and nothing written."""

from pathlib import Path

import pytest
from printed import GAME, built_json
from running import Run
from tiny_game import change

END = "pnp: 1 error: nothing written (pnp explain CODE says more; --draft goes on all the same)\n"


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (
            f"--sides {sides} --only coins",
            f"15:3: error PNP403 --sides {sides} has nothing to print behind the fronts: coins has no back "
            "(--sides fronts prints them as they are; back: beside a front: in game.yaml gives a component backs)",
        )
        for sides in ("duplex", "fold", "backs")
    ]
    + [
        (
            "--only cards --paper 60x60 --no-instructions",
            "6:3: error PNP400 cards is 40 × 60 mm, larger than the 50 × 50 mm that 60x60 leaves inside 5 mm margins "
            "(--paper letter would do)",
        ),
        (
            "--sides fold --only cards --paper 80x80 --no-instructions",
            "6:3: error PNP400 cards is 40 × 60 mm and folded beside its back, larger than the 70 × 70 mm that 80x80 "
            "leaves inside 5 mm margins (--paper letter would do)",
        ),
        ("--skip 21", "6:3: error PNP405 --skip 21: a sheet of cards has 21 places (--skip 20 at most)"),
        ("--skip 21 --together no", "6:3: error PNP405 --skip 21: a sheet of cards has 21 places (--skip 20 at most)"),
    ],
)
def test_what_cannot_be_printed_so_is_refused(options: str, line: str, tiny: Path, run: Run) -> None:
    assert run("build", "tiny", *options.split()) == (1, "", f"{GAME}:{line}\n{END}")
    assert not Path("output").exists()


def test_a_game_without_backs(tiny: Path, run: Run) -> None:
    change(tiny, GAME, "    back: back.xml.j2\n", "")
    line = (
        "error PNP403 --sides duplex has nothing to print behind the fronts: cards, coins have no back "
        "(--sides fronts prints them as they are; back: beside a front: in game.yaml gives a component backs)"
    )
    assert run("build", "tiny", "--sides", "duplex") == (1, "", f"{GAME}:6:3: {line}\n{END}")


def test_a_board_has_no_places_to_skip(tiny: Path, run: Run) -> None:
    change(tiny, GAME, "size: 20mm\n    shape: circle", "size: 400 x 300")
    line = "error PNP405 --skip 1: a sheet of coins has 1 place (leave it out)"
    assert run("build", "tiny", "--only", "coins", "--skip", "1") == (1, "", f"{GAME}:15:3: {line}\n{END}")


@pytest.mark.usefixtures("office")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--printer offise", 'there is no printer "offise" (did you mean office?)'),
        ("--flip up", 'there is no --flip "up" (there are: long, short)'),
        ("--marked front", 'there is no --marked "front" (did you mean fronts?)'),
        ("--bleed maybe", 'there is no --bleed "maybe" (there are: auto, no, perimeter, yes)'),
        ("--together always", 'there is no --together "always" (there are: auto, no, yes)'),
        ("--pieces on", "tiny has no piece on (did you mean one?)"),
        ("--pieces x*", "tiny has no piece x* (there are: coins, one, two)"),
        ("--pieces coins/one", "tiny has no piece coins/one (did you mean coins/coins?)"),
        ("--pieces one,", "--pieces names nothing"),
        ("--copies 0", "--copies is a whole number from 1 to 99, not 0"),
        ("--copies 100", "--copies is a whole number from 1 to 99, not 100"),
        ("--copies many", "--copies is a whole number from 1 to 99, not many"),
        ("--skip -1", "--skip is a whole number from 0 to 999, not -1"),
        ("--skip 1000", "--skip is a whole number from 0 to 999, not 1000"),
        (
            "--paper a4+a9",
            'there is no paper "a9" (there are: letter, a4, legal, tabloid, a3; a4+letter for both; '
            "or give width x height: 210x297, 8.5in x 11in)",
        ),
    ],
)
def test_what_cannot_be_asked_for(options: str, said: str, tiny: Path, run: Run) -> None:
    assert run("build", "tiny", *options.split()) == (2, "", f"pnp: {said}\n")


def test_a_project_can_set_them(tiny: Path, run: Run) -> None:
    Path("pnp.toml").write_text(
        '[build]\nsides = "duplex"\nflip = "short"\ntogether = "no"\ncopies = 2\nsafe = true\ninstructions = false\n'
    )
    said = built_json(run, "")
    assert (said["printout"]["flip"], said["printout"]["papers"], said["pages"]) == ("short", 2, 4)
    Path("pnp.toml").write_text("[build]\n\ncopies = 0\n")
    line = "pnp.toml:3: --copies is a whole number from 1 to 99, not 0"
    assert run("build", "tiny") == (2, "", f"pnp: {line}\n")
