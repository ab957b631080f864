"""What a game's rules tell the templates of sheets: computed when a template first looks at it, for most never do."""

from collections.abc import Callable, Iterator, Mapping

from pnp.model.game import Edition
from pnp.model.values import Record, Value


class NothingToTell(ValueError):
    """The game doesn't have the file that a template wants to tell of."""


class Told(Mapping[str, Value]):
    """A record that is made when it is needed."""

    def __init__(self, make: Callable[[], Record]) -> None:
        self._make = make
        self._made: Record | None = None

    @property
    def _record(self) -> Record:
        if self._made is None:
            self._made = self._make()
        return self._made

    def __getitem__(self, name: str) -> Value:
        return self._record[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._record)

    def __len__(self) -> int:
        return len(self._record)


def tellings(edition: Edition, players: int) -> dict[str, Told]:
    """By the names that templates see them under; `players` is 0 for all numbers."""

    def setup() -> Record:
        from pnp.setup_sheet import setup_record

        if edition.game.setup is None:
            raise NothingToTell(f"{edition.game.id} has no setup.yaml, which `setup` would tell")
        return setup_record(edition, players)

    def victory() -> Record:
        from pnp.victories import victory_sheet

        if edition.game.victory is None:
            raise NothingToTell(f"{edition.game.id} has no victory.yaml, which `victory` would tell")
        return victory_sheet(edition)

    return {"setup": Told(setup), "victory": Told(victory)}
