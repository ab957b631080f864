"""What the sections that modules change are called in messages."""

from typing import Any

from pnp.model.game import Piece
from pnp.model.span import Span

_WORDS = {
    "components": "a component",
    "icons": "an icon",
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


def label(section: str) -> str:
    """ "a piece of foxes", "a rule" """
    kind, _, owner = section.partition(".")
    if kind in ("pieces", "groups"):
        return f"{'a piece' if kind == 'pieces' else 'an entry'} of {owner}"
    return _WORDS[section]


def place(item: Any) -> Span:
    """Where its id stands."""
    return item.span_of("id") if isinstance(item, Piece) else Span(*item.span)


def subject(section: str, id: str) -> str:
    """Pieces are what problems concern, by component and id."""
    kind, _, owner = section.partition(".")
    return f"{owner}/{id}" if kind == "pieces" else ""
