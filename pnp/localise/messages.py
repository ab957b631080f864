"""A game → all its messages: what is printed of its data, each with its context, its place and what it is about.

Contexts of pieces and of entries of groups are `component.piece.field`; of all else a kind, a colon, and an id.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pnp.model.game import Component, Game, Group, Piece
from pnp.model.rules import Rule, Selection, Sentence, Setup, Victory
from pnp.model.span import Span
from pnp.model.values import Field, Record, Value

OF_PNP = "pnp"  # the part that pnp itself says, not the game


class Message(NamedTuple):
    """Something that is printed and can be said in another language."""

    context: str
    text: str
    span: Span
    part: str  # what it is counted under: a component's or a group's id, "setup" …
    one: str = ""  # of a pair: what is said of a single thing
    subject: str = ""  # the piece, "component/id"
    path: str = ""  # the piece's field
    about: str = ""  # for translators
    has_words: bool = False  # of pnp's own: they are there in the language, whatever the catalogue says

    @property
    def key(self) -> tuple[str, str, str]:
        """As entries of catalogues have it."""
        return (self.context, self.one, self.text) if self.one else (self.context, self.text, "")


def messages_of(game: Game) -> list[Message]:
    """In the order of the files; what a module says the same way as the game is there once."""
    found: dict[tuple[str, str, str], Message] = {}
    for message in _all(game):
        if message.text.strip():
            found.setdefault(message.key, message)
    return list(found.values())


def _all(game: Game) -> Iterator[Message]:
    yield Message("game:title", game.title, game.span, "game", about="name of the game")
    yield Message("game:credits", game.credits, game.span, "game", about="one line in the footer of each sheet")
    for group in game.groups.values():
        yield from _group(group, group.entries.values())
        for module in game.patches:
            change = module.change(f"groups.{group.id}")
            yield from _group(group, (*change.add, *change.replace))
    brought = [each for module in game.patches for each in module.change("components").add]
    for component in (*game.components.values(), *brought):
        yield from _component(component, game)
    for module in game.modules.values():
        yield Message(f"module:{module.id}.title", module.title, module.span, "modules", about="name of a module")
    yield from _rules_of(game)


def _group(group: Group, entries: Iterable[Piece]) -> Iterator[Message]:
    for entry in entries:
        yield from _piece(group.id, group.fields, entry, "")


def _component(component: Component, game: Game) -> Iterator[Message]:
    id = component.id
    if component.front:
        yield Message(f"component:{id}.title", component.title, component.span, id, about="name of a kind of pieces")
    for field in component.fields.values():
        if field.default is not None:
            for path, value in texts_of(field, field.name, field.default):
                about = f"said of each piece of {id} that says nothing else"
                yield Message(f"{id}:default.{path}", value, field.span, id, about=about)
    changes = [module.change(f"pieces.{id}") for module in game.patches]
    for piece in (*component.pieces, *(piece for change in changes for piece in (*change.add, *change.replace))):
        yield from _piece(id, component.fields, piece, piece.label)


def _piece(owner: str, fields: Mapping[str, Field], piece: Piece, subject: str) -> Iterator[Message]:
    name = piece.fields.get("name")
    for field in fields.values():
        for path, value in texts_of(field, field.name, piece.fields.get(field.name)):
            if path in piece.places:
                called = f", {name}" if isinstance(name, str) and name != value else ""
                context = f"{owner}.{piece.id}.{path}"
                about = f"{path} of {owner}/{piece.id}{called}"
                yield Message(context, value, piece.source_of(path), owner, "", subject, path, about)


def texts_of(field: Field, path: str, value: Value) -> Iterator[tuple[str, str]]:
    """The translatable texts in a value, by their paths."""
    if isinstance(value, str):
        if field.type == "text" and field.translatable:
            yield path, value
    elif isinstance(value, tuple) and field.of:
        for number, item in enumerate(value):
            yield from texts_of(field.of, f"{path}.{number}", item)
    elif isinstance(value, Record):
        for name, inner in field.fields.items():
            yield from texts_of(inner, f"{path}.{name}", value.get(name))


def _rules_of(game: Game) -> Iterator[Message]:
    modules = game.patches
    if game.setup:
        yield from _setup(game.setup)
    if game.victory:
        yield from _victory(game.victory)
    yield from _rules(game.rules.values())
    yield from _selections(game.selections.values())
    for module in modules:
        for section, change in module.changes.items():
            for item in (*change.add, *change.replace):
                yield from _changed(section, item)


def _changed(section: str, item: object) -> Iterator[Message]:
    """What a module brings of setup, victory, rules and selections."""
    kind = KINDS.get(section)
    if kind and hasattr(item, "title"):
        yield _titled(kind, item)
    elif kind and hasattr(item, "say"):
        yield _said(kind, item)
    elif isinstance(item, Selection):
        yield from _selections([item])


def _setup(setup: Setup) -> Iterator[Message]:
    for table in setup.tables.values():
        yield _titled("table", table)
    for zone in setup.zones.values():
        yield _titled("zone", zone)
    for step in setup.steps.values():
        yield _said("step", step)


def _victory(victory: Victory) -> Iterator[Message]:
    for variable in victory.track.values():
        yield _titled("track", variable)
    for condition in victory.conditions.values():
        yield _said("condition", condition)
    for rule in victory.rules.values():
        yield _said("victory-rule", rule)
    for step in victory.winner.values():
        yield _said("winner", step)
    if victory.nobody:
        yield _sentence("victory:nobody", victory.nobody, "victory", "who wins where nobody does")


def _rules(rules: Iterable[Rule]) -> Iterator[Message]:
    for rule in rules:
        yield _said("rule", rule)


def _selections(selections: Iterable[Selection]) -> Iterator[Message]:
    for selection in selections:
        about = "what players put together before a game"
        yield Message(f"selection:{selection.id}.title", selection.title, selection.span, "rules", about=about)
        for rule in selection.rules.values():
            yield _sentence(f"selection:{selection.id}.{rule.id}", rule.say, "rules", f"rule of a selection: {rule.id}")


KINDS = {
    "setup.tables": "table",
    "setup.zones": "zone",
    "setup.steps": "step",
    "victory.track": "track",
    "victory.conditions": "condition",
    "victory.rules": "victory-rule",
    "victory.winner": "winner",
    "rules": "rule",
}
_ABOUT = {
    "table": ("setup", "a figure that depends on the number of players"),
    "zone": ("setup", "a place on the table"),
    "step": ("setup", "a step of the setup"),
    "track": ("victory", "what conditions of victory look at"),
    "condition": ("victory", "a condition of victory"),
    "victory-rule": ("victory", "what every finished table keeps"),
    "winner": ("victory", "a step from the outcome to the winner"),
    "rule": ("rules", "a rule of the game"),
}


def _titled(kind: str, item: "object") -> Message:
    part, about = _ABOUT[kind]
    id, title, span = (getattr(item, name) for name in ("id", "title", "span"))
    return Message(f"{kind}:{id}.title", title, span, part, about=f"{about}: {id}")


def _said(kind: str, item: object) -> Message:
    part, about = _ABOUT[kind]
    id, say = (getattr(item, name) for name in ("id", "say"))
    return _sentence(f"{kind}:{id}.say", say, part, f"{about}: {id}")


def _sentence(context: str, sentence: Sentence, part: str, about: str) -> Message:
    return Message(context, sentence.other, sentence.span, part, sentence.one, about=about)
