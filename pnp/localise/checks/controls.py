"""
A translation has a character that prints nothing and means something to machines only: a control character, mostly left
by copying from somewhere else.

Bad:  a tabulator's neighbour, `\\x0b`, in the middle of a text
Good: the text without it
"""

import re
from collections.abc import Iterator

from pnp.localise.checks._pairs import About, problem, quote
from pnp.model.problem import Problem, code

CODE = code("PNP605", "control character in a translation", __doc__)

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff\ufff9-\ufffb\ufffd-\uffff]")


def check(about: About) -> Iterator[Problem]:
    for pair in about.pairs:
        for match in _CONTROL.finditer(pair.said):
            where = quote(pair.said[: match.start()] + "·" + pair.said[match.end() :], *match.span())
            yield problem(CODE, pair, f"has the control character U+{ord(match[0]):04X}: {where}")
