"""The elements of the layout language, one file a kind.

The first line of a file begins with the tags that it registers, in backquotes: by these it is imported when a template
has one of them, and a build without tables doesn't pay for tables.
"""

from collections.abc import Mapping
from functools import cache

from pnp.layout.element import Registered, registered_kinds
from pnp.registry import registry

_MODULES = registry(__name__, lambda _, module: module)


def find_kind(tag: str) -> Registered | None:
    """Return the kind of element that has a tag; None where no element has it."""
    if tag not in registered_kinds() and (name := _names_by_tag().get(tag)):
        _MODULES[name]
    return registered_kinds().get(tag)


def all_kinds() -> Mapping[str, Registered]:
    for name in _MODULES:
        _MODULES[name]
    return registered_kinds()


@cache
def _names_by_tag() -> Mapping[str, str]:
    """Return the tags of all elements, each with the name of its module, of which none is imported."""
    return {tag: name for name in _MODULES for tag in _MODULES.read_first_line(name).split("`")[1].split()}
