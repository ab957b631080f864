"""What of a game couldn't be read → why something isn't there, or why nothing can be said of what follows from it."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from pnp.model.game import Component, EntryGroup, Game, Piece
from pnp.model.problem import Problem
from pnp.model.regex import regex
from pnp.model.values import Poison, Record, UnreadParts

# Sections of a game whose names expressions know, and those whose ids pieces are compared with: see Game.unread.
_NAMING = regex(
    r"(?:modules\.)?(?:(?:components|groups|define|victory\.define|victory\.track)(?:/(.*))?"
    r"|(?:fields\..*|victory\.player|victory\.table)(?:/.*)?)|victory|modules"
)
_HAVING = regex(
    r"(?:modules\.)?(?:(?:pieces(?:\.[^/]*)?|groups\.[^/]*)(?:/(.*))?|(?:components|groups|modules)(?:/.*)?)"
)

Faults = Mapping[str, Mapping[str, Problem]]  # by module: sections in which it changes what isn't there, and why


class Causes:
    """Of a game with some of its modules."""

    def __init__(self, unread: UnreadParts, modules: Iterable[str], faults: Faults) -> None:
        """`unread` as a game has it; what modules change wrongly isn't known either. `of_modules` is why one of them
        isn't what it should be beside others."""
        self._modules = frozenset(modules)
        of_modules = [faults[id] for id in self._modules if id in faults]
        known = dict(entry for found in (*of_modules, unread) for entry in found.items())
        self._unread = UnreadParts({name: each for name, each in known.items() if not name.startswith("modules/")})
        together = self._modules if len(self._modules) > 1 else ()
        self.of_modules = next((known[f"modules/{id}"] for id in together if f"modules/{id}" in known), None)

    def __bool__(self) -> bool:
        return bool(self._unread)

    def of(self, section: str, id: str = "") -> Problem | None:
        """Why this isn't there, or isn't all that there is, although a file may say it."""
        return self._unread.cause_in_game(section, id, of_modules=bool(self._modules))

    def within(self, *parts: str) -> Problem | None:
        """The same of parts like "setup", "setup.zones" or "victory": of anything in them."""
        return next((problem for part in parts for _, problem in self._in(part)), None)

    def by_id(self, section: str) -> dict[str, Problem]:
        """The same of the things of a section; "" is the section as a whole."""
        return {id: problem for id, problem in self._in(section) if not id.startswith(".")}

    def _in(self, part: str) -> Iterator[tuple[str, Problem]]:
        """What stands behind a part's name; "" is the part itself, or that which it is a part of."""
        for name, problem in self._unread.items():
            section = name.removeprefix("modules.") if self._modules else name
            if section == part or part.startswith(f"{section}."):
                yield "", problem
            elif section.startswith((f"{part}.", f"{part}/")):
                yield section[len(part) :].removeprefix("/"), problem


def cause_of_name(unread: UnreadParts, name: str) -> Problem | None:
    """Why an expression finds nothing called so: it, or all of a section that it may be in, couldn't be read."""
    return _cause(unread, name, _NAMING)


def cause_of_id(unread: UnreadParts, id: str) -> Problem | None:
    """The same of the id of a piece or an entry."""
    return _cause(unread, id, _HAVING)


def _cause(unread: UnreadParts, said: str, sections: re.Pattern[str]) -> Problem | None:
    of_section = None
    for name, problem in unread.items():
        if found := sections.fullmatch(name):
            if found[1] and found[1].replace("-", "_") == said.replace("-", "_"):
                return problem
            of_section = of_section or (None if found[1] else problem)
    return of_section


def unknown_fields(game: Game) -> dict[str, dict[str, Poison]] | None:
    """By component and group: names under which pieces say what isn't understood. None where all is read of them.

    Modules' pieces are among them.
    """
    changes = [change for module in game.patches for change in module.changes.values()]
    brought = [each for change in changes for each in (*change.add, *change.replace)]
    found: dict[str, dict[str, Poison]] = {}
    owners: dict[str, Component | EntryGroup] = {**game.components, **game.groups}
    there: list[Component | EntryGroup] = [*game.components.values(), *game.groups.values()]
    there += [each for each in brought if isinstance(each, Component)]
    for piece in chain((each for each in brought if isinstance(each, Piece)), *map(pieces_in, there)):
        if not any(_has_poison(value) for value in piece.fields.values() if value.__class__ is not str):
            continue
        declared = owners[piece.component].fields if piece.component in owners else piece.fields
        poison = {name: value for name, value in piece.fields.items() if isinstance(value, Poison)}
        unknown = {name: value for name, value in poison.items() if name not in declared}
        found.setdefault(piece.component, {}).update(unknown)
    return found or None


def spread(values: dict[str, Any], unknown: Mapping[str, Poison]) -> None:
    """In what a piece says: a list with something that couldn't be read is one that couldn't be; and what others say
    under names that aren't understood, this one may not have said."""
    values.update({name: _with_poisoned_lists(value) for name, value in values.items()})
    values.update({name: value for name, value in unknown.items() if name not in values})


def pieces_in(owner: Component | EntryGroup) -> Collection[Piece]:
    """Its pieces, or its entries."""
    return owner.pieces if isinstance(owner, Component) else owner.entries.values()


def _has_poison(value: Any) -> bool:
    """Itself, or somewhere in a list, or in a record."""
    if value.__class__ is tuple:
        return any(map(_has_poison, value))
    if value.__class__ is Record:
        return any(map(_has_poison, value.read.values()))
    return value.__class__ is Poison


def _with_poisoned_lists(value: Any) -> Any:
    if isinstance(value, tuple):
        items = tuple(map(_with_poisoned_lists, value))
        return next((item for item in items if isinstance(item, Poison)), items)
    if type(value) is Record and not value.id:
        return Record({name: _with_poisoned_lists(inner) for name, inner in value.read.items()})
    return value
