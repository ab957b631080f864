"""`examples.yaml` → `Example`s. What is given to one is read by the fields of the selection, or of the victory."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node

from pnp.load import limits
from pnp.load.filled import Filled, read_selection, read_table
from pnp.load.group_keys import ID, WORD
from pnp.load.kinds import Kind, Later, Schema, TextKind, wrong_type
from pnp.load.listed import ID_DOC, MISMADE, PLACE, Listed
from pnp.load.numbers import Integer
from pnp.load.phrases import Anything, Formula, Spoken
from pnp.load.sink import Sink, is_empty, place_of, shown
from pnp.load.structures import DUPLICATE_KEY, MISSING_KEY, Entries, Items, Key, Struct, report_twice
from pnp.load.targets import NO_MODULE, NO_SELECTION, UNKNOWN_NAME, note_file_of_rules
from pnp.model.game import FURTHER, Change, Game, Module
from pnp.model.patch import patched
from pnp.model.rules import Expression, Named
from pnp.model.span import Span
from pnp.model.worked import Example, Expected

NOTHING_EXPECTED = MISMADE.also("the example expects nothing")
NOTHING_GIVEN = MISMADE.also('an example of a selection needs "given"')
NOT_BESIDE = MISMADE.also('"{other}" means nothing beside "{key}"')
BREAKS_ALONE = MISMADE.also('"breaks" means nothing without "selection" or "score"')
NO_VICTORY = UNKNOWN_NAME.also("there is no victory.yaml to judge a table by", once=True)
WITHOUT_VALUE = MISSING_KEY.also("{what} has no value")


class _Expectations(Kind):
    """A mapping from expressions to their values."""

    def read(self, node: Node, path: str, sink: Sink) -> tuple[Expected, ...]:
        if not isinstance(node, MappingNode):
            sink.lost[path] = wrong_type(node, path, sink, "a mapping from expressions to values").problem
            return ()
        if not node.value:
            sink.report(NOTHING_EXPECTED, node, hint="write what must come out")
        found: dict[str, Expected] = {}
        for key, value in node.value:
            what = Formula().read(key, path, sink)
            if not isinstance(what, Expression):
                continue
            if what.text in found:
                report_twice(node, key, sink)
            elif is_empty(value):
                sink.report(WITHOUT_VALUE, key, hint="null is nothing", what=shown(what.text))
            else:
                inner = f"{path}.{len(found)}"
                data = Anything().read(value, inner, sink)
                found[what.text] = Expected(what, data, sink.span(inner))
        return tuple(found.values())

    def schema(self, game: Game | None) -> Schema:
        return {"type": "object"}


EXAMPLE = Struct(
    Key("id", ID, ID_DOC, required=True),
    Key("say", Spoken(), "What happens, as a sentence for people.", required=True),
    Key("source", TextKind(), "Where that is said: a book, a page.", default=""),
    Key("players", Integer(1, limits.PLAYERS), "How many players there are, where it matters."),
    Key("with", Items(ID), "Modules that are used; in a module's file it is that one where nothing is said."),
    Key("given", Later(), "Names and their values; of a selection: its fields."),
    Key("let", Entries(WORD, Formula()), "More names, each for an expression about what is given.", default={}),
    Key("expect", _Expectations(), "Expressions, and the values that must come out."),
    Key("selection", ID, "The selection that the example is one of."),
    Key("breaks", Items(ID), "All rules that it breaks: of the selection, or of finished tables, `ends` among them."),
    Key("score", Later(), "A finished table, as in a file for pnp score."),
)
EXAMPLES = Listed(EXAMPLE, "examples", limits.RULES, strict=True)
_GIVEN = Entries(PLACE, Anything())


class Unread(NamedTuple):
    """Examples of one file: nodes, each with its path, and ids that are dropped."""

    sink: Sink
    added: tuple[Node | None, str]
    replaced: tuple[Node | None, str] = (None, "")
    dropped: tuple[tuple[str, Span], ...] = ()


def with_examples(game: Game, own: Iterable[Unread], of_modules: Mapping[str, list[Unread]]) -> Game:
    """The game, all else of which is known, with its examples and those of its modules."""
    reader = ExampleReader(game)
    examples = dict(game.examples)
    for unread in own:
        examples |= reader.examples(unread.sink, *unread.added, "")
        note_file_of_rules("examples", unread.sink.lost, unread.sink.poisoned)
    modules = dict(game.modules)
    for id in dict.fromkeys(id.partition(FURTHER)[0] for id in of_modules):
        modules[id] = _with_examples(modules[id], reader, of_modules)
    return replace(game, examples=examples, modules=modules)


def _with_examples(patch: Module, reader: "ExampleReader", of_modules: Mapping[str, list[Unread]]) -> Module:
    change = Change()
    for file in of_modules.get(patch.id, ()):
        added = reader.examples(file.sink, *file.added, patch.id)
        replaced = reader.examples(file.sink, *file.replaced, patch.id)
        change = Change(
            (*change.add, *added.values()), (*change.replace, *replaced.values()), change.drop + file.dropped
        )
    further = tuple([_with_examples(each, reader, of_modules) for each in patch.further])
    changes = {**patch.changes, "examples": change} if any(change) else patch.changes
    return replace(patch, changes=changes, further=further)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ExampleReader:
    """Knows the game, with any of its modules."""

    game: Game
    _games: dict[tuple[str, ...], Game] = field(default_factory=dict)

    def examples(self, sink: Sink, node: Node | None, path: str, owner: str) -> dict[str, Example]:
        """`owner` is the module in whose file they stand."""

        def make(raw: dict[str, Any], inner: Sink) -> Example | None:
            return self._example(raw, inner, owner)

        return EXAMPLES.things(node, path, sink, make)

    def _example(self, raw: dict[str, Any], sink: Sink, owner: str) -> Example | None:
        # the keys go together
        before = len(sink.problems)
        for key, others in (("score", ("given", "selection")), ("selection", ())):
            for other in others:
                if key in sink.places and other in sink.places:
                    sink.report(NOT_BESIDE, sink.place(other), other=other, key=key)
        if "breaks" in sink.places and sink.places.keys().isdisjoint(("selection", "score")):
            cause = sink.lost.get("selection") or sink.lost.get("score")
            sink.report(BREAKS_ALONE, sink.place("breaks"), cause=cause)
        telling = ("expect", "selection", *(("breaks",) if "score" in sink.places else ()))
        if sink.places.keys().isdisjoint(telling):
            cause = next((sink.lost[key] for key in telling if key in sink.lost), None)
            sink.report(NOTHING_EXPECTED, sink.place("id"), hint='say with "expect" what comes out', cause=cause)
        if len(sink.problems) != before:
            return None
        modules = self._modules(raw["with"], owner, sink)
        filled = self._given(raw, modules, sink)
        breaks = tuple([Named(id, sink.span("breaks", str(n))) for n, id in enumerate(raw["breaks"] or ())])
        if filled is None or raw["say"] is None:
            return None
        return Example(
            id=raw["id"],
            say=raw["say"],
            span=sink.span("id"),
            source=raw["source"] or "",
            modules=modules,
            players=raw["players"],
            given=filled.values,
            places={**filled.places, "players": sink.span("players")},
            let={name: expression for name, expression in (raw["let"] or {}).items() if expression is not None},
            expect=raw["expect"] or (),
            selection=raw["selection"] or "",
            breaks=breaks,
            score=raw["score"] is not None,
        )

    def _modules(self, said: tuple[str, ...] | None, owner: str, sink: Sink) -> tuple[str, ...]:
        known: list[str] = []
        for number, id in enumerate(said or ()):
            place = sink.place("with", str(number))
            if id in known:
                sink.report(DUPLICATE_KEY, place, hint="delete one", name=shown(id))
            elif id in self.game.modules:
                known.append(id)
            else:
                hint, cause = sink.suggest(id, self.game.modules), self.game.cause("modules", id)
                sink.report(NO_MODULE, place, hint=hint, cause=cause, name=shown(id))
        if said is None and owner:
            known = owner.split(FURTHER)
            for id in known:  # grows on the way
                known += [need for need in self.game.modules[id].needs if need not in known]
        return tuple(sorted(set(known)))

    def _given(self, raw: Mapping[str, Any], modules: tuple[str, ...], sink: Sink) -> Filled | None:
        node, selection, score = raw["given"], raw["selection"], raw["score"]
        if modules not in self._games:
            self._games[modules] = patched(self.game, [self.game.modules[id] for id in modules])
        game = self._games[modules]
        if selection is not None:
            place = sink.place("selection")
            if selection not in game.selections:
                hint = sink.suggest(selection, game.selections)
                cause = game.cause("selections", selection, of_modules=bool(modules))
                sink.report(NO_SELECTION, place, hint=hint, cause=cause, name=shown(selection))
                return None
            if node is None:
                sink.report(NOTHING_GIVEN, place, cause=sink.lost.get("given"))
                return None
            return read_selection(node, "given", sink, game, game.selections[selection])
        if score is not None:
            if game.victory is None:
                cause = game.cause("victory", of_modules=bool(modules))
                sink.report(NO_VICTORY, sink.place("score"), cause=cause)
                return None
            return read_table(score, "score", sink, game, game.victory)
        values = _GIVEN.read(node, "given", sink) if node is not None else {}
        places = {path: Span(sink.file, *place) for path, place in sink.places.items() if path.startswith("given.")}
        pairs = node.value if isinstance(node, MappingNode) else ()
        return Filled(values, {**places, **{f"name.{key.value}": Span(sink.file, *place_of(key)) for key, _ in pairs}})
