"""Rules in their order → those worth judging: what only follows from a broken rule is no mistake of its own."""

from collections.abc import Callable, Iterator, Mapping

from pnp.model.game import Game
from pnp.model.problem import Problem, code, has_errors
from pnp.model.rules import Rule
from pnp.model.suggest import did_you_mean

NEEDS_NOTHING = code(
    "PNP517",
    "rule that needs what doesn't stand above it",
    """
    `needs` names rules that must hold before this one is judged at all. They stand above it in the same list, or in
    that of the game which a module changes.

    Bad:  `{id: creatures, needs: [creatures-per-reason], …}`
    Good: `{id: creatures, needs: [creatures-per-season], …}`, below that rule
    """,
)

Judge = Callable[[Rule], list[Problem]]


def judged(
    rules: Mapping[str, Rule], judge: Judge, elsewhere: set[str] | None = None
) -> Iterator[tuple[Rule, list[Problem]]]:
    """Rules with what is wrong with each; without those that need a broken one, or one that isn't judged for that.

    `elsewhere`: rules found broken with other modules, which count where a needed one is dropped; more come to them.
    """
    elsewhere = set() if elsewhere is None else elsewhere
    broken = elsewhere - rules.keys()
    for rule in rules.values():
        if not broken.isdisjoint(rule.needs):
            broken.add(rule.id)
            continue
        problems = judge(rule)
        if has_errors(problems):
            broken.add(rule.id)
        yield rule, problems
    elsewhere |= broken


def unmet(rules: Mapping[str, Rule], elsewhere: frozenset[str] = frozenset()) -> Iterator[Problem]:
    """Needs of nothing that stands above; `elsewhere`: rules that there are with other modules."""
    above: set[str] = set()
    for rule in rules.values():
        for need, span in rule.needs.items():
            if need in rules and need not in above:
                yield NEEDS_NOTHING.at(span, f"{rule.id} needs {need}, which doesn't stand above it")
            elif need not in rules and need not in elsewhere:
                yield NEEDS_NOTHING.at(span, f"there is no rule {need}", hint=did_you_mean(need, rules))
        above.add(rule.id)


def rules_of_modules(game: Game) -> frozenset[str]:
    """Those that a module brings or takes away."""
    changes = [module.change("rules") for module in game.patches]
    return frozenset(
        [rule.id for change in changes for rule in change.add] + [id for change in changes for id, _ in change.drop]
    )
