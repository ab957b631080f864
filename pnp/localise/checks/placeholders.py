"""
A translation has not the same figures in braces as its source. They are filled in when it is printed, and pnp knows
them by their names only: they stay as they are, wherever they stand in the sentence. Only how they are said is the
language's own: `|word`, `|form`, `|signed` and `|capital` may be there or not, and say something else in brackets.

Bad:  `msgstr "Legt {anzahl} Kreaturen aus."` for `Lay out {count} creatures.`
Good: `msgstr "Legt {count} Kreaturen aus."`, `msgstr "Legt {count|word} {count|form('Kreatur', 'Kreaturen')} aus."`
"""

from collections.abc import Iterator

from pnp.localise.checks._pairs import About, problem
from pnp.model.holes import figure_in, has_braces, holes_in, lone_brace
from pnp.model.problem import Problem, code

CODE = code("PNP617", "placeholders of a translation", __doc__)


def check(about: About) -> Iterator[Problem]:
    for pair in about.pairs:
        if not any(has_braces(text) for text in (pair.said, *pair.sources)):
            continue
        said = _figures(pair.said)
        wanted = [_figures(source) for source in pair.sources]
        found = []
        if (at := lone_brace(pair.said)) is not None and all(lone_brace(source) is None for source in pair.sources):
            found.append(f'has "{pair.said[at]}" without "{"}" if pair.said[at] == "{" else "{"}"')
        elif said not in wanted:
            lacking = [] if pair.is_of_few else sorted(wanted[-1] - said)
            surplus = sorted(said - wanted[-1])
            found += [f"lacks {_named(lacking)}"] if lacking else []
            found += [f"has {_named(surplus)}, which the source hasn’t"] if surplus else []
        if found:
            yield problem(CODE, pair, " and ".join(found))


def _figures(text: str) -> set[str]:
    return {figure_in(hole.text) for hole in holes_in(text)}


def _named(names: list[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names)
