"""The files of rules in a game's folder, each of which need not be there → the parts of `Game` that they are."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yaml.nodes import Node

from pnp.load.examples_file import Unread
from pnp.load.files import named_file, read_source
from pnp.load.pieces import DUPLICATE_ID
from pnp.load.rules_file import read_rules
from pnp.load.selections_file import read_selections
from pnp.load.setup_file import read_setup
from pnp.load.sink import Sink, shown
from pnp.load.targets import Targets
from pnp.load.victory_file import VictoryReader
from pnp.load.yaml_nodes import compose
from pnp.model.game import Game
from pnp.model.patch import SETUP, VICTORY
from pnp.model.problem import Problem, code
from pnp.model.project import Project
from pnp.model.rules import Rule, Selection, Setup, Victory
from pnp.model.span import Span

NOT_OF_AN_EXPANSION = code(
    "PNP036",
    "file that an expansion can't have",
    """
An expansion is set up and won like the game that it is for; its modules change that game's setup and victory. So it has
no `setup.yaml` and no `victory.yaml` of its own, but modules that name files of patches.

Bad:  `setup.yaml` beside a game.yaml that says `for: owls`
Good: `modules: {night: {title: Night, setup: night-setup.yaml}}`
""",
)


@dataclass(frozen=True, slots=True)
class OwnFiles:
    """Reads them; of an expansion, `base` is the game that it is for. `unread` is what is lost for their mistakes."""

    project: Project
    folder: Path
    base: Game | None
    targets: Targets
    problems: list[Problem]
    unread: set[str] = field(default_factory=set)
    own: set[str] = field(default_factory=set)  # "rules/night": what an expansion has there besides the base game

    def rules(self) -> Mapping[str, Rule]:
        found, before = self._file("rules.yaml"), len(self.problems)
        rules = read_rules(found[0], "", found[1]) if found else {}
        self._note(before, {"rules": rules})
        return self._over("rules", rules)

    def selections(self) -> Mapping[str, Selection]:
        found, before = self._file("selections.yaml"), len(self.problems)
        selections = read_selections(*found, VictoryReader(self.targets)) if found else {}
        self._note(before, {"selections": selections})
        return self._over("selections", selections)

    def setup(self) -> Setup | None:
        if self.base is not None:
            self._refuse("setup.yaml")
            return self.base.setup
        found, before = self._file("setup.yaml"), len(self.problems)
        setup = read_setup(*found) if found else None
        self._note(before, {f"setup.{name}": getattr(setup, name) for name in SETUP} if setup else {"setup": None})
        return setup

    def victory(self) -> Victory | None:
        if self.base is not None:
            self._refuse("victory.yaml")
            return self.base.victory
        found, before = self._file("victory.yaml"), len(self.problems)
        victory = VictoryReader(self.targets).read(*found) if found else None
        parts = {f"victory.{name}": getattr(victory, name) for name in VICTORY} if victory else {"victory": None}
        parts.pop("victory.table", None)  # few games have one
        self._note(before, parts)
        return victory

    def examples(self) -> Iterator[Unread]:
        if found := self._file("examples.yaml"):
            yield Unread(found[1], (found[0], ""))

    def _note(self, before: int, parts: Mapping[str, Any]) -> None:
        """Of a file with mistakes, since there were so many: what there is nothing of."""
        if len(self.problems) > before:
            self.unread.update(section for section, things in parts.items() if not things)

    def _file(self, name: str) -> tuple[Node, Sink] | None:
        if not (self.folder / name).exists():
            return None
        path = named_file(self.folder, name, Span(self.project.display(self.folder / name)), self.problems)
        source = read_source(self.project, path, self.problems) if path else None
        root = compose(source, self.problems) if source else None
        if source is None or root is None:
            self.unread.add(name.partition(".")[0])
            return None
        sink = Sink(source.name, self.problems, source.text)
        sink.unread = self.unread
        return root, sink

    def _refuse(self, name: str) -> None:
        path = self.folder / name
        if path.exists():
            message, hint = (
                f"an expansion has no {name} of its own",
                "its modules can name files that change the game's",
            )
            self.problems.append(NOT_OF_AN_EXPANSION.at(Span(self.project.display(path), 1, 1), message, hint=hint))

    def _over(self, part: str, own: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the base game has of this, and what stands here."""
        before: Mapping[str, Any] = getattr(self.base, part) if self.base else {}
        for id in own.keys() & before.keys():
            message = f"{shown(id)} is given twice"
            self.problems.append(DUPLICATE_ID.at(own[id].span, message, origin=before[id].span))
        self.own.update(f"{part}/{id}" for id in own if id not in before)
        return {**own, **before}
