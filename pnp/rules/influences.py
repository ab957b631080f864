"""A game → which of its modules can have a say in what: in a rule, a part of the setup, the victory, a selection.

What is judged is the same with all sets of modules that have the same of those that have a say in it. Rather too many
are found than too few: a module has a say in all that names what it changes, whether or not that comes out otherwise.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, Concatenate, NamedTuple, ParamSpec

from pnp.model.game import Component, EntryGroup, Game
from pnp.model.rules import Expression, Move, Rule
from pnp.model.span import Span
from pnp.model.values import Field
from pnp.rules.declared import KINDS
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.names import DEALT, OF_PLAYERS, as_name
from pnp.rules.expressions.reading import MODULES, NamePath
from pnp.rules.module_sets import Set
from pnp.rules.poisoned import pieces_in
from pnp.rules.uses import NOBODY, Changed, Mentions, SetupPart, only_with, parts_of, said_by, targets

_Asked = ParamSpec("_Asked")
_OF_STATES = ("states", "outcome", "condition")
_OF_ZONES = ("zones", "lies", "may_lie")
_SECTIONS = {"faces": "setup.zones", "at": "setup.zones", "tables": "setup.tables", "track": "victory.track"}


class Unit(NamedTuple):
    """Something that is judged by itself, and the modules that have a say in it."""

    what: str  # "rule heroes"
    span: Span
    modules: Set
    only_with: Set = NOBODY  # it is only there with some of these


def _once(find: Callable[Concatenate["Influences", _Asked], Set]) -> Callable[Concatenate["Influences", _Asked], Set]:
    """Finds it once for the same things asked. What asks for itself on the way may be anybody's."""

    def known(self: "Influences", /, *asked: _Asked.args, **named: _Asked.kwargs) -> Set:
        key = find.__name__, *asked
        if key not in self._known:
            self._known[key] = self._all
            self._known[key] = find(self, *asked, **named)
        return self._known[key]

    return known


class Influences:
    """Of a game with all its modules, none of them applied."""

    def __init__(self, game: Game, evaluator: Evaluator) -> None:
        self._game = game
        self._all: Set = frozenset(game.modules)
        self._changed = Changed(game)
        self._says = Mentions(self._changed, evaluator)
        self._known: dict[object, Set] = {}

    def units(self) -> list[Unit]:
        """All that is judged; worked examples are for one set of modules each."""
        game = self._game
        found: list[Unit] = []
        for id, rules in self._rules.items():
            found.append(Unit(f"rule {id}", rules[0].span, self.rule(id), only_with(game, "rules", id)))
        found += self._texts
        for each in self._changed.everywhere("selections"):
            with_some = only_with(game, "selections", each.id)
            found.append(Unit(f"selection {each.id}", each.span, self.selection(each.id), with_some))
        if game.victory:
            found.append(Unit("victory", game.victory.deciding or game.victory.span, self.victory))
        if game.setup:
            tables = self._changed.everywhere("setup.tables")
            found += [Unit(f"table {each.id}", each.span, self._of_name("tables", each.id)) for each in tables]
            own = [*self._changed.everywhere("setup.zones"), *self._changed.everywhere("setup.steps")]
            for part in self._parts:
                ids = sorted(part.zones) or sorted(part.steps) or sorted(part.markers)
                more = f" and {len(ids) - 3} more" if len(ids) > 3 else ""
                spans = (each.span for each in own if each.id in part.zones or each.id in part.steps)
                place = next(spans, game.setup.span)
                found.append(Unit(f"the setup of {', '.join(ids[:3])}{more}", place, self._of_part(part)))
        return found

    @_once
    def rule(self, id: str) -> Set:
        """Those that change it, or a rule that it needs, or what its expressions name."""
        found = self._changed.by("rules", id)
        raised = [figure for plus in self._changed.raising("rules", id) for figure in plus.figures.values()]
        for rule in self._rules.get(id, ()):
            paths = self._says.paths([*self._says.in_rule(rule), *raised])
            found = found.union(self._of_paths(paths), *(self.rule(need) for need in rule.needs))
            if KINDS[rule.kind].is_of_players or any(path[0] in OF_PLAYERS for path in paths):
                found |= self.players
        return found

    @_once
    def selection(self, id: str) -> Set:
        """The same of a selection. What its rules are about may be a field that only some component has."""
        found = self._changed.by("selections", id)
        owners: list[Any] = [*self._game.components.values(), *self._game.groups.values()]
        for selection in self._changed.everywhere("selections"):
            if selection.id == id:
                paths = self._says.paths(self._says.in_selection(selection))
                found = found.union(self._of_paths(paths), self._of_fields(selection.fields.values()))
                # modules with components that have fields of these names, which the game by itself doesn't know
                new = {path[0] for path in paths}.difference(*(owner.fields for owner in owners))
                for module in self._game.modules.values():
                    if any(not new.isdisjoint(one.fields) for one in module.change("components").add):
                        found |= {module.id}
                found |= self.players if "players" in selection.fields else NOBODY
        return found

    @cached_property
    def selections(self) -> Set:
        return NOBODY.union(*(self.selection(each.id) for each in self._changed.everywhere("selections")))

    @cached_property
    def texts(self) -> Set:
        """Those that have a say in what any text has in braces."""
        return NOBODY.union(*(unit.modules for unit in self._texts))

    @cached_property
    def _texts(self) -> list[Unit]:
        """The texts of pieces, of one component or group together where the same modules have a say in them."""
        found: dict[tuple[str, Set], Unit] = {}
        owners = [*self._changed.everywhere("components"), *self._game.groups.values()]
        for owner in {owner.id: owner for owner in owners}.values():
            section = _section(owner)
            for piece in (*pieces_in(owner), *self._changed.brought(section)):
                by = self._changed.by(section, piece.id) | self._changed.by("components", owner.id)
                for phrase in piece.phrases.values():
                    modules = by | self._of_said(self._says.spoken(phrase))
                    found.setdefault((owner.id, modules), Unit(f"texts of {owner.id}", phrase.span, modules))
        for term in self._game.glossary:
            if term.phrase:
                modules = self._of_said(self._says.spoken(term.phrase))
                found.setdefault(("glossary", modules), Unit("the glossary", term.span, modules))
        return list(found.values())

    @cached_property
    def setup(self) -> Set:
        """Those that have a say in any part of the setup."""
        parts = [self._of_part(part) for part in self._parts] if self._game.setup else []
        return self._changed.within("setup").union(*parts)

    @cached_property
    def players(self) -> Set:
        """Those that change with how many the game can be played."""
        return self._changed.within("setup.players")

    @cached_property
    def _rules(self) -> dict[str, list[Rule]]:
        found: dict[str, list[Rule]] = {}
        for rule in self._changed.everywhere("rules"):
            found.setdefault(rule.id, []).append(rule)
        return found

    @cached_property
    def _parts(self) -> list[SetupPart]:
        return parts_of(self._changed.everywhere("setup.zones"), self._changed.everywhere("setup.steps"), self._linked)

    @property
    @_once
    def victory(self) -> Set:
        found = self._changed.within("victory")
        victory = self._game.victory
        if victory is None:
            return found
        paths = {path for path in self._says.paths(self._says.in_victory(victory)) if path[0] not in _OF_STATES}
        fields = [*self._changed.everywhere("victory.player"), *self._changed.everywhere("victory.table")]
        return found.union(self._of_paths(paths), self._of_fields(fields), self._of_owner(victory.outcomes))

    @_once
    def _of_part(self, part: SetupPart) -> Set:
        found = self.players
        for zone in self._changed.everywhere("setup.zones"):
            if zone.id in part.zones:
                said = [each for each in (zone.starts, zone.per) if each]
                found |= self._changed.by("setup.zones", zone.id) | self._of_said(said)
        for step in self._changed.everywhere("setup.steps"):
            if step.id in part.steps:
                said = [*said_by(step), *self._says.spoken(step.say)]
                # modules have a say that bring pieces which it moves by their ids, or take them away
                moves = [action.what for action in step.actions if isinstance(action, Move)]
                ids = {name.id for what in moves if what and not isinstance(what, Expression) for name in what}
                found = found.union(self._placing(step.id), self._of_said(said), self._changed.pieces(ids))
        return found.union(*(self._of_name("track", marker) for marker in part.markers))

    @_once
    def _placing(self, id: str) -> Set:
        """Modules that change a step, or one next to which it comes in."""
        steps = [step for step in self._changed.everywhere("setup.steps") if step.id == id]
        anchors = {anchor for step in steps for anchor in (step.after, step.before) if anchor}
        return self._changed.by("setup.steps", id).union(*(self._placing(anchor) for anchor in anchors))

    def _linked(self, expression: Expression) -> Iterator[str]:
        """The zones whose figures it asks for, and the components that it may yield pieces of."""
        for path in self._says.paths([expression]):
            if path[0] in _OF_ZONES and len(path) > 1:
                yield f"zone {path[1]}"
            yield from (f"pieces {each.id}" for each in self._reached(path[0]) if isinstance(each, Component))

    def _of_said(self, said: Iterable[Expression]) -> Set:
        return self._of_paths(self._says.paths(said))

    def _of_paths(self, paths: Iterable[NamePath]) -> Set:
        return NOBODY.union(*(self._of_name(*path[:2]) for path in paths))

    @_once
    def _of_name(self, name: str, of: str = "") -> Set:
        if name == MODULES:
            return frozenset([of]) & self._all if of else self._all
        if name == "numbers":
            return self.players
        if name in _SECTIONS:
            own = self._changed.by(_SECTIONS[name], of) if of else self._changed.within(_SECTIONS[name])
            return own | self.players if name == "tables" else own
        if name in DEALT:
            parts = [part for part in self._parts if of in (*part.zones, *part.markers, *map(as_name, part.steps))]
            return NOBODY.union(*map(self._of_part, parts)) if parts else self.setup
        if name in _OF_STATES:
            return self.victory
        if name == "examples":  # each is worked with exactly the modules that it names
            return self._changed.within("examples")
        if name == "glossary" and name not in self._owners:
            phrases = [term.phrase for term in self._game.glossary if term.phrase]
            return NOBODY.union(*(self._of_said(self._says.spoken(each)) for each in phrases))
        named = (self._changed.by(section, name) for section in ("define", "victory.track", "victory.define"))
        return NOBODY.union(*named, *(self._of_owner(owner.id) for owner in self._owners.get(name, ())))

    @cached_property
    def _owners(self) -> dict[str, list[Component | EntryGroup]]:
        """Components and groups by the names that expressions know them by."""
        found: dict[str, list[Component | EntryGroup]] = {}
        for owner in (*self._changed.everywhere("components"), *self._game.groups.values()):
            found.setdefault(as_name(owner.id), []).append(owner)
        return found

    def _reached(self, name: str) -> list[Component | EntryGroup]:
        """What this name means, and all that references lead to from there."""
        found = list(self._owners.get(name, ()))
        for owner in found:  # grows on the way
            ids = targets(owner.fields.values())
            found += [each for id in ids for each in self._owners.get(as_name(id), ()) if each not in found]
        return found

    @_once
    def _of_owner(self, id: str) -> Set:
        found = NOBODY
        for owner in self._reached(as_name(id)):
            found |= self._changed.within(_section(owner)) | self._changed.by("components", owner.id)
        return found

    def _of_fields(self, fields: Iterable[Field]) -> Set:
        return NOBODY.union(*map(self._of_owner, targets(fields)))


def _section(owner: Component | EntryGroup) -> str:
    """Where its pieces or entries stand."""
    return f"pieces.{owner.id}" if isinstance(owner, Component) else f"groups.{owner.id}"
