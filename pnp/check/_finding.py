"""A package → the modules in it that are rules: each but those whose names start with an underscore."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def modules_in(package: str) -> list[ModuleType]:
    """By name; packages inside of it have rules of their own."""
    path = import_module(package).__path__
    names = [info.name for info in iter_modules(path) if info.name[0] != "_" and not info.ispkg]
    return [import_module(f"{package}.{name}") for name in names]
