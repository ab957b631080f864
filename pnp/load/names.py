"""Kinds of values that name something else of the game; whether it is there is checked when all is read."""

from pnp.load.kinds import Line, Schema, as_editors_read
from pnp.model.game import Component, Game


class IconName(Line):
    """The name of one of the game's icons."""

    def schema(self, game: Game | None) -> Schema:
        return {"enum": sorted(game.icons)} if game and game.icons else {"type": "string"}


class Reference(Line):
    """The id of an entry of a group, or of a piece of another component."""

    def __init__(self, to: str) -> None:
        super().__init__()
        self._to = to

    def schema(self, game: Game | None) -> Schema:
        ids = _ids(game, self._to) if game else ()
        return {"enum": [as_editors_read(id) for id in sorted(ids)]} if ids else {"type": ["string", "number"]}


def _ids(game: Game, to: str) -> set[str]:
    """Those that modules bring are among them."""
    if to in game.groups:
        own, section = set(game.groups[to].entries), f"groups.{to}"
    else:
        own, section = {piece.id for each in _components(game, to) for piece in each.pieces}, f"pieces.{to}"
    return own | {piece.id for module in game.patches for piece in module.change(section).add}


def _components(game: Game, id: str) -> list[Component]:
    if id in game.components:
        return [game.components[id]]
    return [each for module in game.patches for each in module.change("components").add if each.id == id]


class FileName(Line):
    """A file inside the game's folder."""

    def schema(self, game: Game | None) -> Schema:
        return {"type": "string"}
