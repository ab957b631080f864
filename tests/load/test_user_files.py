"""Files that players write: finished tables, selections, overlays."""

from collections.abc import Callable
from pathlib import Path

import pytest
from facts import facts
from player_files import read_user_file

from pnp.build.loading import load_chosen
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
    return [facts(problem).rpartition("/")[2] for problem in found.problems]


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
        ("selection: fleet\n", "", ["1:1 PNP032 within=game"]),
        ("game: moon-rice\n", "", ['1:7 PNP104 name="moon-rice" ~meant=moon-race']),
        ("game: moon-race\n", "night-market", ["1:7 PNP104 named=moon-race game=night-market"]),
        ("side: moon\nkeep: [t2, t1]\n", "moon-race", ["1:1 PNP032 game=moon-race"]),
        (
            "selection: fleet\nwith: [short]\nside: moon\nkeep: [t1, t2]\n",
            "moon-race",
            ["4:12 PNP104 path=keep.1 to=tiles value=t2"],
        ),
        ("red: 1\n", "night-market", ["1:1 PNP104 game=night-market"]),
        ("selection: flete\n", "moon-race", ['1:12 PNP104 game=moon-race name="flete" ~meant=fleet']),
        ("with: [strs]\nred: 1\n", "moon-race", ["1:7 PNP104 game=moon-race module=strs ~meant=stars"]),
        ("[]\n", "moon-race", ["1:1 PNP020 wanted='a mapping' found='a list'"]),
        (
            "selection: fleet\nside: mooon\nkepe: [t1]\nkeep: [s1, 3]\n",
            "moon-race",
            [
                "2:7 PNP104 path=side to=sides value=mooon ~meant=moon",
                '3:1 PNP030 key="kepe" ~meant=keep',
                "4:8 PNP104 path=keep.0 to=tiles value=s1",
            ],
        ),
        (
            "red: 4\nplayers: [{side: sun}, {name: Ben, side: sun, tiles: [t1, t4]}]\n",
            "moon-race",
            [
                "1:6 PNP021 path=red value=4",
                "2:11 PNP032 within=players.0.name",
                "2:59 PNP104 path=players.1.tiles.1 to=tiles value=t4",
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
    assert [facts(problem).rpartition("/")[2] for problem in problems] == [
        'mine.yaml:1:1 PNP030 key="titel" ~meant=title',
        'mine.yaml:2:7 PNP104 name="tilse" ~meant=tiles',
        'mine.yaml:2:22 PNP001 name="t.yaml" ~meant=mine.yaml',
        'mine.yaml:3:9 PNP104 name="night"',
    ]
    assert game is not None
    assert chosen == ("overlay",)


def test_an_overlay_that_is_not_there_or_no_mapping(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"^there is no file nowhere\.yaml$"):
        load_chosen(PROJECT, "moon-race", (), Path("nowhere.yaml"))
    (tmp_path / "mine.yaml").write_text("[]\n")
    _, chosen, problems = load_chosen(PROJECT, "moon-race", (), tmp_path / "mine.yaml")
    assert [facts(problem).rpartition("/")[2] for problem in problems] == [
        "mine.yaml:1:1 PNP020 wanted='a mapping' found='a list'"
    ]
    assert chosen == ()
