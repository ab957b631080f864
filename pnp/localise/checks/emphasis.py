"""
A translation has other stretches in bold or italics than its source: a star was lost, or stands beside a blank, where
it means nothing. A translation may emphasise other words, but as many.

Bad:  `msgstr "** Bleib:** Nimm eine Münze."` for `**Stay:** Take a coin.`
Good: `msgstr "**Bleib:** Nimm eine Münze."`
"""

from collections.abc import Iterator

from pnp.localise.checks._pairs import About, problem
from pnp.model.holes import masked
from pnp.model.marks import emphasis_of, lone_marks
from pnp.model.problem import Problem, Severity, code

CODE = code("PNP616", "marks of a translation", __doc__, Severity.WARNING)

_NAMES = ("bold", "italic", "bold italic")


def check(about: About) -> Iterator[Problem]:
    for pair in about.pairs:
        if not any("*" in text for text in (pair.said, *pair.sources)):
            continue
        text, sources = masked(pair.said), [masked(source) for source in pair.sources]
        said, wanted = emphasis_of(text), [emphasis_of(source) for source in sources]
        if any(lone_marks(text)) and not any(any(lone_marks(source)) for source in sources):
            yield problem(CODE, pair, "has a star without its partner", "a star itself is \\*")
        elif said not in wanted:
            for name, have, want in zip(_NAMES, said, wanted[-1], strict=True):
                if have != want:
                    message = f"has {have or 'no'} {name} {_part(have)}, the source has {want or 'none'}"
                    yield problem(CODE, pair, message)


def _part(count: int) -> str:
    return "part" if count in (0, 1) else "parts"
