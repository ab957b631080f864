"""
A module adds to figures that aren't there: of a rule or a table that the game doesn't have, of a rule that expects no
figure, or figures for some values where one is for all; or to the row of a table for a number of players that
has none. Rows that come in belong to a table of the game, or need a title to be one.

Bad:  `plus: {heros: 26}`    `plus: {heroes: {tribes: 6}}`, which expects 77 of them all
Good: `plus: {heroes: 26}`   `plus: {heroes-per-faction: {tribes: 6}}`, or `6` for each faction alike
"""

from collections.abc import Iterator
from typing import Any

from pnp.check._owned import owned
from pnp.check._sections import label
from pnp.model.game import Game
from pnp.model.plus import Plus, fits
from pnp.model.problem import Problem, code
from pnp.model.project import Project
from pnp.model.rules import Table
from pnp.model.suggest import Hints

CODE = code("PNP530", "module adds to figures that aren't there", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    hints = Hints()
    for section, things in owned(game):
        known: dict[str, list[Any]] = {}
        for thing in things:
            known.setdefault(thing.item.id, []).append(thing.item)
        for module in game.patches:
            for plus in module.change(section).plus:
                if plus.id in known:
                    yield from _misfit(game, plus, known[plus.id], hints)
                elif not game.is_lost(section, plus.id):
                    what = "brings rows of" if plus.is_new else "adds to"
                    message = f"{module.label} {what} {label(section)} that isn't there: {plus.id}"
                    hint = hints(plus.id, known) or ("a new table has a title" if plus.is_new else "")
                    yield CODE.at(plus.span, message, hint=hint)


def _misfit(game: Game, plus: Plus, items: list[Any], hints: Hints) -> Iterator[Problem]:
    if isinstance(items[0], Table):
        rows = {str(number) for item in items for number in item.rows}
        for module in game.patches:
            rows |= {key for each in module.change("setup.tables").plus if each.is_new for key in each.figures}
        for key in plus.figures:
            if not plus.is_new and key not in rows:
                message = f"table {plus.id} has no row for {key} players"
                yield CODE.at(
                    plus.places[key], message, hint=hints(key, rows) or f"there are: {', '.join(sorted(rows))}"
                )
    elif not any(fits(item, plus) for item in items):
        has = "expects one figure for all" if any(item.bounds for item in items) else "expects no figure"
        yield CODE.at(plus.span, f"rule {plus.id} {has}", origin=items[0].span)
