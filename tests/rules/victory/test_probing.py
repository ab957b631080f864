"""What only judging a finished table would stumble over is found without one."""

from pathlib import Path

import pytest
from rival_game import edit, world_of, write_rivals

from pnp.diagnostics.report import drop_consequences
from pnp.rules.victory.proofs import examine_victory


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_rivals(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("say: Both markers are in", "say: Both {makers} are in", "PNP501 there is nothing called makers"),
        ("say: Both markers are in", "say: Both of {track.rde|count} in", "PNP501 track has no rde"),
        ("are in the dark area", "are beyond {dakr}", "PNP501 there is nothing called dakr (did you mean dark?)"),
        ("with {outcome.name}?", "with {outcome.nmae}?", "PNP501 undead has no nmae (did you mean name?)"),
        ("Nobody is aligned with {outcome.name}", "Nobody is with {outcome.naem}", "PNP501 undead has no naem"),
        ("party|where(outcome in faction)", "party|where(outcome in factoin)", "PNP501 emperor has no factoin"),
        ("most: leader.number", "most: leader.numbre", "PNP501 lemron has no numbre (did you mean number?)"),
        ("most: leader.number", "most: party|where('watre' in faction)|count", "PNP504 nothing has the id watre"),
        (
            "  hidden: {type",
            "  faction: {type: reference, to: factions}\n  hidden: {type",
            "PNP521 faction may be emperor's, or the player's (it.faction is emperor's, player.faction the player's)",
        ),
    ],
)
def test_names_are_looked_at_without_a_table(root: Path, old: str, new: str, said: str) -> None:
    assert examine_victory(world_of(root)) == []
    edit(root, "victory.yaml", old, new)
    problems = [str(problem) for problem in drop_consequences(examine_victory(world_of(root)))]
    assert [said in problem for problem in problems] == [True], problems


def test_what_is_meant_can_be_said(root: Path) -> None:
    edit(root, "victory.yaml", "  hidden: {type", "  faction: {type: reference, to: factions}\n  hidden: {type")
    edit(root, "victory.yaml", "where(outcome in faction)", "where(table.outcome in it.faction or player.faction)")
    assert examine_victory(world_of(root)) == []
