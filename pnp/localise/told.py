"""What a game's data and rules tell templates: computed when a template first looks at it, for most never do."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING

from pnp.localise.texts import world_of
from pnp.model.game import DATA, Edition
from pnp.model.rules import Expression
from pnp.model.span import Span
from pnp.model.values import Record, Unavailable, Value

if TYPE_CHECKING:
    from pnp.rules.world import World


class NothingToTell(Unavailable):
    """The game doesn't have the file that a template wants to tell of."""


class Told(Mapping[str, Value]):
    """A record that is made when it is needed."""

    def __init__(self, make: Callable[[], Record]) -> None:
        self._make = make

    @cached_property
    def _record(self) -> Record:
        return self._make()

    def __getitem__(self, name: str) -> Value:
        return self._record[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._record)

    def __len__(self) -> int:
        return len(self._record)


class NoAnswer(Unavailable):
    """An expression of a template that can't be evaluated."""


class Answers(Mapping[str, Value]):
    """Expressions → their values, as texts of pieces know them; a piece is its name."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._world: World | None = None
        self._known: dict[str, Value] = {}

    def __getitem__(self, text: str) -> Value:
        """Raises NoAnswer."""
        if text in self._known:
            return self._known[text]
        from pnp.rules.expressions.wrong import Wrong

        self._world = self._world or world_of(self._edition)
        try:
            self._known[text] = self._world.texts.answer(Expression(text, Span("")))
        except Wrong as wrong:
            hint = f" ({wrong.problem.hint})" if wrong.problem.hint else ""
            raise NoAnswer(f"data({text!r}): {wrong.problem.message}{hint}", wrong.problem.cause) from None
        return self._known[text]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def tellings(edition: Edition, players: int) -> dict[str, Mapping[str, Value]]:
    """By the names that templates see them under; `players` is 0 for all numbers."""

    def told(name: str) -> Record:
        from pnp.localise.told_records import setup_record, victory_sheet

        if getattr(edition.game, name) is None:
            missing = f"{edition.game.id} has no {name}.yaml, which `{name}` would tell"
            raise NothingToTell(missing, edition.game.cause(name))
        return setup_record(edition, players) if name == "setup" else victory_sheet(edition)

    records = {name: Told(partial(told, name)) for name in ("setup", "victory")}
    return {**records, DATA: Answers(edition)}
