"""Two processes make and find what one does, to the letter; a check keeps no faces."""

import os
from pathlib import Path
from unittest.mock import patch

import pytest
from laid import lay_out
from listing import listing
from tiny_game import change, write, write_tiny

from pnp.build import pieces
from pnp.build.pipeline import check
from pnp.build.results import Result
from pnp.files.project import Project
from pnp.load import find_project
from pnp.model.options import Options
from pnp.model.problem import LimitError, UsageError

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

REPOSITORY = Path(__file__).parents[2]
PROJECTS = REPOSITORY / "tests" / "check" / "projects"
BAD = [
    (folder, game.name) for folder in ("bad", "bad-faces") for game in sorted(PROJECTS.glob(f"{folder}/card_data/*"))
]


@pytest.fixture(autouse=True)
def any_work_is_worth_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "_WORTH_A_PROCESS", 0.0)


def said(laid: Result) -> tuple[list[str], list[str]]:
    return [repr(problem) for problem in laid.problems], [repr(problem) for problem in laid.ignored]


def drawn(laid: Result) -> list[str]:
    return [listing(face) for leaf in laid.leaves for face in (leaf.front, leaf.back) if face]


def by_one(project: Project, options: Options) -> Result:
    with patch.object(pieces, "can_fork", lambda: False):
        return lay_out(project, options)


@pytest.mark.parametrize(("folder", "game"), BAD)
def test_two_find_what_one_finds(folder: str, game: str) -> None:
    project = Project(PROJECTS / folder, REPOSITORY)
    for ink in ("low", "full"):
        alone = by_one(project, Options(game, ink=ink))
        for find in (check, check, lay_out):  # the second time it is known which pieces are fine
            assert said(find(project, Options(game, ink=ink))) == said(alone)
        assert alone.problems


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return find_project(write_tiny(tmp_path))


def many(project: Project, template: str, back: str = "<face/>", count: int = 40) -> Options:
    """A game whose one component has very many pieces, every fifth with a longer text."""
    texts = ("short", "short", "rather long", "short", "[nothing] at all")
    write(project.root, "card_data/tiny/game.yaml", MANY)
    entries = [f"- {{id: c{n}, text: '{texts[n % 5]}'}}" for n in range(count)]
    write(project.root, "card_data/tiny/cards.yaml", "\n".join(entries))
    write(project.root, "layouts/tiny/card.xml.j2", template)
    write(project.root, "layouts/tiny/back.xml.j2", back)
    return Options("tiny")


MANY = """\
title: Many
languages: [en]
components:
  cards:
    title: Cards
    data: cards.yaml
    size: poker
    front: card.xml.j2
    back: back.xml.j2
    fields: {text: text}
"""


def test_what_many_pieces_have_in_common_is_said_once_however_they_were_shared_out(project: Project) -> None:
    options = many(
        project,
        '<face><text of="text" w="8" h="4" size="4mm" min="4mm"/><text y="20" fill="#eeeeee">pale</text><rct/></face>',
        '<face><text size="3pt" min="3pt">small</text><icon name="nobody"/></face>',
    )
    alone = by_one(project, options)
    by_two = lay_out(project, options)
    assert drawn(by_two) == drawn(alone)
    assert said(by_two) == said(check(project, options)) == said(alone)
    messages = [problem.message for problem in by_two.problems]
    assert any(message.startswith("cards/c0 and 39 more: ") and "rct" in message for message in messages)
    assert any(message.startswith("cards/c0 and 39 more: “pale” has a contrast") for message in messages)
    assert any(message.startswith("cards/c0 and 39 more: “small” is printed at 3 pt") for message in messages)
    (missing,) = [problem for problem in by_two.problems if "nothing" in problem.message]
    assert len(missing.places) == 8


def test_leaves_are_not_kept(project: Project) -> None:
    options = many(project, "<face/>")
    laid = check(project, options)
    assert (laid.leaves, laid.problems) == ((), lay_out(project, options).problems)
    assert laid.edition is not None


def test_both_processes_count(project: Project) -> None:
    steps: list[tuple[str, int, int]] = []
    check(project, many(project, "<face/>"), lambda *step: steps.append(step))
    assert [done for _, done, _ in steps] == sorted({done for _, done, _ in steps})
    assert {(what, total) for what, _, total in steps} <= {("laying out", 40)}


@pytest.mark.parametrize("piece", ["c0", "c20", "c39"])
def test_what_stops_everything_is_the_same_wherever_it_came_to_light(project: Project, piece: str) -> None:
    endless = "{% macro again() %}{{ again() }}{% endmacro %}"
    options = many(project, f"{endless}<face>{{% if piece.id == '{piece}' %}}{{{{ again() }}}}{{% endif %}}</face>")
    messages = []
    for find in (by_one, lay_out, check):
        with pytest.raises(LimitError) as caught:
            find(project, options)
        messages.append(str(caught.value))
    assert len(set(messages)) == 1
    with pytest.raises(UsageError):
        check(project, Options("tinny"))


def test_a_game_that_cannot_be_read_is_told_as_ever(project: Project) -> None:
    change(project.root, "card_data/tiny/game.yaml", "components:", "compnents:")
    assert said(check(project, Options("tiny"))) == said(lay_out(project, Options("tiny")))


def test_more_than_memory_is_worth_one_process_lays_out(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "TOO_MANY_TO_COPY", 39)
    monkeypatch.setattr(pieces, "shared", never)
    assert len(lay_out(project, many(project, "<face/>")).leaves) == 40


def never(*_: object) -> list[object]:
    raise AssertionError("a second process was asked for")


def test_where_nothing_can_be_copied_one_process_checks(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "can_fork", lambda: False)
    monkeypatch.setattr(pieces, "shared", never)
    assert check(project, many(project, "<face/>")).leaves == ()


def test_of_very_many_pieces_several_are_taken_at_once(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "_STRETCHES", 7)
    options = many(project, '<face><text of="text" w="8" h="4" size="4mm" min="4mm"/></face>')
    assert said(check(project, options)) == said(by_one(project, options))
    assert drawn(lay_out(project, options)) == drawn(by_one(project, options))
