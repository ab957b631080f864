"""
A file of data in a game's folder that game.yaml doesn't name: nothing in it is checked or printed. Mostly a module has
lost it. Files that players write, with `selection:` or `players:`, and overlays may lie anywhere else.

Bad:  `night/examples.yaml`, and a module without `examples: night/examples.yaml`
Good: the same with that line, or without the file
"""

import re
from collections.abc import Iterator

from pnp.model.game import Game
from pnp.model.inside import is_file
from pnp.model.opening import beginning
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.span import Span

CODE = code("PNP185", "file that nothing names", __doc__, Severity.WARNING)
OF_WHOLE = True

_OWN = ("game", "rules", "setup", "victory", "selections", "examples", "glossary")
_COMMENT = re.compile(r"(?m)(?:^|\s)#.*$")
_WRITTEN = re.compile(r"(?m)^(?:game|selection|with|players):")  # what players write
_LONGEST = 1_000_000


def check(game: Game, project: Project) -> Iterator[Problem]:
    said = _COMMENT.sub("", beginning(game.folder / "game.yaml", _LONGEST))
    for path in sorted((*game.folder.rglob("*.yaml"), *game.folder.rglob("*.csv"))):
        name = path.relative_to(game.folder).as_posix()
        if name.partition(".")[0] in _OWN or name.startswith((".", "_")) or not is_file(path) or _is_named(name, said):
            continue
        if not _WRITTEN.search(beginning(path, _LONGEST, project.bounds(path))):
            yield CODE.at(Span(project.display(path)), f"{name} is named nowhere in game.yaml")


def _is_named(name: str, said: str) -> bool:
    return re.search(rf"(?<![\w./-]){re.escape(name)}(?![\w./-])", said) is not None
