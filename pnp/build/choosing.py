"""Options → which pieces of an edition are printed: by component, by name or pattern, by what is true of them."""

from collections.abc import Iterable
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from pnp.build.results import Wanted
from pnp.edition.texts import world_of
from pnp.model.game import Component, Edition, Piece
from pnp.model.options import Options
from pnp.model.problem import UsageError
from pnp.model.rules import Expression
from pnp.model.span import Span
from pnp.text.suggest import did_you_mean

if TYPE_CHECKING:
    from pnp.build.record import RecordedPiece
    from pnp.rules.world import World

_WILD = frozenset("*?[")
_IT = "it"


def wanted_pieces(edition: Edition, options: Options) -> Wanted:
    """Which pieces are printed. Raises UsageError for what is named and the edition doesn't have.

    What is printed on request only is wanted where its component or the piece is named, and where all is examined.
    """
    printed = _printed(edition)
    for id in options.only:
        if id not in printed:
            raise UsageError(f"{edition.game.id} prints no component {id}{_hint(id, printed)}", id)
    pieces = [piece for component in printed.values() for piece in component.pieces]
    names = {"": {piece.id for piece in pieces}, "/": {piece.label for piece in pieces}}
    for id in options.pieces:
        known = names["/" if "/" in id else ""]
        if id not in known and not any(fnmatchcase(each, id) for each in known):
            raise UsageError(f"{edition.game.id} has no piece {id}{_hint(id, known)}", id)
    return chosen_pieces(options)


def chosen_pieces(options: Options) -> Wanted:
    """The same of any edition, which may lack what is named."""
    is_named = called(options.pieces)

    def wanted(component: Component, piece: Piece) -> bool:
        if not component.front:
            return False
        if options.only:
            is_asked = component.id in options.only
        else:
            is_asked = not component.on_request or bool(options.pieces) or options.thorough
        return is_asked and (not options.pieces or is_named(piece))

    return wanted


class called:  # noqa: N801 - reads as what it answers
    """Whether a piece has one of these names: "id", "component/id", or a pattern of either."""

    def __init__(self, names: Iterable[str]) -> None:
        names = frozenset(names)
        self._patterns = [name for name in names if not _WILD.isdisjoint(name)]
        self._names = names.difference(self._patterns)

    def __call__(self, piece: "Piece | RecordedPiece") -> bool:
        own = (piece.id, f"{piece.component}/{piece.id}")
        return not self._names.isdisjoint(own) or any(fnmatchcase(name, id) for id in self._patterns for name in own)


def with_where_named(edition: Edition, options: Options) -> Options:
    """Options whose `pieces` are, by name, those for which `where` is true. Raises UsageError where that is none, and
    for what is no expression about any component's pieces."""
    if not options.where:
        return options
    is_named = called(options.pieces)
    found = [piece.label for piece in _holding(edition, options) if not options.pieces or is_named(piece)]
    if not found:
        of = "none of these pieces" if options.pieces or options.only else f"no piece of {edition.game.id}"
        raise UsageError(f"--where {_quoted(options.where)} is true of {of}")
    return replace(options, pieces=tuple(found))


def _holding(edition: Edition, options: Options) -> list[Piece]:
    from pnp.rules.expressions.wrong import Wrong

    world, expression = world_of(edition), Expression(options.where, Span(""))
    try:
        components = _asked_about(world, edition, expression, options)
        return [
            piece
            for component in components
            for piece in component.pieces
            if world.evaluator.decision(expression, world.names.about(world.records.of(component.id, piece.id)))
        ]
    except Wrong as wrong:
        hint = f" ({wrong.problem.hint})" if wrong.problem.hint else ""
        raise UsageError(f"--where {_quoted(options.where)}: {wrong.problem.message}{hint}") from None


def _asked_about(world: "World", edition: Edition, expression: Expression, options: Options) -> list[Component]:
    """Components whose pieces have all the fields that it names."""
    asked = [name for name in world.evaluator.needs(expression) if name != _IT and name not in world.names]
    printed = {
        id: each
        for id, each in _printed(edition).items()
        if (id in options.only if options.only else options.pieces or not each.on_request)
    }
    found = [component for component in printed.values() if component.fields.keys() >= set(asked)]
    if not found:
        known = {name for component in printed.values() for name in component.fields}
        missing = next((name for name in asked if name not in known), "")
        of = " or ".join(printed) if options.only else edition.game.id
        what = (
            f"nothing in {of} has a field {missing}{_hint(missing, known)}"
            if missing
            else f"no component has {' and '.join(asked)}"
        )
        raise UsageError(f"--where {_quoted(options.where)}: {what}", missing)
    return found


def _printed(edition: Edition) -> dict[str, Component]:
    return {id: component for id, component in edition.components.items() if component.front}


def _quoted(text: str) -> str:
    return f'"{text}"'


def _hint(wrong: str, known: Iterable[str]) -> str:
    hint = did_you_mean(wrong, known)
    return f" ({hint})" if hint else ""
