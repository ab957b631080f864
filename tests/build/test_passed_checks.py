"""A game that passed all checks the last time isn't judged again, unless something that it is made of has changed."""

from pathlib import Path

import pytest
from inn_game import PO, fill, write_inn
from tiny_game import change, write_tiny

from pnp.build import laying_out, untranslated
from pnp.build.pipeline import build, check
from pnp.build.translating import begin_catalogue
from pnp.io.project import Project
from pnp.load import find_project
from pnp.model.options import Options


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    return find_project(write_tiny(tmp_path / "project"))


def test_a_game_that_was_fine_is_not_checked_again(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    ordinary = laying_out.check_game
    monkeypatch.setattr(laying_out, "check_game", lambda *game: [seen.append("checked"), ordinary(*game)][1])

    def checked() -> int:
        seen.clear()
        check(project, Options("tiny"))
        return len(seen)

    change(project.root, "card_data/tiny/game.yaml", "art/dot.svg", "art/dott.svg")
    assert (checked(), checked()) == (1, 1), "something is wrong with it"
    change(project.root, "card_data/tiny/game.yaml", "art/dott.svg", "art/dot.svg")
    assert (checked(), checked()) == (1, 0)
    change(project.root, "card_data/tiny/cards.yaml", "name: Second", "name: Other")
    assert checked() == 1


def test_a_translation_with_nothing_to_say_is_not_judged_again_by_builds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    project = find_project(write_inn(tmp_path / "project"))
    begin_catalogue(project, "inn", "de")
    fill(project.root / PO)
    change(project.root, PO, "för each guest", "je Gast")
    judged: list[str] = []
    ordinary = untranslated.find_untranslated
    monkeypatch.setattr(untranslated, "find_untranslated", lambda *game: [judged.append("judged"), ordinary(*game)][1])

    def times(**asked: object) -> int:
        judged.clear()
        build(project, Options("inn", language="de", **asked), tmp_path / "out")  # type: ignore[arg-type]
        return len(judged)

    assert (times(), times()) == (1, 0)
    change(project.root, PO, 'msgstr "Bröth"', 'msgstr "Bröth "')
    assert (times(pieces=("tart",)), times(), times()) == (1, 1, 1), "what isn't printed isn't said, and isn't fine"
