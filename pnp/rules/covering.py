"""What modules have a say in → the sets of modules that have to be looked at to prove it, and what stays unproved.

A rule that three modules have a say in is the same with all sets that have the same of these three: it is proved by
eight sets, however many other modules there are. Of the sets that are alike for something, the smallest is looked at.
"""

from collections.abc import Collection, Iterable, Iterator

from pnp.model.problem import Problem, Severity, code
from pnp.rules.choosing import Choices, Set, in_order
from pnp.rules.influences import Unit

MOST_SETS = 4_096  # of the modules that have a say in one thing
MOST_STEPS = 6_000_000  # of expressions in all sets together
_FEW = 3  # names in a message

UNPROVED = code(
    "PNP520",
    "not proved for all sets of modules",
    f"""
    A rule, a part of the setup, the victory or a selection is looked at with all combinations of the modules that have
    a say in it: that change it, or something that it names. Here these make more than {MOST_SETS:,} sets, or looking at
    them takes too long. Those of one module and of two, with what they need, are looked at first; a mistake that only
    others make isn't found. The message says what isn't proved, for which modules. `--strict` counts it as an error.

    What to do: say which modules don't go together (`not-with`); let rules name what few modules change.
    `pnp check GAME --with a,b,c` looks at one set.
    """,
    Severity.WARNING,
)


def covering(choices: Choices, units: Iterable[Unit], examples: Iterable[Collection[str]]) -> list[tuple[str, ...]]:
    """Small ones first; `examples` are sets that are looked at in any case, where they can be chosen."""
    found: set[Set] = {frozenset(), *choices.single.values()}
    found |= {frozenset(each) for each in examples if _can_be_chosen(choices, frozenset(each))}
    whole: list[Set] = []  # of which all combinations are in it
    for modules in sorted({unit.modules for unit in units}, key=lambda each: (-len(each), sorted(each))):
        if any(modules <= each for each in whole):
            continue
        if (sets := choices.unions(modules, MOST_SETS)) is None:
            found |= choices.few(modules, MOST_SETS)
        else:
            found |= sets
            whole.append(modules)
    return in_order(found)


def _can_be_chosen(choices: Choices, ids: Set) -> bool:
    return ids <= choices.single.keys() and choices.legal(ids) and all(choices.single[id] <= ids for id in ids)


def unproved(choices: Choices, units: Iterable[Unit], seen: Collection[tuple[str, ...]]) -> Iterator[Problem]:
    """A problem for all that the same modules have a say in, where some of their sets haven't been seen."""
    of_modules: dict[Set, list[Unit]] = {}
    for unit in units:
        of_modules.setdefault(unit.modules.intersection(choices.single), []).append(unit)
    looked_at = set(map(frozenset, seen))
    for modules, alike in of_modules.items():
        sets = choices.unions(modules, MOST_SETS)
        if sets is None or not sets <= looked_at:
            yield _told(choices, modules, alike, looked_at)


def _told(choices: Choices, modules: Set, units: list[Unit], looked_at: Collection[Set]) -> Problem:
    count, is_exact = choices.count(modules, MOST_SETS)
    ids = sorted(modules)
    alike = {frozenset(each & modules) for each in looked_at}
    what = ", ".join(unit.what for unit in units[:_FEW])
    what += f" and {len(units) - _FEW} more" if len(units) > _FEW else ""
    how_many = f"{count:,}" if is_exact else f"more than {count:,}"
    message = f"{what}: of the {how_many} sets of {', '.join(ids)} only {len(alike):,} are looked at"
    return UNPROVED.at(units[0].span, message, hint="not-with says which can't be combined")
