"""A line of a game is dropped, said twice or changed, and `pnp check` tells of it: of 100 such mistakes at least 95.

Drawn are lines of the stand-ins for a game and its expansion, whatever they say: pieces, rules, setup, victory,
examples, modules, the structure of game.yaml. golden/mutations.txt lists those that nobody noticed, and why that is so;
`pytest --update` writes it anew, and what is new in it still needs its reason.
"""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from legal_sets import legal_sets
from mutating import WAYS, Mutant, mutants_of
from stand_ins import DATA, GAMES, Copy, Sets, wrong

from pnp.build.loading import load_game
from pnp.io.project import Project

GOLDEN = Path(__file__).parent / "golden" / "mutations.txt"
GAME, EXPANSION = "leaders", "legacy"
SEED, COUNT, CAUGHT = 4, 400, 0.95
KINDS = ("structure", "modules", "pieces", "rules", "setup", "victory", "examples")


def drawn() -> list[Mutant]:
    """In the order of files and lines."""
    mutants = [mutant for game_id in (GAME, EXPANSION) for mutant in mutants_of(DATA / game_id)]
    return [mutants[n] for n in sorted(Random(SEED).sample(range(len(mutants)), COUNT))]


class Concerned:
    """Which sets of modules a file of the expansion concerns: the smallest with each of the modules that name it, and
    those of examples. Of game.yaml it is all."""

    def __init__(self) -> None:
        game, _ = load_game(Project(GAMES, GAMES), EXPANSION)
        assert game is not None
        self._game = game
        self._sets = legal_sets(game)
        examples = [each for module in game.modules.values() for each in module.change("examples").add]
        self._of_examples = {each.modules for each in examples}

    def sets(self, file: str) -> Sets | None:
        modules = [module.id for module in self._game.modules.values() if f"card_data/{file}" in _files(module.changes)]
        if not file.startswith(EXPANSION) or not modules:
            return None
        found = {min((each for each in self._sets if id in each), key=len) for id in modules}
        return found | {each for each in self._of_examples if set(each) & set(modules)}


def _files(changes) -> set[str]:
    return {item.span.file for change in changes.values() for item in (*change.add, *change.replace)}


@pytest.fixture(scope="module")
def survivors(tmp_path_factory: pytest.TempPathFactory) -> list[Mutant]:
    copy, concerned = Copy(tmp_path_factory.mktemp("mutants")), Concerned()
    texts = {mutant.file: (DATA / mutant.file).read_text(encoding="utf-8") for mutant in drawn()}

    def survives(mutant: Mutant) -> bool:
        text = mutant.text(texts[mutant.file])
        problems = copy.with_text(mutant.file, text, mutant.file.partition("/")[0], concerned.sets(mutant.file))
        return not any(wrong(problems))

    return [mutant for mutant in drawn() if survives(mutant)]


def test_lines_of_all_kinds_are_drawn_and_changed_in_all_ways() -> None:
    assert {(mutant.kind, mutant.way) for mutant in drawn()} == {(kind, way) for kind in KINDS for way in WAYS}


def test_at_least_95_of_100_are_noticed(survivors: list[Mutant]) -> None:
    assert 1 - len(survivors) / COUNT >= CAUGHT


def test_those_that_nobody_notices_are_known_with_the_reason(survivors: list[Mutant], golden) -> None:
    golden("mutations", told(survivors, known_reasons()))
    assert [str(mutant) for mutant in survivors if not known_reasons().get(str(mutant))] == []


def known_reasons() -> dict[str, str]:
    """By the line before."""
    if not GOLDEN.exists():
        return {}
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return {line: after.strip() for line, after in pairwise(lines) if after.startswith("    ")}


def told(survivors: list[Mutant], reasons: dict[str, str]) -> str:
    all_of, lost = Counter(mutant.kind for mutant in drawn()), Counter(mutant.kind for mutant in survivors)
    lines = [f"{COUNT - len(survivors)} of {COUNT} mistakes are noticed"]
    lines += [f"{kind}: {all_of[kind] - lost[kind]} of {all_of[kind]}" for kind in KINDS]
    for kind in KINDS:
        of_kind = [str(mutant) for mutant in survivors if mutant.kind == kind]
        lines += ["", f"{kind}, not noticed:"] if of_kind else []
        for line in of_kind:
            lines += [line, f"    {reasons.get(line, '')}"]
    return "\n".join(lines) + "\n"
