"""What can't be printed as it was asked for: one line with what would do, and nothing written."""

from pathlib import Path

import pytest
from printed import GAME, built_json
from running import Result, Run
from tiny_game import change


def assert_refused(done: Result, line: str) -> None:
    assert (done.code, done.out, done.facts) == (1, "", [f"{GAME}:{line}"])
    assert [each[:14] for each in done.notices] == ["pnp: 1 error: "]
    assert not Path("output").exists()


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (
            f"--sides {sides} --only coins",
            f"15:3 PNP403 sides={sides} components=coins has=has",
        )
        for sides in ("duplex", "fold", "backs")
    ]
    + [
        (
            "--only cards --paper 60x60 --no-instructions",
            "6:3 PNP400 component=cards what='40 × 60 mm' room='50 × 50 mm' paper=60x60 margin='5 mm' adjusted=''",
        ),
        (
            "--sides fold --only cards --paper 80x80 --no-instructions",
            "6:3 PNP400 component=cards what='40 × 60 mm and folded beside its back' room='70 × 70 mm' "
            "paper=80x80 margin='5 mm' adjusted=''",
        ),
        ("--skip 21", "6:3 PNP405 skip=21 component=cards places='21 places'"),
        ("--skip 21 --together no", "6:3 PNP405 skip=21 component=cards places='21 places'"),
    ],
)
def test_what_cannot_be_printed_so_is_refused(options: str, line: str, tiny: Path, run: Run) -> None:
    assert_refused(run("build", "tiny", *options.split()), line)


def test_a_game_without_backs(tiny: Path, run: Run) -> None:
    change(tiny, GAME, "    back: back.xml.j2\n", "")
    line = "PNP403 sides=duplex components=cards, has='coins have'"
    assert_refused(run("build", "tiny", "--sides", "duplex"), f"6:3 {line}")


def test_a_board_has_no_places_to_skip(tiny: Path, run: Run) -> None:
    change(tiny, GAME, "size: 20mm\n    shape: circle", "size: 400 x 300")
    line = "PNP405 skip=1 component=coins places='1 place'"
    assert_refused(run("build", "tiny", "--only", "coins", "--skip", "1"), f"15:3 {line}")


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
