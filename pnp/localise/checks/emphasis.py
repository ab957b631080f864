"""
A translation has other stretches in bold or italics than its source: a star was lost, or stands beside a blank, where
it means nothing. A translation may emphasise other words, but as many.

Bad:  `msgstr "** Bleib:** Nimm eine Münze."` for `**Stay:** Take a coin.`
Good: `msgstr "**Bleib:** Nimm eine Münze."`
"""

import re
from collections.abc import Iterator

from pnp.localise.checks._pairs import ICON, About, problem
from pnp.model.problem import Problem, Severity, code

CODE = code("PNP616", "marks of a translation", __doc__, Severity.WARNING)

_ESCAPED = re.compile(r"\\.")
_STARS = re.compile(r"\*+")
_NAMES = {2: "bold", 1: "italic", 3: "bold italic"}


def check(about: About) -> Iterator[Problem]:
    for pair in about.pairs:
        if not any("*" in text for text in (pair.said, *pair.sources)):
            continue
        said, wanted = _stretches(pair.said), [_stretches(source) for source in pair.sources]
        if said in wanted:
            continue
        if said is None:
            yield problem(CODE, pair, "has a star without its partner", "a star itself is \\*")
            continue
        expected = wanted[-1] or {}
        for stars, name in _NAMES.items():
            have, want = said.get(stars, 0), expected.get(stars, 0)
            if have != want:
                yield problem(CODE, pair, f"has {have or 'no'} {name} {_part(have)}, the source has {want or 'none'}")


def _part(count: int) -> str:
    return "part" if count in (0, 1) else "parts"


def _stretches(text: str) -> dict[int, int] | None:
    """Number of stars → how many stretches they mark; None where one is alone."""
    text = ICON.sub("x", _ESCAPED.sub("x", text))
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in _STARS.finditer(text):
        stars, before, after = len(match[0]), text[: match.start()][-1:], text[match.end() :][:1]
        if opened and opened[-1] == stars and before.strip():
            found[opened.pop()] = found.get(stars, 0) + 1
        elif after.strip():
            opened.append(stars)
        elif before.strip():
            return None
    return None if opened else found
