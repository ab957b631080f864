"""`Game` → the texts that its readers get to see, each with its place; and what is left of one without its marks."""

import re
from functools import lru_cache

from pnp.check._values import Found, find_values
from pnp.model.game import Game
from pnp.model.holes import masked, unmasked
from pnp.model.values import Field

ICON = re.compile(r"(?<!\\)\[([a-z0-9][a-z0-9_-]*)\]")
_ESCAPED = re.compile(r"\\([*\[\]\\])")
_STARS = re.compile(r"(?<!\\)\*{1,3}(?=\S)|(?<=\S)(?<!\\)\*{1,3}")


class Same:
    """A game by its identity: a key to remember what was found in it."""

    __slots__ = ("game",)

    def __init__(self, game: Game) -> None:
        self.game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.game is other.game

    def __hash__(self) -> int:
        return id(self.game)


def printed_texts(game: Game) -> tuple[Found, ...]:
    """What translators get to see, of groups, pieces, modules and the glossary: what is printed as prose.

    Of what stands in braces, which is filled in, only that it is there.
    """
    return _printed(Same(game))


@lru_cache(1)
def _printed(same: Same) -> tuple[Found, ...]:
    game = same.game
    texts = [found for found in find_values(game, "text") if found.field.translatable and found.value]
    for term in game.glossary:
        if term.say:
            say = Field("say", "text", term.span, translatable=True)
            texts.append(Found(say, "say", term.say, term.span, "", True))
    return tuple([each._replace(value=masked(each.value)) if "{" in each.value else each for each in texts])


def bare(text: str) -> str:
    """The words alone: stars and backslashes gone, an icon as one character that is no letter."""
    if "[" in text:
        text = ICON.sub("\ufffc", text)
    if "*" in text:
        text = _STARS.sub("", text)
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


def excerpt(text: str, start: int, end: int) -> str:
    """What stands around a place in a text, in quotes, as messages show it."""
    left, right = max(0, start - 12), min(len(text), end + 12)
    shown = unmasked(text[left:right]).replace("\n", "⏎").replace("\t", "⇥")
    return f"“{'…' if left else ''}{shown}{'…' if right < len(text) else ''}”"
