"""What only judging a finished table would stumble over is found without one."""

from pathlib import Path

import pytest
from facts import list_facts
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
        ("say: Both markers are in", "say: Both {makers} are in", "PNP501 name=makers"),
        ("say: Both markers are in", "say: Both of {track.rde|count} in", "PNP501 owner=track name=rde"),
        ("are in the dark area", "are beyond {dakr}", "PNP501 name=dakr ~meant=dark"),
        ("with {outcome.name}?", "with {outcome.nmae}?", "PNP501 owner=undead name=nmae ~meant=name"),
        ("Nobody is aligned with {outcome.name}", "Nobody is with {outcome.naem}", "PNP501 owner=undead name=naem"),
        ("party|where(outcome in faction)", "party|where(outcome in factoin)", "PNP501 item=emperor name=factoin"),
        ("most: leader.number", "most: leader.numbre", "PNP501 owner=lemron name=numbre ~meant=number"),
        ("most: leader.number", "most: party|where('watre' in faction)|count", "PNP504 id=watre"),
        (
            "  hidden: {type",
            "  faction: {type: reference, to: factions}\n  hidden: {type",
            "PNP521 name=faction whose='emperor's' other='the player's'",
        ),
    ],
)
def test_names_are_looked_at_without_a_table(root: Path, old: str, new: str, said: str) -> None:
    assert examine_victory(world_of(root)) == []
    edit(root, "victory.yaml", old, new)
    problems = list_facts(drop_consequences(examine_victory(world_of(root))))
    assert [said in problem for problem in problems] == [True], problems


def test_what_is_meant_can_be_said(root: Path) -> None:
    edit(root, "victory.yaml", "  hidden: {type", "  faction: {type: reference, to: factions}\n  hidden: {type")
    edit(root, "victory.yaml", "where(outcome in faction)", "where(table.outcome in it.faction or player.faction)")
    assert examine_victory(world_of(root)) == []
