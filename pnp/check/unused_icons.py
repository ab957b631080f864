"""
An icon is declared, but no text, no field, no group and no template names it. Either it is left over, or what should
name it says something else.

Bad:  `icons: {coin: …, gold: …}` where all texts say `[coin]`
Good: `icons: {coin: …}`
"""

import re
from collections.abc import Iterator

from pnp.check._texts import ICON
from pnp.check._uses import all_strings, uses_of
from pnp.check._values import find_values
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project

CODE = code("PNP140", "icon that nothing uses", __doc__, Severity.WARNING)
OF_WHOLE = True

_NAMED = re.compile(r"""(?<=["'\[])[a-z0-9][a-z0-9-]*(?=["'\]])""")
_COMPOSED = re.compile(r"""["']([a-z0-9-]*)\{\{[^{}]*\}\}([a-z0-9-]*)["']|["']([a-z0-9-]+-)["']\s*~""")


def check(game: Game, project: Project) -> Iterator[Problem]:
    uses = uses_of(game, project)
    if not game.icons or not uses.known:
        return
    left = game.icons.keys() - uses.words - set(_NAMED.findall(uses.templates))
    left -= {found.value for found in find_values(game, "icon")} if left else set()
    left -= {name for found in find_values(game, "text") for name in ICON.findall(found.value)} if left else set()
    left -= {name for term in game.glossary for name in ICON.findall(term.say)}
    left -= all_strings(game) if left else set()
    patterns = [_pattern(*match) for match in _COMPOSED.findall(uses.templates)]
    for name in sorted(left):
        if not any(pattern and pattern.fullmatch(name) for pattern in patterns):
            yield CODE.at(game.icons[name].span, f"icon {name} is used by no text, field or template")


def _pattern(before: str, after: str, start: str) -> re.Pattern[str] | None:
    """Names that a template composes: only those with a part that it says itself."""
    if start:
        return re.compile(re.escape(start) + ".*")
    return re.compile(f"{re.escape(before)}.+{re.escape(after)}") if before or after else None
