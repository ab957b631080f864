"""What passed all checks the last time isn't laid out again, unless something that it is made of has changed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from inn_game import PO, fill, write_inn
from tiny_game import change, write, write_tiny

import pnp.check
from pnp.build import judging, pieces
from pnp.build.pipeline import build, check
from pnp.files.project import Project
from pnp.layout import Layout
from pnp.load import find_project
from pnp.model.options import Options
from pnp.translate.catalogues import begin

ALL = ["cards/one", "cards/two", "coins/coins"]

LaidOut = Callable[..., list[str]]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(pieces, "can_fork", lambda: False)  # so that we see who is laid out
    return find_project(write_tiny(tmp_path / "project"))


@pytest.fixture
def laid_out(project: Project, monkeypatch: pytest.MonkeyPatch) -> LaidOut:
    """Checks, and says which pieces had to be laid out for it."""
    seen: list[str] = []
    ordinary = Layout.piece

    def piece(self: Layout, component: object, piece: object) -> object:
        seen.append(piece.label)  # type: ignore[attr-defined]
        return ordinary(self, component, piece)  # type: ignore[arg-type]

    monkeypatch.setattr(Layout, "piece", piece)

    def run(**asked: object) -> list[str]:
        seen.clear()
        check(project, Options("tiny", **asked))  # type: ignore[arg-type]
        return sorted(seen)

    return run


def test_the_second_time_nothing_is_laid_out(laid_out: LaidOut) -> None:
    assert laid_out() == ALL
    assert laid_out() == []


def test_only_the_piece_that_changed(project: Project, laid_out: LaidOut) -> None:
    laid_out()
    change(project.root, "card_data/tiny/cards.yaml", "name: Second", "name: Other")
    assert laid_out() == ["cards/two"]
    change(project.root, "card_data/tiny/cards.yaml", "name: Other", "name: Second")
    assert laid_out() == [], "it is known from before"


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("layouts/tiny/card.xml.j2", 'y="20"', 'y="21"'),
        ("card_data/tiny/art/dot.svg", 'r="5"', 'r="4"'),
        ("card_data/tiny/game.yaml", 'version: "1"', 'version: "2"'),
    ],
)
def test_all_where_what_they_share_has_changed(
    project: Project, laid_out: LaidOut, file: str, old: str, new: str
) -> None:
    laid_out()
    change(project.root, file, old, new)
    assert laid_out() == ALL


@pytest.mark.parametrize("file", ["layouts/tiny/style.yaml", "layouts/shared/style.yaml"])
def test_all_with_another_style(project: Project, laid_out: LaidOut, file: str) -> None:
    laid_out()
    write(project.root, file, "palettes: {low: {ink: '#111111'}}\n")
    assert laid_out() == ALL


def test_each_way_of_printing_by_itself(laid_out: LaidOut) -> None:
    laid_out()
    assert laid_out(ink="full") == ALL
    assert laid_out(modules=("more",)) == ["cards/three"], "what it brings"
    assert laid_out(ink="full") == laid_out() == []


@pytest.mark.parametrize(
    ("reads", "again"),
    [
        ("{% if components.cards %}{% endif %}", []),
        ("{% for id in components %}{% endfor %}", []),
        ("{% if components.cards|length > 1 %}{% endif %}", []),
        ("{% if components.cards[1].rule %}{% endif %}", []),
        ("{% if components['ca' ~ 'rds'][0].name %}{% endif %}", []),
        ("{% if components.cards[1].name %}{% endif %}", ["coins/coins"]),
        ("{% if components.cards|map(attribute='name')|list %}{% endif %}", ["coins/coins"]),
        ("{% if components.cards[1].items()|list %}{% endif %}", ["coins/coins"]),
        ('{% include "other.xml.j2" %}', ["coins/coins"]),
        ('{% import "other.xml.j2" as other with context %}', ["coins/coins"]),
        ("{{ again(components.cards[1]) }}", ["coins/coins"]),
    ],
)
def test_what_looks_at_others_depends_on_just_what_it_reads(
    project: Project, laid_out: LaidOut, reads: str, again: list[str]
) -> None:
    write(project.root, "layouts/tiny/other.xml.j2", "{% if components.cards[1].name %}{% endif %}")
    macro = "{% macro again(of) %}{% if of.name %}{% endif %}{% endmacro %}"
    change(project.root, "layouts/tiny/coin.xml.j2", "<face>", f"{macro}<face>{reads}")
    laid_out()
    change(project.root, "card_data/tiny/cards.yaml", "name: Second", "name: Other")
    assert laid_out() == ["cards/two", *again]
    assert laid_out() == []


def test_who_counts_the_others_depends_on_their_number(project: Project, laid_out: LaidOut) -> None:
    change(project.root, "layouts/tiny/coin.xml.j2", "<face>", "<face>{% if components.cards|length > 1 %}{% endif %}")
    laid_out()
    change(project.root, "card_data/tiny/cards.yaml", "id: two", "id: deux")
    assert laid_out() == ["cards/deux", "coins/coins"]


def test_what_is_wrong_is_looked_at_each_time(project: Project, laid_out: LaidOut) -> None:
    change(project.root, "card_data/tiny/cards.yaml", "rule: Take a [dot].", "rule: Take a [dott].")
    laid_out()
    assert laid_out() == ["cards/one"]


def test_a_file_that_is_broken_or_cannot_be_written_costs_time_only(
    project: Project, laid_out: LaidOut, tmp_path: Path
) -> None:
    laid_out()
    (file,) = (tmp_path / "cache").glob("passed-*/*")
    file.write_bytes(b"x" * 7)
    assert laid_out() == ALL
    file.unlink()
    file.mkdir()
    assert laid_out() == laid_out() == ALL
    assert list(file.parent.iterdir()) == [file], "nothing is left beside it"


def test_a_build_without_problems_leaves_nothing_to_lay_out(
    project: Project, laid_out: LaidOut, tmp_path: Path
) -> None:
    build(project, Options("tiny"), tmp_path / "out")
    assert laid_out() == []
    change(project.root, "card_data/tiny/cards.yaml", "rule: Take a [dot].", "rule: Take a [dott].")
    build(project, Options("tiny"), tmp_path / "out")
    assert laid_out() == ["cards/one"]


def test_a_game_that_was_fine_is_not_checked_again(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    ordinary = pnp.check.check_game
    monkeypatch.setattr(pnp.check, "check_game", lambda *game: [seen.append("checked"), ordinary(*game)][1])

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
    monkeypatch.setattr(pieces, "can_fork", lambda: False)
    project = find_project(write_inn(tmp_path / "project"))
    begin(project, "inn", "de")
    fill(project.root / PO)
    change(project.root, PO, "för each guest", "je Gast")
    judged: list[str] = []
    ordinary = judging.untranslated
    monkeypatch.setattr(judging, "untranslated", lambda *game: [judged.append("judged"), ordinary(*game)][1])

    def times(**asked: object) -> int:
        judged.clear()
        build(project, Options("inn", language="de", **asked), tmp_path / "out")  # type: ignore[arg-type]
        return len(judged)

    assert (times(), times()) == (1, 0)
    change(project.root, PO, 'msgstr "Bröth"', 'msgstr "Bröth "')
    assert (times(pieces=("tart",)), times(), times()) == (1, 1, 1), "what isn't printed isn't said, and isn't fine"
