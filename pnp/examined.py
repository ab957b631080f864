"""A loaded game and what is asked for → what its rules, setups, victory and examples find. No rules cost nothing."""

from pnp.model.game import Edition, Game
from pnp.model.problem import Problem, has_errors
from pnp.request import Request

_TOLD = ("rules", "setup", "victory", "selections", "examples")


def examined(game: Game, edition: Edition, request: Request, loaded: list[Problem]) -> list[Problem]:
    """For the chosen modules; a thorough request without any is for all sets of them.

    Where something couldn't be read, pieces are missing, and rules would only say so again in many words.
    """
    if not _says_something(game) or has_errors(loaded):
        return []
    from pnp.rules import examine

    return examine(game, None if request.thorough and not edition.modules else [edition.modules])


def _says_something(game: Game) -> bool:
    if any(getattr(game, part) for part in _TOLD):
        return True
    return any(section.split(".")[0] in _TOLD for module in game.modules.values() for section in module.changes)
