"""A game, what was asked for → an edition: language and ink chosen, modules applied.

What modules change has been checked when we come here: whether two of them disagree doesn't depend on which are chosen
together. So applying them reports nothing.
"""

from collections.abc import Iterable, Sequence

from pnp.model.choices import INKS
from pnp.model.game import Edition, Game, Module
from pnp.model.patch import patched
from pnp.model.problem import UsageError
from pnp.model.suggest import did_you_mean


def make_edition(game: Game, language: str, ink: str, modules: Iterable[str]) -> Edition:
    """Raises UsageError for a language, an ink or a set of modules that can't be had."""
    language = language or game.languages[0]
    if language not in game.languages:
        raise UsageError(f"{game.id} is not available in {language}: its languages are {', '.join(game.languages)}")
    if ink not in INKS:
        raise UsageError(f"there is no ink {ink}: choose {' or '.join(INKS)}")
    chosen = _chosen(game, sorted(set(modules)))
    changed = patched(game, chosen)
    return Edition(changed, language, ink, tuple(module.id for module in chosen), changed.components)


def _chosen(game: Game, ids: Sequence[str]) -> list[Module]:
    for id in ids:
        if id not in game.modules:
            there = did_you_mean(id, game.modules) if game.modules else "it has none"
            raise UsageError(f"{game.id} has no module {id}" + (f" ({there})" if there else ""))
    modules = [game.modules[id] for id in ids]
    for module in modules:
        if missing := [need for need in module.needs if need not in ids]:
            raise UsageError(f"module {module.id} needs {' and '.join(missing)}: add --with {' --with '.join(missing)}")
        if clash := [other for other in module.not_with if other in ids]:
            why = "".join(f": {module.not_with[other]}" for other in clash[:1] if module.not_with[other])
            raise UsageError(f"module {module.id} can't be used with {' and '.join(clash)}{why}")
    return modules
