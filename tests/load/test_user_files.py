"""Files that players write: finished tables, selections, overlays."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.build.loading import load_chosen
from pnp.build.playing import read_user_file
from pnp.io.project import Project
from pnp.load.examples_file import ReadFile, is_user_file
from pnp.localise import make_edition
from pnp.model.patch import apply_modules
from pnp.model.problem import FileError
from pnp.model.span import Span
from pnp.model.values import Record

GOOD = Path(__file__).parent / "projects" / "good"
PROJECT = Project(GOOD, GOOD)

Read = Callable[..., ReadFile]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def write_and_read(text: str, game: str = "") -> ReadFile:
        file = tmp_path / "mine.yaml"
        file.write_text(text, encoding="utf-8")
        return read_user_file(PROJECT, file, game)

    return write_and_read


def lines(found: ReadFile) -> list[str]:
    return [str(problem).rpartition("/")[2] for problem in found.problems]


def test_a_finished_table(read: Read) -> None:
    found = read("game: moon-race\nred: 2\nround: 7\nplayers:\n- {name: Ann, side: sun, tiles: [t1]}\n")
    assert lines(found) == []
    written = found.written
    assert written is not None
    assert (written.kind, written.game, written.modules) == ("score", "moon-race", ())
    assert written.values == {"red": 2, "round": 7}
    assert written.players == (Record({"name": "Ann", "tiles": ("t1",), "side": "sun"}),)
    assert written.places["players.0.tiles.0"] == Span(written.span.file, 5, 34)


def test_with_modules_of_an_expansion_there_is_more_to_say(read: Read) -> None:
    text = "game: moon-race\nwith: [stars]\nred: 2\nstar: up\nplayers: [{name: Ann, side: stars, tiles: [s1]}]\n"
    found = read(text)
    assert lines(found) == []
    assert found.written is not None
    assert (found.written.modules, found.written.values["star"]) == (("stars",), "up")


def test_a_selection_of_a_game_named_elsewhere(read: Read) -> None:
    found = read("selection: fleet\nside: moon\nkeep: [t2, t1]\n", "moon-race")
    assert lines(found) == []
    assert found.written is not None
    assert (found.written.kind, found.written.selection) == ("selection", "fleet")
    assert found.written.values == {"side": "moon", "keep": ("t2", "t1")}
    assert found.game is not None
    assert found.game.id == "moon-race"


@pytest.mark.parametrize(
    ("text", "game", "expected"),
    [
        (
            "selection: fleet\n",
            "",
            ['1:1: error PNP032 "game" is missing (there are: moon-race, moon-race-night, night-market)'],
        ),
        ("game: moon-rice\n", "", ['1:7: error PNP104 there is no game "moon-rice" (did you mean moon-race?)']),
        ("game: moon-race\n", "night-market", ["1:7: error PNP104 the file is for moon-race, not for night-market"]),
        (
            "side: moon\nkeep: [t2, t1]\n",
            "moon-race",
            ['1:1: error PNP032 "selection" is missing: the file is no finished table of moon-race (there are: fleet)'],
        ),
        (
            "selection: fleet\nwith: [short]\nside: moon\nkeep: [t1, t2]\n",
            "moon-race",
            ['4:12: error PNP104 "keep.1" names nothing in tiles: t2 (the module short leaves it out)'],
        ),
        ("red: 1\n", "night-market", ["1:1: error PNP104 night-market has no victory.yaml to judge a table by"]),
        (
            "selection: flete\n",
            "moon-race",
            ['1:12: error PNP104 moon-race has no selection "flete" (did you mean fleet?)'],
        ),
        (
            "with: [strs]\nred: 1\n",
            "moon-race",
            ["1:7: error PNP104 moon-race has no module strs (did you mean stars?)"],
        ),
        ("[]\n", "moon-race", ["1:1: error PNP020 this must be a mapping, not a list"]),
        (
            "selection: fleet\nside: mooon\nkepe: [t1]\nkeep: [s1, 3]\n",
            "moon-race",
            [
                '2:7: error PNP104 "side" names nothing in sides: mooon (did you mean moon?)',
                '3:1: error PNP030 unknown key "kepe" (did you mean keep?)',
                '4:8: error PNP104 "keep.0" names nothing in tiles: s1 (there are: 3, t1, t2)',
            ],
        ),
        (
            "red: 4\nplayers: [{side: sun}, {name: Ben, side: sun, tiles: [t1, t4]}]\n",
            "moon-race",
            [
                '1:6: error PNP021 "red" is out of range: 4 (1 to 3)',
                '2:11: error PNP032 "players.0.name" is missing',
                '2:59: error PNP104 "players.1.tiles.1" names nothing in tiles: t4 (there are: 3, t1, t2)',
            ],
        ),
    ],
)
def test_what_is_wrong_with_a_file(read: Read, text: str, game: str, expected: list[str]) -> None:
    found = read(text, game)
    assert [line.removeprefix("mine.yaml:") for line in lines(found)] == expected
    assert found.written is None


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(FileError, match=r"^there is no file nowhere\.yaml$"):
        read_user_file(PROJECT, Path("nowhere.yaml"))


def test_files_are_told_from_games() -> None:
    assert [word for word in ("army.yaml", "./army", "moon-race") if is_user_file(word)] == ["army.yaml", "./army"]


def test_an_overlay_changes_a_game(tmp_path: Path) -> None:
    overlay = tmp_path / "mine.yaml"
    overlay.write_text("replace: {tiles: mine-tiles.yaml}\ndrop: {tiles: [t2]}\nrules: mine-rules.yaml\n")
    (tmp_path / "mine-tiles.yaml").write_text("- {id: t1, side: moon}\n")
    (tmp_path / "mine-rules.yaml").write_text("- {id: mine, say: My own., require: 1 == 1}\n")
    game, chosen, problems = load_chosen(PROJECT, "moon-race", ("stars",), overlay)
    assert problems == []
    assert game is not None
    module = game.modules["overlay"]
    assert (chosen, module.label, module.folder) == (("stars", "overlay"), "the overlay", tmp_path)
    assert {"short", "comets"} == module.not_with.keys(), "what isn't chosen can't disagree with it"
    edition = make_edition(game, "", "low", chosen)
    assert edition.modules == ("stars",)
    tiles = {piece.id: piece for piece in edition.components["tiles"].pieces}
    assert [*tiles] == ["t1", "3", "s1", "s2"]
    assert tiles["t1"].fields["side"] == "moon"
    assert "mine" in apply_modules(game, [module]).rules


def test_what_is_wrong_with_an_overlay(tmp_path: Path) -> None:
    overlay = tmp_path / "mine.yaml"
    overlay.write_text("titel: Mine\nadd: {tilse: t.yaml, tiles: t.yaml}\nneeds: [night]\n")
    game, chosen, problems = load_chosen(PROJECT, "moon-race", (), overlay)
    assert [str(problem).rpartition("/")[2] for problem in problems] == [
        'mine.yaml:1:1: error PNP030 unknown key "titel" (did you mean title?)',
        'mine.yaml:2:7: error PNP104 there is no component "tilse" (did you mean tiles?)',
        'mine.yaml:2:22: error PNP001 there is no file "t.yaml" (did you mean mine.yaml?)',
        'mine.yaml:3:9: error PNP104 there is no module "night" (there are: short)',
    ]
    assert game is not None
    assert chosen == ("overlay",)


def test_an_overlay_that_is_not_there_or_no_mapping(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"^there is no file nowhere\.yaml$"):
        load_chosen(PROJECT, "moon-race", (), Path("nowhere.yaml"))
    (tmp_path / "mine.yaml").write_text("[]\n")
    _, chosen, problems = load_chosen(PROJECT, "moon-race", (), tmp_path / "mine.yaml")
    assert [problem.message for problem in problems] == ["this must be a mapping, not a list"]
    assert chosen == ()
