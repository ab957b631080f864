"""All kinds of problems: imports every module that has some, so that each has declared its own."""

import pkgutil
from collections.abc import Mapping
from importlib import import_module

from pnp.model.problem import Code, declared_codes

_ROOMS = ("load", "check", "localise", "layout", "impose")


def all_codes() -> Mapping[str, Code]:
    """Sorted by code."""
    for room in _ROOMS:
        package = import_module(f"pnp.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    import_module("pnp.instructions")
    return dict(sorted(declared_codes().items()))
