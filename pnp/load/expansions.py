"""A game and the expansions for it: which games those are, and the game with the modules of some of them.

An expansion that needs another one, or changes more where that is chosen, too, is read with it: so that one is read
first, and it can't need this one. Modules call those of other expansions `queens/queens`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.cardtext.suggest import did_you_mean
from pnp.io.opening import read_input
from pnp.io.project import Project, game_folder, list_games
from pnp.load.fields import UNKNOWN_NAME
from pnp.load.kinds import ID
from pnp.load.limits import FILE_BYTES
from pnp.load.sink import Place, Sink, quote_value
from pnp.load.yaml_nodes import Source, compose
from pnp.model.game import Game
from pnp.model.problem import Code, PnpError, Problem, UsageError, code, has_errors
from pnp.model.values import Unreadable, UnreadParts

Load = Callable[..., tuple[Game | None, list[Problem]]]

BAD_BASE = code("PNP037", says="{game} has errors")
FOR_ITSELF = BAD_BASE.also("an expansion can't be for itself")
NO_BASE = BAD_BASE.also("there is no game {name}")
AN_EXPANSION = BAD_BASE.also("{game} is an expansion itself, for {base}")
TWO_OF_A_NAME = code("PNP038", says="{id} is among the {part} of another expansion, too")
NOT_TO_BE_HAD = code("PNP535", says="{expansion} has errors", once=True)
NEEDS_THIS = NOT_TO_BE_HAD.also("{expansion} needs {this}, or what changes with it, itself", once=True)
FOR_THIS = NOT_TO_BE_HAD.also("{expansion} is an expansion for {this}", once=True)
NO_EXPANSION = UNKNOWN_NAME.also("there is no expansion {name} for {game}", once=True)
NO_MODULE_OF = UNKNOWN_NAME.also("{game} has no module {module}", once=True)
READING = ("needs", "when-with")  # keys of a module: other expansions that these name are read with it
PARTS = ("groups", "icons", "components", "define", "modules", "rules", "selections", "examples")


def find_base(project: Project, game_id: str, named: str, sink: Sink, load: Load) -> Game | None:
    """Load the game that `for:` names; where it can't be one, or has errors, `sink.lost` says why."""
    place, games, base = sink.place("for"), list_games(project), None
    if named == game_id:
        sink.lost["for"] = sink.report(FOR_ITSELF, place)
    elif named not in games:
        sink.lost["for"] = sink.report_name(NO_BASE, place, named, [id for id in games if id != game_id])
    elif further := read_base_id(project, named):
        sink.lost["for"] = sink.report(AN_EXPANSION, place, hint=f"for: {further}", game=named, base=further)
    else:
        base, problems = load(project, named)
        if base is None or has_errors(problems):
            sink.lost["for"] = sink.report(BAD_BASE, place, hint=f"see pnp check {named}", game=named)
    return base


def read_base_id(project: Project, game_id: str) -> str:
    """Return what the game's file says under `for:`; "" if that can't be read."""
    value = _read_key(project, game_id, "for")
    return str(value.value) if isinstance(value, ScalarNode) and ID.fits(value.value) else ""


def read_other_ids(project: Project, game_id: str) -> list[str]:
    """Return the expansions whose modules those in the game's file need, or change more with."""
    modules = _read_key(project, game_id, "modules")
    said = [module for _, module in _pairs(modules)]
    values = [value for module in said for key, value in _pairs(module) if key.value in READING]
    names = [each for value in values if isinstance(value, SequenceNode) for each in value.value]
    names += [key for value in values for key, _ in _pairs(value)]
    return [name.value.partition("/")[0] for name in names if isinstance(name, ScalarNode) and "/" in name.value]


def _pairs(node: Node | None) -> list[tuple[Node, Node]]:
    return node.value if isinstance(node, MappingNode) else []


def _read_key(project: Project, game_id: str, wanted: str) -> Node | None:
    """Read the value of one key of the game's file, and nothing else of it."""
    path = game_folder(project, game_id) / "game.yaml"
    try:
        text = read_input(path, FILE_BYTES, project.bounds(path)).decode("utf-8-sig")
        may_say = re.search(rf"""\b{wanted}["']?\s*:""", text)
        root = compose(Source(project.display(path), text), []) if may_say else None
    except (OSError, UnicodeDecodeError, PnpError, Unreadable):
        return None
    return next((value for key, value in _pairs(root) if key.value == wanted), None)


def find_expansions(project: Project, base: str) -> list[str]:
    return [id for id in list_games(project) if id != base and read_base_id(project, id) == base]


class NoModule(UsageError):
    """A module that neither a game nor an expansion for it has."""

    def __init__(self, game: str, module: str, hint: str) -> None:
        super().__init__(f"{game} has no module {module}" + (f" ({hint})" if hint else ""))
        self.game, self.module, self.hint = game, module, hint


class Expansion(NamedTuple):
    """An expansion that was loaded for its game."""

    id: str
    game: Game | None
    problems: list[Problem]


def add_expansions(project: Project, game: Game, missing: Collection[str], load: Load) -> tuple[Game, list[Problem]]:
    """Add all modules of the expansions that have those the game lacks. Raises UsageError where none has one."""
    found = [Expansion(id, *load(project, id, game)) for id in find_expansions(project, game.id)]
    known = list(dict.fromkeys([*game.modules, *(id for each in found if each.game for id in each.game.modules)]))
    for id in missing:
        if id not in known:
            raise NoModule(game.id, id, did_you_mean(id, known) if known else "it has none")
    asked, problems = list[Game](), list[Problem]()
    for _, own, wrong in found:
        if own and any(id in own.modules and own.modules[id].game == own.id for id in missing):
            asked.append(own)
            problems += wrong
    return join_expansions(game, asked, problems), problems


def join_expansions(game: Game, expansions: Iterable[Game], problems: list[Problem]) -> Game:
    """Return the game with all that these expansions have; names that two of them have are problems."""
    whole = game
    for expansion in expansions:
        parts: dict[str, Any] = {}
        for part in PARTS:
            own, before = getattr(game, part), getattr(whole, part)
            more = {id: each for id, each in getattr(expansion, part).items() if id not in own}
            for id in more:  # what both have read of a third one, which they need, is the same
                if id in before and before[id].span != more[id].span:
                    problems.append(TWO_OF_A_NAME.at(more[id].span, origin=before[id].span, id=id, part=part))
            parts[part] = {**before, **{id: each for id, each in more.items() if id not in before}}
        whole = replace(
            whole,
            **parts,
            outside={**whole.outside, **expansion.outside},
            unread=UnreadParts({**expansion.unread, **whole.unread}),
            glossary=tuple({term.span: term for term in (*whole.glossary, *expansion.glossary)}.values()),
        )
    return whole


def add_needed_modules(game: Game, modules: tuple[str, ...]) -> tuple[str, ...]:
    """Add the modules of other expansions that these need, which players need not know of."""
    if game.base is not None:
        return modules
    found = [id for id in modules if id in game.modules]
    for id in found:  # grows on the way
        needed = (need for need in game.modules[id].needs if need in game.modules and need not in found)
        found += [need for need in needed if game.modules[need].game not in (game.id, game.modules[id].game)]
    return (*modules, *(id for id in found if id not in modules))


@dataclass(eq=False, repr=False)
class Others:
    """The expansions that modules of the game with this id may name.

    `base` is the game that it is an expansion for, `around` that game with all other expansions that are needed.
    """

    project: Project | None
    id: str
    base: Game | None
    load: Callable[[str], tuple[Game | None, list[Problem]]] | None = None
    around: Game | None = None
    _wrong: dict[str, Code] = field(default_factory=dict)  # expansion → why it can't be had

    def bring(self, modules: Mapping[str, Any]) -> list[Problem]:
        """Read the expansions that modules name; return problems of names that two of them have."""
        self.around = self.base
        problems: list[Problem] = []
        if self.base:
            keys = (name for said in modules.values() for key in READING if said for name in said.get(key) or ())
            named = [name.partition("/")[0] for name in keys if "/" in name]
            others = [each for each in dict.fromkeys(named) if each != self.id and each in self._expansions]
            games: list[Game] = []
            project, load = self.project, self.load
            for expansion in others if project and load else ():
                assert project and load
                together = [expansion]
                for each in together:  # grows on the way
                    together += [other for other in read_other_ids(project, each) if other not in together]
                loaded, found = (None, []) if self.id in together else load(expansion)
                if loaded is None or has_errors(found):
                    self._wrong[expansion] = NEEDS_THIS if self.id in together else NOT_TO_BE_HAD
                else:
                    games.append(loaded)
            self.around = join_expansions(self.base, games, problems)
        return problems

    def find_module(self, name: str, place: Place, sink: Sink, cause: Problem | None, *, is_read: bool) -> str | None:
        """Return the module's id; None, with a problem, where there is none.

        `is_read`: what the module says must be known. `cause`: why the game may lack it.
        """
        expansion, _, id = name.partition("/")
        if not id:
            return name
        if not self.is_of_another(name):
            return id
        there, game = self._expansions, self.base.id if self.base else self.id
        if expansion not in there:
            hint = sink.suggest(expansion, sorted(there))
            sink.report(NO_EXPANSION, place, hint=hint, cause=cause, name=quote_value(expansion), game=game)
        elif self.base is None and self.project:
            sink.report(FOR_THIS, place, hint=f"say it in {expansion}", expansion=expansion, this=self.id)
        elif id not in (ids := self._modules(expansion)):
            sink.report(NO_MODULE_OF, place, hint=sink.suggest(id, ids), game=expansion, module=quote_value(id))
        elif is_read and expansion in self._wrong:
            if self._wrong[expansion] is NEEDS_THIS:
                hint = "say in one of the two what changes with both"
                problem = sink.report(NEEDS_THIS, place, hint=hint, expansion=expansion, this=self.id)
            else:
                problem = sink.report(NOT_TO_BE_HAD, place, hint=f"see pnp check {expansion}", expansion=expansion)
            sink.unread.note(f"modules/{id}", problem)
        else:
            return id
        return None

    def is_of_another(self, name: str) -> bool:
        """Tell whether a name is that of a module of another expansion."""
        return "/" in name and name.partition("/")[0] not in (self.id, self.base.id if self.base else "")

    def name_elsewhere(self, id: str) -> str:
        """Return how a module of another expansion is named here, "" if none has it."""
        known = self._expansions if self.base and self.project else ()
        return next((f"{each}/{id}" for each in known if each != self.id and id in self._modules(each)), "")

    @cached_property
    def _expansions(self) -> Collection[str]:
        """Return the expansions that can be named."""
        if self.project is None:
            return {module.game for module in self.base.modules.values()} if self.base else ()
        return find_expansions(self.project, self.base.id if self.base else self.id)

    def _modules(self, expansion: str) -> Collection[str]:
        if self.project is None:
            return [id for id, each in self.base.modules.items() if each.game == expansion] if self.base else ()
        return [str(key.value) for key, _ in _pairs(_read_key(self.project, expansion, "modules"))]
