"""Editions in which any two choices of modules, language, ink, paper and sides meet are built without a problem.

These builds are nightly.
"""

from itertools import combinations

import pytest
from matrix import PAPERS, SIDES, Edition, everything, games, languages_of, make, pairwise, sets_of

from pnp.model.options import INKS

HOW = {"language": ("en", "de"), "ink": INKS, "paper": PAPERS, "sides": SIDES}
MODULES = {
    "golems": ((), ("golems",)),
    "bribery": ((), ("bribery",)),
    "artifacts": ((), ("artifacts",), ("artifacts", "royal-intrigues")),
}
OF_BASE = [
    Edition("hidden-leaders", tuple(sorted(sum((row[kind] for kind in MODULES), ()))), *(row[each] for each in HOW))
    for row in pairwise({**MODULES, **HOW})
]
OTHERS = [
    Edition(game, (), language if language in languages_of(game) else "en", *rest)
    for game, language, *rest in (
        row.values() for row in pairwise({"game": [each for each in games() if each != "hidden-leaders"], **HOW})
    )
]


def test_in_these_few_any_two_choices_meet() -> None:
    rows = pairwise(HOW)
    assert len(rows) <= 12
    for one, other in combinations(HOW, 2):
        assert {(row[one], row[other]) for row in rows} == {(a, b) for a in HOW[one] for b in HOW[other]}


def test_the_whole_matrix_has_each_set_of_modules_in_each_language_and_ink() -> None:
    editions = everything()
    for game in games():
        expected = len(sets_of(game)) * len(languages_of(game)) * len(INKS)
        assert len({(each.modules, each.language, each.ink) for each in editions if each.game == game}) == expected
    assert {(each.paper, each.sides) for each in editions} == {(paper, sides) for paper in PAPERS for sides in SIDES}


@pytest.mark.nightly
@pytest.mark.parametrize("edition", sorted({*OF_BASE, *OTHERS}), ids=str)
def test_an_edition(edition: Edition) -> None:
    made = make(edition, checked=False)
    assert [str(problem) for problem in made.problems] == []
    assert made.pages
