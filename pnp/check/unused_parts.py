"""
A zone, a definition or a marker is declared, but no step, rule, condition, example or text makes use of it. It is left
over, or whatever should have named it names another. Zones that are drawn (`at`) or are each player's (`per`) may be
there only to be shown, and tables are printed.

Bad:  `define: {dark: "9"}`, and no condition names `dark`
Good: `when: red >= dark`
"""

from collections.abc import Iterator
from typing import Any

from pnp.check._mentions import mentioned
from pnp.check._owned import owned
from pnp.check._sections import label
from pnp.check._uses import uses_of
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.rules import Definition, Variable, Zone

CODE = code("PNP186", "declared for nothing", __doc__, Severity.WARNING)
OF_WHOLE = True


def check(game: Game, project: Project) -> Iterator[Problem]:
    for section, things in owned(game):
        if section not in ("define", "setup.zones", "victory.define", "victory.track"):
            continue
        for _, item in things:
            drawn = section == "define" and item.id in uses_of(game, project).names
            if not (drawn or _is_used(item, mentioned(game))):
                yield CODE.at(item.span, f"{label(section).partition(' ')[2]} {item.id} is used by nothing")


def _is_used(item: Any, names: frozenset[str]) -> bool:
    name = item.id.replace("-", "_")
    if isinstance(item, Definition):
        return name in names or any(each.startswith(f"{name}.") for each in names)
    if isinstance(item, Variable):
        return name in names or f"track.{name}" in names
    if isinstance(item, Zone) and (item.at or item.per or (item.starts and (item.face or item.away))):
        return True  # a place of its own
    return f"zones.{name}" in names
