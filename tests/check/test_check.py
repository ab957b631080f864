"""Each mistake in the games of projects/bad is reported by its check, where and how the comment at its line says.

Games of projects/bad-faces have mistakes that only show on finished faces. projects/good has a game of the same name
for each, with everything as it should be.
"""

from dataclasses import replace
from pathlib import Path

import pytest
from expected_problems import assert_as_expected, expected_problems
from looked_at import check_faces
from tiny_game import write

from pnp.build.loading import load_game
from pnp.check import CHECKS, check_game
from pnp.check.faces import FACE_CHECKS
from pnp.diagnostics.codes import read_explanation
from pnp.diagnostics.report import Report, drop_consequences
from pnp.io.project import Project
from pnp.layout.editions import Layout
from pnp.load import load_fonts, load_style
from pnp.localise import make_edition
from pnp.localise.edition import fill_texts, template_data
from pnp.model.game import Game
from pnp.model.options import INKS
from pnp.model.problem import Code, Problem

TESTS = Path(__file__).parents[1]
PROJECTS = TESTS / "check" / "projects"
BAD, BAD_FACES, GOOD = PROJECTS / "bad", PROJECTS / "bad-faces", PROJECTS / "good"
SMALL = """\
title: Small
version: "1"
languages: [en]
ICONS
components:
  b: {title: B, data: b.yaml, fields: {icon: icon, colour: text}, size: tile, front: f.j2}
"""
EACH = [(check.code, BAD) for checks in CHECKS.values() for check in checks]
EACH_OF_FACES = [(check.code, BAD_FACES) for checks in FACE_CHECKS.values() for check in checks]


def checked(root: Path, game_id: str) -> tuple[Game, list[Problem]]:
    project = Project(root, root)
    game, problems = load_game(project, game_id)
    assert problems == []
    assert game is not None
    return game, check_game(game, project)


def checked_faces(root: Path, game_id: str, *inks: str) -> list[Problem]:
    """Return what is wrong with the faces, when all else is right."""
    project = Project(root, TESTS.parent)
    game, wrong = load_game(project, game_id)
    assert game is not None
    style, wrong_style = load_style(project, *game.ids)
    fonts, wrong_fonts = load_fonts(project)
    assert [*wrong, *wrong_style, *wrong_fonts] == []
    found: list[Problem] = []
    for ink in inks or ("low",):
        edition, wrong = fill_texts(make_edition(game, "", ink, ()))
        assert wrong == []
        edition = replace(edition, told=template_data(edition, 0))
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


@pytest.mark.nightly  # tests/games build each of them and look at what is reported
@pytest.mark.parametrize("game_id", games(TESTS.parent))
def test_games_that_come_with_pnp_have_no_problems(game_id: str) -> None:
    project = Project(TESTS.parent, TESTS.parent)
    assert Report(project).add(checked(TESTS.parent, game_id)[1]).problems == []
    assert checked_faces(TESTS.parent, game_id, *INKS) == []


@pytest.mark.parametrize(("code", "root"), [*EACH, *EACH_OF_FACES], ids=lambda value: getattr(value, "id", None))
def test_each_check_has_a_mistake_to_find_and_explains_itself(code: Code, root: Path) -> None:
    expected = [line for game_id in games(root) for line in expected_problems(root, files(root, game_id))]
    assert any(code.id in line for line in expected), f"no file of {root.name} has a {code.id}"
    text = read_explanation(code.id).text
    assert "Bad:  " in text and "Good: " in text


def test_checks_are_found_by_their_modules() -> None:
    folder = TESTS.parent / "pnp" / "check"
    for found, path in ((CHECKS, folder), (FACE_CHECKS, folder / "faces")):
        assert set(found) == {file.stem.replace("_", "-") for file in path.glob("*.py") if file.stem[0] != "_"}
        assert all(found.values())
    codes = [code for code, _ in (*EACH, *EACH_OF_FACES)]
    assert len(codes) == len(set(codes))


def test_problems_name_the_piece() -> None:
    _, problems = checked(BAD, "market")
    subjects = {(problem.code, problem.subject) for problem in problems}
    assert {("PNP110", "seasons/spring"), ("PNP112", "creatures/elk"), ("PNP116", "creatures/elc")} <= subjects


def test_that_nothing_uses_something_follows_from_what_could_not_be_read(tmp_path: Path) -> None:
    """Whatever else is wrong is found as ever."""
    write(tmp_path, "card_data/small/game.yaml", SMALL.replace("ICONS", "icons: {dot: dot.svg, star: star.svg}"))
    write(tmp_path, "card_data/small/b.yaml", "- {id: one, icon: dto, cloour: red}\n")
    write(tmp_path, "layouts/f.j2", '<face><icon name="{{ piece.icon }}"/></face>')
    for name in ("dot", "star"):
        write(tmp_path, f"card_data/small/{name}.svg", "<svg/>")
    project = Project(tmp_path, tmp_path)
    game, loaded = load_game(project, "small")
    assert game is not None
    assert [problem.code for problem in loaded] == ["PNP030"]
    found = check_game(game, project, loaded)
    unused = dict.fromkeys(("PNP140", "PNP142", "PNP143"), loaded[0])
    assert {problem.code: problem.cause for problem in found} == {"PNP111": None, **unused}
    assert [problem.code for problem in drop_consequences([*loaded, *found])] == ["PNP030", "PNP111"]
    assert {problem.cause for problem in check_game(game, project)} == {None}
