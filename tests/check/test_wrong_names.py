"""Names that lead to nothing: told once with all their places, and not where what they name couldn't be read."""

from pathlib import Path

import pytest
from facts import list_facts
from tiny_game import write

from pnp.build.loading import load_game
from pnp.check import Check, check_game
from pnp.check.names import icons, pictures, references
from pnp.diagnostics.report import drop_consequences, merge
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.problem import Problem

GAME = """\
title: Small
version: "1"
languages: [en]
icons: {dot: dot.svg}
components:
  a: {title: A, data: a.yaml, fields: {name: text}}
  b: {title: B, data: b.yaml, fields: FIELDS, size: tile, front: f.j2}
"""


def loaded(
    root: Path, fields: str, pieces: str, others: str | None = "- {id: x, name: X}\n"
) -> tuple[Game, Project, list[Problem]]:
    write(root, "card_data/small/game.yaml", GAME.replace("FIELDS", fields))
    write(root, "card_data/small/b.yaml", pieces)
    write(root, "card_data/small/dot.svg", "<svg/>")
    write(root, "layouts/f.j2", "<face/>")
    if others is not None:
        write(root, "card_data/small/a.yaml", others)
    project = Project(root, root)
    game, problems = load_game(project, "small")
    assert game is not None
    return game, project, problems


def test_a_component_whose_file_is_missing_is_not_reported_again_by_each_reference(tmp_path: Path) -> None:
    pieces = "- {id: one, a: x}\n- {id: two, a: y}\n"
    game, project, problems = loaded(tmp_path, "{a: {type: reference, to: a}}", pieces, None)
    assert [problem.code for problem in problems] == ["PNP001"]
    found = list(references(game, project))
    assert [problem.code for problem in found] == ["PNP110", "PNP110"]
    assert drop_consequences([*problems, *check_game(game, project, problems)]) == problems


def test_a_piece_that_could_not_be_read_is_missed_by_nobody(tmp_path: Path) -> None:
    pieces = "- {id: one, a: x}\n- {id: two, a: y}\n"
    others = "- {idd: x, name: X}\n"
    game, project, problems = loaded(tmp_path, "{a: {type: reference, to: a}}", pieces, others)
    found = drop_consequences([*problems, *references(game, project)])
    assert found[:-1] == drop_consequences(problems)
    assert found[-1].value("target") == "y"


@pytest.mark.parametrize(
    ("fields", "pieces", "check", "said"),
    [
        (
            "{icon: icon, others: {type: list, of: icon}}",
            "- {id: one, icon: dto}\n- {id: two, others: [dot, dto]}\n",
            icons,
            "card_data/small/b.yaml:1:19 PNP111 path=icon name=dto ~meant=dot ~also=card_data/small/b.yaml:2:27",
        ),
        (
            "{art: picture}",
            "- {id: one, art: dto.svg}\n- {id: two, art: dto.svg}\n- {id: three, art: dot.svg}\n",
            pictures,
            "card_data/small/b.yaml:1:18 PNP112 path=art file=dto.svg ~meant=dot.svg ~also=card_data/small/b.yaml:2:18",
        ),
        (
            "{a: {type: reference, to: a}, others: {type: list, of: {type: reference, to: a}}}",
            "- {id: one, a: y}\n- {id: two, others: [x, y, y]}\n",
            references,
            "card_data/small/b.yaml:1:16 PNP110 path=a to=a target=y "
            "~also='card_data/small/b.yaml:2:25, card_data/small/b.yaml:2:28'",
        ),
    ],
    ids=["icons", "pictures", "references"],
)
def test_one_name_is_told_once(tmp_path: Path, fields: str, pieces: str, check: Check, said: str) -> None:
    game, project, problems = loaded(tmp_path, fields, pieces)
    assert problems == []
    assert list_facts(merge([*check(game, project)])) == [said]


def test_art_behind_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(b"")
    game, project, _ = loaded(tmp_path, "{art: picture}", "- {id: one, art: owl.png}\n")
    (game.folder / "owl.png").symlink_to(tmp_path / "secret.png")
    expected = "card_data/small/b.yaml:1:18 PNP112 path=art file=owl.png why='leads out of the game's folder'"
    assert list_facts(pictures(game, project)) == [expected]
