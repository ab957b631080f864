"""A game, what was asked for → an edition: language and ink chosen, modules applied to the components' pieces."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pnp.model.game import Component, Edition, Game, Module, Piece
from pnp.model.problem import Problem, UsageError, code
from pnp.model.suggest import did_you_mean

INKS = ("low", "full")

MODULES_COLLIDE = code(
    "PNP150",
    "modules disagree",
    """
Two modules that are used together say different things about one piece: both add it, or one replaces what the other
drops. The order in which modules are named never matters, so neither can win: rename one, or let one say `not-with:`
the other.
""",
)
NOTHING_TO_PATCH = code(
    "PNP151",
    "module patches a piece that is not there",
    """
`drop` and `replace` name pieces by their id; this id is in neither the component nor a module that is used with it.

Bad:  `drop: {creatures: [owwl]}`
Good: `drop: {creatures: [owl]}`
""",
)


def make_edition(game: Game, language: str, ink: str, modules: Iterable[str]) -> tuple[Edition, list[Problem]]:
    """Raises UsageError for a language, an ink or a set of modules that can't be had."""
    language = language or game.languages[0]
    if language not in game.languages:
        raise UsageError(f"{game.id} is not available in {language}: its languages are {', '.join(game.languages)}")
    if ink not in INKS:
        raise UsageError(f"there is no ink {ink}: choose {' or '.join(INKS)}")
    chosen = _chosen(game, sorted(set(modules)))
    problems: list[Problem] = []
    components = {
        component.id: replace(component, pieces=_patched(component, chosen, problems))
        for component in game.components.values()
    }
    return Edition(game, language, ink, tuple(module.id for module in chosen), components), problems


def _chosen(game: Game, ids: Sequence[str]) -> list[Module]:
    for id in ids:
        if id not in game.modules:
            there = did_you_mean(id, game.modules) or "it has none"
            raise UsageError(f"{game.id} has no module {id} ({there})")
    modules = [game.modules[id] for id in ids]
    for module in modules:
        if missing := [need for need in module.needs if need not in ids]:
            raise UsageError(f"module {module.id} needs {' and '.join(missing)}: add --with {' --with '.join(missing)}")
        if clash := [other for other in module.not_with if other in ids]:
            raise UsageError(f"module {module.id} can't be used with {' and '.join(clash)}")
    return modules


def _patched(component: Component, modules: Sequence[Module], problems: list[Problem]) -> tuple[Piece, ...]:
    pieces: dict[str, Piece] = {piece.id: piece for piece in component.pieces}
    says: dict[str, tuple[Module, str]] = {}  # piece → who adds, replaces or drops it

    def claim(module: Module, verb: str, id: str) -> bool:
        """Whether this module is the only one that says something about the piece."""
        if id not in says:
            says[id] = module, verb
            return True
        other, other_verb = says[id]
        message = f"{component.id}/{id}: module {module.id} {verb} it, module {other.id} {other_verb} it"
        problems.append(MODULES_COLLIDE.at(module.span, message, origin=other.span, subject=f"{component.id}/{id}"))
        return False

    for module in modules:
        for piece in module.add.get(component.id, ()):
            if claim(module, "adds", piece.id) and piece.id in pieces:
                message = f"{piece.label}: module {module.id} adds a piece that is there already"
                problems.append(MODULES_COLLIDE.at(piece.span, message, origin=pieces[piece.id].span))
            pieces.setdefault(piece.id, piece)
    for module in modules:
        for piece in module.replace.get(component.id, ()):
            if piece.id not in pieces:
                problems.append(_nothing(component, module, piece.id, pieces, piece))
            elif claim(module, "replaces", piece.id):
                pieces[piece.id] = piece
    for module in modules:
        for id, span in module.drop.get(component.id, ()):
            if id not in pieces:
                message = f"module {module.id} drops {component.id}/{id}, which is not there"
                problems.append(NOTHING_TO_PATCH.at(span, message, hint=did_you_mean(id, pieces)))
            elif claim(module, "drops", id):
                del pieces[id]
    return tuple(pieces.values())


def _nothing(component: Component, module: Module, id: str, pieces: Iterable[str], piece: Piece) -> Problem:
    message = f"module {module.id} replaces {component.id}/{id}, which is not there"
    return NOTHING_TO_PATCH.at(piece.span, message, hint=did_you_mean(id, pieces))
