"""A game and a translation → the game in that language. What the translation lacks stays as it is."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from pnp.localise.messages import KINDS, parts_of, texts_of
from pnp.model.game import Component, EntryGroup, Game, Module, Piece
from pnp.model.language import Said, Translation
from pnp.model.rules import Selection, Sentence, Setup, Victory
from pnp.model.values import Field, Record, Value
from pnp.text.holes import has_braces

Whole = TypeVar("Whole", Setup, Victory)


def in_language(game: Game, translation: Translation) -> Game:
    applying = _Applying(translation)
    return applying.rules_of(applying.game(game))


def speaking(game: Game, translation: Translation) -> Game:
    """The game as the data has it, but with the sentences of its rules in that language, for what is said of them."""
    applying = _Applying(translation)
    return replace(
        applying.rules_of(game), modules={id: applying.changes(module) for id, module in game.modules.items()}
    )


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
