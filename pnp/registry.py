"""A package → what its modules declare, by name: one thing a file, whatever module stands there, and no second list.

    FORMATS = registry("pnp.export.formats", lambda name, module: Format(name, module.EXTENSION, module.write))

A thing is called as its file is, `at_most.py` is `at-most`. Modules whose names start with an underscore are what the
others share. Names are known without importing anything but the package; a module is imported, and what it declares is
made of it, when that is asked for, once. So a command line can offer names without paying for what they stand for.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules, walk_packages
from types import ModuleType
from typing import Any, TypeVar

T = TypeVar("T")


class Registry(Mapping[str, T]):
    """Name → what the module of that name declares, in the order of the names."""

    def __init__(self, package: str, declared: Callable[[str, ModuleType], T]) -> None:
        self._package, self._declared = package, declared
        self._found: dict[str, str] | None = None  # name → module
        self._made: dict[str, T] = {}

    @property
    def _modules(self) -> Mapping[str, str]:
        """Asked for late, so that a package can say what its modules are while it is itself imported."""
        if self._found is None:
            there = iter_modules(import_module(self._package).__path__)
            names = sorted(each.name for each in there if each.name[0] != "_" and not each.ispkg)
            self._found = {name.rstrip("_").replace("_", "-"): f"{self._package}.{name}" for name in names}
            assert len(self._found) == len(names), f"{self._package}: two of these have one name: {names}"
        return self._found

    def __getitem__(self, name: str) -> T:
        if name not in self._made:
            self._made[name] = self._declared(name, import_module(self._modules[name]))
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def read_first_line(self, name: str) -> str:
        """Return the first line of a module's docstring without importing it."""
        spec: Any = find_spec(self._modules[name])
        line: bytes = spec.loader.get_data(spec.origin).partition(b"\n")[0]
        return line.decode().strip('"')

    def __contains__(self, name: object) -> bool:
        """Return whether something has that name, without importing it."""
        return name in self._modules


def registry(package: str, declared: Callable[[str, ModuleType], T]) -> Registry[T]:
    """Return a registry in which `declared` makes of a name and its module what is registered."""
    return Registry(package, declared)


def import_all(package: str) -> None:
    """Every module of a package and of the packages in it, but programs: whatever is declared there is declared now."""
    for module in walk_packages(import_module(package).__path__, f"{package}."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
