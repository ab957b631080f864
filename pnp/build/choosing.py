"""Options → which pieces of an edition are printed: by component, by name or pattern, by what is true of them."""

import re
from collections.abc import Iterable
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from pnp.build.results import Wanted
from pnp.cardtext.suggest import did_you_mean
from pnp.localise.texts import world_of
from pnp.model.game import Component, Edition, Piece
from pnp.model.options import Options
from pnp.model.problem import UsageError
from pnp.model.rules import Expression
from pnp.model.span import Span

if TYPE_CHECKING:
    from pnp.build.record import RecordedPiece
    from pnp.rules.world import World

_WILD = frozenset("*?[")
_IT, _NUMBER = "it", "number"
_OF_EACH = ("id", "copies", _NUMBER)  # what each piece has; a field of that name goes before


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
    from pnp.rules.expressions.values import named
    from pnp.rules.expressions.wrong import Wrong

    world, expression = world_of(edition), Expression(options.where, Span(""))
    found, piece = [], None
    try:
        for component in _asked_about(world, edition, expression, options):
            for number, piece in enumerate(component.pieces, 1):
                names = world.names if _NUMBER in world.names else world.names.inner({_NUMBER: number})
                if world.evaluator.decision(expression, names.about(world.records.of(component.id, piece.id))):
                    found.append(piece)
    except Wrong as wrong:
        is_nothing = wrong.problem.value("value") == named(None)
        if piece and is_nothing and (empty := _empty_field(world, expression, piece)):
            raise UsageError(f"--where: {_explain_empty(empty, piece, options.where)}", empty) from None
        hint = f" ({wrong.problem.hint})" if wrong.problem.hint else ""
        raise UsageError(f"--where {_quoted(options.where)}: {wrong.problem.message}{hint}") from None
    return found


def _empty_field(world: "World", expression: Expression, piece: Piece) -> str:
    """Return the field that the expression names and the piece leaves out, or ""."""
    needs = world.evaluator.needs(expression)
    return next((name for name, value in piece.fields.items() if value is None and name in needs), "")


def _explain_empty(name: str, piece: Piece, where: str) -> str:
    """Return what is wrong, and the expression as it would be right."""
    words = re.compile(rf"""'[^']*'|"[^"]*"|(?<![\w.]){name}\b""")
    better = words.sub(lambda found: f"({name} or 0)" if found[0] == name else found[0], where)
    return (
        f"`{name}` is empty for {piece.id} ({piece.span}), so `{where}` can't be compared. "
        f"Use `{better}`, or give the field a default."
    )


def _asked_about(world: "World", edition: Edition, expression: Expression, options: Options) -> list[Component]:
    """Components whose pieces have all the fields that it names."""
    printed = {
        id: each
        for id, each in _printed(edition).items()
        if (id in options.only if options.only else options.pieces or not each.on_request)
    }
    fields = {name for component in printed.values() for name in component.fields}
    known = {*fields, *_OF_EACH}
    of_each = {name for name in (_IT, *_OF_EACH) if name not in fields}
    needs = world.evaluator.needs(expression)
    asked = [name for name in needs if name not in of_each and name not in world.names]
    found = [component for component in printed.values() if component.fields.keys() >= set(asked)]
    if not found:
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
