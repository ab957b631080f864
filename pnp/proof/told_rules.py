"""An edition's setup, rules and victory → what a page tells of them, and whether each was proved."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.cardtext.braces import elide_holes
from pnp.localise.edition import world_of
from pnp.localise.template_records import join_texts, setup_record, victory_sheet
from pnp.model.problem import PnpError, Problem
from pnp.model.rules import Rule
from pnp.model.values import Record, Unavailable, Value
from pnp.proof.session import ProofedEdition
from pnp.proof.values import plain
from pnp.rules.declared import KINDS, Judged, shares
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.wrong import Bad, Wrong
from pnp.rules.world import World

Values = dict[str, Any]


def told_rules(known: ProofedEdition) -> Values:
    """Only what the game has."""
    prepared, result = known.prepared, known.result
    if prepared is None or result is None:
        return {}
    game, problems = prepared.edition.game, result.problems
    found: Values = {}
    if game.setup:
        found["setup"] = _told(lambda: _setup(setup_record(prepared.edition, world_of(prepared.edition), 0)))
        found["setup"]["wrong"] = _about(problems, game.setup.span.file)
    if game.victory:
        found["victory"] = _told(lambda: _victory(victory_sheet(prepared.edition, world_of(prepared.edition))))
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
    """Return each rule's sentence with its braces filled in, as a range where it depends on the number of players."""
    assert known.prepared is not None
    game = known.prepared.edition.game
    world = world_of(known.prepared.edition)
    players = game.setup.players if game.setup else ()
    found: dict[str, str] = {}
    for rule in game.rules.values():
        try:
            found[rule.id] = _said(world, rule, world.names)
        except (Bad, Wrong, Unavailable):
            try:
                found[rule.id] = _merge({number: _said(world, rule, world.for_players(number)) for number in players})
            except (Bad, Wrong, Unavailable):  # it can't be judged, which is reported
                found[rule.id] = elide_holes(rule.say.other)
    return found


def _merge(texts: Mapping[int, str]) -> str:
    """Return one sentence for all numbers of players: "two–six on the Wilderness", or each after its numbers."""
    split = [text.split() for text in texts.values()]
    if len(set(map(len, split))) > 1:
        return join_texts(texts)
    return " ".join(map(_span, zip(*split, strict=True)))


def _span(words: Sequence[str]) -> str:
    """Return one word for all that stand in the same place of a sentence."""
    different = list(dict.fromkeys(words))
    if all(word.isdecimal() for word in different):
        different.sort(key=int)
    first, last = different[0], different[-1]
    return first if first == last else f"{first.rstrip(',.;:')}–{last}"


def _said(world: World, rule: Rule, names: Names) -> str:
    """Return what it says in one scope: one sentence, or one for each value of its `per`. Raises Bad, Wrong."""
    judged = shares(Judged(rule, KINDS[rule.kind], world, names))
    return " ".join(dict.fromkeys(world.evaluator.print(rule.say, each.said_names) for each in judged))


def _rule(rule: Rule, said: str, problems: Iterable[Problem]) -> Values:
    wrong = [problem.message for problem in problems if problem.value("rule") == rule.id]
    return {"id": rule.id, "say": said, "source": rule.source, "place": str(rule.span), "wrong": wrong}


def _about(problems: Iterable[Problem], file: str) -> list[str]:
    return [problem.message for problem in problems if problem.span.file == file]
