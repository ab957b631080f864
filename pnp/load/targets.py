"""Groups and components that references may name, and sections of a game that can't be read."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from pnp.load.fields import Fields
from pnp.load.sink import Sink, shown
from pnp.model.game import Game, cause_in
from pnp.model.problem import Problem, code
from pnp.model.values import Field

UNKNOWN_NAME = code("PNP104", says="there is no group or component {name}", once=True)
NO_GROUP = UNKNOWN_NAME.also("there is no group {name}", once=True)
NO_COMPONENT = UNKNOWN_NAME.also("there is no component {name}", once=True)
NO_MODULE = UNKNOWN_NAME.also("there is no module {name}", once=True)
NO_GAME = UNKNOWN_NAME.also("there is no game {name}", once=True)
NO_SELECTION = UNKNOWN_NAME.also("there is no selection {name}", once=True)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Targets:
    """The ids of all groups and components that references may name."""

    groups: tuple[str, ...]
    components: tuple[str, ...]
    poisoned: Mapping[str, Problem] = field(default_factory=dict)  # see Game.poisoned

    def cause(self, name: str, *kinds: str) -> Problem | None:
        """Return why there is no group, component or module of that name."""
        return next((each for kind in kinds if (each := cause_in(self.poisoned, kind, name))), None)

    def check(self, fields: Fields, path: str, sink: Sink) -> Fields:
        """Report references to groups and components that aren't there; such fields can't be read."""
        wrong = dict(self._find_wrong(fields.declared, path, sink))
        return fields._replace(broken={**wrong, **fields.broken}) if wrong else fields

    def _find_wrong(self, fields: Mapping[str, Field], path: str, sink: Sink) -> Iterator[tuple[str, Problem]]:
        there = (*self.groups, *self.components)
        for name, each in fields.items():
            full = f"{path}.{name}"
            if each.to and each.to not in there:
                place, hint = sink.place(full, "to"), sink.suggest(each.to, there)
                cause = self.cause(each.to, "components", "groups")
                yield name, sink.report(UNKNOWN_NAME, place, hint=hint, cause=cause, name=shown(each.to))
            inner = self._find_wrong({"of": each.of}, full, sink) if each.of else ()
            for _, problem in (*inner, *self._find_wrong(each.fields, f"{full}.fields", sink)):
                yield name, problem


def collect_targets(base: Game | None, groups: Collection[str], components: Collection[str]) -> Targets:
    """Return the groups and components that fields may refer to: those of the base game, its modules, and these."""
    if base is None:
        return Targets(tuple(groups), tuple(dict.fromkeys(components)))
    brought = [each.id for module in base.modules.values() for each in module.change("components").add]
    there = dict.fromkeys((*base.components, *brought, *components))
    return Targets(tuple(dict.fromkeys((*base.groups, *groups))), tuple(there))


def collect_fields(game: Game | None) -> tuple[dict[str, Fields], dict[str, Fields]]:
    """Return the fields of a game's pieces, by component, and of its entries, by group."""
    if game is None:
        return {}, {}
    brought = [each for module in game.modules.values() for each in module.change("components").add]
    components = {each.id: Fields(each.fields) for each in (*brought, *game.components.values())}
    return components, {id: Fields(group.fields) for id, group in game.groups.items()}


def note_game_file(lost: Mapping[str, Problem], poisoned: dict[str, Problem]) -> None:
    """Note which sections of the game couldn't be read, by the paths in game.yaml."""
    for path, problem in lost.items():
        for section in _game_sections(path.split(".")):
            poisoned.setdefault(section, problem)


def note_file_of_rules(name: str, lost: Mapping[str, Problem], poisoned: dict[str, Problem]) -> None:
    """Note which sections couldn't be read, by the paths in a file, whose `name` has no ending: "setup"."""
    for path, problem in lost.items():
        poisoned.setdefault(_rules_section(name, [*filter(None, path.split("."))]), problem)


def note_patch(name: str, lost: Mapping[str, Problem], poisoned: dict[str, Problem]) -> None:
    """Note which sections couldn't be read of a module's file that changes the file of this `name`."""
    for path, problem in lost.items():
        how, _, rest = path.partition(".")
        if how in ("", "add", "replace"):
            section = _rules_section(name, [*filter(None, rest.split("."))])
            poisoned.setdefault(f"modules.{section}", problem)


def _rules_section(name: str, path: list[str]) -> str:
    """Return the section of a path; things of lists are noted by their ids where they are read."""
    if name in ("setup", "victory"):
        return ".".join((name, *path[:1])) + "".join(f"/{id}" for id in path[1:2])
    return name + "".join(f"/{id}" for id in path[:1])


def _game_sections(path: list[str]) -> tuple[str, ...]:
    match path:
        case ["components"]:
            return "components", "pieces"
        case ["components", id]:
            return f"components/{id}", f"pieces.{id}"
        case ["components", id, "data" | "matrix"]:
            return (f"pieces.{id}",)
        case ["components" | "groups", id, "fields"]:
            return (f"fields.{id}",)
        case ["groups", id]:
            return f"groups/{id}", f"groups.{id}"
        case ["groups", id, "entries", *entry]:
            return ("/".join((f"groups.{id}", *entry[:1])),)
        case ["icons" | "define" | "modules" | "groups" as what]:
            return (what,)
        case ["icons" | "define" | "modules" as what, id]:
            return (f"{what}/{id}",)
        case ["modules", id, *inside]:
            return tuple(f"modules{section}" for section in _module_sections(id, inside))
    return ()


def _module_sections(id: str, path: list[str]) -> tuple[str, ...]:
    """Return the sections of things that a module would have brought or changed."""
    match path:
        case ["add" | "replace" | "drop" | "copies", *component]:
            return (".".join((".pieces", *component[:1])),)
        case ["components"]:
            return ".components", ".pieces"
        case ["components", component] | ["components", component, "data" | "matrix"]:
            return f".components/{component}", f".pieces.{component}"
        case ["components", component, "fields"]:
            return (f".fields.{component}",)
        case ["groups", group, *entry]:
            return ("/".join((f".groups.{group}", *entry[:1])),)
        case ["icons" | "define" as what, *name]:
            return ("/".join((f".{what}", *name[:1])),)
        case ["groups" | "rules" | "setup" | "victory" | "selections" | "examples" as what, *_]:
            return (f".{what}",)
        case ["when-with", *_]:
            return (f"/{id}",)
    return ()
