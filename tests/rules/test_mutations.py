"""A line of a game is dropped, said twice or changed, and `pnp check` tells of it: of 100 such mistakes at least 95.

Drawn are lines of the stand-ins for a game and its expansion, whatever they say: pieces, rules, setup, victory,
examples, modules, the structure of game.yaml. golden/mutations.txt lists those that nobody noticed, and why that is so;
`pytest --update` writes it anew, and what is new in it still needs its reason. A plain run judges one part of ten.
"""

from collections import Counter
from functools import cache
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
SEED, COUNT, CAUGHT, PARTS = 4, 400, 0.95, 10
KINDS = ("structure", "modules", "pieces", "rules", "setup", "victory", "examples")


@cache
def sample_mutants() -> list[Mutant]:
    """Return a sample of mutants, in the order of files and lines."""
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


class Judge:
    """Whether `pnp check` notices a mutant."""

    def __init__(self, folder: Path) -> None:
        self._copy, self._concerned = Copy(folder), Concerned()

    def is_unnoticed(self, mutant: Mutant) -> bool:
        text = mutant.text((DATA / mutant.file).read_text(encoding="utf-8"))
        sets = self._concerned.sets(mutant.file)
        return not any(wrong(self._copy.check_text(mutant.file, text, mutant.file.partition("/")[0], sets)))


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    return Judge(tmp_path_factory.mktemp("mutants"))


def test_lines_of_all_kinds_are_drawn_and_changed_in_all_ways() -> None:
    assert {(mutant.kind, mutant.way) for mutant in sample_mutants()} == {(kind, way) for kind in KINDS for way in WAYS}


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(PARTS))
def test_those_that_nobody_notices_are_listed(part: int, judge: Judge) -> None:
    some = sample_mutants()[part::PARTS]
    assert list(filter(judge.is_unnoticed, some)) == [each for each in some if str(each) in read_reasons()]


def test_each_that_nobody_notices_has_its_reason(request: pytest.FixtureRequest, golden) -> None:
    reasons = read_reasons()
    survivors = [mutant for mutant in sample_mutants() if str(mutant) in reasons]
    if request.config.getoption("--update"):
        judge: Judge = request.getfixturevalue("judge")
        survivors = list(filter(judge.is_unnoticed, sample_mutants()))
    golden("mutations", listed(survivors, reasons))
    assert [str(mutant) for mutant in survivors if not reasons.get(str(mutant))] == []
    assert 1 - len(survivors) / COUNT >= CAUGHT


def read_reasons() -> dict[str, str]:
    """Return the recorded reasons, each by the line before it."""
    if not GOLDEN.exists():
        return {}
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return {line: after.strip() for line, after in pairwise(lines) if after.startswith("    ")}


def listed(survivors: list[Mutant], reasons: dict[str, str]) -> str:
    all_of, lost = Counter(mutant.kind for mutant in sample_mutants()), Counter(mutant.kind for mutant in survivors)
    lines = [f"{COUNT - len(survivors)} of {COUNT} mistakes are noticed"]
    lines += [f"{kind}: {all_of[kind] - lost[kind]} of {all_of[kind]}" for kind in KINDS]
    for kind in KINDS:
        of_kind = [str(mutant) for mutant in survivors if mutant.kind == kind]
        lines += ["", f"{kind}, not noticed:"] if of_kind else []
        for line in of_kind:
            lines += [line, f"    {reasons.get(line, '')}"]
    return "\n".join(lines) + "\n"
