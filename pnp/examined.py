"""A loaded game and what is asked for → what its rules, setups, victory and examples find. No rules cost nothing."""

from collections.abc import Iterable

from pnp.model.game import OVERLAY, Edition, Game
from pnp.model.problem import Problem, has_errors
from pnp.model.project import Project
from pnp.request import Request
from pnp.speaking import says_phrases, speeches

_TOLD = ("define", "rules", "setup", "victory", "selections", "examples")


def examined(
    game: Game, edition: Edition, request: Request, loaded: Iterable[Problem], project: Project
) -> list[Problem]:
    """For the chosen modules; a thorough request without any is for all sets of them.

    Where pieces couldn't be read, or references lead nowhere, rules would only say so again in many words. A rule that
    couldn't be read is left out; so is what would follow from a setup, a victory or a selection with mistakes. Examples
    are missed by nobody. An expression that asks for a module that isn't there can't be evaluated, nor can the game be
    examined with a module that changes what isn't there.
    """
    if not _says_something(game):
        return []
    files = _files(game, project)
    parts = {files.get(problem.span.file if problem.span else "", "") for problem in loaded if has_errors([problem])}
    if "" in parts:
        return []
    from pnp.check import module_names, patches, references
    from pnp.rules import Without, examine

    if any(references.check(game, project)):
        return []
    wrong = patches.modules_at_fault(game)
    refused = dict(module_names.misnaming(game))
    told = {(problem.code, problem.span) for problem in refused.values()}
    without = Without(wrong, frozenset(parts), refused)
    said = speeches(game, edition.translation)
    if edition.translation:
        from pnp.localise import speaking

        game = speaking(game, edition.translation)
    if request.thorough and not edition.modules:
        found = examine(game, without=without, speeches=said)
    else:
        chosen = (*edition.modules, OVERLAY) if OVERLAY in game.modules else edition.modules
        found = examine(game, [chosen] if wrong.isdisjoint(chosen) else [], without, said)
    return [problem for problem in found if (problem.code, problem.span) not in told]


def _says_something(game: Game) -> bool:
    if any(getattr(game, part) for part in _TOLD) or says_phrases(game):
        return True
    return any(section.split(".")[0] in _TOLD for module in game.patches for section in module.changes)


def _files(game: Game, project: Project) -> dict[str, str]:
    """The files of rules, as spans name them → what stands in them: one of `_TOLD`."""
    found = {project.display(folder / f"{part}.yaml"): part for folder in game.folders for part in _TOLD}
    for module in game.patches:
        for section, change in module.changes.items():
            part = section.partition(".")[0]
            if part in _TOLD:
                found.update(dict.fromkeys((item.span.file for item in (*change.add, *change.replace)), part))
    found.pop(game.span.file, None)  # what stands in game.yaml itself may be anything
    return found
