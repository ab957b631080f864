"""A game → all its messages: what is printed of its data, each with its context, its place and what it is about.

Contexts of pieces and of entries of groups are `component.piece.field`; of all else a kind, a colon, and an id.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pnp.model.game import Component, Game, Piece
from pnp.model.rules import Selection, Sentence, Setup, Victory
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
        for entry in (*group.entries.values(), *_brought(game, f"groups.{group.id}")):
            yield from _piece(group.id, group.fields, entry, "")
    brought = [each for module in game.patches for each in module.change("components").add]
    for component in (*game.components.values(), *brought):
        yield from _component(component, game)
    for module in game.modules.values():
        yield Message(f"module:{module.id}.title", module.title, module.span, "modules", about="name of a module")
    yield from _rules_of(game)


def _brought(game: Game, section: str) -> Iterator[Any]:
    """What modules have in a section, besides the game."""
    changes = [module.change(section) for module in game.patches]
    return (each for change in changes for each in (*change.add, *change.replace))


def _component(component: Component, game: Game) -> Iterator[Message]:
    id = component.id
    if component.front:
        yield Message(f"component:{id}.title", component.title, component.span, id, about="name of a kind of pieces")
    for field in component.fields.values():
        if field.default is not None:
            for path, value in texts_of(field, field.name, field.default):
                about = f"said of each piece of {id} that says nothing else"
                yield Message(f"{id}:default.{path}", value, field.span, id, about=about)
    for piece in (*component.pieces, *_brought(game, f"pieces.{id}")):
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
            yield from texts_of(inner, f"{path}.{name}", value.read.get(name))


def _rules_of(game: Game) -> Iterator[Message]:
    yield from _sections(game.setup, "setup")
    yield from _sections(game.victory, "victory")
    if game.victory and game.victory.nobody:
        yield _sentence("victory:nobody", game.victory.nobody, "victory", "who wins where nobody does")
    for rule in game.rules.values():
        yield from _of_section("rules", rule)
    for selection in game.selections.values():
        yield from _of_section("selections", selection)
    for module in game.patches:
        for section, change in module.changes.items():
            for item in (*change.add, *change.replace):
                yield from _of_section(section, item)


def _sections(whole: Setup | Victory | None, name: str) -> Iterator[Message]:
    for part in parts_of(name) if whole else ():
        for item in getattr(whole, part).values():
            yield from _of_section(f"{name}.{part}", item)


def _of_section(section: str, item: Any) -> Iterator[Message]:
    """What the game, or a module, has of setup, victory, rules and selections."""
    if isinstance(item, Selection):
        about = "what players put together before a game"
        yield Message(f"selection:{item.id}.title", item.title, item.span, "rules", about=about)
        for rule in item.rules.values():
            yield _sentence(f"selection:{item.id}.{rule.id}", rule.say, "rules", f"rule of a selection: {rule.id}")
    elif section in KINDS:
        (kind, what), part = KINDS[section], section.partition(".")[0]
        about = f"{what}: {item.id}"
        if hasattr(item, "title"):
            yield Message(f"{kind}:{item.id}.title", item.title, item.span, part, about=about)
        elif hasattr(item, "say"):
            yield _sentence(f"{kind}:{item.id}.say", item.say, part, about)


KINDS = {  # section → what contexts call its things, and what translators are told of them
    "setup.tables": ("table", "a figure that depends on the number of players"),
    "setup.zones": ("zone", "a place on the table"),
    "setup.steps": ("step", "a step of the setup"),
    "victory.track": ("track", "what conditions of victory look at"),
    "victory.conditions": ("condition", "a condition of victory"),
    "victory.rules": ("victory-rule", "what every finished table keeps"),
    "victory.winner": ("winner", "a step from the outcome to the winner"),
    "rules": ("rule", "a rule of the game"),
}


def parts_of(name: str) -> list[str]:
    """Of a setup, or a victory: those that have titles or sentences."""
    return [section.partition(".")[2] for section in KINDS if section.startswith(f"{name}.")]


def _sentence(context: str, sentence: Sentence, part: str, about: str) -> Message:
    return Message(context, sentence.other, sentence.span, part, sentence.one, about=about)
