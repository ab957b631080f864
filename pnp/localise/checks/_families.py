"""Which translations are compared: those of the same field of a component's pieces, and numbers in words."""

import re

from pnp.localise.checks._pairs import Pair

_IN_WORDS = "pnp.numbers."
_NUMBER = re.compile(r"\.\d+(?=\.|$)")


def family(pair: Pair) -> str:
    """Of all else nothing."""
    if pair.message is not None and pair.message.context.startswith(_IN_WORDS):
        return _IN_WORDS
    if pair.message is None or not pair.message.path:
        return ""
    return f"{pair.message.part}.{_NUMBER.sub('.*', pair.message.path)}"
