"""What chance did is dealt again, a little otherwise, or in each way there is."""

from collections.abc import Iterable
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pnp.model.game import Piece
from pnp.rules.setup.zones import Chance


def cards(ids: Iterable[str]) -> list[Piece]:
    return [Piece(id, "cards", 1, {}, "cards.csv", 1, 1, {}) for id in ids]


def shuffled(chance: Chance, ids: str) -> str:
    pieces = cards(ids)
    chance.shuffle(pieces)
    return "".join(piece.id for piece in pieces)


def test_all_dealings_come_once_each_in_order() -> None:
    chance, seen = Chance(Random(1), in_order=True), []
    while True:
        seen.append((shuffled(chance, "bab"), chance.choose(3, 1)))
        assert chance.count() == 9
        if not chance.advance():
            break
        chance.restart()
    assert [first for first, _ in seen] == ["abb"] * 3 + ["bab"] * 3 + ["bba"] * 3
    assert [other for _, other in seen] == [{2}, {1}, {0}] * 3


@given(st.text("abc", min_size=2, max_size=6), st.integers(0, 9))
def test_again_is_the_same(ids: str, seed: int) -> None:
    chance = Chance(Random(seed))
    first = shuffled(chance, ids)
    chance.restart()
    assert shuffled(chance, ids) == first


def test_other_things_are_shuffled_anew() -> None:
    chance = Chance(Random(1))
    shuffled(chance, "abc")
    chance.restart()
    assert sorted(shuffled(chance, "abd")) == ["a", "b", "d"]
