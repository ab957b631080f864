"""Files that are missing, out of bounds, or no text."""

import os
from pathlib import Path

import pytest
from facts import facts, list_facts

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.load import limits
from pnp.model.problem import FileError, LimitError

LINE = "game.yaml:9:11 "


def test_missing_file(load) -> None:
    game, problems = load("cards.yaml", None)
    assert problems == [LINE + 'PNP001 name="cards.yaml"']
    assert game.components["cards"].pieces == ()


def test_missing_file_with_a_similar_one(load, tmp_path: Path) -> None:
    folder = tmp_path / "card_data" / "small"
    folder.mkdir(parents=True)
    (folder / "cards.yaml").write_text("[]")
    assert load("Cards.yaml", None)[1] == [LINE + 'PNP001 name="Cards.yaml" ~meant=cards.yaml']


@pytest.mark.parametrize(
    "name", ["../secret.yaml", "/etc/passwd", "art/../../secret.yaml", '"..\\\\secret.yaml"', "C:secret.yaml"]
)
def test_paths_out_of_the_folder_are_refused(load, tmp_path: Path, name: str) -> None:
    (tmp_path / "card_data").mkdir()
    (tmp_path / "card_data" / "secret.yaml").write_text("- {id: secret}")
    game, problems = load(name, None)
    shown = name.strip('"').replace("\\\\", "\\")
    assert problems == [LINE + f"PNP002 name=\"{shown}\" why='leads out of the game's folder'"]
    assert game.components["cards"].pieces == ()


def test_a_link_out_of_the_folder_is_refused(load, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("- {id: secret}")
    folder = tmp_path / "card_data" / "small"
    folder.mkdir(parents=True)
    (folder / "cards.yaml").symlink_to(tmp_path / "secret.yaml")
    assert load("cards.yaml", None)[1] == [LINE + "PNP002 name=\"cards.yaml\" why='leads out of the game's folder'"]


def test_a_link_inside_the_folder_is_followed(load, tmp_path: Path) -> None:
    folder = tmp_path / "card_data" / "small"
    folder.mkdir(parents=True)
    (folder / "real.yaml").write_text("- {id: owl}")
    (folder / "cards.yaml").symlink_to("real.yaml")
    game, problems = load("cards.yaml", None)
    assert problems == []
    assert [piece.id for piece in game.components["cards"].pieces] == ["owl"]


def test_a_game_file_that_is_a_link_out_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "card_data" / "small"
    folder.mkdir(parents=True)
    (tmp_path / "elsewhere.yaml").write_text("title: Elsewhere")
    (folder / "game.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    game, problems = load_game(Project(tmp_path, tmp_path), "small")
    assert game is None
    expected = "card_data/small/game.yaml PNP002 name=\"game.yaml\" why='leads out of the game's folder'"
    assert list_facts(problems) == [expected]


def test_a_named_pipe_does_not_hang(load, tmp_path: Path) -> None:
    folder = tmp_path / "card_data" / "small"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "cards.yaml")
    assert load("cards.yaml", None)[1] == [LINE + 'PNP001 name="cards.yaml"']


def test_an_endless_file_name_is_only_missing(load) -> None:
    name = "é" * 190 + ".yaml"
    assert load(name, None)[1] == [LINE + f'PNP001 name="{"é" * 39}…"']


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
def test_not_utf8(load, start: bytes) -> None:
    _, problems = load(
        "cards.yaml", start + "# größer\n- id: gr\xf6sser".encode("latin-1").replace(b"\xf6\xdf", b"oss")
    )
    assert problems == ["cards.yaml:2:9 PNP003 byte='byte 0xf6'"]


def test_utf16(load) -> None:
    _, problems = load("cards.yaml", "- id: owl\n".encode("utf-16"))
    assert problems == ["cards.yaml:1:1 PNP003 byte='byte 0xff'"]


@pytest.mark.parametrize("name", ["cards.yaml", "cards.csv"])
@pytest.mark.parametrize("content", ["", " \n\n"])
def test_empty_file(load, name: str, content: str) -> None:
    assert load(name, content)[1] == [f"{name}:1:1 PNP004"]


def test_a_file_of_comments_is_empty(load) -> None:
    assert load("cards.yaml", "# nothing yet\n---\n")[1] == ["cards.yaml:1:1 PNP004"]


def test_a_file_without_pieces(load) -> None:
    assert load("cards.yaml", "[]")[1] == ["cards.yaml:1:1 PNP102"]
    assert load("cards.csv", "id,name\n")[1] == ["cards.csv:1:1 PNP102"]


@pytest.mark.parametrize("name", ["cards.yaml", "cards.csv"])
def test_control_characters(load, name: str) -> None:
    _, problems = load(name, "id\nxx\x07\n")
    assert problems == [rf"{name}:2:3 PNP005 sign=\x07"]


def test_a_file_that_is_too_large(load) -> None:
    with pytest.raises(LimitError) as raised:
        load("cards.yaml", "#" * (limits.FILE_BYTES + 1))
    assert facts(str(raised.value)) == "card_data/small/cards.yaml:1:1 PNP006 largest='8 MB'"


def test_a_file_that_cannot_be_read(load, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def refuse(path: Path, *args, **kwargs):
        if Path(path).name == "cards.yaml":
            raise PermissionError(13, "Permission denied")
        return real(path, *args, **kwargs)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(FileError, match=r"^card_data/small/cards.yaml: can't be read: Permission denied$"):
        load("cards.yaml", "[]")


def test_game_files_without_structure_give_no_game(load) -> None:
    game, problems = load(content=None, game="- a list")
    assert game is None
    assert problems == ["game.yaml:1:1 PNP020 wanted='a mapping' found='a list'"]
    game, problems = load(content=None, game="")
    assert (game, problems) == (None, ["game.yaml:1:1 PNP004"])


def test_folders_are_parted_by_slashes(load) -> None:
    (problem,) = load("data\\cards.yaml", None)[1]
    assert problem == LINE + "PNP002 name=\"data\\cards.yaml\" why='has a backslash'"
