"""
A translation begins or ends with a blank or a line break that the source hasn't, or has two blanks in a row, or one
before a full stop or a comma; before other marks only French has blanks.

Bad:  `msgstr "Nimm  eine Münze. "`
Good: `msgstr "Nimm eine Münze."`
"""

import re
from collections.abc import Iterator

from pnp.localise.checks._pairs import About, problem, quote
from pnp.model.problem import Problem, Severity, code

CODE = code("PNP620", "blanks of a translation", __doc__, Severity.WARNING)

_WRONG = re.compile(r"(?P<front>\A[ \t\n]+)|(?P<end>[ \t\n]+\Z)|(?P<line>[ \t]+\n|\n[ \t]+)|(?P<inside>[ \t]{2,}|\t)")
_SAYS = {
    "front": "begins with a blank",
    "end": "ends with a blank",
    "line": "has a blank beside a line break",
    "inside": "has more than one blank in a row",
}
_STOP = r"[.,](?![\w.,])"  # no ".5", no "..."
_BEFORE_STOP = re.compile(rf"(?<=[^\s.])[ \u00a0\u202f]+(?={_STOP})")
_BEFORE_MARK = re.compile(rf"(?<=[^\s.])[ \u00a0\u202f]+(?={_STOP}|[;:!?](?![\w()-]))")
_WITH_BLANKS = ("fr", "br")


def check(about: About) -> Iterator[Problem]:
    before = _BEFORE_STOP if about.language.partition("-")[0] in _WITH_BLANKS else _BEFORE_MARK
    for pair in about.pairs:
        if (found := before.search(pair.said)) and not any(map(before.search, pair.sources)):
            mark = pair.said[found.end()]
            yield problem(CODE, pair, f"has a blank before {mark}: {quote(pair.said, *found.span())}")
        text = pair.said
        if "  " in text or text != text.strip() or "\t" in text or " \n" in text or "\n " in text:
            theirs = {match.lastgroup for source in pair.sources for match in _WRONG.finditer(source)}
            for match in _WRONG.finditer(text):
                if match.lastgroup not in theirs:
                    said = f"{_SAYS[match.lastgroup or 'inside']}: {quote(text, *match.span())}"
                    yield problem(CODE, pair, said)
