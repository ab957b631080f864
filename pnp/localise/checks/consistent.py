"""
The same source is translated in two ways in the same field of two pieces. Where that is meant, for the one is about
something else, a comment says so: `# pnp: ignore PNP623`.

Bad:  `Take a coin.` as `Nimm eine Münze.` on one card and as `Nehmt eine Münze.` on another
Good: `Nimm eine Münze.` on both
"""

from collections.abc import Iterator

from pnp.localise.checks._families import family
from pnp.localise.checks._pairs import About, Pair, problem, quote
from pnp.model.problem import Problem, Severity, code
from pnp.model.span import Span

CODE = code("PNP623", "one source, two translations", __doc__, Severity.WARNING)


def check(about: About) -> Iterator[Problem]:
    first: dict[tuple[str, str], Pair] = {}
    for pair in about.pairs:
        if (kin := family(pair)) and not pair.entry.plural:
            earlier = first.setdefault((kin, pair.source), pair)
            if earlier.said != pair.said:
                message = f"{quote(pair.source)} is {quote(pair.said)} here and {quote(earlier.said)} there"
                yield problem(CODE, pair, message, origin=Span(*earlier.span))
