"""The house's `dataclass` beside the one of `dataclasses`: what both make of the same class behaves alike."""

import copy
import dataclasses
import pickle
from dataclasses import field, replace
from typing import Any

import pytest

from pnp.model import frozen


class _Said:
    id: str
    names: tuple[str, ...] = ()
    places: dict[str, int] = field(default_factory=dict)


def _made(dataclass: Any, **options: bool) -> Any:
    body = {name: value for name, value in vars(_Said).items() if name not in ("__dict__", "__weakref__")}
    return dataclass(**options)(type("Said", (), {**body, "__qualname__": "Said"}))


@frozen.dataclass(frozen=True, slots=True)
class Kept:
    """At the top of a module, where pickle finds it."""

    id: str
    copies: int = 1


@pytest.mark.parametrize("options", [{"frozen": True, "slots": True}, {"frozen": True}, {"slots": True}, {}])
def test_values_are_shown_compared_and_replaced_as_usual(options: dict[str, bool]) -> None:
    usual, ours = _made(dataclasses.dataclass, **options), _made(frozen.dataclass, **options)
    for said in (("a",), ("a", ("b",)), ("a", ("b",), {"c": 1})):
        assert repr(ours(*said)) == repr(usual(*said))
        assert ours(*said) == ours(*said) != ours("z")
        assert ours(*said) != usual(*said)
        assert repr(replace(ours(*said), id="z")) == repr(replace(usual(*said), id="z"))
    assert (ours.__hash__ is None) == (usual.__hash__ is None)


def test_equal_values_are_one_in_a_set_and_survive_copying() -> None:
    assert len({Kept("a"), Kept("a", 1), Kept("a", 2)}) == 2
    assert pickle.loads(pickle.dumps(Kept("a", 3))) == copy.deepcopy(Kept("a", 3)) == Kept("a", 3)


def test_what_is_compared_by_identity_stays_so() -> None:
    ours = _made(frozen.dataclass, eq=False, frozen=True)
    assert ours("a") != ours("a") and len({ours("a"), ours("a")}) == 2
