"""A game that was checked whole → what is wrong with its comments for pnp: above all those that nothing needs any more.

What a comment ignores may show only in another language, ink or with a module: where one seems not to be needed, those
are laid out, too, until each is found to be good for something or all have been tried.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pnp.codes import found_on_paper
from pnp.desk import Laid
from pnp.ignoring import NOT_NEEDED, CommentReader, Ignore, can_tell
from pnp.laying import check
from pnp.model.choices import INKS
from pnp.model.game import OVERLAY, Edition, Game, Module
from pnp.model.problem import PnpError, Problem, has_errors
from pnp.model.project import Project
from pnp.request import Request


def wrong_comments(project: Project, request: Request, laid: Laid) -> list[Problem]:
    """Of the game's own data and layouts; `laid` is what the request came to. Nothing where that isn't the whole."""
    if laid.edition is None or not laid.is_whole or request.only or request.pieces:
        return []
    comments = CommentReader(project)
    told = [ignore for file in _files(project, laid.edition) for at in comments(file).ignores.values() for ignore in at]
    left = _not_needed(_judged(told), comments, laid)
    for other in _others(laid.edition, request):
        if not left:
            break
        try:
            left = _not_needed(left, comments, check(project, other))
        except PnpError:  # said when somebody wants that one
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


def _others(edition: Edition, request: Request) -> Iterator[Request]:
    """What else the game can be: each language in each ink, and all modules in as few sets as may be."""
    for language in edition.game.languages:
        for ink in INKS:
            if (language, ink) != (edition.language, edition.ink):
                yield replace(request, language=language, ink=ink)
    for chosen in _sets(_choosable(edition.game)):
        if chosen != edition.modules:
            yield replace(request, modules=chosen)


def _choosable(game: Game) -> dict[str, Module]:
    """Modules that can be asked for by name: of an expansion its own."""
    own = {id: module for id, module in game.modules.items() if game.base is None or module.game == game.id}
    return {id: module for id, module in own.items() if id != OVERLAY}


def _sets(modules: Mapping[str, Module]) -> list[tuple[str, ...]]:
    """Each module that can be chosen, in some set."""
    sets: list[set[str]] = []
    for id in modules:
        wanted = _with_needs(id, modules)
        found = next((each for each in sets if _go_together(each | wanted, modules)), None)
        if found is not None:
            found |= wanted
        elif _go_together(wanted, modules):
            sets.append(wanted)
    return [tuple(sorted(each)) for each in sets]


def _with_needs(id: str, modules: Mapping[str, Module]) -> set[str]:
    found, new = set[str](), {id}
    while new:
        found |= new
        new = {need for each in new if each in modules for need in modules[each].needs} - found
    return found


def _go_together(ids: set[str], modules: Mapping[str, Module]) -> bool:
    return ids <= modules.keys() and not any(other in ids for id in ids for other in modules[id].not_with)


def _files(project: Project, edition: Edition) -> Iterator[str]:
    """Those of the game's own folders that may have comments, named as in spans; of catalogues the edition's."""
    for part in ("card_data", "layouts"):
        top = project.find(part, edition.game.id)
        for folder, inner, files in os.walk(top) if top else ():
            inner.sort()
            for name in sorted(files):
                if can_tell(name) and (not name.endswith(".po") or name == f"{edition.language}.po"):
                    yield project.display(Path(folder, name))
