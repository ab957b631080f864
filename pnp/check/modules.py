"""A game's modules, and the expressions that name some → modules that can't be chosen, or aren't there."""

import re
from collections.abc import Iterator

from pnp.cardtext.suggest import did_you_mean
from pnp.check import check
from pnp.check._texts import part_of
from pnp.check._usage import list_formulas
from pnp.io.opening import read_beginning
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.rules import Expression

NO_MODULE = code("PNP132", says='there is no module "{name}"', once=True)
OF_EXPANSION = NO_MODULE.also('module "{name}" is one of an expansion, whose figures aren\'t known here', once=True)
NEVER_CHOSEN = code("PNP117", says="{module} can't be chosen: it needs {other}, which excludes {enemy}")
EXCLUDES_NEEDED = NEVER_CHOSEN.also("{module} can't be chosen: it excludes {enemy}, which it needs")
IN_A_CIRCLE = code("PNP131", says="modules need each other in a circle: {circle}")
ALWAYS_COMES = code("PNP536", Severity.WARNING, says="{module} always comes with {other}, which it needs")
NEVER_COMES = ALWAYS_COMES.also("{module} and {other} can't be chosen together")

_LONGEST = 1_000_000  # bytes of a file that is looked through
_ALL = r"(?<![\w.'\"])modules(?![\w.'\"(])"
_LIST = r"\[[^\[\]]*\](?:\s*\|\s*set\b)?"
_ASKED = regex(
    rf"""(?P<one>'[^']*'|"[^"]*")\s+(?:not\s+)?in\s+{_ALL}
    |{_ALL}(?:\s*\|\s*set\b)?\s*[!=]=\s*(?P<right>{_LIST})
    |(?P<left>{_LIST})\s*[!=]=\s*{_ALL}""",
    re.VERBOSE,
)
_BESIDE = regex(r"(?<![\w.'\"])with\s*\.\s*(?P<name>[A-Za-z_]\w*)")
_TEXT = regex(r"'[^']*'|\"[^\"]*\"")


@check(NO_MODULE)
def find_unknown_modules(game: Game, project: Project) -> Iterator[Problem]:
    yield from (problem for _, problem in find_misnamed_modules(game))


def find_misnamed_modules(game: Game) -> Iterator[tuple[Expression, Problem]]:
    """Yield the expressions that are wrong, each with what is wrong with it."""
    fields = [each.fields for each in game.components.values()] + [each.fields for each in game.groups.values()]
    if any("modules" in each for each in fields):
        return  # the word may mean something else
    for expression in list_formulas(game):
        if "modules" in expression.text:
            for asked in _ASKED.finditer(expression.text):  # texts that are compared with modules
                where = next(group for group in ("one", "right", "left") if asked[group])
                for text in _TEXT.finditer(expression.text, *asked.span(where)):
                    name = text[0][1:-1]
                    if name not in game.modules and not _is_elsewhere(game, name):
                        yield expression, _report_unknown(expression, *text.span(), name, game)
        for asked in _BESIDE.finditer(expression.text):
            name = asked["name"]
            if name not in game.modules and (name := name.replace("_", "-")) not in game.modules:
                yield expression, _report_unknown(expression, *asked.span("name"), name, game)


def _report_unknown(expression: Expression, start: int, end: int, name: str, game: Game) -> Problem:
    span, cause = part_of(expression, start, end), game.cause("modules", name)
    if _is_elsewhere(game, name):
        return OF_EXPANSION.at(span, name=name, hint="say it in a rule of that expansion", cause=cause)
    return NO_MODULE.at(span, name=name, hint=did_you_mean(name, game.modules), cause=cause)


def _is_elsewhere(game: Game, name: str) -> bool:
    """Tell whether an expansion for the game has a module of this name, or some word that could be one."""
    base = game.base.id if game.base else game.id
    is_for = re.compile(rf"""^for:\s*["']?{re.escape(base)}["']?\s*(?:#|$)""", re.MULTILINE)
    called = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    texts = (read_beginning(path, _LONGEST, game.folder.parent) for path in game.folder.parent.glob("*/game.yaml"))
    return any(is_for.search(text) and called.search(text) for text in texts)


@check(NEVER_CHOSEN)
def choosable(game: Game, project: Project) -> Iterator[Problem]:
    for module in game.modules.values():
        together = game.required(module.id)
        for id in together:
            for enemy in game.modules[id].not_with:
                if enemy in together and id == module.id:
                    yield EXCLUDES_NEEDED.at(module.span, module=module.label, enemy=enemy)
                elif enemy in together:
                    yield NEVER_CHOSEN.at(module.span, module=module.label, other=id, enemy=enemy)


@check(IN_A_CIRCLE)
def circles(game: Game, project: Project) -> Iterator[Problem]:
    done: set[str] = set()
    for id in game.modules:
        if id not in done and (circle := _find_circle(game, id)):
            done.update(circle)
            yield IN_A_CIRCLE.at(game.modules[id].span, circle=" → ".join([*circle, id]))


def _find_circle(game: Game, start: str) -> list[str]:
    """Return the shortest way from a module back to it."""
    ways = [[start]]
    seen: set[str] = set()
    for way in ways:  # grows on the way
        for need in game.modules[way[-1]].needs:
            if need == start:
                return way
            if need in game.modules and need not in seen:
                seen.add(need)
                ways.append([*way, need])
    return []


@check(ALWAYS_COMES)
def further(game: Game, project: Project) -> Iterator[Problem]:
    for module in game.modules.values():
        for patch in module.further:
            other = patch.parts[-1]
            if other in game.required(module.id):
                yield ALWAYS_COMES.at(patch.span, module=module.label, other=other, hint="say it without when-with")
            elif game.go_together(module.id) and game.go_together(other) and not game.go_together(patch.id):
                yield NEVER_COMES.at(patch.span, module=module.label, other=other, hint="delete it")
