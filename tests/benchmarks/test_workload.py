"""The deck of the benchmarks, where it has more cards than one file may hold."""

from pathlib import Path

import pytest
import workload

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.load.limits import PIECES


@pytest.mark.parametrize(("n", "sizes"), [(9, [9]), (10, [10]), (25, [10, 10, 5])])
def test_a_large_deck_is_several_components(
    n: int, sizes: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workload, "DATA", tmp_path)
    monkeypatch.setattr(workload, "FONTS", {})
    monkeypatch.setattr(workload, "PER_FILE", 10)
    workload.write(n)
    game, problems = load_game(Project(workload.project(n), tmp_path), "heroes")
    assert [len(component.pieces) for component in game.components.values()] == sizes and not problems
    assert len({component.title for component in game.components.values()}) == len(sizes)


def test_files_are_as_large_as_they_may_be() -> None:
    assert workload.PER_FILE == PIECES
