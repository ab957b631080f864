"""
A translation has not the same icons as its source: one is missing, one is there too often or was translated, too. The
names in brackets stay as they are in every language.

Bad:  `msgstr "Nimm eine [münze]."` for `Take a [coin].`
Good: `msgstr "Nimm eine [coin]."`
"""

from collections import Counter
from collections.abc import Iterator

from pnp.localise.checks._pairs import ICON, About, problem
from pnp.model.problem import Problem, Severity, code

CODE = code("PNP615", "icons of a translation", __doc__, Severity.WARNING)


def check(about: About) -> Iterator[Problem]:
    for pair in about.pairs:
        if not any("[" in text for text in (pair.said, *pair.sources)):
            continue
        said = Counter(ICON.findall(pair.said))
        wanted = [Counter(ICON.findall(source)) for source in pair.sources]
        if said not in wanted:
            lacking, surplus = (list((a - b).elements()) for a, b in ((wanted[-1], said), (said, wanted[-1])))
            found = [f"lacks {_named(lacking)}"] if lacking else []
            found += [f"has {_named(surplus)}, which the source hasn’t"] if surplus else []
            yield problem(CODE, pair, " and ".join(found))


def _named(icons: list[str]) -> str:
    return ", ".join(f"[{icon}]" for icon in icons)
