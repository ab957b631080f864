"""All codes of problems, which modules declare when they are imported, and what `pnp explain` tells of each."""

import sys
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from pnp.io.opening import read_beginning
from pnp.model.problem import Code, declared_codes
from pnp.registry import import_all

EXPLANATIONS = Path(__file__).parents[1] / "data" / "codes"  # a Markdown file each, which begins with its title
_LARGEST = 100_000  # bytes of such a file
_ON_PAPER = ("pnp.impose", "pnp.impose.own_pages", "pnp.localise.sizes", "pnp.build.printing")


def all_codes() -> Mapping[str, Code]:
    """Return all codes in their order, once every module of pnp has declared its own."""
    import_all("pnp")
    return dict(sorted(declared_codes().items()))


@lru_cache(1)
def code_ids() -> Collection[str]:
    return tuple(all_codes())


def complete_code(written: str) -> str:
    """Return `PNP310` for `310` or `pnp310`, a code or the beginning of one."""
    return f"PNP{written}" if written.isascii() and written.isdecimal() else written.upper()


def codes_on_paper() -> frozenset[str]:
    """Return the codes of what only placing pieces on paper finds, or comparing them with those of another language."""
    all_codes()
    modules = [module for name, module in sys.modules.items() if name.startswith(_ON_PAPER)]
    return frozenset(value.id for module in modules for value in vars(module).values() if isinstance(value, Code))


class Explanation(NamedTuple):
    title: str
    text: str  # what is wrong, why it matters, a bad and a good example


@cache
def read_explanation(code: str) -> Explanation:
    """Return the explanation of a code, such as PNP101."""
    title, _, text = read_beginning(EXPLANATIONS / f"{code}.md", _LARGEST).partition("\n")
    return Explanation(title.removeprefix("# "), text.strip())
