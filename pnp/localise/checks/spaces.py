"""
A translation begins or ends with a blank or a line break that the source hasn't, or has two blanks in a row, or one
before a full stop or a comma; before other marks only French has blanks.

Bad:  `msgstr "Nimm  eine Münze. "`
Good: `msgstr "Nimm eine Münze."`
"""

import re
from collections.abc import Iterator

from pnp.localise.checks._pairs import About, problem, quote
from pnp.model.blanks import misplaced_blanks
from pnp.model.holes import masked
from pnp.model.problem import Problem, Severity, code

CODE = code("PNP620", "blanks of a translation", __doc__, Severity.WARNING)

_STOP = r"[.,](?![\w.,])"  # no ".5", no "..."
_BEFORE_STOP = re.compile(rf"(?<=[^\s.])[ \u00a0\u202f]+(?={_STOP})")
_BEFORE_MARK = re.compile(rf"(?<=[^\s.])[ \u00a0\u202f]+(?={_STOP}|[;:!?](?![\w()-]))")
_WITH_BLANKS = ("fr", "br")


def check(about: About) -> Iterator[Problem]:
    before = _BEFORE_STOP if about.language.partition("-")[0] in _WITH_BLANKS else _BEFORE_MARK
    for pair in about.pairs:
        if (found := before.search(masked(pair.said))) and not any(map(before.search, map(masked, pair.sources))):
            mark = pair.said[found.end()]
            yield problem(CODE, pair, f"has a blank before {mark}: {quote(pair.said, *found.span())}")
        if ours := list(misplaced_blanks(masked(pair.said), line_ends=True)):
            theirs = {each.says for source in pair.sources for each in misplaced_blanks(masked(source), line_ends=True)}
            for says, start, end in ours:
                if says not in theirs:
                    yield problem(CODE, pair, f"{says}: {quote(pair.said, start, end)}")
