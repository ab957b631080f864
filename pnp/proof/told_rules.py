"""An edition's setup, rules and victory → what a page tells of them, and whether each was proved."""

from collections.abc import Iterable, Iterator
from typing import Any

from pnp.edition.texts import world_of
from pnp.model.problem import PnpError, Problem
from pnp.model.rules import Expression, Rule
from pnp.model.values import Record, Unavailable, Value
from pnp.pages.records import setup_record, victory_sheet
from pnp.proof.editions import ProofedEdition
from pnp.proof.values import plain
from pnp.rules.expressions.wrong import Bad, Wrong
from pnp.rules.world import World
from pnp.text.holes import without_holes

Values = dict[str, Any]


def told_rules(known: ProofedEdition) -> Values:
    """Only what the game has."""
    prepared, result = known.prepared, known.result
    if prepared is None or result is None:
        return {}
    game, problems = prepared.edition.game, result.problems
    found: Values = {}
    if game.setup:
        found["setup"] = _told(lambda: _setup(setup_record(prepared.edition, 0)))
        found["setup"]["wrong"] = _about(problems, game.setup.span.file)
    if game.victory:
        found["victory"] = _told(lambda: _victory(victory_sheet(prepared.edition)))
        found["victory"]["wrong"] = _about(problems, game.victory.span.file)
    if game.rules:
        said = _sentences(known)
        found["rules"] = [_rule(rule, said[rule.id], problems) for rule in game.rules.values()]
    return found


def _told(make: Any) -> Values:
    """What can't be told says why: its file is wrong."""
    try:
        found: Values = make()
    except (Unavailable, PnpError, Wrong) as error:
        return {"refused": str(error)}
    return found


def _setup(record: Record) -> Values:
    return {
        "about": record["about"],
        "steps": [_only(step, "number", "text", "only") for step in _records(record["steps"])],
        "tables": [
            {"title": table["title"], "rows": [_only(row, "players", "value") for row in _records(table["rows"])]}
            for table in _records(record["tables"])
        ],
        "numbers": plain(record["numbers"]),
    }


def _victory(record: Record) -> Values:
    return {
        "conditions": [plain_record(each) for each in _records(record["conditions"])],
        "steps": [plain_record(each) for each in _records(record["steps"])],
        "nobody": plain(record["nobody"]),
        "states": plain(record["states"]),
    }


def _records(value: Value) -> Iterator[Record]:
    return (each for each in (value if isinstance(value, tuple) else ()) if isinstance(each, Record))


def _only(record: Record, *names: str) -> Values:
    return {name: plain(record[name]) for name in names}


def plain_record(record: Record) -> Values:
    """Its own values, although it has an id."""
    return {name: plain(value) for name, value in record.read.items()}


def _sentences(known: ProofedEdition) -> dict[str, str]:
    """By rule, with what stands in braces filled in, as far as that depends on nothing else."""
    assert known.prepared is not None
    world = world_of(known.prepared.edition)
    found: dict[str, str] = {}
    for rule in known.prepared.edition.game.rules.values():
        try:
            found[rule.id] = world.evaluator.print(rule.say, world.names.inner(_expected(world, rule)))
        except (Bad, Wrong, Unavailable):  # it depends on the number of players, or on the pieces concerned
            found[rule.id] = without_holes(rule.say.other)
    return found


def _expected(world: World, rule: Rule) -> dict[str, Value]:
    """What its sentence calls so. Raises Bad, Wrong."""
    value, names = world.evaluator.value, world.names
    for bound in rule.bounds:
        if isinstance(bound.expected, Expression):
            return {"expected": value(bound.expected, names)}
        return {"expected": Record({key: value(each, names) for key, each in bound.expected.items()})}
    return {}


def _rule(rule: Rule, said: str, problems: Iterable[Problem]) -> Values:
    wrong = [problem.message for problem in problems if problem.value("rule") == rule.id]
    return {"id": rule.id, "say": said, "source": rule.source, "place": str(rule.span), "wrong": wrong}


def _about(problems: Iterable[Problem], file: str) -> list[str]:
    return [problem.message for problem in problems if problem.span.file == file]
