"""Which names rules, setups and texts use, and which of them modules change."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from pnp.model.changes import Plus
from pnp.model.game import Game
from pnp.model.rules import Definition, Expression, Move, Put, Rule, Selection, Sentence, Shuffle, Step, Victory, Zone
from pnp.model.values import Field
from pnp.rules.breaches import expressions
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.names import WITH
from pnp.rules.expressions.reading import MODULES, NamePath
from pnp.rules.module_sets import Set, connected

NOBODY: Set = frozenset()


class Changed:
    """Modules by the sections that they change, and by the ids in these."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._within: dict[str, Set] = {}
        self._by: dict[tuple[str, str], Set] = {}
        for patch in game.patches:
            for section, change in patch.changes.items():
                for part in {section, section.partition(".")[0]}:
                    self._within[part] = self._within.get(part, NOBODY).union(patch.parts)
                for id in change.ids:
                    self._by[section, id] = self._by.get((section, id), NOBODY).union(patch.parts)

    def within(self, section: str) -> Set:
        """Modules that change anything in "setup.tables", or in "setup"."""
        return self._within.get(section, NOBODY)

    def by(self, section: str, id: str) -> Set:
        """Modules that add, replace, drop or raise this."""
        return self._by.get((section, id), NOBODY)

    def pieces(self, ids: Collection[str]) -> Set:
        """Modules that change pieces of these ids, whatever they are."""
        return NOBODY.union(*(of for (where, id), of in self._by.items() if where.startswith("pieces.") and id in ids))

    def raising(self, section: str, id: str) -> list[Plus]:
        """What modules add to its figures."""
        changes = [patch.change(section) for patch in self._game.patches]
        return [plus for change in changes for plus in change.plus if plus.id == id]

    def everywhere(self, section: str) -> list[Any]:
        """What stands in a section, that of all modules, too."""
        kind, _, name = section.partition(".")
        owner = getattr(self._game, kind) if name else self._game
        found = list(getattr(owner, name or kind).values()) if owner else []
        return [*found, *self.brought(section)]

    def brought(self, section: str) -> list[Any]:
        """What modules have there that the game by itself hasn't."""
        changes = [patch.change(section) for patch in self._game.patches]
        return [item for change in changes for item in (*change.add, *change.replace)]


def targets(fields: Iterable[Field]) -> Iterator[str]:
    """The groups and components that fields refer to."""
    for field in fields:
        if field.to:
            yield field.to
        yield from targets([*([field.of] if field.of else ()), *field.fields.values()])


Linked = Callable[[Expression], Iterable[str]]  # what an expression ties its zone or step to: "zone pile", "pieces …"


class SetupPart(NamedTuple):
    """Zones, steps and markers that pieces, or figures, come to from each other; by id."""

    zones: frozenset[str]
    steps: frozenset[str]
    markers: frozenset[str]


def parts_of(zones: Iterable[Zone], steps: Iterable[Step], linked: Linked) -> list[SetupPart]:
    """Zones between which pieces move, or which pieces of one component start in, are in one part."""
    lists: list[list[str]] = []
    for zone in zones:
        said = [each for each in (zone.starts, zone.per) if each]
        lists.append([f"zone {zone.id}", *(name for each in said for name in linked(each))])
    for step in steps:
        names = [f"step {step.id}"]
        for action in step.actions:
            if isinstance(action, Shuffle):
                names.append(f"zone {action.zone}")
            elif isinstance(action, Move):
                names += (f"zone {action.source}", f"zone {action.target}")
            else:
                names.append(f"marker {action.marker}")
        lists.append([*names, *(name for each in said_by(step) for name in linked(each))])
    parts: list[SetupPart] = []
    for together in connected(lists):
        by_kind: dict[str, set[str]] = {"zone": set(), "step": set(), "marker": set()}
        for name in together:
            kind, _, id = name.partition(" ")
            by_kind.setdefault(kind, set()).add(id)
        parts.append(SetupPart(*map(frozenset, (by_kind["zone"], by_kind["step"], by_kind["marker"]))))
    return parts


def said_by(step: Step) -> list[Expression]:
    """What its actions and its conditions compute."""
    moved = [action.what for action in step.actions if isinstance(action, Move)]
    put = [action.to for action in step.actions if isinstance(action, Put)]
    return [each for each in (*moved, *put, step.when, step.so_that) if isinstance(each, Expression)]


class Mentions:
    """Of a game with all its modules."""

    def __init__(self, changed: Changed, evaluator: Evaluator) -> None:
        self._changed, self._evaluator = changed, evaluator
        self.spoken = evaluator.spoken  # what a sentence has in braces

    def in_rule(self, rule: Rule) -> Iterator[Expression]:
        yield from expressions(rule)
        yield from self.spoken(rule.say)

    def in_selection(self, selection: Selection) -> Iterator[Expression]:
        yield from (definition.expression for definition in selection.define.values())
        yield from selection.copies.values()
        for rule in selection.rules.values():
            yield from self.in_rule(rule)

    def in_victory(self, victory: Victory) -> Iterator[Expression]:
        sentences: list[Sentence] = [victory.nobody] if victory.nobody else []
        yield from [victory.ends] if victory.ends else []
        for rule in self._changed.everywhere("victory.rules"):
            yield from expressions(rule)
            sentences.append(rule.say)
        for section in ("track", "define", "conditions", "winner"):
            for each in self._changed.everywhere(f"victory.{section}"):
                said = (getattr(each, name, None) for name in ("read", "expression", "when", "value"))
                yield from (one for one in said if isinstance(one, Expression))
                sentences += [each.say] if hasattr(each, "say") else []
        for sentence in sentences:
            yield from self.spoken(sentence)

    def paths(self, said: Iterable[Expression]) -> set[NamePath]:
        """What expressions name, by way of definitions, too."""
        todo, found = list(said), set[NamePath]()
        while todo:
            new: set[NamePath] = set()
            for path in self._evaluator.mentions(todo.pop()):
                if path[0] == WITH:  # which figure `with.night.tables.hand` is depends on who has a say in tables.hand
                    path = path[2:] if "".join(path[2:3]) else (MODULES,)
                new.add(path)
            new -= found
            found |= new
            names = {path[0] for path in new}
            todo += [each.expression for each in self._definitions if each.id in names]
        return found

    @cached_property
    def _definitions(self) -> list[Definition]:
        return [*self._changed.everywhere("define"), *self._changed.everywhere("victory.define")]


def modules_of(game: Game, expansion: str) -> Set:
    """The modules of an expansion itself."""
    return frozenset(id for id, module in game.modules.items() if module.game == expansion)


def only_with(game: Game, part: str, id: str) -> Set:
    """Of a rule or selection outside of an expansion's modules: these; it is only there with some of them."""
    owners = (expansion for expansion, names in game.outside.items() if f"{part}/{id}" in names)
    return NOBODY.union(*(modules_of(game, expansion) for expansion in owners))


def as_played(game: Game, modules: Collection[str]) -> Game:
    """The game that there is with these modules: without any of an expansion's without what stands outside of them."""
    gone: set[str] = set()
    for expansion, names in game.outside.items():
        own = modules_of(game, expansion)
        gone |= names if own and own.isdisjoint(modules) else set()
    if not gone:
        return game
    kept: dict[str, Any] = {}
    for part in ("rules", "selections"):  # examples are worked with just the modules that they name
        kept[part] = {id: each for id, each in getattr(game, part).items() if f"{part}/{id}" not in gone}
    return replace(game, **kept)
