"""An excerpt of our own PDF, fed back into `pnp sheet`: `benchmarks/feed_back.py` measures the whole."""

from pathlib import Path

import feed_back
import pytest
from feed_back import FAR, OFF, Compared

from pnp.io.project import find_project
from pnp.model.options import Options

EXCERPT = Options("hidden-leaders", only=("leaders",), pieces=("lemron", "xiadul"), sides="duplex", instructions=False)


def compared(folder: Path) -> Compared:
    found = feed_back.feed_back(find_project(Path(__file__).parents[2]), folder, EXCERPT, 100)
    assert isinstance(found, Compared), found
    return found


def test_cards_come_out_where_they_are_cut_and_look_as_before(tmp_path: Path) -> None:
    found = compared(tmp_path)
    assert found.cards == 4
    assert found.farthest < FAR
    assert found.worst <= OFF


def test_less_than_that_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moved by FAR, pixels differ."""
    drawn, turn = feed_back.draw_card, [0.0, FAR]

    def moved(page, placement, dpi):
        turn.reverse()
        return drawn(page, placement._replace(x=placement.x + turn[0]), dpi)

    monkeypatch.setattr(feed_back, "draw_card", moved)
    assert compared(tmp_path).worst > 10 * OFF


def test_all_components_that_an_edition_prints() -> None:
    """Of forgotten-legacy some come with modules alone."""
    project, options = find_project(Path(__file__).parents[2]), Options("forgotten-legacy", cache=False)
    names = feed_back.components_with_backs(project, options)
    assert "heroes" in names and "support" not in names
