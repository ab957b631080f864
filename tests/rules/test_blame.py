"""A figure that is off is told beside the rule's own, at the pieces that it is of: nobody innocent is accused."""

import shutil
from pathlib import Path

import pytest
from facts import list_facts
from small_game import messages, rule

from pnp.build.pipeline import check
from pnp.load import find_project
from pnp.model.options import Options

REPOSITORY = Path(__file__).parents[2]
_SUFFIX = " ~origin=rules.yaml:1:7"


def heroes(*pieces: tuple[str, str, int], copies: int = 1) -> str:
    """Ids, factions, powers."""
    line = "- {id: %s, faction: [%s], power: %d, copies: %d}\n"
    return "".join(line % (*piece, copies) for piece in pieces)


def in_a_row(*powers: int) -> list[tuple[str, str, int]]:
    return [(f"h{n}", "water", power) for n, power in enumerate(powers, 1)]


@pytest.mark.parametrize("copies", [1, 2])
def test_one_of_another_value_is_two_figures_and_no_culprit(copies: int, tmp_path: Path) -> None:
    """It stands between two of fire, where the six of fire are: what is told is what was counted."""
    pieces = [(f"{run[0]}{n}", run, 1) for run in ("water", "fire", "air") for n in range(6)]
    pieces[8] = ("f2", "water", 1)
    text = heroes(*pieces, copies=copies)
    five, six, seven = 5 * copies, 6 * copies, 7 * copies
    assert messages(tmp_path, rule(f"count: heroes\nby: faction\nis: {six}"), heroes=text) == [
        f"heroes.yaml PNP510 rule=it found='{five} for fire (f0, f1, f3 and 2 more)' wanted={six}{_SUFFIX}",
        f"heroes.yaml PNP510 rule=it found='{seven} for water (w0, w1, w2 and 4 more)' wanted={six}{_SUFFIX}",
    ]


@pytest.mark.parametrize("powers", [(-1, -2, 2, -1, -3), (2, 2, 2, 3, 2), (2, 3, 2, 5, 2)])
def test_a_wrong_sum_of_many_blames_no_number(powers: tuple[int, ...], tmp_path: Path) -> None:
    right = sum(powers) - 1
    assert messages(tmp_path, rule(f"sum: power\nof: heroes\nis: {right}"), heroes=heroes(*in_a_row(*powers))) == [
        f"heroes.yaml PNP511 rule=it found='{sum(powers)} (of 5 pieces)' wanted={right}{_SUFFIX}"
    ]


def test_few_pieces_are_all_shown(tmp_path: Path) -> None:
    text = heroes(*in_a_row(2, -3, 4), copies=2)
    assert messages(tmp_path, rule("sum: power\nof: heroes\nis: 18"), heroes=text) == [
        f"heroes.yaml:1:3 PNP511 rule=it found='6 (h1, h2, h3)' wanted=18{_SUFFIX} "
        "~also='heroes.yaml:2:3, heroes.yaml:3:3'"
    ]


def test_a_single_piece_is_shown_at_its_line(tmp_path: Path) -> None:
    text = heroes(*in_a_row(2, -3, 4), copies=2)
    lines = messages(tmp_path, rule("sum: power\nof: heroes\nby: id\nis: {h1: 4, h2: 3, h3: 8}"), heroes=text)
    assert lines == [f"heroes.yaml:2:3 PNP511 rule=it found='-6 for h2' wanted=3{_SUFFIX}"]


def test_one_covered_in_place_of_another(tmp_path: Path) -> None:
    leaders = """\
- {id: ann, number: 1, factions: [fire, water]}
- {id: ben, number: 2, factions: [air, water]}
- {id: cas, number: 3, factions: [air, water]}
"""
    lines = messages(tmp_path, rule("covers: factions|pairs\nby: factions\nof: leader_cards\nis: 1"), leaders=leaders)
    assert lines == [
        f"leaders.yaml PNP513 rule=it found='0 for (fire, air)' wanted=1{_SUFFIX}",
        f"leaders.yaml:2:3 PNP513 rule=it found='2 for (water, air) (ben, cas)' wanted=1{_SUFFIX} "
        "~also=leaders.yaml:3:3",
    ]


@pytest.mark.parametrize("there", [True, False])
def test_a_figure_with_and_without_a_module_is_one_mistake(there: bool, tmp_path: Path) -> None:
    """Where the game itself is wrong, its file is shown; where only the module makes it wrong, that of the module."""
    lines = messages(tmp_path, rule(f"count: heroes\nis: {9 if there else 5}"), [(), ("moon",)])
    assert [line.partition(" ")[0] for line in lines] == ["heroes.yaml" if there else "moon.yaml"]


@pytest.mark.parametrize(
    ("comparison", "reason"),
    [
        ("leader_cards|count == heroes|count", "3 isn't 5"),
        ("heroes|count == leader_cards|count", "5 isn't 3"),
        ("heroes|count < leader_cards|count", "5 isn't less than 3"),
        ("heroes|count <= leader_cards|count", "5 is more than 3"),
        ("leader_cards|count >= heroes|count", "3 is less than 5"),
        ("leader_cards|count != 3", "both are 3"),
        ("'carp' in heroes|where(power > 1)|map(id)|set", "carp isn't one of eel, fan, imp"),
        ("'eel' not in heroes|map(id)|set", "eel is one of carp, eel, fan, imp"),
    ],
)
def test_a_comparison_shows_both_sides_as_they_are_written(comparison: str, reason: str, tmp_path: Path) -> None:
    (line,) = messages(tmp_path, rule(f'require: "{comparison}"'))
    assert f" PNP515 rule=it reason='{reason}'" in line


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("shipped")
    for folder in ("card_data", "layouts"):
        shutil.copytree(REPOSITORY / folder, root / folder)
    return root


def problems_of(root: Path, game: str, file: str, old: str, new: str) -> list[str]:
    """Return what a check says of a game where one text of a file is another, and write the file back."""
    path = root / "card_data" / file
    before = path.read_text(encoding="utf-8")
    assert before.count(old) == 1, f"{old!r} stands {before.count(old)} times in {file}"
    path.write_text(before.replace(old, new), encoding="utf-8")
    try:
        found = check(find_project(root), Options(game, thorough=True)).problems
    finally:
        path.write_text(before, encoding="utf-8")
    return [line.replace("card_data/", "") for line in list_facts(each for each in found if each.severity == "error")]


def line_of(root: Path, file: str, text: str) -> int:
    said = (root / "card_data" / file).read_text(encoding="utf-8")
    return said.count("\n", 0, said.index(text)) + 1


@pytest.mark.parametrize("more", [1, -1])
@pytest.mark.parametrize(("rank", "points"), [("ace", 11), ('"10"', 10), ("king", 4), ("queen", 3), ("jack", 2)])
def test_a_rank_with_other_points_accuses_no_rank(shipped: Path, rank: str, points: int, more: int) -> None:
    text = (shipped / "card_data/french-deck/game.yaml").read_text(encoding="utf-8")
    (old,) = (line for line in text.splitlines() if line.strip().startswith(f"{rank}: ") and "points:" in line)
    new = old.replace(f"points: {points}", f"points: {points + more}")
    found = [
        line for line in problems_of(shipped, "french-deck", "french-deck/game.yaml", old, new) if "PNP511" in line
    ]
    assert [line.partition(" ~")[0] for line in found] == [
        f"french-deck/game.yaml PNP511 rule=points-in-all found='{240 + 8 * more} (of 48 pieces)' wanted=240",
        f"french-deck/game.yaml PNP511 rule=points found='{30 + more} (of 13 pieces)' wanted=30",
    ]


def test_a_token_of_a_module_at_its_own_line(shipped: Path) -> None:
    file = "hidden-wolves/base-set/tokens.yaml"
    line = line_of(shipped, file, "- {id: ram,")
    found = problems_of(shipped, "hidden-wolves", file, "{id: ram, copies: 10,", "{id: ram, copies: 9,")
    assert [each.partition(" ~")[0] for each in found] == [
        f"{file}:{line}:3 PNP510 rule=light-tokens-each found='9 for ram' wanted=10"
    ]


def test_another_faction_of_a_golem_is_told_of_golems(shipped: Path) -> None:
    file = "forgotten-legacy/golems/heroes.yaml"
    old = "  name: Titan Titan\n  faction: [golems, water]"
    found = problems_of(shipped, "forgotten-legacy", file, old, old.replace("water", "undead"))
    assert {line.partition(" ")[0] for line in found} == {file}
    golems = (shipped / "card_data" / file).read_text(encoding="utf-8")
    named = {id for line in found for id in line.split("(")[1].split(" and ")[0].split(", ")}
    assert all(f"- id: {id}\n" in golems for id in named), named
