"""Names of factions where they can't be meant: on a place of the table, in a step that isn't about them."""

from pathlib import Path

import pytest
from facts import fact
from small_game import FILES, load_small, write_small

from pnp.check import check_game
from pnp.io.project import Project


def name_problems(root: Path, setup: str) -> list[str]:
    write_small(root, "[]\n", setup=setup)
    found = check_game(load_small(root), Project(root, root))
    return [str(fact(each)._replace(place="")) for each in found if each.code in ("PNP182", "PNP189")]


def test_a_zone(tmp_path: Path) -> None:
    like_fire = FILES["setup.yaml"].replace(
        "{title: Heroes, starts: heroes, face: down}", "{title: Fire, starts: heroes}"
    )
    assert name_problems(tmp_path, like_fire) == [
        "PNP182 zone=pile title=Fire entry=fire group=factions ~origin=card_data/small/game.yaml:5:46"
    ]


BY_FACTION = "{move: \"heroes|where('fire' in faction)|count\", from: pile, to: hands}"


@pytest.mark.parametrize(
    ("sentence", "move", "expected"),
    [
        ("Deal heroes.", "{move: 1, from: pile, to: hands}", []),
        (
            "Deal one of Fire.",
            "{move: 1, from: pile, to: hands}",
            ["step=deal name=Fire"],
        ),
        ("Deal as many as there are of Fire.", BY_FACTION, []),
    ],
)
def test_a_step(sentence: str, move: str, expected: list[str], tmp_path: Path) -> None:
    setup = FILES["setup.yaml"].replace("Deal {count} heroes to each player.", sentence)
    setup = setup.replace("{move: tables.hand, from: pile, to: hands}", move)
    assert name_problems(tmp_path, setup) == [f"PNP189 {each}" for each in expected]
