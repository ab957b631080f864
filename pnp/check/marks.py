"""
A mark opens and doesn't close, or closes what never opened: stars of bold and italic, brackets, parentheses, quotes.
The lonely mark prints as it stands. A bracket that isn't written like an icon's, `[Coin]` or `[gold coin]`, prints as
it stands, too. Where that is meant, write a backslash before it.

Bad:  `ability: "**Arrive: Take 1 [Coin] (if you can."`
Good: `ability: "**Arrive:** Take 1 [coin] (if you can)."`
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from pnp.check._texts import ICON, excerpt, printed_texts
from pnp.model.game import Game
from pnp.model.marks import lone_marks
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.quotes import quotes_of

CODE = code("PNP151", "mark without its partner", __doc__, Severity.WARNING)

_ESCAPED = re.compile(r"\\\[[^\[\]\n]*\]|\\[*\[\]\\]")
_BRACKETED = re.compile(r"\[([^\[\]\n]*)\]")
_MOST_WORDS = 3  # of a bracket that may be meant as an icon, and isn't an aside
_ALONE = re.compile(r"(?:(?:^|\s)\w{1,3}\)|[:;]-?[()])$")  # a) 1) iv) and smiling faces need no partner
_MARK = re.compile(r"[*\[\](){}“”„«»「」]")


class _Wrong(NamedTuple):
    message: str
    start: int  # in the text
    end: int
    hint: str = ""


def check(game: Game, project: Project) -> Iterator[Problem]:
    quotes = quotes_of(game.languages[0])
    pairs = {")": "(", "]": "["} | ({quotes.closes: quotes.opens} if quotes.opens != quotes.closes else {})
    for found in printed_texts(game):
        if not _MARK.search(found.value):
            continue
        text = _ESCAPED.sub(_masked, found.value)
        wrong = [*_stars(text), *_icons(text, game.icons)]
        for message, start, end, hint in wrong or _unpaired(ICON.sub(_masked, text), pairs):
            said = f'"{found.path}" {message}: {excerpt(found.value, start, end)}'
            yield CODE.at(found.span, said, hint=hint, subject=found.subject)


def _stars(text: str) -> Iterator[_Wrong]:
    """Bold and italic by themselves, as they will be printed."""
    for lone in lone_marks(text):
        said = f"opens {lone.mark}, which nothing closes" if lone.opens else f"closes {lone.mark}, which nothing opens"
        yield _Wrong(said, lone.start, lone.end, "a star itself is \\*")


def _icons(text: str, icons: Collection[str]) -> Iterator[_Wrong]:
    """Brackets that print as they stand, but look like an icon's."""
    for match in _BRACKETED.finditer(text):
        words = re.split(r"[\s_]+", match[1].strip().casefold())
        name = "-".join(words)
        if match[1] == name:
            continue
        named = [word for word in words if word in icons] if len(words) <= _MOST_WORDS else []
        if name in icons or named:
            hint = f"the icon is [{name if name in icons else named[0]}]"
            if name not in icons and len(named) == len(words):
                hint = f"write {' '.join(f'[{word}]' for word in words)}"
            yield _Wrong(f"has {match[0]}, which is no icon", *match.span(), hint)


def _masked(match: re.Match[str]) -> str:
    """As long as before, so that places stay."""
    return "\ufffc" * len(match[0])


def _unpaired(text: str, pairs: Mapping[str, str]) -> Iterator[_Wrong]:
    """Parentheses, brackets and the language's own quotes."""
    for closing, opening in pairs.items():
        opened: list[int] = []
        for at, letter in enumerate(text):
            if letter == opening:
                opened.append(at)
            elif letter == closing and opened:
                opened.pop()
            elif letter == closing and not _ALONE.search(text, max(0, at - 5), at + 1):
                yield _Wrong(f"has {closing} without {opening}", at, at + 1)
        for at in opened:
            if not _ALONE.search(text, max(0, at - 2), at + 1):
                yield _Wrong(f"has {opening} without {closing}", at, at + 1)
