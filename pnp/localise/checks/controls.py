"""
A translation, or the context of one, has a character that prints nothing and means something to machines only: a
control character, mostly left by copying from somewhere else.

Bad:  a tabulator's neighbour, `\\x0b`, in the middle of a text
Good: the text without it
"""

import re
from collections.abc import Iterator

from pnp.localise.checks._pairs import About, problem, quote
from pnp.model.problem import Problem, code
from pnp.model.span import Span

CODE = code("PNP605", "control character in a translation", __doc__)

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff\ufff9-\ufffb\ufffd-\uffff]")


def check(about: About) -> Iterator[Problem]:
    for entry in about.catalogue.entries:
        unseen = next((each for each in entry.context if not each.isprintable()), "")
        if unseen and not entry.obsolete and entry.context not in about.contexts:
            message = f"the context {entry.context} has U+{ord(unseen):04X}, which nobody sees"
            yield CODE.at(Span(about.catalogue.file, entry.line), message, hint="contexts are left as they are")
    for pair in about.pairs:
        for match in _CONTROL.finditer(pair.said):
            where = quote(pair.said[: match.start()] + "·" + pair.said[match.end() :], *match.span())
            yield problem(CODE, pair, f"has the control character U+{ord(match[0]):04X}: {where}")
