"""What was judged in a world before → what needs no judging in another one.

With each set of modules everything is judged, but a rule, the setup, the victory, the selections and the texts of a
world only where something that they read differs: where the modules that change it are others. Rather too many are
found than too few.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from pnp.model.game import FURTHER, Component, EntryGroup, Game, Piece
from pnp.model.problem import Problem
from pnp.model.rules import Definition, Expression, Move, Put, Rule, Sentence
from pnp.model.values import Field
from pnp.rules.declared import KINDS
from pnp.rules.expressions.compiler import MODULES, NamePath
from pnp.rules.expressions.names import DEALT, WITH, pieces_in, to_name
from pnp.rules.written_values import expressions_of

if TYPE_CHECKING:
    from pnp.rules.world import World

_SECTIONS = {
    "numbers": ("setup.players",),
    "players": ("setup.players",),
    "tables": ("setup.players",),
    "faces": ("setup.players", "setup.zones"),
    "at": ("setup.zones",),
    "track": ("victory.track",),
    "examples": ("examples",),
    **dict.fromkeys(DEALT, ("setup", "victory.track")),
    **dict.fromkeys(("states", "outcome", "condition"), ("victory",)),
}


class JudgedBefore:
    """The problems that were found in a game, by what was judged and by the patches that changed what it read.

    `proved` are modules whose sets have all been judged: what only they change isn't judged again.
    """

    def __init__(self, game: Game, proved: Iterable[Collection[str]] = ()) -> None:
        self._proved = [frozenset(ids) for ids in proved]
        self._outside, self._modules = game.outside, game.modules
        self._known: dict[Hashable, list[Problem]] = {}
        self._patches: dict[str, set[str]] = {}  # by "setup", "setup.tables", "setup.tables/hand"; of pieces "piece/x"
        self._read: ReadNames | None = None
        owners: list[Component | EntryGroup] = [*game.components.values(), *game.groups.values()]
        self._speaking = [owner.id for owner in owners if any(piece.phrases for piece in pieces_in(owner))]
        for patch in game.patches:
            for section, change in patch.changes.items():
                kind, _, owner = section.partition(".")
                within = "piece" if kind == "pieces" else section
                for key in {section, kind, *(f"{within}/{to_name(id)}" for id in change.ids)}:
                    self._patches.setdefault(key, set()).add(patch.id)
                for each in (*change.add, *change.replace):
                    if isinstance(each, Piece) and each.phrases:
                        self._speaking.append(owner)
                    elif isinstance(each, Component) and any(piece.phrases for piece in each.pieces):
                        self._speaking.append(each.id)

    def judge_part(self, what: str, world: "World", examine: Callable[["World"], list[Problem]]) -> list[Problem]:
        """Return the problems of the "texts", the "setup", the "victory" or the "selections"."""
        read, sections, paths = self._read_in(world), list[str](), list[NamePath]()
        if what == "texts":
            sections, paths = ["define"], [("glossary",), *((to_name(id),) for id in self._speaking)]
        elif what == "setup":
            paths = [("zones",)]
        elif what == "victory":
            sections, paths = ["components"], [("states",)]
        else:
            sections, paths = ["selections", "components"], [("numbers",), *read.in_selections()]
        patches = read.patches(sections, paths)
        if what in ("setup", "victory") and self._is_proved(patches):
            return []
        there = frozenset(world.game.selections) if what == "selections" else frozenset()
        return self._look_up((what, there, patches), lambda: examine(world))

    def judge_rule(
        self, rule: Rule, world: "World", examine: Callable[[Rule, "World"], list[Problem]]
    ) -> list[Problem]:
        """Return the problems of a rule."""
        read = self._read_in(world)
        paths = [*read.in_rule(rule), *([("players",)] if KINDS[rule.kind].is_of_players else [])]
        patches = read.patches([f"rules/{to_name(rule.id)}"], paths)
        if self._is_proved(patches, f"rules/{rule.id}"):
            return []
        return self._look_up((rule.id, rule.span, patches), lambda: examine(rule, world))

    def _is_proved(self, patches: frozenset[str], name: str = "") -> bool:
        """Return whether an own check has judged this: of an expansion's rule, the check of that expansion."""
        owners = {expansion for expansion, names in self._outside.items() if name in names}
        modules = {id for id, module in self._modules.items() if module.game in owners}
        modules.update(part for patch in patches for part in patch.split(FURTHER))
        return any(modules <= ids for ids in self._proved)

    def _read_in(self, world: "World") -> "ReadNames":
        if self._read is None or self._read.world is not world:
            self._read = ReadNames(world, self._patches)
        return self._read

    def _look_up(self, key: Hashable, examine: Callable[[], list[Problem]]) -> list[Problem]:
        """Return what is known, or examine: what follows from something else may be otherwise with another set."""
        if key in self._known:
            return self._known[key]
        found = examine()
        if not any(problem.cause for problem in found):
            self._known[key] = found
        return found


class ReadNames:
    """Finds what expressions read of one world, by way of definitions, references, the setup and the victory, too."""

    def __init__(self, world: "World", patches: dict[str, set[str]]) -> None:
        self.world, self._patches = world, patches
        self._chosen = {patch.id for patch in world.patches}
        self._mentions, self._spoken = world.evaluator.mentions, world.evaluator.expressions_in
        self._known: dict[NamePath, tuple[set[str], list[NamePath]]] = {}
        self._owners: dict[str, list[str]] = {}
        for owner in world.owners:
            self._owners.setdefault(to_name(owner.id), []).append(owner.id)

    def patches(self, sections: Iterable[str], paths: Iterable[NamePath]) -> frozenset[str]:
        """Return the chosen patches that change these sections, or anything that these paths lead to."""
        found, todo, seen = self._changing(*sections), list(paths), set[NamePath]()
        while todo:
            if (path := todo.pop()[:2]) not in seen:
                seen.add(path)
                if path not in self._known:
                    self._known[path] = self._look_up(*path)
                patches, more = self._known[path]
                found |= patches
                todo += more
        return frozenset(found)

    def _changing(self, *keys: str) -> set[str]:
        return {id for key in keys for id in self._patches.get(key, ()) if id in self._chosen}

    def _look_up(self, name: str, of: str = "") -> tuple[set[str], list[NamePath]]:
        """Return the patches that change what a name means, and the paths that it leads to."""
        world, game = self.world, self.world.game
        if name in (MODULES, WITH):  # which module is meant is known of `'night' in modules` alone
            return {each for each in world.modules if name == WITH or of in ("", each)}, []
        found = self._changing(*(f"{section}/{name}" for section in ("define", "victory.define", "victory.track")))
        found |= self._changing(f"components/{name}", *_SECTIONS.get(name, ()))
        paths: list[NamePath] = []
        if isinstance(value := world.names.find(name), Definition):
            paths += self._mentions(value.expression)
        if name == "tables":
            found |= self._changing(f"setup.tables/{of}" if of else "setup.tables")
        elif name in DEALT:
            # other modules may bring pieces that steps move by their ids, or take them away
            steps = game.setup.steps.values() if game.setup else ()
            moves = [each for step in steps for each in step.actions if isinstance(each, Move)]
            moved = [what for each in moves for what in each.subjects]
            by_id = [named for what in moved if not isinstance(what, Expression) for named in what]
            found |= self._changing(*(f"piece/{to_name(named.id)}" for named in by_id))
            for zone in game.setup.zones.values() if game.setup else ():
                paths += self._in_expressions((zone.starts, zone.per))
            paths += self._in_expressions(what for what in moved if isinstance(what, Expression))
            for step in steps:
                put = (each.to for each in step.actions if isinstance(each, Put))
                paths += self._in_expressions((step.when, step.so_that, *put))
                paths += self._in_sentence(step.say)
        elif name in ("states", "outcome", "condition"):
            paths += self._in_victory()
        elif name == "glossary":
            paths += chain.from_iterable(self._in_sentence(term.phrase) for term in game.glossary if term.phrase)
        for id in self._owners.get(name, ()):
            owner = game.components.get(id) or game.groups[id]
            found |= self._changing(f"pieces.{id}", f"groups.{id}")
            paths += _targets(owner.fields.values())
            for piece in pieces_in(owner):
                for phrase in piece.phrases.values():
                    paths += self._in_sentence(phrase)
        return found, paths

    def in_rule(self, rule: Rule) -> Iterator[NamePath]:
        """Yield all that a rule names."""
        yield from self._in_expressions(expressions_of(rule))
        yield from self._in_sentence(rule.say)

    def in_selections(self) -> Iterator[NamePath]:
        """Yield all that the selections name."""
        for selection in self.world.game.selections.values():
            yield from _targets(selection.fields.values())
            yield from self._in_expressions([each.expression for each in selection.define.values()])
            yield from self._in_expressions(selection.copies.values())
            for rule in selection.rules.values():
                yield from self.in_rule(rule)

    def _in_expressions(self, said: Iterable[Expression | None]) -> Iterator[NamePath]:
        return chain.from_iterable(self._mentions(each) for each in said if each)

    def _in_sentence(self, sentence: Sentence) -> Iterator[NamePath]:
        return self._in_expressions(self._spoken(sentence))

    def _in_victory(self) -> Iterator[NamePath]:
        if victory := self.world.game.victory:
            yield from _targets([*victory.player.values(), *victory.table.values()])
            yield (to_name(victory.outcomes),)
            yield from self._in_expressions(each.read for each in victory.track.values())
            yield from self._in_expressions(each.expression for each in victory.define.values())
            yield from self._in_expressions([victory.ends, *(each.value for each in victory.winner.values())])
            yield from self._in_expressions(each.when for each in victory.conditions.values())
            conditions, winner = victory.conditions.values(), victory.winner.values()
            sentences = [*(each.say for each in conditions), *(each.say for each in winner)]
            sentences += [victory.nobody] if victory.nobody else []
            yield from chain.from_iterable(map(self._in_sentence, sentences))
            for rule in victory.rules.values():
                yield from self.in_rule(rule)


def _targets(fields: Iterable[Field]) -> Iterator[NamePath]:
    """Yield the names of groups and components that fields refer to."""
    for field in fields:
        if field.to:
            yield (to_name(field.to),)
        yield from _targets([*([field.of] if field.of else ()), *field.fields.values()])
