"""A game and the expansions for it: which games those are, and the game with the modules of some of them.

An expansion that needs another one, or changes more where that is chosen, too, is read with it: so that one is read
first, and it can't need this one. Modules call those of other expansions `queens/queens`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.files.opening import read_input
from pnp.files.project import Project, game_folder, list_games
from pnp.load.files import Source
from pnp.load.group_keys import ID
from pnp.load.limits import FILE_BYTES
from pnp.load.sink import Place, Sink, shown
from pnp.load.targets import UNKNOWN_NAME
from pnp.load.yaml_nodes import compose
from pnp.model.game import Game
from pnp.model.problem import Code, PnpError, Problem, UsageError, code, has_errors
from pnp.model.values import Poison
from pnp.text.suggest import did_you_mean

Load = Callable[..., tuple[Game | None, list[Problem]]]

BAD_BASE = code(
    "PNP037 expansion for a game that can't be",
    """`for:` names the game that an expansion is for. That game is in the project, is a game by itself and not an
expansion, too, and has no errors of its own; those are reported where that game is checked.

Bad:  `for: owl` where the game's folder is called `owls`
Good: `for: owls`""",
    says="{game} has errors",
)
FOR_ITSELF = BAD_BASE.also("an expansion can't be for itself")
NO_BASE = BAD_BASE.also("there is no game {name}")
AN_EXPANSION = BAD_BASE.also("{game} is an expansion itself, for {base}")
TWO_OF_A_NAME = code(
    "PNP038 name that two expansions have",
    """Two expansions for one game have a module, a component, a group, an icon, a rule, a selection or an example of
the same name: they can't be used together. The check of either says so, with the place in the other one. Rename one of
them.

Bad:  `modules: {night: …}` in owls and in bears, both `for: wolves`
Good: `modules: {owl-night: …}` in owls""",
    says="{id} is among the {part} of another expansion, too",
)
NOT_TO_BE_HAD = code(
    "PNP535 expansion that another one can't name",
    """A module of an expansion names one of another expansion for the same game, `expansion/module`, under `needs` or
`when-with`; the other one is then read, too. So it must have no errors, which are reported where that one is checked,
and it can't need the first one itself, nor say what changes with it: one of the two says it. A game knows nothing of
its expansions; what changes with them is said there.

Bad:  `needs: [queens/queens]` in owls, and `when-with: {owls/night: …}` in queens
Good: `needs: [queens/queens]` and `when-with: {queens/queens: …}`, both in owls""",
    says="{expansion} has errors",
    once=True,
)
NEEDS_THIS = NOT_TO_BE_HAD.also("{expansion} needs {this}, or what changes with it, itself", once=True)
FOR_THIS = NOT_TO_BE_HAD.also("{expansion} is an expansion for {this}", once=True)
NO_EXPANSION = UNKNOWN_NAME.also("there is no expansion {name} for {game}", once=True)
NO_MODULE_OF = UNKNOWN_NAME.also("{expansion} has no module {name}", once=True)
READING = ("needs", "when-with")  # keys of a module: other expansions that these name are read with it
PARTS = ("groups", "icons", "components", "define", "modules", "rules", "selections", "examples")


def base_of(project: Project, game_id: str, named: str, sink: Sink, load: Load) -> Game | None:
    """The game that `for:` names; None where it can't be one, and `sink.lost` says why, also of one with errors."""
    place, games, base = sink.place("for"), list_games(project), None
    if named == game_id:
        sink.lost["for"] = sink.report(FOR_ITSELF, place)
    elif named not in games:
        hint = sink.suggest(named, [id for id in games if id != game_id])
        sink.lost["for"] = sink.report(NO_BASE, place, hint=hint, name=shown(named))
    elif further := named_base(project, named):
        sink.lost["for"] = sink.report(AN_EXPANSION, place, hint=f"for: {further}", game=named, base=further)
    else:
        base, problems = load(project, named)
        if base is None or has_errors(problems):
            sink.lost["for"] = sink.report(BAD_BASE, place, hint=f"see pnp check {named}", game=named)
    return base


def named_base(project: Project, game_id: str) -> str:
    """What the game's file says under `for:`, and nothing else of it; "" where that can't be read."""
    value = _said(project, game_id, "for")
    return str(value.value) if isinstance(value, ScalarNode) and ID.fits(value.value) else ""


def named_modules(project: Project, game_id: str) -> list[str]:
    """The ids of the modules in the game's file; none where that can't be read."""
    value = _said(project, game_id, "modules")
    return [str(key.value) for key, _ in _pairs(value)]


def named_others(project: Project, game_id: str) -> list[str]:
    """The expansions whose modules those in the game's file need, or change more with."""
    modules = _said(project, game_id, "modules")
    said = [module for _, module in _pairs(modules)]
    values = [value for module in said for key, value in _pairs(module) if key.value in READING]
    names = [each for value in values if isinstance(value, SequenceNode) for each in value.value]
    names += [key for value in values for key, _ in _pairs(value)]
    return [name.value.partition("/")[0] for name in names if isinstance(name, ScalarNode) and "/" in name.value]


def _pairs(node: Node | Poison | None) -> list[tuple[Node, Node]]:
    return node.value if isinstance(node, MappingNode) else []


def _said(project: Project, game_id: str, wanted: str) -> Node | None:
    """The value of one key of the game's file, read by itself."""
    path = game_folder(project, game_id) / "game.yaml"
    try:
        text = read_input(path, FILE_BYTES, project.bounds(path)).decode("utf-8-sig")
        may_say = re.search(rf"""\b{wanted}["']?\s*:""", text)
        root = compose(Source(project.display(path), text), []) if may_say else None
    except (OSError, UnicodeDecodeError, PnpError):
        return None
    return next((value for key, value in _pairs(root) if key.value == wanted), None)


def expansions_of(project: Project, base: str) -> list[str]:
    return [id for id in list_games(project) if id != base and named_base(project, id) == base]


class NoModule(UsageError):
    """Neither a game nor an expansion for it has it."""

    def __init__(self, game: str, module: str, hint: str) -> None:
        super().__init__(f"{game} has no module {module}" + (f" ({hint})" if hint else ""))
        self.game, self.module, self.hint = game, module, hint


class Expansion(NamedTuple):
    """One that was loaded for its game."""

    id: str
    game: Game | None
    problems: list[Problem]


def load_each(project: Project, game: Game, load: Load) -> list[Expansion]:
    """All that there are for the game."""
    return [Expansion(id, *load(project, id, game)) for id in expansions_of(project, game.id)]


def with_expansions(project: Project, game: Game, missing: Collection[str], load: Load) -> tuple[Game, list[Problem]]:
    """The game with all modules of the expansions that have those it lacks. Raises UsageError where none has one."""
    found = load_each(project, game, load)
    known = list(dict.fromkeys([*game.modules, *(id for each in found if each.game for id in each.game.modules)]))
    for id in missing:
        if id not in known:
            raise NoModule(game.id, id, did_you_mean(id, known) if known else "it has none")
    asked = [each for each in found if each.game and any(brings(each.game, id) for id in missing)]
    problems = [problem for each in asked for problem in each.problems]
    return joined(game, [each.game for each in asked if each.game], problems), problems


def brings(expansion: Game, module: str) -> bool:
    """Whether the module is its own, not one of the game or of another expansion."""
    return module in expansion.modules and expansion.modules[module].game == expansion.id


def joined(game: Game, expansions: Iterable[Game], problems: list[Problem]) -> Game:
    """The game with all that these have; names that two of them have are problems."""
    whole = game
    for expansion in expansions:
        parts: dict[str, Any] = {part: _joined(part, game, whole, expansion, problems) for part in PARTS}
        whole = replace(
            whole,
            **parts,
            outside={**whole.outside, **expansion.outside},
            poisoned={**expansion.poisoned, **whole.poisoned},
            glossary=tuple({term.span: term for term in (*whole.glossary, *expansion.glossary)}.values()),
        )
    return whole


def _joined(part: str, game: Game, whole: Game, expansion: Game, problems: list[Problem]) -> dict[str, Any]:
    """What both have read of a third one, which they need, is no clash."""
    own: dict[str, Any] = getattr(game, part)
    before: dict[str, Any] = getattr(whole, part)
    more = {id: each for id, each in getattr(expansion, part).items() if id not in own}
    for id in more:
        if id in before and before[id].span != more[id].span:
            problems.append(TWO_OF_A_NAME.at(more[id].span, origin=before[id].span, id=id, part=part))
    return {**before, **{id: each for id, each in more.items() if id not in before}}


@dataclass(eq=False, repr=False)
class Others:
    """Of the game with this id; `base` is the one that it is an expansion for, `around` that with all others needed."""

    project: Project | None
    id: str
    base: Game | None
    load: Callable[[str], tuple[Game | None, list[Problem]]] | None = None
    around: Game | None = None
    _wrong: dict[str, Code] = field(default_factory=dict)  # expansion → why it can't be had

    def bring(self, modules: Mapping[str, Any]) -> list[Problem]:
        """Reads those that modules name; problems are of names that two of them have."""
        self.around = self.base
        problems: list[Problem] = []
        if self.base:
            others = [each for each in dict.fromkeys(_named(modules)) if each != self.id and each in self._there]
            self.around = joined(self.base, filter(None, map(self._loaded, others)), problems)
        return problems

    def _loaded(self, expansion: str) -> Game | None:
        if self.project is None or self.load is None:
            return None
        together = [expansion]
        for each in together:  # grows on the way
            together += [other for other in named_others(self.project, each) if other not in together]
            if self.id in together:
                self._wrong[expansion] = NEEDS_THIS
                return None
        loaded, problems = self.load(expansion)
        if loaded is None or has_errors(problems):
            self._wrong[expansion] = NOT_TO_BE_HAD
            return None
        return loaded

    def module(self, name: str, place: Place, sink: Sink, cause: Problem | None, *, is_read: bool) -> str | None:
        """The module's id; None, with a problem, where there is none. `is_read`: what it says must be known.

        `cause`: why the game may lack it.
        """
        expansion, _, id = name.partition("/")
        if not id:
            return name
        if not self.is_of_another(name):
            return id
        there, game = self._there, self.base.id if self.base else self.id
        if expansion not in there:
            hint = sink.suggest(expansion, sorted(there))
            sink.report(NO_EXPANSION, place, hint=hint, cause=cause, name=shown(expansion), game=game)
        elif self.base is None and self.project:
            sink.report(FOR_THIS, place, hint=f"say it in {expansion}", expansion=expansion, this=self.id)
        elif id not in (ids := self._modules(expansion)):
            sink.report(NO_MODULE_OF, place, hint=sink.suggest(id, ids), expansion=expansion, name=shown(id))
        elif is_read and expansion in self._wrong:
            sink.poisoned.setdefault(f"modules/{id}", self._not_had(expansion, place, sink))
        else:
            return id
        return None

    def _not_had(self, expansion: str, place: Place, sink: Sink) -> Problem:
        if self._wrong[expansion] is NEEDS_THIS:
            hint = "say in one of the two what changes with both"
            return sink.report(NEEDS_THIS, place, hint=hint, expansion=expansion, this=self.id)
        return sink.report(NOT_TO_BE_HAD, place, hint=f"see pnp check {expansion}", expansion=expansion)

    def is_of_another(self, name: str) -> bool:
        """Whether it names a module of another expansion."""
        return "/" in name and name.partition("/")[0] not in (self.id, self.base.id if self.base else "")

    def called(self, id: str) -> str:
        """How a module of another expansion is named here, "" where none has it."""
        known = self._there if self.base and self.project else ()
        return next((f"{each}/{id}" for each in known if each != self.id and id in self._modules(each)), "")

    @cached_property
    def _there(self) -> Collection[str]:
        """The expansions that can be named."""
        if self.project is None:
            return {module.game for module in self.base.modules.values()} if self.base else ()
        return expansions_of(self.project, self.base.id if self.base else self.id)

    def _modules(self, expansion: str) -> Collection[str]:
        if self.project is None:
            return [id for id, each in self.base.modules.items() if each.game == expansion] if self.base else ()
        return named_modules(self.project, expansion)


def _named(modules: Mapping[str, Any]) -> Iterator[str]:
    """The other expansions that modules need, or change more with."""
    for said in modules.values():
        names = (name for key in READING if said for name in said.get(key) or ())
        yield from (name.partition("/")[0] for name in names if "/" in name)
