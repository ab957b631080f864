"""Rules in their order → what is wrong with each, and which of that follows from another one that it needs."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from pnp.model.game import Game
from pnp.model.problem import Problem, code, first_error
from pnp.model.rules import Rule
from pnp.text.suggest import did_you_mean

if TYPE_CHECKING:
    pass


NEEDS_NOTHING = code(
    "PNP517 rule that needs what doesn't stand above it",
    """`needs` names rules that must hold before this one is judged at all. They stand above it in the same list, or in
    that of the game which a module changes.

    Bad:  `{id: creatures, needs: [creatures-per-reason], …}`
    Good: `{id: creatures, needs: [creatures-per-season], …}`, below that rule""",
    says="{rule} needs {need}, which doesn't stand above it",
)
NO_RULE_TO_NEED = NEEDS_NOTHING.also("there is no rule {need}", once=True)

Judge = Callable[[Rule], list[Problem]]


def judged(
    rules: Mapping[str, Rule], judge: Judge, failing: Mapping[str, Problem]
) -> Iterator[tuple[Rule, list[Problem], Problem | None]]:
    """Rules with what is wrong with each, and why it fails, if it does: for itself, or for one that it needs.

    `failing`: the same of rules that aren't among these, since they couldn't be read, or are dropped.
    """
    found = {id: problem for id, problem in failing.items() if id not in rules}
    for rule in rules.values():
        cause = next((found[need] for need in rule.needs if need in found), None)
        problems = [each if each.cause or cause is None else each._replace(cause=cause) for each in judge(rule)]
        if why := cause or first_error(problems):
            found[rule.id] = why
        yield rule, problems, why


def unmet(
    rules: Mapping[str, Rule], cause: Callable[[str], Problem | None], others: frozenset[str] = frozenset()
) -> Iterator[Problem]:
    """Needs of nothing that stands above; `cause`: why a rule isn't there; `others`: rules that modules have."""
    above: set[str] = set()
    for rule in rules.values():
        for need, span in rule.needs.items():
            if need in rules and need not in above:
                yield NEEDS_NOTHING.at(span, rule=rule.id, need=need)
            elif need not in rules and need not in others:
                yield NO_RULE_TO_NEED.at(span, need=need, hint=did_you_mean(need, rules), cause=cause(need))
        above.add(rule.id)


def rules_of_modules(game: Game) -> frozenset[str]:
    """Those that a module brings or takes away."""
    changes = [module.change("rules") for module in game.patches]
    return frozenset(
        [rule.id for change in changes for rule in change.add] + [id for change in changes for id, _ in change.drop]
    )
