"""A game → what stands in its sections, the modules' things beside the base game's; and what these are called."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from pnp.model.game import Game, Module, Piece
from pnp.model.patch import sections
from pnp.model.rules import Condition, Judging, Rule, Step
from pnp.model.span import Span
from pnp.model.worked import Example

SPEAKING = {Rule: "rule", Step: "step", Condition: "condition", Judging: "step of judging", Example: "example"}

_CALLED = {
    "components": "a component",
    "icons": "an icon",
    "define": "a definition",
    "rules": "a rule",
    "examples": "an example",
    "selections": "a selection",
    "setup.zones": "a zone",
    "setup.tables": "a table",
    "setup.steps": "a step",
    "victory.track": "a variable",
    "victory.conditions": "a condition",
    "victory.define": "a definition",
    "victory.player": "a field",
    "victory.table": "a field",
    "victory.rules": "a rule of finished tables",
    "victory.winner": "a step of judging",
}


class Owned(NamedTuple):
    """Something that can be changed by its id, and the module that brings it, if one does."""

    module: Module | None
    item: Any


def owned(game: Game) -> Iterator[tuple[str, list[Owned]]]:
    """By section, but for pieces and entries; what several modules bring in one file stands here once."""
    for section, base in sections(game):
        if section.startswith(("pieces.", "groups.")):
            continue
        found = {item.span: Owned(None, item) for item in base.values()}
        for module in game.patches:
            change = module.change(section)
            for item in (*change.add, *change.replace):
                found.setdefault(item.span, Owned(module, item))
        yield section, list(found.values())


def part(game: Game, section: str) -> list[Owned]:
    """What stands in one section."""
    return next((things for name, things in owned(game) if name == section), [])


def brought(game: Game, section: str) -> list[Any]:
    """What modules add to a section, or put in the place of something."""
    changes = [module.change(section) for module in game.patches]
    return [item for change in changes for item in (*change.add, *change.replace)]


def added(game: Game, section: str) -> list[Any]:
    """What modules add to a section."""
    return [item for module in game.patches for item in module.change(section).add]


def speaking(game: Game) -> Iterator[tuple[str, Owned]]:
    """What says a sentence to people, with its section."""
    for section, things in owned(game):
        yield from ((section, thing) for thing in things if isinstance(thing.item, tuple(SPEAKING)))


def same(game: Game, things: Iterable[Owned], what: Callable[[Any], Hashable]) -> Iterator[tuple[Any, Any]]:
    """Things of different ids that can be in the game together and are the same in something: the first, another."""
    earlier: dict[Hashable, list[Owned]] = {}
    for thing in things:
        alike = earlier.setdefault(what(thing.item), [])
        first = next((each for each in alike if each.item.id != thing.item.id and _agree(game, each, thing)), None)
        if first:
            yield first.item, thing.item
        alike.append(thing)


def _agree(game: Game, one: Owned, other: Owned) -> bool:
    a, b = one.module, other.module
    return a is None or b is None or game.go_together(a.id, b.id)


def label(section: str) -> str:
    """What messages call one of them: "a piece of foxes", "a rule"."""
    kind, _, owner = section.partition(".")
    if kind in ("pieces", "groups"):
        return f"{'a piece' if kind == 'pieces' else 'an entry'} of {owner}"
    return _CALLED[section]


def noun(section: str) -> str:
    """The same without an article: "rule"."""
    return label(section).partition(" ")[2]


def place(item: Any) -> Span:
    """Where its id stands."""
    return item.span_of("id") if isinstance(item, Piece) else Span(*item.span)


def subject(section: str, id: str) -> str:
    """Pieces are what problems concern, by component and id."""
    kind, _, owner = section.partition(".")
    return f"{owner}/{id}" if kind == "pieces" else ""
