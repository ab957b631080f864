"""All editions of a game: what they share is made once, and said once."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from inn_game import write_inn
from tiny_game import change, write, write_tiny
from waiting import Waiting

from pnp.build import edition_builds, pipeline
from pnp.build.edition_builds import (
    BuildPlan,
    BuiltEdition,
    EditionChoices,
    EditionName,
    build_every,
    merge_problems,
    plan,
)
from pnp.load import find_project
from pnp.model.options import Options
from pnp.model.problem import Code, FileError, UsageError
from pnp.model.span import Span

PO = 'msgid ""\nmsgstr "Language: de\\n"\n'
FEW = EditionChoices(inks=("low", "full"), papers=("a4", "letter"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Write a game with backs in two languages, one of which has no translations yet."""
    write_tiny(tmp_path)
    change(tmp_path, "card_data/tiny/game.yaml", "languages: [en]", "languages: [en, de]")
    write(tmp_path, "card_data/tiny/locale/de.po", PO)
    return tmp_path


def planned(root: Path, *games: str, choices: EditionChoices = FEW, **asked: Any) -> BuildPlan:
    return plan(find_project(root), games or ("tiny",), Options("", jobs=1, **asked), choices)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], list[tuple[str, ...]]]]:
    """Record the editions that each stage was called for."""
    seen: dict[str, list[tuple[str, ...]]] = {}

    def watch(module: Any, name: str, of: Callable[[Any], tuple[str, ...]]) -> None:
        ordinary = getattr(module, name)

        def noted(*given: Any, **named: Any) -> Any:
            seen.setdefault(name, []).append(of(given))
            return ordinary(*given, **named)

        monkeypatch.setattr(module, name, noted)

    def edition(prepared: Any) -> tuple[str, ...]:
        return prepared.edition.language, prepared.edition.ink

    watch(pipeline, "lay_out", lambda given: edition(given[0]))
    watch(edition_builds, "emit", lambda given: (*edition(given[0].prepared), given[0].prepared.options.paper))
    watch(pipeline, "load", lambda given: (given[1].game,))
    monkeypatch.setattr(
        "pnp.build.laying_out.check_game", lambda *_: seen.setdefault("check_game", []).append(()) or []
    )
    yield lambda name: seen.get(name, [])


def test_faces_are_laid_out_once_for_all_papers_and_sides(root: Path, calls: Any) -> None:
    built = build_every(planned(root, cache=False, draft=True), root / "output")
    assert all(each.files for each in built)
    assert calls("load") == [("tiny",)]
    assert len(calls("check_game")) == 1
    assert sorted(calls("lay_out")) == [("de", "full"), ("de", "low"), ("en", "full"), ("en", "low")]
    assert len(calls("emit")) == len(built) == 2 * 2 * 2 * 3


def test_pictures_have_neither_paper_nor_sides(root: Path) -> None:
    found = planned(root, format="png", dpi=30)
    assert list(map(str, found.order)) == ["tiny en low", "tiny en full", "tiny de low", "tiny de full"]


def test_sides_of_what_has_backs(root: Path) -> None:
    def sides(*chosen: str, **asked: Any) -> list[str]:
        choices = EditionChoices(("en",), ("low",), ("a4",), *([chosen] if chosen else []))
        return [name.sides for name in planned(root, choices=choices, **asked).order]

    assert sides() == ["fronts", "duplex", "fold"]
    assert sides(only=("coins",)) == ["fronts"]
    assert sides("fold", only=("coins",)) == ["fold"], "which was asked for"


def test_what_cannot_be_had_is_told_or_raised(root: Path) -> None:
    write_inn(root)
    choices = EditionChoices(("de",), ("low",), ("a4",), ("fronts",))
    found = planned(root, "nobody", "inn", "tiny", choices=choices)
    assert list(found.refused) == [EditionName("nobody"), EditionName("inn", "de")]
    assert [problem.code for problems in found.refused.values() for problem in problems] == ["PNP134"] * 2
    assert [str(name) for name in found.order] == ["nobody", "inn de", "tiny de low a4 fronts"]
    with pytest.raises(UsageError, match="inn is not available in de"):
        plan(find_project(root), ["inn"], Options("inn"), choices)


def test_a_folder_that_cannot_be_written_stops_everything(root: Path) -> None:
    write(root, "output", "a file")
    with pytest.raises(FileError):
        build_every(planned(root), root / "output")


def test_progress(root: Path) -> None:
    waiting = Waiting()
    choices = EditionChoices(("de",), ("full",), ("letter",))
    build_every(planned(root, choices=choices), root / "output", waiting)
    assert list(dict.fromkeys(what for what, _, _ in waiting.steps)) == [
        "1 of 3: tiny de full letter fronts",
        "2 of 3: tiny de full letter duplex",
        "3 of 3: tiny de full letter fold",
    ]


def test_one_mistake_is_told_once_a_game() -> None:
    from pnp.model.problem import Severity

    kind = Code("PNP000", Severity.ERROR, "{what} is wrong")
    of_all, of_some = (kind.at(Span("game.yaml", 1, 1), what=what) for what in ("this", "that"))
    built = [
        BuiltEdition(EditionName("one", "en", "low", "a4", "fronts"), [of_all]),
        BuiltEdition(EditionName("one", "de", "low", "letter", "fold"), [of_all, of_some]),
        BuiltEdition(EditionName("one", "de", "full", "letter", "fold"), [of_all, of_some]),
    ]
    assert [problem.message for problem in merge_problems(built)] == [
        "this is wrong",
        "that is wrong (--lang de --paper letter --sides fold)",
    ]
