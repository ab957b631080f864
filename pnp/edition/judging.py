"""A loaded game and what is asked for → what its rules, setups, victory and examples find. No rules cost nothing."""

from pnp.edition.texts import says_phrases, speeches
from pnp.model.game import OVERLAY, Edition, Game
from pnp.model.options import Options
from pnp.model.problem import Problem

_TOLD = ("define", "rules", "setup", "victory", "selections", "examples")


def wrong_with_rules(game: Game, edition: Edition, options: Options) -> list[Problem]:
    """For the chosen modules; thorough options without any are for all sets of them.

    With what only follows from something that is wrong elsewhere: that is its cause.
    """
    if not _says_something(game):
        return []
    from pnp.check.modules import misnaming
    from pnp.check.patches import modules_at_fault
    from pnp.rules.examining import Known, examine

    known = Known(modules_at_fault(game), dict(misnaming(game)))
    said = speeches(game, edition.translation)
    if edition.translation:
        from pnp.localise import speaking

        game = speaking(game, edition.translation)
    if options.thorough and not edition.modules:
        return examine(game, known=known, speeches=said)
    chosen = (*edition.modules, OVERLAY) if OVERLAY in game.modules else edition.modules
    return examine(game, [chosen], known, said)


def _says_something(game: Game) -> bool:
    if any(getattr(game, part) for part in _TOLD) or says_phrases(game):
        return True
    return any(section.split(".")[0] in _TOLD for module in game.patches for section in module.changes)
