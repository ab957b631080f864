"""
A picture lies in the game's folder `art/`, but no piece, no icon and no template names it. Mostly a piece still names
an older one; else it only makes the folder bigger. Where a template composes names, like `art/charges/{{ … }}.svg`,
whatever fits counts as used.

Bad:  `art/owl-new.svg` where the piece still says `art: art/owl.svg`
Good: `art: art/owl-new.svg`
"""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

from pnp.check._uses import all_strings, uses_of
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.span import Span

CODE = code("PNP141", "picture that nothing uses", __doc__, Severity.WARNING)
OF_WHOLE = True

_PICTURES = frozenset({".svg", ".svgz", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff"})
_EXPRESSION = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_EITHER = re.compile(r"""\{\{-?\s*(["'])([\w./-]*)\1\s+if\b[^{}]*?\belse\s+(["'])([\w./-]*)\3\s*-?\}\}""")
_STATEMENT = re.compile(r"\{%.*?%\}", re.DOTALL)
_CHOSEN = re.compile("\0[^\"']*\0")  # between statements: may stand there or not
_PATH = re.compile(r"""art/[^"'\s<>|]*""")


def check(game: Game, project: Project) -> Iterator[Problem]:
    uses = uses_of(game, project)
    files = _pictures(game) if uses.known else []
    if not files:
        return
    icons = [*game.icons.values(), *(icon for module in game.patches for icon in module.change("icons").add)]
    paths = {icon.path for icon in icons if icon.path.is_relative_to(game.folder)}
    named = all_strings(game) | {path.relative_to(game.folder).as_posix() for path in paths}
    variants = [_EITHER.sub(part, uses.templates) for part in (r"\2", r"\4")]
    templates = "".join(_EXPRESSION.sub("*", _STATEMENT.sub("\0", text)) for text in variants) + uses.templates
    said = {_CHOSEN.sub("*", path).replace("\0", "") for path in _PATH.findall(templates)}
    patterns = {path if _is_whole(path) else f"{path}*" for path in said}
    composed = [pattern for pattern in patterns if "*" in pattern]
    for file in files:
        if file not in named and file not in patterns and not any(fnmatchcase(file, each) for each in composed):
            message = f"{file} is named by no piece, icon or template"
            yield CODE.at(Span(project.display(game.folder / file)), message)


def _pictures(game: Game) -> list[str]:
    paths = (path for path in (game.folder / "art").rglob("*") if path.suffix.lower() in _PICTURES)
    return sorted(path.relative_to(game.folder).as_posix() for path in paths if path.name[0] != "." and path.is_file())


def _is_whole(path: str) -> bool:
    """Not only the beginning, to which a template adds the rest."""
    return any(path.lower().endswith(suffix) for suffix in _PICTURES)
