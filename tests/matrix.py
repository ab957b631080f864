"""The editions of all games that come with pnp, checked and built: all with `make matrix`, some in the suite.

An edition is a game, a set of its modules, a language, an ink, a paper and a way of turning sheets. `everything` is
each set of modules in each language and ink, and each game without modules on each paper, turned each way; `pairwise`
is a few editions in which any two of these choices meet.
"""

import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import combinations, cycle, product
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from legal_sets import legal_sets

from pnp.build.loading import join, load_expansions, load_game
from pnp.build.pipeline import build, check
from pnp.load import find_project, list_games
from pnp.model.options import INKS, Options
from pnp.model.problem import Problem, Severity

REPOSITORY = Path(__file__).parents[1]
PAPERS = ("a4", "letter")
SIDES = ("fronts", "duplex", "fold")
Choice = Mapping[str, object]


class Edition(NamedTuple):
    game: str
    modules: tuple[str, ...]
    language: str
    ink: str
    paper: str = "a4"
    sides: str = "fronts"

    def __str__(self) -> str:
        modules = "+".join(self.modules) or "-"
        return f"{self.game} {modules} {self.language} {self.ink} {self.paper} {self.sides}"

    @property
    def options(self) -> Options:
        asked = {"language": self.language, "ink": self.ink, "modules": self.modules, "paper": self.paper}
        return Options(self.game, **asked, sides=self.sides)


class Made(NamedTuple):
    edition: Edition
    problems: list[Problem]  # worse than notes
    pages: int
    seconds: float


def games() -> list[str]:
    return list_games(find_project(REPOSITORY))


def sets_of(game_id: str) -> list[tuple[str, ...]]:
    """All sets of modules of a game and of the expansions for it; of an expansion by itself, each module alone."""
    project = find_project(REPOSITORY)
    game, _ = load_game(project, game_id)
    assert game is not None
    if game.base is not None:
        return [(), *((id,) for id, module in game.modules.items() if module.game == game_id)]
    whole = join(game, [each.game for each in load_expansions(project, game) if each.game], [])
    return legal_sets(whole)


@cache
def languages_of(game_id: str) -> tuple[str, ...]:
    game, _ = load_game(find_project(REPOSITORY), game_id)
    assert game is not None
    return game.languages


def everything() -> list[Edition]:
    found: dict[Edition, None] = {}
    ways = cycle(product(PAPERS, SIDES))
    for game in games():
        languages = languages_of(game)
        for modules, language, ink in product(sets_of(game), languages, INKS):
            found.setdefault(Edition(game, modules, language, ink, *next(ways)))
        for language, ink, paper, sides in product(languages, INKS, PAPERS, SIDES):
            found.setdefault(Edition(game, (), language, ink, paper, sides))
    return list(found)


def pairwise(choices: Mapping[str, Iterable[object]]) -> list[Choice]:
    """Few combinations of these choices such that any two of different kinds meet in one."""
    names = list(choices)
    options = {name: list(values) for name, values in choices.items()}
    pairs = {
        ((one, a), (other, b))
        for one, other in combinations(names, 2)
        for a, b in product(options[one], options[other])
    }
    rows: list[Choice] = []
    while pairs:
        best = max(_rows(names, options, pairs), key=lambda row: len(pairs & _pairs(row)))
        pairs -= _pairs(best)
        rows.append({name: best[name] for name in names})
    return rows


def _rows(names: list[str], options: Mapping[str, list[object]], pairs: set[object]) -> Iterator[Choice]:
    """For each pair that is left a row with it, all else chosen one after the other as it covers most."""
    for (one, a), (other, b) in sorted(pairs, key=str)[:40]:  # type: ignore[misc]
        row = {one: a, other: b}
        for name in names:
            if name not in row:
                row[name] = max(options[name], key=lambda value, name=name: len(pairs & _pairs({**row, name: value})))
        yield row


def _pairs(row: Choice) -> set[object]:
    order = sorted(row)
    return {((a, row[a]), (b, row[b])) for a, b in combinations(order, 2)} | {
        ((b, row[b]), (a, row[a])) for a, b in combinations(order, 2)
    }


def make(edition: Edition, *, checked: bool = True) -> Made:
    """Check an edition, then build it into a folder that is thrown away; a build reports what a check does."""
    started, project = monotonic(), find_project(REPOSITORY)
    problems = check(project, edition.options).problems if checked else []
    with tempfile.TemporaryDirectory() as folder:
        built = build(project, edition.options, Path(folder))
    told = {str(each): each for each in (*problems, *built.problems) if each.severity is not Severity.NOTE}
    return Made(edition, list(told.values()), built.pages, monotonic() - started)


def main() -> int:
    editions = everything()
    bad = 0
    with ProcessPoolExecutor() as pool:
        for number, made in enumerate(pool.map(make, editions), 1):
            bad += bool(made.problems) or not made.pages
            print(f"{number}/{len(editions)} {made.edition}: {made.pages} pages, {made.seconds:.1f} s", flush=True)
            for problem in made.problems:
                print(f"    {problem}")
    print(f"{len(editions) - bad} passed, {bad} failed")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
