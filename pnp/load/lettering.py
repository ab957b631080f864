"""`drop:`, `outline:` and `shadow:` of a type style."""

from collections.abc import Callable

from yaml.nodes import Node, ScalarNode

from pnp.load.kinds import Kind, Schema, wrong_type
from pnp.load.numbers import Integer
from pnp.load.sink import Sink, shown
from pnp.load.structures import Key
from pnp.model.game import Game
from pnp.model.lettering import OUTLINE_FORM, SHADOW_FORM, LetterOutline, LetterShadow, outline_in, shadow_in
from pnp.model.problem import code
from pnp.model.style import MOST_DROPPED
from pnp.model.values import Poison

BAD_LETTERING = code(
    "PNP277 no outline, or no shadow, of letters",
    """The outline of a style's letters is a colour and a width, the shadow a colour and how far it lies to the right
and down; without lengths they go with the size. `none` takes away what the style it is like has.

Bad:  `title: {outline: 0.4mm paper}`    `title: {shadow: ink 0.3}`
Good: `title: {outline: paper 0.4mm}`    `title: {shadow: ink 0.3 0.3}`""",
    says='"{path}" is not understood: {value}',
    varies=("path",),
)


class LetteringKind(Kind):
    """A text that `read` understands."""

    def __init__(self, read: Callable[[str], LetterOutline | LetterShadow | None], form: str) -> None:
        self._read, self._form = read, form

    def read(self, node: Node, path: str, sink: Sink) -> str | Poison:
        if not isinstance(node, ScalarNode):
            return wrong_type(node, path, sink, self._form)
        try:
            self._read(node.value)
        except ValueError:
            return sink.poison(BAD_LETTERING, node, hint=f"it is {self._form}", path=path, value=shown(node.value))
        return str(node.value)

    def schema(self, game: Game | None) -> Schema:
        return {"type": "string"}


LETTERING = (
    Key("drop", Integer(0, MOST_DROPPED), "So many lines stand beside a large first letter."),
    Key("outline", LetteringKind(outline_in, OUTLINE_FORM), "A line around the letters: paper 0.4mm."),
    Key("shadow", LetteringKind(shadow_in, SHADOW_FORM), "The letters once more below them: ink 0.3mm 0.3mm."),
)
