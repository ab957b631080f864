"""All kinds of problems: imports every module that has some, so that each has declared its own."""

import re
import sys
from collections.abc import Collection, Mapping
from functools import lru_cache

from pnp.model.problem import Code, declared_codes
from pnp.registry import import_all

_ON_PAPER = ("pnp.impose", "pnp.impose.instructions", "pnp.localise.sizes", "pnp.build.printing")


def all_codes() -> Mapping[str, Code]:
    """Sorted by code."""
    import_all("pnp")
    return dict(sorted(declared_codes().items()))


@lru_cache(1)
def code_ids() -> Collection[str]:
    """PNP001, PNP002 …"""
    return tuple(all_codes())


def in_full(written: str) -> str:
    """`310`, `pnp310` → `PNP310`, of a code or the beginning of one."""
    return f"PNP{written}" if written.isascii() and written.isdecimal() else written.upper()


@lru_cache(1024)
def is_code(prefix: str) -> bool:
    """Whether some code begins so: PNP310 and PNP3, but not PNP, which would be all of them."""
    if not re.fullmatch("PNP[0-9]+", prefix):
        return False
    sets = (declared_codes, code_ids)  # mostly it is one of what was imported to find problems
    return any(id.startswith(prefix) for ids in sets for id in ids())


def found_on_paper() -> frozenset[str]:
    """The codes of what only placing pieces on paper finds, or comparing them with those of another language."""
    all_codes()
    modules = [module for name, module in sys.modules.items() if name.startswith(_ON_PAPER)]
    return frozenset(value.id for module in modules for value in vars(module).values() if isinstance(value, Code))
