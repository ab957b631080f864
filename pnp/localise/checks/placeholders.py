"""
A translation has not the same names in braces as its source. They are filled in when it is printed, and pnp knows them
by their names only: they stay as they are, wherever they stand in the sentence.

Bad:  `msgstr "Legt {anzahl} Kreaturen aus."` for `Lay out {count} creatures.`
Good: `msgstr "Legt {count} Kreaturen aus."`
"""

from collections.abc import Iterator

from pnp.localise.checks._pairs import HOLE, About, problem
from pnp.model.problem import Problem, code

CODE = code("PNP617", "placeholders of a translation", __doc__)


def check(about: About) -> Iterator[Problem]:
    for pair in about.pairs:
        if not any("{" in text for text in (pair.said, *pair.sources)):
            continue
        said = set(HOLE.findall(pair.said))
        wanted = [set(HOLE.findall(source)) for source in pair.sources]
        if said in wanted:
            continue
        lacking = [] if pair.is_of_few else sorted(wanted[-1] - said)
        surplus = sorted(said - wanted[-1])
        found = [f"lacks {_named(lacking)}"] if lacking else []
        found += [f"has {_named(surplus)}, which the source hasn’t"] if surplus else []
        if found:
            yield problem(CODE, pair, " and ".join(found))


def _named(names: list[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names)
