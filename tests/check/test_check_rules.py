"""Each mistake in the games of projects/bad is reported by its rule, where and how the comment at its line says."""

from pathlib import Path

import pytest
from expected_problems import assert_as_expected, expected_problems

from pnp.check import check_game, rules
from pnp.load import load_game
from pnp.model.game import Game
from pnp.model.problem import Problem
from pnp.model.project import Project

TESTS = Path(__file__).parents[1]
BAD = TESTS / "check" / "projects" / "bad"


def checked(root: Path, game_id: str) -> tuple[Game, list[Problem]]:
    project = Project(root, root)
    game, problems = load_game(project, game_id)
    assert problems == []
    assert game is not None
    return game, check_game(game, project)


def test_mistakes_are_reported_at_their_lines() -> None:
    _, problems = checked(BAD, "market")
    assert_as_expected(BAD, (BAD / "card_data" / "market").glob("*.yaml"), problems)


def test_a_good_game_has_no_problems() -> None:
    assert checked(TESTS / "load" / "projects" / "good", "night-market")[1] == []


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.name)
def test_each_rule_has_a_mistake_to_find_and_explains_itself(rule) -> None:
    expected = expected_problems(BAD, (BAD / "card_data" / "market").glob("*.yaml"))
    assert any(rule.code.id in line for line in expected), f"no file of projects/bad has a {rule.code.id}"
    assert "Bad:  " in rule.code.doc and "Good: " in rule.code.doc


def test_rules_are_found_by_their_files() -> None:
    files = {path.stem for path in (TESTS.parent / "pnp" / "check").glob("*.py") if path.stem[0] != "_"}
    assert {rule.name for rule in rules()} == files


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
    (tmp_path / "layouts" / "f.j2").write_text("<face/>")
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
    (tmp_path / "layouts" / "f.j2").write_text("<face/>")
    _, problems = checked(tmp_path, "small")
    expected = 'card_data/small/b.yaml:1:18: error PNP112 "art": owl.png leads out of the game\'s folder'
    assert [str(problem) for problem in problems] == [expected]
