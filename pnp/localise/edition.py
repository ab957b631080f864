"""A game, what was asked for → an edition: language and ink chosen, modules applied to the components' pieces.

What modules say about pieces has been checked when we come here: whether two of them disagree doesn't depend on which
are chosen together. So applying them reports nothing; and as they are taken in the order of their ids, the order in
which they were named means nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pnp.model.choices import INKS
from pnp.model.game import Component, Edition, Game, Module, Piece
from pnp.model.problem import UsageError
from pnp.model.suggest import did_you_mean


def make_edition(game: Game, language: str, ink: str, modules: Iterable[str]) -> Edition:
    """Raises UsageError for a language, an ink or a set of modules that can't be had."""
    language = language or game.languages[0]
    if language not in game.languages:
        raise UsageError(f"{game.id} is not available in {language}: its languages are {', '.join(game.languages)}")
    if ink not in INKS:
        raise UsageError(f"there is no ink {ink}: choose {' or '.join(INKS)}")
    chosen = _chosen(game, sorted(set(modules)))
    components = {id: replace(each, pieces=_patched(each, chosen)) for id, each in game.components.items()}
    return Edition(game, language, ink, tuple(module.id for module in chosen), components)


def _chosen(game: Game, ids: Sequence[str]) -> list[Module]:
    for id in ids:
        if id not in game.modules:
            there = did_you_mean(id, game.modules) if game.modules else "it has none"
            raise UsageError(f"{game.id} has no module {id}" + (f" ({there})" if there else ""))
    modules = [game.modules[id] for id in ids]
    for module in modules:
        if missing := [need for need in module.needs if need not in ids]:
            raise UsageError(f"module {module.id} needs {' and '.join(missing)}: add --with {' --with '.join(missing)}")
        if clash := [other for other in module.not_with if other in ids]:
            raise UsageError(f"module {module.id} can't be used with {' and '.join(clash)}")
    return modules


def _patched(component: Component, modules: Sequence[Module]) -> tuple[Piece, ...]:
    """A piece keeps its place when it is replaced; those that are added come last, each once."""
    pieces = {piece.id: piece for piece in component.pieces}
    for module in modules:
        for piece in module.add.get(component.id, ()):
            pieces.setdefault(piece.id, piece)
    for module in modules:
        for piece in module.replace.get(component.id, ()):
            if piece.id in pieces:
                pieces[piece.id] = piece
    for module in modules:
        for id, _ in module.drop.get(component.id, ()):
            pieces.pop(id, None)
    return tuple(pieces.values())
