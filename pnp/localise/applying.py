"""A game and a translation → the game in that language. What the translation lacks stays as it is."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pnp.localise.messages import KINDS, texts_of
from pnp.model.game import Component, Game, Group, Module, Piece
from pnp.model.language import Said, Translation
from pnp.model.rules import Rule, Selection, Sentence, Setup, Victory
from pnp.model.span import Span
from pnp.model.values import Field, Record, Value
from pnp.text.holes import has_braces


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
            modules={id: self._module(module) for id, module in game.modules.items()},
        )

    def rules_of(self, game: Game) -> Game:
        return replace(
            game,
            setup=self._setup(game.setup) if game.setup else None,
            victory=self._victory(game.victory) if game.victory else None,
            rules=self._rules(game.rules),
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
        if (kind := KINDS.get(section)) and hasattr(item, "say"):
            return replace(item, say=self._sentence(f"{kind}:{item.id}.say", item.say))
        return self._selection(item) if isinstance(item, Selection) else item

    def _text(self, context: str, text: str) -> str:
        said = self._translation.find(context, text)
        return said.text if said else text

    def _sentence(self, context: str, sentence: Sentence) -> Sentence:
        if sentence.one:
            said = self._translation.find(context, sentence.one, sentence.other)
        else:
            said = self._translation.find(context, sentence.other)
        if said is None:
            return sentence
        sentence = said.sentence(self._translation.language)
        if len(said.forms) == 1:
            return sentence
        return sentence._replace(one=said.forms[0], forms=said.forms, form=self._translation.form)

    def _group(self, group: Group) -> Group:
        fields = _translatable(group.fields)
        if not fields:
            return group
        entries = {id: self._piece(group.id, fields, entry) for id, entry in group.entries.items()}
        return replace(group, entries=entries)

    def _component(self, component: Component) -> Component:
        title = self._text(f"component:{component.id}.title", component.title)
        fields = _translatable(component.fields)
        pieces = component.pieces
        if fields:
            pieces = tuple([self._piece(component.id, fields, piece) for piece in pieces])
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
        spans: dict[str, Span] = {path: found.span for path, found in said.items()}
        phrases = {path: phrase for path, phrase in piece.phrases.items() if path not in said}
        for path, found in said.items():
            if has_braces(found.text):
                phrases[path] = found.sentence(self._translation.language)
        return piece._replace(fields=values, translated=spans, phrases=phrases)

    def _module(self, module: Module) -> Module:
        return replace(module, title=self._text(f"module:{module.id}.title", module.title))

    def _setup(self, setup: Setup) -> Setup:
        return replace(
            setup,
            tables=self._titled("table", setup.tables),
            zones=self._titled("zone", setup.zones),
            steps=self._said("step", setup.steps),
        )

    def _victory(self, victory: Victory) -> Victory:
        return replace(
            victory,
            track=self._titled("track", victory.track),
            conditions=self._said("condition", victory.conditions),
            rules=self._said("victory-rule", victory.rules),
            winner=self._said("winner", victory.winner),
            nobody=self._sentence("victory:nobody", victory.nobody) if victory.nobody else None,
        )

    def _rules(self, rules: Mapping[str, Rule]) -> dict[str, Rule]:
        return self._said("rule", rules)

    def _selection(self, selection: Selection) -> Selection:
        id = selection.id
        rules = {
            rule.id: replace(rule, say=self._sentence(f"selection:{id}.{rule.id}", rule.say))
            for rule in selection.rules.values()
        }
        return replace(selection, title=self._text(f"selection:{id}.title", selection.title), rules=rules)

    def _titled(self, kind: str, items: Mapping[str, Any]) -> dict[str, Any]:
        return {id: replace(item, title=self._text(f"{kind}:{id}.title", item.title)) for id, item in items.items()}

    def _said(self, kind: str, items: Mapping[str, Any]) -> dict[str, Any]:
        return {id: replace(item, say=self._sentence(f"{kind}:{id}.say", item.say)) for id, item in items.items()}


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
