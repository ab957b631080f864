"""A loaded game and what is asked for → what its rules, setups, victory and examples find. No rules cost nothing."""

from collections.abc import Iterable

from pnp.model.game import Edition, Game
from pnp.model.problem import Problem, has_errors
from pnp.model.project import Project
from pnp.request import Request
from pnp.speaking import says_phrases, speeches

_TOLD = ("define", "rules", "setup", "victory", "selections", "examples")


def examined(
    game: Game, edition: Edition, request: Request, loaded: Iterable[Problem], project: Project
) -> list[Problem]:
    """For the chosen modules; a thorough request without any is for all sets of them.

    Where something couldn't be read, pieces are missing, and rules would only say so again in many words; only examples
    are missed by nobody. So it is where references lead nowhere, where a module is asked for that isn't there, and
    with a module that changes what isn't there.
    """
    if not _says_something(game):
        return []
    files = _files_of_examples(game, project)
    if has_errors(problem for problem in loaded if problem.span.file not in files):
        return []
    from pnp.check import module_names, patches, references
    from pnp.rules import examine, legal_sets

    if any(references.check(game, project)) or any(module_names.check(game, project)):
        return []
    sets = None if request.thorough and not edition.modules else [edition.modules]
    if wrong := patches.modules_at_fault(game):
        sets = [each for each in sets or legal_sets(game) if wrong.isdisjoint(each)]
    return examine(game, sets, speeches(game))


def _says_something(game: Game) -> bool:
    if any(getattr(game, part) for part in _TOLD) or says_phrases(game):
        return True
    return any(section.split(".")[0] in _TOLD for module in game.modules.values() for section in module.changes)


def _files_of_examples(game: Game, project: Project) -> set[str]:
    """As spans name them."""
    changes = [module.change("examples") for module in game.modules.values()]
    known = [*game.examples.values(), *(each for change in changes for each in (*change.add, *change.replace))]
    own = [project.display(folder / "examples.yaml") for folder in game.folders]
    return {*own, *(example.span.file for example in known)}
