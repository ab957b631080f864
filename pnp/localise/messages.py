"""A game → all its messages, each with its context, place and subject; and the game with their translations applied.

Contexts of pieces and of entries of groups are `component.piece.field`; of all else a kind, a colon, and an id.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from pnp.model.game import Component, EntryGroup, Game, Module, Piece
from pnp.model.language import Said, Translation
from pnp.model.rules import Selection, Sentence, Setup, Victory
from pnp.model.span import Span
from pnp.model.values import Field, Record, Value
from pnp.text.holes import has_braces

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


Whole = TypeVar("Whole", Setup, Victory)


class _Applying:
    def __init__(self, translation: Translation) -> None:
        self._translation = translation

    def game(self, game: Game) -> Game:
        return replace(
            game,
            title=self._text("game:title", game.title),
            credits=self._text("game:credits", game.credits),
            base=replace(game.base, title=self._text("game:title", game.base.title)) if game.base else None,
            groups={id: self._group(group) for id, group in game.groups.items()},
            components={id: self._component(component) for id, component in game.components.items()},
            modules={
                id: replace(module, title=self._text(f"module:{id}.title", module.title))
                for id, module in game.modules.items()
            },
        )

    def rules_of(self, game: Game) -> Game:
        return replace(
            game,
            setup=self._sections(game.setup, "setup") if game.setup else None,
            victory=self._victory(game.victory) if game.victory else None,
            rules={id: self._said("rules", rule) for id, rule in game.rules.items()},
            selections={id: self._selection(selection) for id, selection in game.selections.items()},
        )

    def changes(self, module: Module) -> Module:
        """A module whose rules, steps and conditions speak the language."""
        changes = {
            section: change._replace(
                add=tuple([self._speaking(section, item) for item in change.add]),
                replace=tuple([self._speaking(section, item) for item in change.replace]),
            )
            for section, change in module.changes.items()
        }
        return replace(module, changes=changes, further=tuple(map(self.changes, module.further)))

    def _speaking(self, section: str, item: Any) -> Any:
        if isinstance(item, Selection):
            return self._selection(item)
        return self._said(section, item) if section in KINDS and hasattr(item, "say") else item

    def _text(self, context: str, text: str) -> str:
        said = self._translation.find(context, text)
        return said.text if said else text

    def _sentence(self, context: str, sentence: Sentence) -> Sentence:
        source = (sentence.one, sentence.other) if sentence.one else (sentence.other,)
        said = self._translation.find(context, *source)
        if said is None:
            return sentence
        sentence = said.sentence(self._translation.language)
        if len(said.forms) == 1:
            return sentence
        return sentence._replace(one=said.forms[0], forms=said.forms, form=self._translation.form)

    def _group(self, group: EntryGroup) -> EntryGroup:
        fields = _translatable(group.fields)
        return replace(group, entries={id: self._piece(group.id, fields, each) for id, each in group.entries.items()})

    def _component(self, component: Component) -> Component:
        title = self._text(f"component:{component.id}.title", component.title)
        fields = _translatable(component.fields)
        pieces = tuple([self._piece(component.id, fields, piece) for piece in component.pieces])
        return replace(component, title=title, pieces=pieces)

    def _piece(self, owner: str, fields: Iterable[Field], piece: Piece) -> Piece:
        said: dict[str, Said] = {}
        for field in fields:
            for path, text in texts_of(field, field.name, piece.fields.get(field.name)):
                where = f"{owner}.{piece.id}.{path}" if path in piece.places else f"{owner}:default.{path}"
                if found := self._translation.find(where, text):
                    said[path] = found
        if not said:
            return piece
        values = dict(piece.fields)
        for name in {path.partition(".")[0] for path in said}:
            values[name] = _with(values[name], name, said)
        spans = {path: found.span for path, found in said.items()}
        phrases = {path: phrase for path, phrase in piece.phrases.items() if path not in said}
        filled = {path: found for path, found in said.items() if has_braces(found.text)}
        phrases |= {path: found.sentence(self._translation.language) for path, found in filled.items()}
        return piece._replace(fields=values, translated=spans, phrases=phrases)

    def _victory(self, victory: Victory) -> Victory:
        nobody = self._sentence("victory:nobody", victory.nobody) if victory.nobody else None
        return replace(self._sections(victory, "victory"), nobody=nobody)

    def _sections(self, whole: Whole, name: str) -> Whole:
        parts: dict[str, Any] = {}
        for part in parts_of(name):
            parts[part] = {id: self._said(f"{name}.{part}", each) for id, each in getattr(whole, part).items()}
        return replace(whole, **parts)

    def _said(self, section: str, item: Any) -> Any:
        kind, _ = KINDS[section]
        if hasattr(item, "title"):
            return replace(item, title=self._text(f"{kind}:{item.id}.title", item.title))
        return replace(item, say=self._sentence(f"{kind}:{item.id}.say", item.say))

    def _selection(self, selection: Selection) -> Selection:
        context = f"selection:{selection.id}"
        said = {rule.id: self._sentence(f"{context}.{rule.id}", rule.say) for rule in selection.rules.values()}
        rules = {rule.id: replace(rule, say=said[rule.id]) for rule in selection.rules.values()}
        return replace(selection, title=self._text(f"{context}.title", selection.title), rules=rules)


def in_language(game: Game, translation: Translation) -> Game:
    applying = _Applying(translation)
    return applying.rules_of(applying.game(game))


def speaking(game: Game, translation: Translation) -> Game:
    """The game as the data has it, but with the sentences of its rules in that language, for what is said of them."""
    applying = _Applying(translation)
    return replace(
        applying.rules_of(game), modules={id: applying.changes(module) for id, module in game.modules.items()}
    )


def _translatable(fields: Mapping[str, Field]) -> list[Field]:
    return [field for field in fields.values() if _may_be_said(field)]


def _may_be_said(field: Field) -> bool:
    inner = [*field.fields.values(), *([field.of] if field.of else [])]
    return (field.type == "text" and field.translatable) or any(map(_may_be_said, inner))


def _with(value: Value, path: str, said: Mapping[str, Said]) -> Value:
    """A value with the translations of the texts in it."""
    if isinstance(value, str):
        return said[path].text if path in said else value
    if isinstance(value, tuple):
        return tuple([_with(item, f"{path}.{number}", said) for number, item in enumerate(value)])
    if isinstance(value, Record):
        return Record({name: _with(inner, f"{path}.{name}", said) for name, inner in value.items()}, value.id)
    return value
