"""Each mistake in the games of projects/bad is reported by its rule, where and how the comment at its line says.

Games of projects/bad-faces have mistakes that only show on finished faces. projects/good has a game of the same name
for each, with everything as it should be.
"""

from dataclasses import replace
from pathlib import Path

import pytest
from expected_problems import assert_as_expected, expected_problems

from pnp.check import check_game, rules
from pnp.check.faces import check_faces, face_rules
from pnp.ignoring import without_ignored
from pnp.layout import Layout
from pnp.load import load_fonts, load_game, load_style
from pnp.localise import make_edition
from pnp.model.choices import INKS
from pnp.model.game import Game
from pnp.model.problem import Problem
from pnp.model.project import Project
from pnp.speaking import with_texts
from pnp.telling import tellings

TESTS = Path(__file__).parents[1]
PROJECTS = TESTS / "check" / "projects"
BAD, BAD_FACES, GOOD = PROJECTS / "bad", PROJECTS / "bad-faces", PROJECTS / "good"
RULES = [(rule, BAD) for rule in rules()] + [(rule, BAD_FACES) for rule in face_rules()]


def checked(root: Path, game_id: str) -> tuple[Game, list[Problem]]:
    project = Project(root, root)
    game, problems = load_game(project, game_id)
    assert problems == []
    assert game is not None
    return game, check_game(game, project)


def checked_faces(root: Path, game_id: str, *inks: str) -> list[Problem]:
    """What is wrong with the faces, when all else is right."""
    project = Project(root, TESTS.parent)
    game, wrong = load_game(project, game_id)
    assert game is not None
    style, wrong_style = load_style(project, *game.ids)
    fonts, wrong_fonts = load_fonts(project)
    assert [*wrong, *wrong_style, *wrong_fonts] == []
    found: list[Problem] = []
    for ink in inks or ("low",):
        edition, wrong = with_texts(make_edition(game, "", ink, ()))
        assert wrong == []
        edition = replace(edition, told=tellings(edition, 0))
        layout = Layout(edition, style, fonts, project)
        leaves, wrong = layout.leaves(lambda component, piece: bool(component.front))
        assert wrong == []
        found += check_faces(edition, leaves, style)
    return found


def games(root: Path) -> list[str]:
    return sorted(path.name for path in (root / "card_data").iterdir())


def files(root: Path, game_id: str) -> list[Path]:
    folder = root / "card_data" / game_id
    return sorted([*folder.glob("*.yaml"), *folder.rglob("*.svg")])


@pytest.mark.parametrize("game_id", games(BAD))
def test_mistakes_are_reported_at_their_lines(game_id: str) -> None:
    assert_as_expected(BAD, files(BAD, game_id), checked(BAD, game_id)[1])


@pytest.mark.parametrize("game_id", games(BAD_FACES))
def test_mistakes_of_faces_are_reported_at_their_lines(game_id: str) -> None:
    assert_as_expected(BAD_FACES, files(BAD_FACES, game_id), checked_faces(BAD_FACES, game_id))


def test_each_bad_game_has_a_good_one() -> None:
    assert {*games(BAD), *games(BAD_FACES)} == {*games(GOOD)}


@pytest.mark.parametrize("game_id", games(GOOD))
def test_good_games_have_no_problems(game_id: str) -> None:
    assert checked(GOOD, game_id)[1] == []
    assert checked_faces(GOOD, game_id) == []


def test_the_good_game_of_loading_has_no_problems() -> None:
    assert checked(TESTS / "load" / "projects" / "good", "night-market")[1] == []


@pytest.mark.parametrize("game_id", games(TESTS.parent))
def test_games_that_come_with_pnp_have_no_problems(game_id: str) -> None:
    assert without_ignored(checked(TESTS.parent, game_id)[1], Project(TESTS.parent, TESTS.parent)) == []
    assert checked_faces(TESTS.parent, game_id, *INKS) == []


@pytest.mark.parametrize(("rule", "root"), RULES, ids=lambda value: getattr(value, "name", None))
def test_each_rule_has_a_mistake_to_find_and_explains_itself(rule, root: Path) -> None:
    expected = [line for game_id in games(root) for line in expected_problems(root, files(root, game_id))]
    assert any(rule.code.id in line for line in expected), f"no file of {root.name} has a {rule.code.id}"
    assert "Bad:  " in rule.code.doc and "Good: " in rule.code.doc


def test_rules_are_found_by_their_files() -> None:
    folder = TESTS.parent / "pnp" / "check"
    for found, path in ((rules(), folder), (face_rules(), folder / "faces")):
        assert {rule.name for rule in found} == {file.stem for file in path.glob("*.py") if file.stem[0] != "_"}


def test_problems_name_the_piece() -> None:
    _, problems = checked(BAD, "market")
    subjects = {(problem.code, problem.subject) for problem in problems}
    assert {("PNP110", "seasons/spring"), ("PNP112", "creatures/elk"), ("PNP116", "creatures/elc")} <= subjects


def test_a_component_whose_file_is_missing_is_not_reported_again_by_each_reference(tmp_path: Path) -> None:
    folder = tmp_path / "card_data" / "small"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "title: T\nversion: '1'\nlanguages: [en]\ncomponents:\n"
        "  a: {title: A, data: none.yaml, fields: {x: text}}\n"
        "  b: {title: B, data: b.yaml, fields: {a: {type: reference, to: a}}, size: tile, front: f.j2}\n"
    )
    (folder / "b.yaml").write_text("- {id: one, a: x}\n- {id: two, a: y}\n")
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "f.j2").write_text("<face>{{ piece.a.x }}</face>")
    project = Project(tmp_path, tmp_path)
    game, problems = load_game(project, "small")
    assert [problem.code for problem in problems] == ["PNP001"]
    assert game is not None
    assert check_game(game, project) == []


def test_art_behind_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "card_data" / "small"
    folder.mkdir(parents=True)
    (tmp_path / "secret.png").write_bytes(b"")
    (folder / "owl.png").symlink_to(tmp_path / "secret.png")
    (folder / "game.yaml").write_text(
        "title: T\nversion: '1'\nlanguages: [en]\ncomponents:\n"
        "  b: {title: B, data: b.yaml, fields: {art: picture}, size: tile, front: f.j2}\n"
    )
    (folder / "b.yaml").write_text("- {id: one, art: owl.png}\n")
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "f.j2").write_text("<face>{{ piece.art }}</face>")
    _, problems = checked(tmp_path, "small")
    expected = 'card_data/small/b.yaml:1:18: error PNP112 "art": owl.png leads out of the game\'s folder'
    assert [str(problem) for problem in problems] == [expected]
