"""
A translation has not the same icons as its source: one is missing, its bracket isn't closed, it was translated, too.
The names in brackets stay as they are in every language. What is only there once more than in the source is a warning.

Bad:  `msgstr "Nimm eine [münze]."` or `msgstr "Nimm eine [coin."` for `Take a [coin].`
Good: `msgstr "Nimm eine [coin]."`
"""

import re
from collections import Counter
from collections.abc import Iterator

from pnp.localise.checks._pairs import ICON, About, Pair, milder, place_of, problem
from pnp.model.holes import masked
from pnp.model.problem import Problem, code

CODE = code("PNP615", "icons of a translation", __doc__)

_OPEN = re.compile(r"(?<!\\)\[([^\[\]]*)(?=\[|$)")


def check(about: About) -> Iterator[Problem]:
    for pair in about.pairs:
        if not any("[" in text for text in (pair.said, *pair.sources)):
            continue
        said = Counter(ICON.findall(masked(pair.said)))
        wanted = [Counter(ICON.findall(masked(source))) for source in pair.sources]
        if said in wanted:
            continue
        lacking, surplus = (list((a - b).elements()) for a, b in ((wanted[-1], said), (said, wanted[-1])))
        for icon, half, what in list(_halves(pair, lacking)):
            lacking.remove(icon)
            found = problem(CODE, pair, f"the bracket of {half} isn’t {what}", f"[{icon}]")
            yield found._replace(span=place_of(half, pair, about))
        found = problem(CODE, pair, " and ".join(_told(lacking, surplus)))
        if lacking:
            yield found
        elif surplus:
            yield milder(found)


def _told(lacking: list[str], surplus: list[str]) -> Iterator[str]:
    if lacking:
        yield f"lacks {_named(lacking)}"
    if surplus:
        yield f"has {_named(surplus)}, which the source hasn’t"


def _halves(pair: Pair, lacking: list[str]) -> Iterator[tuple[str, str, str]]:
    """Icons of which only one bracket is there, what there is of them, and what is to be done."""
    opened = [match[1] for match in _OPEN.finditer(masked(pair.said))]
    for icon in lacking:
        if begun := next((rest for rest in opened if rest.startswith(icon)), ""):
            opened.remove(begun)
            yield icon, f"[{icon}", "closed"
        elif re.search(rf"(?<![\[\w-]){re.escape(icon)}\]", pair.said):
            yield icon, f"{icon}]", "opened"


def _named(icons: list[str]) -> str:
    return ", ".join(f"[{icon}]" for icon in icons)
