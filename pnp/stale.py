"""A game that was checked whole → what is wrong with its comments for pnp: above all those that nothing needs any more.

What a comment ignores may show only in another language, ink or with a module: where one seems not to be needed, those
are laid out, too, until each is found to be good for something or all have been tried.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pnp.codes import found_on_paper
from pnp.desk import Laid
from pnp.ignoring import NOT_NEEDED, CommentReader, Ignore, can_tell
from pnp.model.game import Edition
from pnp.model.problem import PnpError, Problem, has_errors
from pnp.model.project import Project
from pnp.request import Request


def wrong_comments(project: Project, request: Request, laid: Laid, others: Iterable[Laid]) -> list[Problem]:
    """Of the game's own data and layouts; `laid` is what the request came to. Nothing where that isn't the whole.

    `others` are the game's other editions, of which only as many are asked for as are needed.
    """
    if laid.edition is None or not laid.is_whole or request.only or request.pieces or request.overlay:
        return []
    comments = CommentReader(project)
    told = [ignore for file in _files(project, laid.edition) for at in comments(file).ignores.values() for ignore in at]
    left = _not_needed(_judged(told), comments, laid)
    try:
        left = _after_all(left, comments, others) if left else left
    except PnpError:  # said when somebody wants that edition
        left = []
    unneeded = [NOT_NEEDED.at(each.span, _message(each), hint="delete it") for each in left]
    return [*comments.problems(), *unneeded]


def _message(ignore: Ignore) -> str:
    where = "here" if ignore.line == ignore.span.line else f"in line {ignore.line}"
    return f"there is no {ignore.code} {where}"


def _judged(ignores: Sequence[Ignore]) -> list[Ignore]:
    """Without those that say themselves that they may be of no use, and those of what checking doesn't come to."""
    beyond = found_on_paper() if ignores else ()
    return [
        ignore
        for ignore in ignores
        if not any(NOT_NEEDED.id.startswith(code) for code in ignore.beside)
        and not any(code.startswith(ignore.code) for code in beyond)
    ]


def _not_needed(ignores: Sequence[Ignore], comments: CommentReader, laid: Laid) -> list[Ignore]:
    """None where there are errors: what is wrong beside them may not have come to light."""
    if not ignores or has_errors(laid.problems):
        return []
    needed = {ignore for problem in laid.ignored for ignore in comments.concerning(problem)}
    return [ignore for ignore in ignores if ignore not in needed]


def _after_all(left: list[Ignore], comments: CommentReader, others: Iterable[Laid]) -> list[Ignore]:
    """Those that no other edition needs, either."""
    for laid in others:
        left = _not_needed(left, comments, laid)
        if not left:
            break
    return left


def _files(project: Project, edition: Edition) -> Iterator[str]:
    """Those of the game's own folders that may have comments, named as in spans; of catalogues the edition's."""
    for part in ("card_data", "layouts"):
        top = project.find(part, edition.game.id)
        for folder, inner, files in os.walk(top) if top else ():
            inner.sort()
            for name in sorted(files):
                if can_tell(name) and (not name.endswith(".po") or name == f"{edition.language}.po"):
                    yield project.display(Path(folder, name))
