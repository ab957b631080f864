"""What names in a game's files may name: its groups, its components."""

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.load.sink import Sink, shown
from pnp.model.problem import code
from pnp.model.values import Field

UNKNOWN_NAME = code(
    "PNP104",
    "name that nothing has",
    """
A file of the game names a component, a group or a module that isn't declared.

Bad:  `season: {type: reference, to: saesons}`
Good: `season: {type: reference, to: seasons}`, with `groups: {seasons: …}`
""",
)


@dataclass(frozen=True, slots=True)
class Targets:
    """The ids of groups and components, those of the base game and of modules among them."""

    groups: tuple[str, ...]
    components: tuple[str, ...]
    are_all: bool = True  # False where the base game can't be read: then there are others

    def check(self, fields: Mapping[str, Field], path: str, sink: Sink) -> None:
        """References lead to groups and components that there are."""
        for name, field in fields.items():
            full = f"{path}.{name}"
            there = (*self.groups, *self.components)
            if field.to and field.to not in there and self.are_all:
                message = f"there is no group or component {shown(field.to)}"
                sink.report(UNKNOWN_NAME, sink.place(full, "to"), message, sink.suggest(field.to, there))
            if field.of:
                self.check({"of": field.of}, full, sink)
            self.check(field.fields, f"{full}.fields", sink)
