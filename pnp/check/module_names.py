"""
An expression looks for a module, or compares the chosen ones with some, but there is no module of this name: neither in
the game nor in an expansion for it. What depends on it never comes to pass, or always. Figures of a module, like
`with.night.tables.hand`, are those of one that the game has itself.

Bad:  `when: "'nihgt' in modules"`
Good: `when: "'night' in modules"`
"""

import re
from collections.abc import Iterator

from pnp.check._formulas import formulas
from pnp.model.game import Game
from pnp.model.opening import beginning
from pnp.model.problem import Problem, code
from pnp.model.project import Project
from pnp.model.rules import Expression, place_in
from pnp.model.suggest import did_you_mean

CODE = code("PNP132", "module that isn't there", __doc__)

_LONGEST = 1_000_000  # bytes of a file that is looked through
_ALL = r"(?<![\w.'\"])modules(?![\w.'\"(])"
_LIST = r"\[[^\[\]]*\](?:\s*\|\s*set\b)?"
_ASKED = re.compile(
    rf"""(?P<one>'[^']*'|"[^"]*")\s+(?:not\s+)?in\s+{_ALL}
    |{_ALL}(?:\s*\|\s*set\b)?\s*[!=]=\s*(?P<right>{_LIST})
    |(?P<left>{_LIST})\s*[!=]=\s*{_ALL}""",
    re.VERBOSE,
)
_BESIDE = re.compile(r"(?<![\w.'\"])with\s*\.\s*(?P<name>[A-Za-z_]\w*)")
_TEXT = re.compile(r"'[^']*'|\"[^\"]*\"")


def check(game: Game, project: Project) -> Iterator[Problem]:
    yield from (problem for _, problem in misnaming(game))


def misnaming(game: Game) -> Iterator[tuple[Expression, Problem]]:
    """The expressions that are wrong, each with what is wrong with it."""
    fields = [each.fields for each in game.components.values()] + [each.fields for each in game.groups.values()]
    if any("modules" in each for each in fields):
        return  # the word may mean something else
    for expression in formulas(game):
        if "modules" in expression.text:
            for name, offset in _names(expression):
                if name not in game.modules and not _is_elsewhere(game, name):
                    yield expression, _unknown(expression, offset, name, game)
        for asked in _BESIDE.finditer(expression.text):
            name = asked["name"]
            if name not in game.modules and (name := name.replace("_", "-")) not in game.modules:
                problem = _unknown(expression, asked.start("name"), name, game)
                if _is_elsewhere(game, name):
                    message = f'module "{name}" is one of an expansion, whose figures aren\'t known here'
                    problem = problem._replace(message=message, hint="say it in a rule of that expansion")
                yield expression, problem


def _unknown(expression: Expression, offset: int, name: str, game: Game) -> Problem:
    span = place_in(expression.span, expression.turns, offset)
    return CODE.at(span, f'there is no module "{name}"', hint=did_you_mean(name, game.modules))


def _names(expression: Expression) -> Iterator[tuple[str, int]]:
    """Texts that are compared with modules, and where they stand."""
    for asked in _ASKED.finditer(expression.text):
        where = next(name for name in ("one", "right", "left") if asked[name])
        for text in _TEXT.finditer(expression.text, *asked.span(where)):
            yield text[0][1:-1], text.start()


def _is_elsewhere(game: Game, name: str) -> bool:
    """Whether an expansion for the game has a module of this name, or some word that could be one."""
    base = game.base.id if game.base else game.id
    is_for = re.compile(rf"""^for:\s*["']?{re.escape(base)}["']?\s*(?:#|$)""", re.MULTILINE)
    called = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    for path in game.folder.parent.glob("*/game.yaml"):
        text = beginning(path, _LONGEST, game.folder.parent)
        if is_for.search(text) and called.search(text):
            return True
    return False
