"""`dataclass` as `dataclasses` has it, for a third of its time: only `__init__` is compiled for each class.

Comparing, hashing and showing is done by what all classes share. That a frozen value stays as it is mypy sees to.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from operator import attrgetter

    def dataclass(*, frozen=False, eq=True, **options):
        def make(cls):
            own = vars(cls)
            made = dataclasses.dataclass(eq=False, repr=False, **options)(cls)
            names = [field.name for field in dataclasses.fields(made)]
            if "__repr__" not in own:
                made.__repr__ = _showing(names)
            if eq and "__eq__" not in own:
                made.__eq__, made.__hash__ = _comparing(attrgetter(*names), has_hash=frozen)
            return made

        return make

    def _showing(names):
        def shown(self):
            return f"{self.__class__.__qualname__}({', '.join([f'{name}={getattr(self, name)!r}' for name in names])})"

        return shown

    def _comparing(values, *, has_hash):
        def is_equal(self, other):
            return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

        return is_equal, (lambda self: hash(values(self))) if has_hash else None
