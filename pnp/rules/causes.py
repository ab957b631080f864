"""What of a game couldn't be read → why something isn't there, or why nothing can be said of what follows from it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from pnp.model.game import Component, EntryGroup, Game, Piece
from pnp.model.problem import Problem
from pnp.model.regex import regex
from pnp.model.values import Poison, Record, UnreadParts
from pnp.rules.expressions.names import Absent, make_absent, pieces_in, to_name

# Sections of a game whose names expressions know, and those whose ids pieces are compared with: see Game.unread.
_NAMING = regex(
    r"(?:modules\.)?(?:(?:components|groups|define|victory\.define|victory\.track)(?:/(.*))?"
    r"|(?:fields\..*|victory\.player|victory\.table)(?:/.*)?)|victory|modules"
)
_HAVING = regex(
    r"(?:modules\.)?(?:(?:pieces(?:\.[^/]*)?|groups\.[^/]*)(?:/(.*))?|(?:components|groups|modules)(?:/.*)?)"
)

Faults = Mapping[str, Mapping[str, Problem]]  # by module: sections in which it changes what isn't there, and why


def add_cause(problems: Iterable[Problem], cause: Problem | None, *, keep: bool = False) -> list[Problem]:
    """Return problems that follow from this cause, if there is one. `keep`: those that have one keep it."""
    if cause is None:
        return list(problems)
    return [each if keep and each.cause else each._replace(cause=cause) for each in problems]


class Causes:
    """The problems for which parts of a game with some of its modules aren't there: unread, or changed wrongly by
    them. `of_modules` is why one of the modules isn't what it should be beside others."""

    def __init__(self, game: Game, modules: Iterable[str], faults: Faults) -> None:
        self._modules = frozenset(modules)
        of_modules = [faults[id] for id in self._modules if id in faults]
        known = dict(entry for found in (*of_modules, game.unread) for entry in found.items())
        self._unread = UnreadParts({name: each for name, each in known.items() if not name.startswith("modules/")})
        together = self._modules if len(self._modules) > 1 else ()
        self.of_modules = next((known[f"modules/{id}"] for id in together if f"modules/{id}" in known), None)

    def __bool__(self) -> bool:
        return bool(self._unread)

    def get(self, section: str, id: str = "") -> Problem | None:
        """Return why this isn't there, or isn't all that there is, although a file may say it."""
        return self._unread.cause_in_game(section, id, of_modules=bool(self._modules))

    def first_in(self, *parts: str) -> Problem | None:
        """Return why anything in parts like "setup", "setup.zones" or "victory" isn't there."""
        return next((problem for part in parts for _, problem in self._in(part)), None)

    def by_id(self, section: str) -> dict[str, Problem]:
        """Return why things of a section aren't there, by their ids; "" is the section as a whole."""
        return {id: problem for id, problem in self._in(section) if not id.startswith(".")}

    def lost_by_id(self, section: str, prefix: str = "") -> dict[str, Absent]:
        """Return the values of names for things of a section that aren't there; "" is the section as a whole."""
        return {id: make_absent(f"{prefix}{id}", problem) for id, problem in self.by_id(section).items()}

    def _in(self, part: str) -> Iterator[tuple[str, Problem]]:
        """Yield what stands behind a part's name; "" is the part itself, or that which it is a part of."""
        for name, problem in self._unread.items():
            section = name.removeprefix("modules.") if self._modules else name
            if section == part or part.startswith(f"{section}."):
                yield "", problem
            elif section.startswith((f"{part}.", f"{part}/")):
                yield section[len(part) :].removeprefix("/"), problem


class UnreadNames:
    """The names and ids of a whole game, with any of its modules, that couldn't be read; none without a game."""

    def __init__(self, game: Game | None = None) -> None:
        self._parts = game.unread if game else UnreadParts()
        self.is_in_pieces = False  # whether a piece says anything that couldn't be read
        self._unknown: dict[str, dict[str, Poison]] = {}  # names that aren't understood, by component and group
        if game is None:
            return
        changes = [change for module in game.patches for change in module.changes.values()]
        brought = [each for change in changes for each in (*change.add, *change.replace)]
        owners: dict[str, Component | EntryGroup] = {**game.components, **game.groups}
        there: list[Component | EntryGroup] = [*game.components.values(), *game.groups.values()]
        there += [each for each in brought if isinstance(each, Component)]
        for piece in chain((each for each in brought if isinstance(each, Piece)), *map(pieces_in, there)):
            if any(_has_poison(value) for value in piece.fields.values() if value.__class__ is not str):
                self.is_in_pieces = True
                declared = owners[piece.component].fields if piece.component in owners else piece.fields
                poison = {name: value for name, value in piece.fields.items() if isinstance(value, Poison)}
                unknown = {name: value for name, value in poison.items() if name not in declared}
                self._unknown.setdefault(piece.component, {}).update(unknown)

    def cause_of_name(self, name: str) -> Problem | None:
        """Return why nothing is called so: it, or all of a section that it may be in, couldn't be read."""
        return self.cause_of_id(name, _NAMING)

    def cause_of_id(self, id: str, sections: re.Pattern[str] = _HAVING) -> Problem | None:
        """Return why no piece or entry has this id."""
        of_section = None
        for name, problem in self._parts.items():
            if found := sections.fullmatch(name):
                if found[1] and to_name(found[1]) == to_name(id):
                    return problem
                of_section = of_section or (None if found[1] else problem)
        return of_section

    def spread(self, owner: str, values: dict[str, Any]) -> None:
        """Spread poison in a piece's values: to lists with such items, and to names that others have by mistake."""
        values.update({name: _poison_lists(value) for name, value in values.items()})
        values.update({name: value for name, value in self._unknown.get(owner, {}).items() if name not in values})


def _has_poison(value: Any) -> bool:
    """Return whether a value is poison, or has some in a list or a record."""
    if value.__class__ is tuple:
        return any(map(_has_poison, value))
    if value.__class__ is Record:
        return any(map(_has_poison, value.read.values()))
    return value.__class__ is Poison


def _poison_lists(value: Any) -> Any:
    if isinstance(value, tuple):
        items = tuple(map(_poison_lists, value))
        return next((item for item in items if isinstance(item, Poison)), items)
    if type(value) is Record and not value.id:
        return Record({name: _poison_lists(inner) for name, inner in value.read.items()})
    return value
