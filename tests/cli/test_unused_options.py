"""A word where a choice does nothing: about what was typed, in one line, and only then."""

import inspect
from pathlib import Path

import pytest
from facts import read_facts
from nightly import every
from printed import GAME
from running import Run
from tiny_game import change, write

from pnp.build.printing import FOR_SHEETS


def notes(run: Run, options: str) -> list[str]:
    """Return the options that a build, which succeeds, notes to be without effect, with its reasons."""
    built = run("build", "tiny", *options.split())
    assert built.code == 0, built.err
    found = read_facts(built.err)
    assert all(each[:3] == (f"{GAME}:1:1", "note", "PNP460") for each in found) and not built.notices, built.err
    return [line[line.index("--") :] for line in built.err.splitlines()]


@pytest.mark.parametrize(
    ("options", "said"),
    every(
        3,
        [
            ("--format png", []),
            ("--format png --dpi 30 --ink full --only cards --bleed no --bleed auto --draft", []),
            ("--format png --paper a4", ["--paper (pictures lie on no sheet)"]),
            (
                "--format png --dpi 30 --copies 2 --skip 1 --no-instructions --sides duplex --safe",
                ["--sides, --safe, --copies, --skip, --no-instructions (pictures lie on no sheet)"],
            ),
            ("--format png --printer office --marked both", ["--printer, --marked (pictures lie on no sheet)"]),
            ("--dpi 600", ["--dpi (only pictures have pixels)"]),
            ("--text", ["--text (only SVG files can keep it)"]),
            ("--format svg --text", []),
            (
                "--format json --dpi 30 --text",
                ["--dpi (only pictures have pixels); --text (only SVG files can keep it)"],
            ),
            ("--flip long", ["--flip (--sides fronts prints one side of the paper)"]),
            ("--flip short --sides fold --marks lines", ["--flip (--sides fold prints one side of the paper)"]),
            ("--flip short --sides duplex", []),
            ("--flip short --sides backs", []),
            ("--marked fronts", ["--marked (--sides fronts prints no others)"]),
            ("--marked both", ["--marked (--sides fronts prints no others)"]),
            ("--marked backs", []),  # which leaves fronts without any
            ("--marked backs --sides backs", ["--marked (--sides backs prints no others)"]),
            ("--marked fronts --sides backs", []),
            ("--marked fronts --sides duplex", []),
            ("--marked fronts --sides fold --marks lines", []),
            ("--marked fronts --marks none --sides duplex", ["--marked (--marks none has none)"]),
            ("--together yes", []),
            ("--together no --only coins", ["--together (only coins is printed)"]),
            ("--together no --pieces one", ["--together (only cards is printed)"]),
            (
                "--dpi 600 --only cards --together yes --flip long",
                [
                    "--dpi (only pictures have pixels); --flip (--sides fronts prints one side of the paper); "
                    "--together (only cards is printed)"
                ],
            ),
        ],
        unpack=True,
    ),
)
@pytest.mark.usefixtures("office")
def test_all_in_one_line(options: str, said: list[str], run: Run) -> None:
    assert notes(run, options) == said


@pytest.mark.usefixtures("tiny")
def test_only_what_was_typed(run: Run) -> None:
    Path("pnp.toml").write_text('[build]\nmarks = "lines"\nsafe = true\ndpi = 30\nbleed = "yes"\nflip = "short"\n')
    assert notes(run, "") == []
    assert notes(run, "--format png") == []
    assert notes(run, "--format png --marks none") == ["--marks (pictures lie on no sheet)"]
    assert notes(run, "--format png --no-safe") == ["--no-safe (pictures lie on no sheet)"]


SETUP = """\
players: [2, 3]
zones:
  pile: {title: Pile, starts: cards, face: down}
  table: {title: Table, face: up}
steps:
  - {id: mix, say: Shuffle all cards., do: [{shuffle: pile}, {move: all, from: pile, to: table}]}
"""


def test_players_without_a_sheet_that_tells_them_the_setup(tiny: Path, run: Run) -> None:
    write(tiny, "card_data/tiny/setup.yaml", SETUP)
    coin = '<face><text x="3" y="6" w="14" h="8">{{ setup.seats }}</text></face>\n'
    write(tiny, "layouts/tiny/coin.xml.j2", coin)
    said = ["--players (nothing that is printed tells the setup)"]
    for format in ("pdf", "png"):
        assert notes(run, f"--players 3 --format {format}") == []
        assert notes(run, f"--players 3 --format {format}") == [], "nor where it is known to be fine"
        assert notes(run, f"--players 3 --format {format} --only cards") == said
    assert run("show", "tiny", "coins", "--players", "3").err == ""
    assert run("show", "tiny", "one", "--players", "3").lines == [f"{GAME}:1:1 PNP460 options=--players"]


@pytest.mark.parametrize("format", ["pdf", "png"])
@pytest.mark.usefixtures("tiny")
def test_bleed_where_none_is_declared(format: str, run: Run) -> None:
    def noted(*options: str) -> list[str]:
        built = run("build", "tiny", "--format", format, "--bleed", *options)
        assert built.code == 0
        return built.lines

    assert noted("yes") == [f"{GAME}:6:3 PNP461 component=cards"]
    assert noted("yes", "--only", "coins") == [f"{GAME}:15:3 PNP461 component=coins"]
    assert noted("auto") == noted("no") == []


def test_bleed_of_one_component_is_enough(tiny: Path, run: Run) -> None:
    change(tiny, GAME, "size: 20mm", "size: 20mm\n    bleed: 2mm")
    change(tiny, GAME, "size: 40 x 60", "size: 40 x 60\n    cut: false")
    assert run("build", "tiny", "--bleed", "yes").err == ""
    assert "PNP461" in run("build", "tiny", "--bleed", "yes", "--only", "cards").err


def test_bleed_is_missed_where_something_is_cut(tiny: Path, run: Run) -> None:
    change(tiny, GAME, "size: 40 x 60", "size: 40 x 60\n    cut: false")
    assert run("build", "tiny", "--bleed", "yes").facts == [f"{GAME}:16:3 PNP461 component=coins"]


def test_what_nobody_wants_to_read_can_be_ignored(tiny: Path, run: Run) -> None:
    change(tiny, GAME, "  cards:\n    title", "  cards:  # pnp: ignore PNP461\n    title")
    assert run("build", "tiny", "--bleed", "yes").err == ""
    assert run("check", "tiny").err == "", "a check can't know what is asked of builds"


def test_each_option_of_a_build_is_for_sheets_or_for_pictures_too() -> None:
    from pnp.cli.commands.build import command

    both = {
        *(
            "game",
            "language",
            "ink",
            "only",
            "modules",
            "overlay",
            "pieces",
            "where",
            "players",
            "bleed",
            "format",
            "dpi",
            "text",
        ),
        *("draft", "every", "watch", "out", "project", "json", "cache", "jobs", "executor", "since", "opens"),
        "all_warnings",
    }
    assert set(inspect.signature(command).parameters) == {"ctx", *both, *FOR_SHEETS}
