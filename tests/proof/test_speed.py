"""What somebody waits for at 770 pieces, beside all of a build: generous, since machines are busy."""

import gc
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import pytest
from large_game import write_large

from pnp.io.project import find_project
from pnp.model.options import Options
from pnp.proof.pictures import preview
from pnp.proof.session import EditionChoice, ProofSession

PIECES = 770
EN = EditionChoice()


def best(work: Callable[[int], object], rounds: int = 5) -> float:
    found = []
    for number in range(rounds):
        began = perf_counter()
        work(number)
        found.append(perf_counter() - began)
    return min(found)


def test_a_change_and_a_pause_in_typing_cost_little_of_a_build(tmp_path: Path) -> None:
    write_large(tmp_path, PIECES)
    gc.collect()
    began = perf_counter()
    session = ProofSession(find_project(tmp_path, tmp_path), Options("large", jobs=1))
    session.edition(EN)
    whole = perf_counter() - began
    cards = tmp_path / "card_data/large/cards.yaml"
    text = cards.read_text(encoding="utf-8")

    def save(number: int) -> None:
        cards.write_text(text.replace("Card 7 ", f"Mended {number} "), encoding="utf-8")
        session.refresh()

    assert best(save) < max(0.15 * whole, 0.2)
    assert best(lambda number: preview(session, EN, "cards/c9", "rule", f"Typed {number}")) < max(0.15 * whole, 0.2)


@pytest.mark.nightly
def test_a_long_session_keeps_nothing_of_what_was(tmp_path: Path) -> None:
    """What an edit leaves behind would be there for each of five hundred."""
    write_large(tmp_path, 30)
    session = ProofSession(find_project(tmp_path, tmp_path), Options("large", jobs=1))
    cards = tmp_path / "card_data/large/cards.yaml"
    text = cards.read_text(encoding="utf-8")
    session.edition(EN)

    def edit(times: range) -> int:
        for number in times:
            cards.write_text(text.replace("Card 7 ", f"Mended {number} "), encoding="utf-8")
            session.refresh()
            session.settle()
        gc.collect()
        return len(gc.get_objects())

    edit(range(5))
    before = edit(range(5, 10))
    assert edit(range(10, 40)) < before * 1.05
