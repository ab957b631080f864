"""
Two different sources are translated in the same way in the same field of two pieces: mostly one was copied, or the
translations have slipped by one entry. Where that is meant, a comment says so: `# pnp: ignore PNP624`.

Bad:  `Toll Fox` and `Gate Badger` both as `Zollfuchs`
Good: `Zollfuchs` and `Tordachs`
"""

from collections.abc import Iterator

from pnp.localise.checks._families import family
from pnp.localise.checks._pairs import About, Pair, problem, quote
from pnp.model.problem import Problem, Severity, code
from pnp.model.span import Span

CODE = code("PNP624", "two sources, one translation", __doc__, Severity.WARNING)


def check(about: About) -> Iterator[Problem]:
    first: dict[tuple[str, str], Pair] = {}
    for pair in about.pairs:
        if (kin := family(pair)) and not pair.entry.plural:
            earlier = first.setdefault((kin, pair.said.casefold()), pair)
            if earlier.source.casefold() != pair.source.casefold():
                message = f"{quote(pair.said)} is said for {quote(pair.source)} here, for {quote(earlier.source)} there"
                yield problem(CODE, pair, message, origin=Span(*earlier.span))
