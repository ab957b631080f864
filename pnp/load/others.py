"""What modules call those of other expansions, `queens/queens` → their ids, and the game with what is needed.

An expansion that needs another one, or changes more where that is chosen, too, is read with it: so that one is read
first, and it can't need this one.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pnp.load.expansions import READING, expansions_of, joined, named_modules, named_others
from pnp.load.sink import Place, Sink, shown
from pnp.load.targets import UNKNOWN_NAME
from pnp.model.game import Game
from pnp.model.problem import Problem, code, has_errors
from pnp.model.project import Project

NOT_TO_BE_HAD = code(
    "PNP535",
    "expansion that another one can't name",
    """
A module of an expansion names one of another expansion for the same game, `expansion/module`, under `needs` or
`when-with`; the other one is then read, too. So it must have no errors, which are reported where that one is checked,
and it can't need the first one itself, nor say what changes with it: one of the two says it. A game knows nothing of
its expansions; what changes with them is said there.

Bad:  `needs: [queens/queens]` in owls, and `when-with: {owls/night: …}` in queens
Good: `needs: [queens/queens]` and `when-with: {queens/queens: …}`, both in owls
""",
)


@dataclass
class Others:
    """Of the game with this id; `base` is the one that it is an expansion for, `around` that with all others needed."""

    project: Project | None
    id: str
    base: Game | None
    load: Callable[[str], tuple[Game | None, list[Problem]]] | None = None
    around: Game | None = None
    _wrong: dict[str, tuple[str, str]] = field(default_factory=dict)  # expansion → why it can't be had, what to do

    def bring(self, modules: Mapping[str, Any]) -> list[Problem]:
        """Reads those that modules name; problems are of names that two of them have."""
        self.around = self.base
        found: list[Game] = []
        for expansion in dict.fromkeys(_named(modules)):
            is_other = self.base and expansion != self.id and expansion in self._there
            if is_other and (loaded := self._loaded(expansion)):
                found.append(loaded)
        problems: list[Problem] = []
        if self.base and found:
            self.around = joined(self.base, found, problems)
        return problems

    def _loaded(self, expansion: str) -> Game | None:
        if self.project is None or self.load is None:
            return None
        together = [expansion]
        for each in together:  # grows on the way
            together += [other for other in named_others(self.project, each) if other not in together]
            if self.id in together:
                message = f"{expansion} needs {self.id}, or what changes with it, itself"
                self._wrong[expansion] = message, "say in one of the two what changes with both"
                return None
        loaded, problems = self.load(expansion)
        if loaded is None or has_errors(problems):
            self._wrong[expansion] = f"{expansion} has errors", f"see pnp check {expansion}"
            return None
        return loaded

    def module(self, name: str, place: Place, sink: Sink, *, is_read: bool) -> str | None:
        """The module's id; None, with a problem, where there is none. `is_read`: what it says must be known."""
        expansion, _, id = name.partition("/")
        if not id:
            return name
        if not self.is_of_another(name):
            return id
        there = self._there
        if expansion not in there:
            known = sorted(there) or [self.base.id if self.base else self.id]
            message = f"there is no expansion {shown(expansion)} for {self.base.id if self.base else self.id}"
            sink.report(UNKNOWN_NAME, place, message, sink.suggest(expansion, known) if there else "")
        elif self.base is None and self.project:
            message, hint = f"{expansion} is an expansion for {self.id}", f"say it in {expansion}"
            sink.report(NOT_TO_BE_HAD, place, message, hint)
        elif id not in (ids := self._modules(expansion)):
            sink.report(UNKNOWN_NAME, place, f"{expansion} has no module {shown(id)}", sink.suggest(id, ids))
        elif is_read and expansion in self._wrong:
            message, hint = self._wrong[expansion]
            if message:
                sink.report(NOT_TO_BE_HAD, place, message, hint)
            self._wrong[expansion] = "", ""  # it is said once
        else:
            return id
        return None

    def is_of_another(self, name: str) -> bool:
        """Whether it names a module of another expansion."""
        return "/" in name and name.partition("/")[0] not in (self.id, self.base.id if self.base else "")

    def called(self, id: str) -> str:
        """How a module of another expansion is named here, "" where none has it."""
        known = self._there if self.base and self.project else ()
        return next((f"{each}/{id}" for each in known if each != self.id and id in self._modules(each)), "")

    @cached_property
    def _there(self) -> Collection[str]:
        """The expansions that can be named."""
        if self.project is None:
            return {module.game for module in self.base.modules.values()} if self.base else ()
        return expansions_of(self.project, self.base.id if self.base else self.id)

    def _modules(self, expansion: str) -> Collection[str]:
        if self.project is None:
            return [id for id, each in self.base.modules.items() if each.game == expansion] if self.base else ()
        return named_modules(self.project, expansion)


def _named(modules: Mapping[str, Any]) -> Iterator[str]:
    """The other expansions that modules need, or change more with."""
    for said in modules.values():
        for key in READING if said else ():
            for name in said.get(key) or ():
                if "/" in name:
                    yield name.partition("/")[0]
