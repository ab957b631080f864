"""`rules.yaml` → `Rule`s. Which kinds of rules there are is told by those who judge them: see `pnp.model.rulebook`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from yaml.nodes import MappingNode, Node

from pnp.load import limits
from pnp.load.group_keys import ID
from pnp.load.kinds import AnyOf, Defined, Later, Name, TextKind
from pnp.load.listed import ID_DOC, MISMADE, Listed, OneOf, kind_of
from pnp.load.phrases import Formula, Spoken
from pnp.load.sink import Sink
from pnp.load.structures import Entries, Items, Key
from pnp.model.rulebook import RuleKind
from pnp.model.rules import BOUNDS, Bound, Rule

NOT_HERE = MISMADE.also('a rule can\'t be of the kind "{kind}" here')
NO_FIGURE = MISMADE.also('"{kind}" needs a figure that is expected')
_FIGURES = Entries(Name(r"\S(?:.*\S)?", "value"), Formula())


class Figures(AnyOf):
    """An expression, or one for each of some values."""

    kinds = (Formula(), _FIGURES)

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        if not isinstance(node, MappingNode):
            return Formula().read(node, path, sink)
        found = _FIGURES.read(node, path, sink)
        return {key: figure for key, figure in found.items() if figure is not None}


_BEFORE = (
    Key("id", ID, ID_DOC, required=True),
    Key("say", Spoken(), "What must hold, as a sentence for people.", required=True),
    Key("source", TextKind(), "Where that is said: a book, a page.", default=""),
)
_SHARED = (
    Key("of", Formula(), "The pieces: a component's id, a group's, or any list."),
    Key("where", Formula(), "Only the pieces for which this holds."),
    Key("by", Formula(), "One figure for each value of this."),
    Key("per", Formula(), "The whole rule holds for each value of this by itself."),
    Key("is", Figures(), "What is expected, or a mapping from each value of `by` to it."),
    Key("at-least", Figures(), "The least that is expected."),
    Key("at-most", Figures(), "The most that is expected."),
    Key("needs", Items(ID), "Rules above it: it is only judged where they hold.", default=()),
)


# A list of rules, handed on to a reader who knows their kinds; the schema around it has one among its `$defs`.
RULES = Later(Items(Defined("rule", Later)))


def rule_struct(kinds: Mapping[str, RuleKind]) -> OneOf:
    """All keys that rules of these kinds may have."""
    of_kinds = [Key(name, Formula(), kind.says) for name, kind in kinds.items()]
    shared = {key.name: key for key in _SHARED}
    for name, kind in kinds.items():
        for key, means in kind.keys.items():
            known = shared.get(key)
            doc = f"{known.doc.rstrip('.')}; of {name}: {means}" if known else means
            shared[key] = known._replace(doc=doc) if known else Key(key, Formula(), doc)
    return OneOf(kinds, *_BEFORE, *of_kinds, *shared.values())


@dataclass(frozen=True, eq=False, repr=False)
class RuleReader:
    """Reads lists of rules of these kinds."""

    kinds: Mapping[str, RuleKind]

    @cached_property
    def _struct(self) -> OneOf:
        return rule_struct(self.kinds)

    @property
    def _of_things(self) -> dict[str, RuleKind]:
        """What somebody wrote down has its own number of players."""
        return {name: kind for name, kind in self.kinds.items() if kind.about != "players"}

    def of_game(self, node: Node | None, path: str, sink: Sink) -> dict[str, Rule]:
        """Rules of any kind, as in rules.yaml."""
        return self._listed("rules", strict=True).things(node, path, sink, partial(self._rule, self.kinds))

    def of_selections(self, node: Node | None, path: str, sink: Sink) -> dict[str, Rule]:
        rules = self._listed("selections.rules", strict=True)
        return rules.things(node, path, sink, partial(self._rule, self._of_things))

    def of_tables(self, node: Node | None, path: str, sink: Sink) -> dict[str, Rule]:
        """Of finished tables, as in victory.yaml."""
        return self._listed("victory.rules").things(node, path, sink, partial(self._rule, self._of_things))

    def _listed(self, section: str, *, strict: bool = False) -> Listed:
        return Listed(self._struct, "rules", limits.RULES, section, strict)

    def _rule(self, kinds: Mapping[str, RuleKind], raw: dict[str, Any], sink: Sink) -> Rule | None:
        for name in self.kinds:
            if name not in kinds and name in sink.places:
                sink.report(NOT_HERE, sink.place(name), hint=f"there are: {', '.join(kinds)}", kind=name)
                return None
        name = kind_of("rule", kinds, raw, "", sink)
        if not name or raw["say"] is None:
            return None
        kind = kinds[name]
        if kind.has_figures and not any(key in sink.places for key in BOUNDS):
            cause = next((sink.lost[key] for key in BOUNDS if key in sink.lost), None)
            sink.report(NO_FIGURE, sink.place(name), hint="is, at-least or at-most", cause=cause, kind=name)
            return None
        shared = {key.name for key in _SHARED}
        return Rule(
            id=raw["id"],
            kind=name,
            subject=raw[name],
            say=raw["say"],
            span=sink.span("id"),
            source=raw["source"] or "",
            of=raw["of"],
            where=raw["where"],
            by=raw["by"],
            per=raw["per"],
            bounds=tuple([Bound(key, raw[key], sink.span(key)) for key in BOUNDS if raw[key] is not None]),
            needs={need: sink.span("needs", str(number)) for number, need in enumerate(raw["needs"] or ())},
            own={key: raw[key] for key in kind.keys if key not in shared and raw[key] is not None},
        )
