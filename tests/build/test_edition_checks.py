"""Comments that nothing needs: said where a whole game was checked, and never where another edition needs them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from facts import list_facts
from laid import lay_out
from tiny_game import change, write, write_tiny

from pnp.build import pipeline
from pnp.build.drawing import FaceResult, PieceDrawer
from pnp.build.edition_checks import check_each, check_one
from pnp.build.results import Prepared
from pnp.load import find_project
from pnp.model.display import Face
from pnp.model.options import Options
from pnp.model.problem import Problem

CARDS = "card_data/tiny/cards.yaml"
CARD = "layouts/tiny/card.xml.j2"


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return write_tiny(tmp_path)


def comment_problems(root: Path, check: Callable[..., list[Problem]] = check_each, **asked: Any) -> list[str]:
    """Return the facts of the problems of comments that a check finds, which are warnings."""
    found = check(find_project(root), Options("tiny", **asked))
    found = [problem for problem in found if problem.code in ("PNP090", "PNP091", "PNP092")]
    assert all(problem.severity == "warning" for problem in found)
    return list_facts(found)


def outside_the_safe_area(root: Path, where: str = "") -> None:
    text = '<text of="name" x="4" y="4" w="32" h="8"/>'
    beyond = text.replace('x="4"', 'x="1"')
    beyond = f"{{% if {where} %}}{beyond}{{% else %}}{text}{{% endif %}}" if where else beyond
    change(root, CARD, text, beyond + "  {# pnp: ignore PNP350 #}")


def test_what_is_needed_is_not_spoken_of(tiny: Path) -> None:
    outside_the_safe_area(tiny)
    assert comment_problems(tiny) == []


def test_what_is_not(tiny: Path) -> None:
    change(tiny, CARDS, "name: First", "name: First  # pnp: ignore PNP350, PNP31")
    write(tiny, "layouts/tiny/more/old.xml.j2", "{# pnp: ignore PNP2 #}\n<face/>\n")
    change(tiny, CARD, "<face>", "<face>{# pnp: ignore #}")
    assert comment_problems(tiny) == [
        "card_data/tiny/cards.yaml:3:30 PNP092 ignored=PNP350 where=here",
        "card_data/tiny/cards.yaml:3:38 PNP092 ignored=PNP31 where=here",
        "layouts/tiny/card.xml.j2:1:7 PNP090",
        "layouts/tiny/more/old.xml.j2:1:16 PNP092 ignored=PNP2 where='in line 2'",
    ]


def test_one_of_two_beside_a_problem_is_not_needed(tiny: Path) -> None:
    outside_the_safe_area(tiny)
    change(tiny, CARD, "PNP350", "PNP350 PNP310")
    assert [line.partition(" ")[2] for line in comment_problems(tiny)] == ["PNP092 ignored=PNP310 where=here"]


@pytest.mark.parametrize(
    ("where", "asked"),
    [
        ("ink == 'full'", {"ink": "full"}),
        ("language == 'de'", {"language": "de"}),
        ("piece.id == 'three'", {"modules": ("more",)}),
        ("piece.id == 'last'", {"modules": ("more", "most")}),
    ],
)
def test_another_edition_may_need_it(where: str, asked: dict[str, Any], tiny: Path) -> None:
    outside_the_safe_area(tiny, where)
    change(tiny, "card_data/tiny/game.yaml", "languages: [en]", "languages: [en, de]")
    change(tiny, "card_data/tiny/game.yaml", "needs: [more]", "needs: [more], add: {cards: last.yaml}")
    write(tiny, "card_data/tiny/last.yaml", "- {id: last, name: Last}\n")
    write(tiny, "card_data/tiny/locale/de.po", 'msgid ""\nmsgstr "Language: de"\n')
    (shown,), (first,) = (lay_out(find_project(tiny), Options("tiny", **each)).report.editions for each in (asked, {}))
    assert "PNP350" in [problem.code for problem in shown.problems]
    assert "PNP350" not in [problem.code for problem in first.problems]
    assert comment_problems(tiny) == []


def test_none_needs_it(tiny: Path) -> None:
    outside_the_safe_area(tiny, "piece.id == 'nobody'")
    assert len(comment_problems(tiny)) == 1


def test_parts_of_a_game_prove_nothing(tiny: Path) -> None:
    change(tiny, CARDS, "name: First", "name: First  # pnp: ignore PNP350")
    assert len(comment_problems(tiny)) == 1
    assert comment_problems(tiny, only=("coins",)) == []
    assert comment_problems(tiny, pieces=("one",)) == []


def test_nor_do_errors_behind_which_more_may_be_wrong(tiny: Path) -> None:
    change(tiny, CARDS, "name: First", "name: First  # pnp: ignore PNP350, PNP99")
    change(tiny, CARDS, "name: Second", "word: Second")
    assert [line.split()[1] for line in comment_problems(tiny)] == ["PNP091"]


def test_nor_does_a_game_that_cannot_be_laid_out(tiny: Path) -> None:
    change(tiny, CARDS, "name: First", "name: First  # pnp: ignore PNP350")
    write(tiny, "card_data/tiny/game.yaml", "title: [")
    assert comment_problems(tiny) == []


def test_what_shows_on_paper_only_is_not_judged(tiny: Path) -> None:
    change(tiny, "card_data/tiny/game.yaml", "  cards:\n", "  cards:  # pnp: ignore PNP404\n")
    change(tiny, "card_data/tiny/game.yaml", "  coins:\n", "  coins:  # pnp: ignore PNP4\n")
    assert comment_problems(tiny) == []


def test_a_comment_may_ask_to_be_left_alone(tiny: Path) -> None:
    change(tiny, CARDS, "name: First", "name: First  # pnp: ignore PNP350 PNP092")
    assert comment_problems(tiny) == []


def test_a_check_of_one_edition_cannot_know(tiny: Path) -> None:
    change(tiny, CARDS, "name: First", "name: First  # pnp: ignore PNP350, PNP99")
    assert [line.split()[1] for line in comment_problems(tiny)] == ["PNP092", "PNP091"]
    assert [line.split()[1] for line in comment_problems(tiny, check_one)] == ["PNP091"]


def test_a_language_is_looked_at_with_the_modules_too(tiny: Path) -> None:
    outside_the_safe_area(tiny, "piece.id == 'three'")
    change(tiny, CARD, "  {# pnp: ignore PNP350 #}", "")
    change(tiny, "card_data/tiny/game.yaml", "languages: [en]", "languages: [en, de]")
    write(tiny, "card_data/tiny/locale/de.po", 'msgid ""\nmsgstr "Language: de"\n')

    def unsafe(**asked: Any) -> list[str]:
        found = check_one(find_project(tiny), Options("tiny", **asked))
        return [problem.subject + "".join(problem.when) for problem in found if problem.code == "PNP350"]

    assert unsafe(language="de") == ["cards/three (--with more)"]
    assert unsafe(ink="full") == []


def test_sets_of_modules_share_what_is_laid_out(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither boxes nor faces that look the same are made again for another set, nor is the edition read anew for
    another ink."""
    made: list[tuple[str, str]] = []
    ordinary = PieceDrawer.__init__

    def begin(self: PieceDrawer, prepared: Prepared, *given: Any) -> None:
        made.append((prepared.edition.ink, "+".join(prepared.edition.modules)))
        ordinary(self, prepared, *given)

    localised: list[str] = []
    monkeypatch.setattr(PieceDrawer, "__init__", begin)
    localise = pipeline.localise
    monkeypatch.setattr(
        pipeline,
        "localise",
        lambda *asked, **how: (localised.append("".join(asked[1].modules)), localise(*asked, **how))[1],
    )
    assert check_each(find_project(tiny), Options("tiny", thorough=True, cache=False)) == []
    assert made == [("low", ""), ("full", "")]
    assert sorted(localised) == ["", "less", "moremost"]


def test_what_is_wrong_with_art_is_found_in_each_edition(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE", str(tiny / "cache"))
    write(
        tiny, "card_data/tiny/art/dot.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><blink/></svg>'
    )
    project = find_project(tiny)
    found = check_each(project, Options("tiny", thorough=True))
    wrong = [problem for problem in found if problem.span.file.endswith("dot.svg")]
    assert wrong
    for ink in ("low", "full"):
        for modules in ((), ("more",), ("less",)):
            of_one = pipeline.check(project, Options("tiny", ink=ink, modules=modules)).problems
            assert [each for each in of_one if each.span.file.endswith("dot.svg")] == wrong


def test_editions_that_nobody_builds_now_are_not_drawn(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their faces are laid out and judged all the same."""
    drawn: set[tuple[str, bool]] = set()
    ordinary = PieceDrawer._finish

    def finish(self: PieceDrawer, face: Face) -> FaceResult:
        result = ordinary(self, face)
        drawn.add((self.prepared.edition.ink, bool(result.drawn and result.record)))
        return result

    monkeypatch.setattr(PieceDrawer, "_finish", finish)
    change(tiny, CARD, '<text of="name" x="4"', """<text of="name" x="{{ 1 if ink == 'full' else 4 }}\"""")
    found = check_each(find_project(tiny), Options("tiny", thorough=True, cache=False))
    assert drawn == {("low", True), ("full", False)}
    unsafe = [problem for problem in found if problem.code == "PNP350"]
    assert unsafe[0].subject == "cards/one"
    assert all("--ink full" in problem.when[-1] for problem in unsafe)
