"""Which translations are compared with each other: those of the same field of a component's pieces."""

import re

from pnp.localise.checks._pairs import Pair

_NUMBER = re.compile(r"\.\d+(?=\.|$)")


def family(pair: Pair) -> str:
    """Of all else nothing."""
    if pair.message is None or not pair.message.path:
        return ""
    return f"{pair.message.part}.{_NUMBER.sub('.*', pair.message.path)}"
