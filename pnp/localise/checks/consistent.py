"""
The same source is translated in two ways: in the same field of two pieces, or anywhere in the game where it is more
than one word, or the name of something. A single word may be two in another language. Where that is meant of others,
too, for the one is about something else, a comment says so: `# pnp: ignore PNP623`.

Bad:  `Take a coin.` as `Nimm eine Münze.` on one card and as `Nehmt eine Münze.` on another
Good: `Nimm eine Münze.` on both
"""

import re
from collections.abc import Iterator

from pnp.localise.checks._families import family
from pnp.localise.checks._pairs import About, Pair, problem, quote
from pnp.model.problem import Problem, Severity, code
from pnp.model.span import Span

CODE = code("PNP623", "one source, two translations", __doc__, Severity.WARNING)

_TITLE = re.compile(r"(?:game|component|module|table|zone|track|selection):(?:.*\.)?title")
_OWN = "pnp."  # words of pnp's own are of no game


def check(about: About) -> Iterator[Problem]:
    first: dict[tuple[str, str], Pair] = {}
    for pair in about.pairs:
        if pair.entry.plural or pair.entry.context.startswith(_OWN):
            continue
        is_name, is_long = _is_name(pair), len(pair.source.split()) > 1
        kin = [f".{found}"] if (found := family(pair)) else []
        others = "any" if is_name or is_long else "name"  # that it is compared with, besides its own kin
        earlier = [each for kind in (*kin, others) if (each := first.get((kind, pair.source)))]
        if other := next((each for each in earlier if each.said != pair.said), None):
            where = f"here and {quote(other.said)} in {other.entry.context}"
            yield problem(CODE, pair, f"{quote(pair.source)} is {quote(pair.said)} {where}", origin=Span(*other.span))
        for kind in (*kin, "any", *(["name"] if is_name else [])):
            first.setdefault((kind, pair.source), pair)


def _is_name(pair: Pair) -> bool:
    message = pair.message
    return message is not None and (message.path == "name" or bool(_TITLE.fullmatch(message.context)))
