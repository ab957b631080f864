"""Hidden Leaders with one value changed by a script that knows nothing of its rules: plain `pnp check` tells.

golden/blind_mutants.txt has all mutants, judged one after the other in four minutes (`pytest --update`); a
nightly run judges them again. Of those that nobody notices it says why: `free` changes contradict neither the
facts of the rulebook nor anything else in the game, `missed` ones do. A changed text is translated before it is judged;
that a translation is stale, and rules that merely repeat a value, don't count.
"""

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from blind_mutants import Mutant, Mutations

from pnp.build.edition_checks import check_each
from pnp.load import find_project
from pnp.model.options import Options
from pnp.model.problem import PnpError, Problem, Severity

REPOSITORY = Path(__file__).parents[2]
GAME = "hidden-leaders"
GOLDEN = Path(__file__).parent / "golden" / "blind_mutants.txt"
COUNT, PARTS, SEED = 200, 40, 20261118
NOTICED, AT_THE_FILE = 0.92, 0.75
STALE = ("PNP610", "PNP611", "PNP612", "PNP613", "PNP614", "PNP625")
REPEATING = ("leader-by-number", "alliances", "game-end")  # rules that say once more what other files say


class Told(NamedTuple):
    """What is said of a mutant: whether anything is, and at the file that it changed."""

    mutant: Mutant
    is_noticed: bool
    is_at_the_file: bool
    first: str


class Copy:
    """The game in a folder of its own, where one file at a time says something else."""

    def __init__(self, root: Path, mutations: Mutations) -> None:
        self._root, self._mutations = root, mutations
        for folder in (f"card_data/{GAME}", f"layouts/{GAME}", "layouts/shared", "fonts"):
            if (REPOSITORY / folder).exists():
                shutil.copytree(REPOSITORY / folder, root / folder)
        self._before = self._problems()

    def judge(self, mutant: Mutant) -> Told:
        folder = self._root / "card_data" / GAME
        catalogue = folder / self._mutations.catalogue
        files = {path: path.read_bytes() for path in (folder / mutant.file, catalogue)}
        if mutant.said[0]:
            catalogue.write_text(self._mutations.retranslated(mutant), encoding="utf-8", newline="\n")
        (folder / mutant.file).write_text(mutant.text, encoding="utf-8", newline="\n")
        try:
            found = [each for each in self._problems() if self._counts(each, mutant)]
        finally:
            for path, data in files.items():
                path.write_bytes(data)
        here = [each for each in found if each.span and each.span.file.endswith(mutant.file)]
        first = f"{found[0].code} {found[0].span.file if found[0].span else ''}" if found else ""
        return Told(mutant, bool(found), bool(here), first)

    def _problems(self) -> list[Problem]:
        try:
            return check_each(find_project(self._root), Options(GAME, thorough=True))
        except PnpError as error:
            return [Problem("", Severity.ERROR, None, str(error))]

    def _counts(self, problem: Problem, mutant: Mutant) -> bool:
        if problem in self._before or problem.severity is Severity.NOTE or problem.code in STALE:
            return False
        if mutant.said[0] and problem.span and problem.span.file.endswith(".po"):
            return False  # a translator would have changed the same
        is_one_cause = ", which also breaks " in problem.message  # of another rule as well
        return mutant.kind == "rules" or is_one_cause or problem.message.partition(":")[0] not in REPEATING


@pytest.fixture(scope="module")
def mutations() -> Mutations:
    return Mutations(REPOSITORY / "card_data" / GAME)


@pytest.fixture(scope="module")
def mutants(mutations: Mutations) -> list[Mutant]:
    return mutations.draw(COUNT, SEED)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory, mutations: Mutations) -> Iterator[Copy]:
    root = tmp_path_factory.mktemp("blind")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PNP_CACHE", str(root / "cache"))
        yield Copy(root, mutations)


def test_each_is_drawn_once_and_changes_something(mutants: list[Mutant]) -> None:
    assert len({(each.file, each.text) for each in mutants}) == COUNT
    assert {each.kind for each in mutants} == {"data", "game", "rules", "setup", "victory", "texts", "german"}


def test_all_mutants_are_listed(mutants: list[Mutant], request: pytest.FixtureRequest, golden) -> None:
    if request.config.getoption("--update"):
        copy: Copy = request.getfixturevalue("copy")
        golden("blind_mutants", listed([copy.judge(each) for each in mutants], reasons()))
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    unknown = [str(each) for each in mutants if not any(line.endswith(str(each)) for line in lines)]
    assert unknown == [], "there are other mutants now: pytest --update judges them, in four minutes"


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(PARTS))
def test_what_the_list_says_is_so(part: int, copy: Copy, mutants: list[Mutant]) -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    assert [line for line in map(_line, map(copy.judge, mutants[part::PARTS])) if line not in lines] == []


def test_at_least_90_of_100_are_noticed_and_75_of_these_where_they_were_made() -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    ways = Counter(line.partition(" ")[0] for line in lines if line.startswith(("here ", "elsewhere ", "silent ")))
    missed = [line for line in lines if line.startswith("    missed")]
    free = [line for line in lines if line.startswith("    free")]
    noticed = ways["here"] + ways["elsewhere"]
    assert sum(ways.values()) == COUNT
    assert len(missed) + len(free) == ways["silent"], "each that nobody notices has its reason: free or missed"
    assert noticed / (noticed + len(missed)) >= NOTICED
    assert ways["here"] / noticed >= AT_THE_FILE


def reasons() -> dict[str, str]:
    """Return the reasons by what was changed, wherever it stands now."""
    if not GOLDEN.exists():
        return {}
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return {_change(line): after.strip() for line, after in pairwise(lines) if after.startswith("    ")}


def listed(all_told: list[Told], known: dict[str, str]) -> str:
    kinds = Counter(told.mutant.kind for told in all_told)
    noticed = Counter(told.mutant.kind for told in all_told if told.is_noticed)
    here = sum(told.is_at_the_file for told in all_told)
    lines = [f"{sum(noticed.values())} of {len(all_told)} changes are noticed, {here} at the file that was changed"]
    lines += [f"{kind}: {noticed[kind]} of {kinds[kind]}" for kind in sorted(kinds)] + [""]
    for told in all_told:
        line = _line(told)
        lines += [line] if told.is_noticed else [line, f"    {known.get(_change(line), '')}"]
    return "\n".join(lines) + "\n"


def _line(told: Told) -> str:
    way = "here" if told.is_at_the_file else "elsewhere" if told.is_noticed else "silent"
    return f"{way} {told.mutant}"


def _change(line: str) -> str:
    return re.sub(r"^(?:here|elsewhere|silent) |:\d+(?= )", "", line)
