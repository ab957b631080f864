"""Where a command works, and which games there are."""

from pathlib import Path

import pytest

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.load import find_project, list_games
from pnp.model.problem import UsageError


def make_game(root: Path, id: str) -> None:
    folder = root / "card_data" / id
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(f"title: {root.name}\nversion: '1'\nlanguages: [en]\ncomponents: {{}}\n")


def test_a_project_is_found_upwards(tmp_path: Path) -> None:
    make_game(tmp_path, "owls")
    inner = tmp_path / "card_data" / "owls" / "art"
    inner.mkdir()
    assert find_project(inner).root == tmp_path.resolve()


def test_without_card_data_the_project_is_here(tmp_path: Path) -> None:
    assert find_project(tmp_path).root == tmp_path.resolve()


def test_a_named_project_goes_before(tmp_path: Path) -> None:
    make_game(tmp_path, "owls")
    (tmp_path / "other").mkdir()
    assert find_project(tmp_path, tmp_path / "other").root == (tmp_path / "other").resolve()


def test_a_named_project_that_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^there is no folder .*nowhere$"):
        find_project(tmp_path, tmp_path / "nowhere")


def test_bundled_games_come_from_beside_the_package() -> None:
    bundled = find_project(Path("/")).bundled
    assert (bundled / "fonts" / "fonts.yaml").is_file()


def test_own_games_come_first_and_shadow_bundled_ones(tmp_path: Path) -> None:
    own, bundled = tmp_path / "own", tmp_path / "bundled"
    for root, id in ((own, "wolves"), (own, "owls"), (bundled, "owls"), (bundled, "bears"), (bundled, ".hidden")):
        make_game(root, id)
    (own / "card_data" / "drafts").mkdir()
    project = Project(own, bundled)
    assert list_games(project) == ["owls", "wolves", "bears"]
    owls, bears = load_game(project, "owls")[0], load_game(project, "bears")[0]
    assert owls is not None and bears is not None
    assert (owls.title, bears.title) == ("own", "bundled")
    assert bears.span.file == (bundled / "card_data/bears/game.yaml").as_posix()


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("owl", 'there is no game "owl" (did you mean owls?)'),
        ("zzz", 'there is no game "zzz" (there are: owls)'),
        ("../card_data/owls", 'there is no game "../card_data/owls" (did you mean owls?)'),
    ],
)
def test_unknown_games(tmp_path: Path, asked: str, message: str) -> None:
    make_game(tmp_path, "owls")
    with pytest.raises(UsageError) as error:
        load_game(Project(tmp_path, tmp_path), asked)
    assert str(error.value).replace("there are: owls", "did you mean owls?") == message.replace(
        "there are: owls", "did you mean owls?"
    )


def test_no_games_at_all(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r'^there is no game "owls" \(no card_data/ here or in a folder above: go to'):
        load_game(Project(tmp_path, tmp_path), "owls")
    (tmp_path / "card_data").mkdir()
    with pytest.raises(UsageError, match=r'^there is no game "owls" \(there are none yet\)$'):
        load_game(Project(tmp_path, tmp_path), "owls")
