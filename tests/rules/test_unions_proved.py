"""Sets of modules of several expansions: those that are looked at find what all of them would find."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from legal_sets import legal_sets
from nightly import every
from test_proofs import Drawn, mistakes, written

from pnp.model.game import Game
from pnp.model.problem import has_errors
from pnp.rules.declared import SAYS_NOTHING
from pnp.rules.examining import examine, examine_unions

LEFT, RIGHT = ("m1", "m2"), ("m3", "m4")  # m0 is one of the game itself


def as_expansions(game: Game) -> Game:
    """Return the game, its modules as if they were those of two expansions."""
    owners = {**dict.fromkeys(LEFT, "left"), **dict.fromkeys(RIGHT, "right")}
    modules = {id: replace(module, game=owners.get(id, game.id)) for id, module in game.modules.items()}
    return replace(game, modules=modules)


def needed_modules(union: Game, own: Collection[str]) -> frozenset[str]:
    """Return the modules that the check of an expansion needs: its own, the game's and their requirements."""
    return frozenset(union.required("m0", *(id for id in own if id in union.modules)))


def all_sets_find(union: Game, known: Mapping[str, frozenset[str]]) -> tuple[set[str], set[tuple[str, str, str]]]:
    """Return the expansions with errors of their own, and the errors that only sets of several others show."""
    sets = legal_sets(union)
    single = {id: [each for each in sets if set(each) <= ids] for id, ids in known.items()}
    alone = [each for each in sets if each in ((), ("m0",))]
    broken: set[str] = set()
    for id, own in sorted(single.items(), key=lambda each: len(known[each[0]])):  # one that is needed comes first
        whole = [each for each in own if each not in alone and broken.isdisjoint(union.modules[m].game for m in each)]
        broken |= {id} if has_errors(examine(union, whole)) else set()
    looked_at = [each for own in single.values() for each in own]
    several = [
        each
        for each in sets
        if each not in [*looked_at, *alone] and broken.isdisjoint(union.modules[id].game for id in each)
    ]
    told = mistakes([*examine(union, looked_at), *examine(union, alone)])
    return broken, {each for each in mistakes(examine(union, several)) if each[0] != SAYS_NOTHING.id} - told


def holding(game: Game, known: Iterable[Collection[str]]) -> Game:
    """Return the game with those of its rules that hold with the modules of any one expansion."""
    sets = [each for each in legal_sets(game) if any(set(each) <= set(ids) for ids in known)]
    without = mistakes(examine(replace(game, rules={}), sets))
    kept = {id: each for id, each in game.rules.items() if not _breaks(replace(game, rules={id: each}), sets, without)}
    return replace(game, rules=kept)


def _breaks(game: Game, sets: list[tuple[str, ...]], without: set[tuple[str, str, str]]) -> bool:
    return mistakes(examine(game, sets)) > without


@pytest.mark.parametrize("seed", every(20, range(120)))
def test_unions_find_what_all_sets_find(tmp_path: Path, seed: int) -> None:
    made = Drawn(seed, rules=15)
    union = as_expansions(written(tmp_path, made.rules, made.modules, **made.files))
    known = {"left": needed_modules(union, LEFT), "right": needed_modules(union, RIGHT)}
    union = holding(union, known.values())
    game = replace(union, modules={"m0": union.modules["m0"]})
    if has_errors(examine(game)):
        return
    broken, problems = all_sets_find(union, known)
    found = examine_unions(union, game, known, {})
    assert mistakes(found.problems) == problems
    assert set(found.faulty) in ((broken,) if problems else (broken, set()))
