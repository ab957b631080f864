"""A game → all its messages, each with its context, place and subject; and the game with their translations applied."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from pnp.cardtext.braces import find_holes, has_braces
from pnp.localise.catalogue import Catalogue
from pnp.localise.languages import SPOKEN, context_of, source_of, spoken
from pnp.model.game import OVERLAY, Component, EntryGroup, Game, Module, Piece
from pnp.model.language import Said, Translation
from pnp.model.regex import regex
from pnp.model.rules import Selection, Sentence, Setup, Victory
from pnp.model.span import Span
from pnp.model.values import Field, Record, Value, texts_in

OF_PNP = "pnp"  # the part that pnp itself says, not the game

_KINDS = {  # section → what contexts call its things, and what translators read about them
    "setup.tables": ("table", "a figure that depends on the number of players"),
    "setup.zones": ("zone", "a place on the table"),
    "setup.steps": ("step", "a step of the setup"),
    "victory.track": ("track", "what conditions of victory look at"),
    "victory.conditions": ("condition", "a condition of victory"),
    "victory.rules": ("victory-rule", "what every finished table keeps"),
    "victory.winner": ("winner", "a step from the outcome to the winner"),
    "rules": ("rule", "a rule of the game"),
}
_WORD = regex(r"\|\s*word\b")
_ABOUT = {  # sections of pnp's own words that a game's catalogue has
    "sheet": "in the margin of each sheet",
    "instructions": "on the page that says how to print and cut",
    "setup": "where the setup is told: on its sheet, or read out",
    "victory": "on the victory map",
    "score": "what pnp score says of a finished table",
    "numbers": "a number in words, where a text asks for it: the form that is used in counting",
}
Whole = TypeVar("Whole", Setup, Victory)


class Message(NamedTuple):
    """A text that is printed and can be translated."""

    context: str
    text: str
    span: Span
    part: str  # what it is counted under: a component's or a group's id, "setup" …
    one: str = ""  # of a pair: the text for a single thing
    subject: str = ""  # the piece, "component/id"
    path: str = ""  # the piece's field
    about: str = ""  # for translators
    has_words: bool = False  # of pnp's own: they are there in the language, whatever the catalogue says

    @property
    def key(self) -> tuple[str, str, str]:
        """Return context, source and plural, as entries of catalogues have them."""
        return (self.context, self.one, self.text) if self.one else (self.context, self.text, "")


def messages_of(game: Game) -> list[Message]:
    """List messages in the order of the files; what a module says the same way as the game is there once.

    A user's overlay has none: the game's catalogues can't know it.
    """
    game = replace(game, modules={id: module for id, module in game.modules.items() if id != OVERLAY})
    walk = _TextWalk(None)
    walk.walk_pieces(game)
    walk.walk_rules(game)
    for module in game.modules.values():
        walk.walk_changes(module)
    return list(walk.found.values())


def translate_game(game: Game, translation: Translation) -> Game:
    """Put translations in the place of a game's texts."""
    walk = _TextWalk(translation)
    return walk.walk_rules(walk.walk_pieces(game))


def translate_rules(game: Game, translation: Translation) -> Game:
    """Put translations in the place of the sentences of rules, also those of modules; pieces stay as they are."""
    walk = _TextWalk(translation)
    modules = {id: walk.walk_changes(module) for id, module in game.modules.items()}
    return replace(walk.walk_rules(game), modules=modules)


class _TextWalk:
    """Visits each text of a game: collects its message or, given a translation, returns things with texts replaced."""

    def __init__(self, translation: Translation | None) -> None:
        self.found: dict[tuple[str, str, str], Message] = {}
        self._translation = translation

    def walk_pieces(self, game: Game) -> Game:
        title = self._text("game:title", game.title, game.span, "game", "name of the game")
        about = "one line in the footer of each sheet"
        credits, base = self._text("game:credits", game.credits, game.span, "game", about), game.base
        if base and self._translation:
            base = replace(base, title=self._text("game:title", base.title, base.span, "game", ""))
        # patches are part of the game by the time it is translated
        patches = () if self._translation else game.patches
        groups: dict[str, EntryGroup] = {}
        for id, group in game.groups.items():
            fields = _translatable(group.fields)
            entries = {each: self._piece(id, fields, entry, "") for each, entry in group.entries.items()}
            for entry in _brought(patches, f"groups.{id}"):
                self._piece(id, fields, entry, "")
            groups[id] = replace(group, entries=entries)
        components = {id: self._component(component, patches) for id, component in game.components.items()}
        for patch in patches:
            for component in patch.change("components").add:
                self._component(component, patches)
        modules: dict[str, Module] = {}
        for id, module in game.modules.items():
            named = self._text(f"module:{id}.title", module.title, module.span, "modules", "name of a module")
            modules[id] = replace(module, title=named)
        game = replace(game, title=title, credits=credits, base=base)
        return replace(game, groups=groups, components=components, modules=modules)

    def walk_rules(self, game: Game) -> Game:
        setup = self._sections(game.setup, "setup") if game.setup else None
        victory = self._sections(game.victory, "victory") if game.victory else None
        if victory and victory.nobody:
            about = "who wins where nobody does"
            nobody = self._sentence("victory:nobody", victory.nobody, "victory", about)
            victory = replace(victory, nobody=nobody)
        rules = {id: self._item("rules", rule) for id, rule in game.rules.items()}
        selections = {id: self._item("selections", selection) for id, selection in game.selections.items()}
        return replace(game, setup=setup, victory=victory, rules=rules, selections=selections)

    def walk_changes(self, module: Module) -> Module:
        """Visit what a module has of setup, victory, rules and selections."""
        changes = {
            section: change._replace(
                add=tuple([self._item(section, item) for item in change.add]),
                replace=tuple([self._item(section, item) for item in change.replace]),
            )
            for section, change in module.changes.items()
        }
        return replace(module, changes=changes, further=tuple(map(self.walk_changes, module.further)))

    def _text(self, context: str, text: str, span: Span, part: str, about: str) -> str:
        if self._translation:
            said = self._translation.find(context, text)
            return said.text if said else text
        self._collect(Message(context, text, span, part, about=about))
        return text

    def _sentence(self, context: str, sentence: Sentence, part: str, about: str) -> Sentence:
        if self._translation is None:
            self._collect(Message(context, sentence.other, sentence.span, part, sentence.one, about=about))
            return sentence
        source = (sentence.one, sentence.other) if sentence.one else (sentence.other,)
        if (said := self._translation.find(context, *source)) is None:
            return sentence
        sentence = said.sentence(self._translation.language)
        if len(said.forms) == 1:
            return sentence
        return sentence._replace(one=said.forms[0], forms=said.forms, form=self._translation.form)

    def _collect(self, message: Message) -> None:
        if message.text.strip():
            self.found.setdefault(message.key, message)

    def _component(self, component: Component, patches: Iterable[Module]) -> Component:
        id, title, fields = component.id, component.title, _translatable(component.fields)
        if component.front or self._translation:
            title = self._text(f"component:{id}.title", title, component.span, id, "name of a kind of pieces")
        for field in fields if self._translation is None else ():
            for path, text in texts_of(field, field.name, field.default):
                about = f"said of each piece of {id} that says nothing else"
                self._collect(Message(f"{id}:default.{path}", text, field.span, id, about=about))
        pieces = tuple([self._piece(id, fields, piece, piece.label) for piece in component.pieces])
        for piece in _brought(patches, f"pieces.{id}"):
            self._piece(id, fields, piece, piece.label)
        return replace(component, title=title, pieces=pieces)

    def _piece(self, owner: str, fields: Iterable[Field], piece: Piece, subject: str) -> Piece:
        said: dict[str, Said] = {}
        name = piece.fields.get("name")
        for field in fields:
            for path, text in texts_of(field, field.name, piece.fields.get(field.name)):
                is_own = path in piece.places
                context = f"{owner}.{piece.id}.{path}" if is_own else f"{owner}:default.{path}"
                if self._translation:
                    if found := self._translation.find(context, text):
                        said[path] = found
                elif is_own:
                    called = f", {name}" if isinstance(name, str) and name != text else ""
                    about = f"{path} of {owner}/{piece.id}{called}"
                    self._collect(Message(context, text, piece.source_of(path), owner, "", subject, path, about))
        if not said or self._translation is None:
            return piece
        values = dict(piece.fields)
        for name in {path.partition(".")[0] for path in said}:
            values[name] = _replace_texts(values[name], name, said)
        language = self._translation.language
        phrases = {path: phrase for path, phrase in piece.phrases.items() if path not in said}
        phrases |= {path: found.sentence(language) for path, found in said.items() if has_braces(found.text)}
        spans = {path: found.span for path, found in said.items()}
        return piece._replace(fields=values, translated=spans, phrases=phrases)

    def _sections(self, whole: Whole, name: str) -> Whole:
        """Visit all parts of the setup or the victory that have titles or sentences."""
        parts: dict[str, Any] = {}
        for section in _KINDS:
            if section.startswith(f"{name}."):
                part = section.partition(".")[2]
                parts[part] = {id: self._item(section, each) for id, each in getattr(whole, part).items()}
        return replace(whole, **parts)

    def _item(self, section: str, item: Any) -> Any:
        """Visit a thing of setup, victory, rules or selections; others are returned as they are."""
        if isinstance(item, Selection):
            about = "what players put together before a game"
            title = self._text(f"selection:{item.id}.title", item.title, item.span, "rules", about)
            rules = {}
            for id, rule in ((rule.id, rule) for rule in item.rules.values()):
                say = self._sentence(f"selection:{item.id}.{id}", rule.say, "rules", f"rule of a selection: {id}")
                rules[id] = replace(rule, say=say)
            return replace(item, title=title, rules=rules)
        if section not in _KINDS:
            return item
        kind, what = _KINDS[section]
        part, about = section.partition(".")[0], f"{what}: {item.id}"
        if hasattr(item, "title"):
            title = self._text(f"{kind}:{item.id}.title", item.title, item.span, part, about)
            return replace(item, title=title)
        if hasattr(item, "say"):
            return replace(item, say=self._sentence(f"{kind}:{item.id}.say", item.say, part, about))
        return item


def _brought(patches: Iterable[Module], section: str) -> Iterator[Any]:
    """Yield what modules have in a section, besides the game."""
    changes = [module.change(section) for module in patches]
    return (each for change in changes for each in (*change.add, *change.replace))


def texts_of(field: Field, path: str, value: Value) -> list[tuple[str, str]]:
    """Return the translatable texts in a value, each behind its path."""
    texts = texts_in(field, path, value)
    return [(at, text) for each, at, text in texts if each.type == "text" and each.translatable]


def _translatable(fields: Mapping[str, Field]) -> list[Field]:
    def has_texts(field: Field) -> bool:
        inner = [*field.fields.values(), *([field.of] if field.of else [])]
        return (field.type == "text" and field.translatable) or any(map(has_texts, inner))

    return [field for field in fields.values() if has_texts(field)]


def _replace_texts(value: Value, path: str, said: Mapping[str, Said]) -> Value:
    """Return a value with the translations of the texts in it."""
    if isinstance(value, str):
        return said[path].text if path in said else value
    if isinstance(value, tuple):
        return tuple([_replace_texts(item, f"{path}.{number}", said) for number, item in enumerate(value)])
    if isinstance(value, Record):
        return Record({name: _replace_texts(inner, f"{path}.{name}", said) for name, inner in value.items()}, value.id)
    return value


def word_messages(
    game: Game, language: str, messages: Iterable[Message], catalogues: Iterable[Catalogue]
) -> Iterator[Message]:
    """Yield messages for pnp's words, except in English; numbers where texts ask for one in words."""
    if language.partition("-")[0] == SPOKEN:
        return
    entries = [entry for each in catalogues for entry in each.entries if not entry.obsolete]
    texts = chain.from_iterable([(each.text, each.one) for each in messages] + [entry.forms for entry in entries])
    asks_for_words = any(_WORD.search(hole.text) for text in texts for hole in find_holes(text))
    has = {"setup": game.setup, "victory": game.victory, "score": game.victory, "numbers": asks_for_words}
    for section, about in _ABOUT.items():
        if not has.get(section, True):
            continue
        known = dict(spoken(section, language))
        for name, said in spoken(section):
            source, plural = source_of(said)
            one, context = source if plural else "", context_of(section, name)
            yield Message(context, plural or source, Span(""), OF_PNP, one, about=about, has_words=name in known)


def pnp_words(language: str) -> dict[str, tuple[str, ...]]:
    """Return pnp's own words in a language by their contexts."""
    return {
        context_of(section, name): tuple(said.values()) if isinstance(said, dict) else (said,)
        for section in _ABOUT
        for name, said in spoken(section, language)
    }
