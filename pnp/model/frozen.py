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
                made.__repr__ = _shown
            if eq and "__eq__" not in own:
                _compare_by(made, attrgetter(*names), has_hash=frozen)
            return made

        return make

    def _compare_by(cls, values, *, has_hash):
        def is_equal(self, other):
            return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

        cls.__eq__ = is_equal
        cls.__hash__ = (lambda self: hash(values(self))) if has_hash else None

    def _shown(self):
        said = [f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self)]
        return f"{self.__class__.__qualname__}({', '.join(said)})"
