"""Texts of pieces, with what stands in their braces filled in; and what is wrong with that.

A text knows the fields of its piece first, then what the game has. It is printed once, however many play: figures that
depend on the number of players are there by number.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from pnp.cardtext.braces import elide_holes
from pnp.model.game import Component, EntryGroup, Game, Piece
from pnp.model.problem import Problem
from pnp.model.rules import Expression, Sentence
from pnp.model.values import Record, Value
from pnp.rules.expressions.errors import ENDLESS, BadValue, EvalError
from pnp.rules.expressions.functions import print_value
from pnp.rules.expressions.names import WITH, Absent, ByPlayers, Lazy, Names, make_absent, pieces_in, to_name
from pnp.rules.probing import find_faults
from pnp.rules.setup.dealing import FiguresByPlayers, figures_by_players

if TYPE_CHECKING:
    from pnp.rules.world import World

TEXT_NEEDS_ITSELF = ENDLESS.also("{piece}’s {name} needs itself to be filled in")

_ANY_NUMBER = Absent("a text is printed for any number of players", "write it for each, like tables.cards[4]")
_IN_ONE_LANGUAGE = Absent("sentences of the glossary aren’t translated, so no text prints them", "rules compare them")


class Texts:
    """The texts of one world. Nothing is evaluated before it is looked at."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._figures: dict[str, FiguresByPlayers] | None = None
        self._filling: list[tuple[Piece, str]] = []
        setup = world.game.setup
        known: dict[str, Any] = {}
        if world.game.modules:
            known[WITH] = Lazy(lambda: world.names_by_module(lambda other: other.texts.names))
        known |= {} if world.owner_of("glossary") else {"glossary": _IN_ONE_LANGUAGE}
        if setup:
            known |= {name: Lazy(partial(self._figures_of, name)) for name in ("tables", "zones", "dealt")}
            known["players"] = _ANY_NUMBER
        else:
            known["dealt"] = world.names.find("tables")
        self.names = world.names.nest(known)
        for owner in world.owners:  # rules see texts as they are printed
            for piece in spoken_pieces(owner):
                record: Any = world.records.get(owner.id, piece.id)
                for name in _fields(piece):
                    record._values[name] = Lazy(partial(self._field, piece, name, record._values[name], record))

    def answer(self, expression: Expression) -> Value:
        """Evaluate to a number, a text, yes or no, a list of these; a piece is its name. Raises EvalError."""
        try:
            return _plain(self._world.evaluator.value(expression, self.names))
        except BadValue as bad:
            raise bad.at(expression, 0) from None

    def problems(self, owner: str, piece: Piece) -> Iterator[tuple[Problem, Expression]]:
        """Yield the problems of a piece's texts, with the expressions that are wrong."""
        names = self.names.nest(self._world.records.get(owner, piece.id))
        for phrase in piece.phrases.values():
            for problem, expression in self.problems_of(phrase, names):
                yield problem._replace(subject=piece.label), expression

    def problems_of(self, phrase: Sentence, names: Names) -> Iterator[tuple[Problem, Expression]]:
        """Yield the problems of a text, with the expressions that are wrong."""
        for expression in self._world.evaluator.expressions_in(phrase):
            for problem in find_faults(self._world.evaluator.print_hole, [expression], phrase, names):
                yield problem, expression

    def terms(self) -> tuple[Record, ...]:
        """Return the words of the glossary, with what it says of them filled in. Raises EvalError."""
        terms: list[Record] = []
        for term in self._world.game.glossary:
            say = self._fill(term.say, "", {"": term.phrase} if term.phrase else {}, self.names)
            terms.append(Record({"term": term.term, "forms": term.forms, "say": say}, term.term))
        return tuple(terms)

    def _figures_of(self, kind: str) -> Any:
        """Return the value of "tables", "zones" or "dealt": figures by the number of players."""
        causes = self._world.causes
        if cause := causes.get("setup.players"):
            return make_absent(kind, cause)
        section = "setup.steps" if kind == "dealt" else f"setup.{kind}"
        known: dict[str, Any] = dict(causes.lost_by_id(section, f"{kind}."))
        if "" in known:
            return known[""]
        if self._figures is None:
            self._figures = figures_by_players(self._world)
        for id, figures in self._figures[kind].items():
            known[id] = ByPlayers(f"{kind}.{to_name(id)}", figures)
        return Record(known)

    def _field(self, piece: Piece, name: str, value: Any, record: Record) -> Any:
        """Return a field's value with its texts filled in. Raises EvalError, and BadValue for one that needs itself."""
        if (piece, name) in self._filling:
            raise BadValue(code=TEXT_NEEDS_ITSELF, piece=piece.id, name=name)
        self._filling.append((piece, name))
        try:
            return self._fill(value, name, piece.phrases, self.names.nest(record))
        finally:
            self._filling.pop()

    def _fill(self, value: Any, path: str, phrases: Mapping[str, Sentence], names: Names | None) -> Any:
        """Return the value with its texts filled in that have something in braces; without names, with dots there."""
        if isinstance(value, str):
            if path not in phrases:
                return value
            if names is None:
                return elide_holes(value)
            # blanks around it may be no part of the phrase
            return value.replace(phrases[path].other, self._world.evaluator.print(phrases[path], names), 1)
        if isinstance(value, tuple):
            return tuple([self._fill(each, f"{path}.{number}", phrases, names) for number, each in enumerate(value)])
        if type(value) is Record and not value.id:
            inner = value.read.items()
            return Record({name: self._fill(each, f"{path}.{name}", phrases, names) for name, each in inner})
        return value

    def fill_piece(self, owner: str, piece: Piece, problems: list[Problem]) -> Piece:
        """Fill in the texts of a piece. Adds what is wrong with those that are translated."""
        record, names = self._world.records.get(owner, piece.id), _fields(piece)
        try:
            fields = {name: self._field(piece, name, piece.fields[name], record) for name in names}
            return piece._replace(fields={**piece.fields, **fields}, phrases={})
        except (EvalError, BadValue):
            phrases = {at: each for at, each in piece.phrases.items() if at in piece.translated}
            found = self.problems(owner, piece._replace(phrases=phrases))
            problems += [problem for problem, _ in found if problem.span.file]
            # what stands in holes that can't be filled is no card text
            left = {name: self._fill(piece.fields[name], name, piece.phrases, None) for name in names}
            return piece._replace(fields={**piece.fields, **left})


def _plain(value: Any) -> Value:
    if isinstance(value, tuple):
        return tuple([_plain(each) for each in value])
    return value if value is None or isinstance(value, str | int | float) else print_value(value)


def examine_texts(world: "World") -> list[Problem]:
    """Return what is wrong with a world's texts; the same hole in many texts is one problem."""
    found: dict[object, list[Problem]] = {}
    texts = world.texts
    spoken = [(owner.id, piece) for owner in world.owners for piece in spoken_pieces(owner)]
    every = [each for owner, piece in spoken for each in texts.problems(owner, piece)]
    for term in world.game.glossary:
        every += texts.problems_of(term.phrase, texts.names) if term.phrase else ()
    asked = [definition.expression for definition in world.game.define.values()]
    every += [(problem, each) for each in asked for problem in find_faults(world.evaluator.check, [each])]
    for problem, expression in every:
        found.setdefault((problem.code, expression.text, problem.cause is None), []).append(problem)
    together: list[Problem] = []
    for first, *others in found.values():
        more = len({problem.span for problem in (first, *others)}) - 1
        when = (*first.when, f", and in {more} other text{'' if more == 1 else 's'}") if more else first.when
        together.append(first._replace(when=when, subject="") if others else first)
    return together


def fill_game_texts(world: "World") -> tuple[Game, list[Problem]]:
    """Return the world's game with its texts as they are printed, and what is wrong with translated ones, also with
    sentences that are filled in later. What is wrong in the language of the data is found when rules are examined."""
    game, problems = world.game, list[Problem]()
    translated = [each for each in game.sentences if each.language and each.span.file]
    groups, components = dict(game.groups), dict(game.components)
    for owner in world.owners:
        there = {piece.id: world.texts.fill_piece(owner.id, piece, problems) for piece in spoken_pieces(owner)}
        if there and isinstance(owner, Component):
            components[owner.id] = replace(owner, pieces=tuple([there.get(each.id, each) for each in owner.pieces]))
        elif there and isinstance(owner, EntryGroup):
            groups[owner.id] = replace(owner, entries={id: there.get(id, each) for id, each in owner.entries.items()})
    problems += find_faults(world.evaluator.check_filters, translated)
    return replace(game, groups=groups, components=components), problems


def spoken_pieces(owner: Component | EntryGroup) -> Iterator[Piece]:
    """Yield the pieces that have texts with something in braces."""
    return (piece for piece in pieces_in(owner) if piece.phrases)


def _fields(piece: Piece) -> dict[str, None]:
    return dict.fromkeys(path.partition(".")[0] for path in piece.phrases)
