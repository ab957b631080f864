"""Characters of translations that nobody sees: they print nothing, or turn what stands behind them around."""

import re
from collections.abc import Iterator

from pnp.localise.catalogue import CONTROL
from pnp.localise.checks import check
from pnp.localise.checks._pairs import About, quote
from pnp.model.problem import Problem, code
from pnp.model.span import Span

CONTROL_CHARACTER = code(
    "PNP605 control character in a translation",
    r"""A translation, or the context of one, has a character that prints nothing and means something to machines only:
    a control character, mostly left by copying from somewhere else.

    Bad:  a tabulator's neighbour, `\x0b`, in the middle of a text
    Good: the text without it""",
    says="has the control character U+{number:04X}: {around}",
)
IN_CONTEXT = CONTROL_CHARACTER.also("the context {context} has U+{number:04X}, which nobody sees")
TURNED = code(
    "PNP606 turned direction in a translation",
    """A translation has a character that turns the direction of what follows: an override, or an embedding that doesn't
    end. With an override, what is read is not what is printed; pnp finds directions by itself, as Unicode has them.
    Isolates and embeddings that end in the same text are fine.

    Bad:  U+202E (right-to-left override) before a number
    Good: the text without it, or U+200F (right-to-left mark) beside punctuation""",
    says="has U+{number:04X}, an override of the direction",
)
NOT_ENDED = TURNED.also("has U+{number:04X}, an embedding without its end of the direction")

_OVERRIDES = "\u202d\u202e"
_OPENS = {"\u202a": "\u202c", "\u202b": "\u202c", "\u2066": "\u2069", "\u2067": "\u2069", "\u2068": "\u2069"}
_CLOSES = "\u202c\u2069"
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


@check(CONTROL_CHARACTER)
def control_characters(about: About) -> Iterator[Problem]:
    for entry in about.catalogue.entries:
        at = next((at for at, each in enumerate(entry.context) if not each.isprintable()), None)
        if at is not None and not entry.obsolete and entry.context not in about.contexts:
            yield IN_CONTEXT.at(
                Span(about.catalogue.file, entry.line).of(at, at + 1),
                context=entry.context,
                number=ord(entry.context[at]),
                hint="contexts are left as they are",
            )
    for pair in about.pairs:
        for match in CONTROL.finditer(pair.said):
            around = quote(pair.said[: match.start()] + "·" + pair.said[match.end() :], *match.span())
            span = pair.span.of(*match.span())
            yield pair.concerned(CONTROL_CHARACTER.at(span, number=ord(match[0]), around=around))


@check(TURNED)
def directions(about: About) -> Iterator[Problem]:
    for pair in about.pairs:
        if not _TURNING.search(pair.said) or (at := _turned(pair.said)) is None:
            continue
        wrong = pair.said[at]
        if not any(wrong in source for source in pair.sources):
            span = pair.span.of(at, at + 1)
            if wrong in _OVERRIDES:
                yield pair.concerned(TURNED.at(span, number=ord(wrong), hint="delete it"))
            else:
                yield pair.concerned(NOT_ENDED.at(span, number=ord(wrong), hint="delete it"))


def _turned(text: str) -> int | None:
    """Where a character stands that turns what follows; None where each that does has its end."""
    opened: list[int] = []
    for at, character in enumerate(text):
        if character in _OVERRIDES:
            return at
        if character in _OPENS:
            opened.append(at)
        elif character in _CLOSES:
            if not opened or _OPENS[text[opened[-1]]] != character:
                return at
            opened.pop()
    return opened[-1] if opened else None
