"""An edition's setup, rules and victory → plain values for the page, with what is wrong with each."""

from collections.abc import Iterator, Mapping

from pnp.cardtext.braces import elide_holes
from pnp.localise.edition import world_of
from pnp.localise.template_records import join_texts, setup_record, victory_sheet
from pnp.model.game import Edition
from pnp.model.problem import PnpError
from pnp.model.rules import Rule
from pnp.model.values import Record, Unavailable, Value
from pnp.proof.session import ProofedEdition
from pnp.proof.wall import Values, json_value
from pnp.rules.declared import KINDS, RuleScope, split_by_per
from pnp.rules.expressions.errors import BadValue, EvalError
from pnp.rules.expressions.names import Names
from pnp.rules.world import World


def rules_values(known: ProofedEdition) -> Values:
    """Return the setup, the victory and the rules, as far as the game has them."""
    prepared, result = known.prepared, known.result
    if prepared is None or result is None:
        return {}
    game, problems = prepared.edition.game, result.problems
    found: Values = {}
    parts = (("setup", game.setup, _setup_values), ("victory", game.victory, _victory_values))
    for name, part, make in parts:
        if part:
            try:
                found[name] = make(prepared.edition)
            except (Unavailable, PnpError, EvalError) as error:
                found[name] = {"refused": str(error)}
            found[name]["wrong"] = [each.message for each in problems if each.span.file == part.span.file]
    if game.rules:
        sentences, found["rules"] = _sentences(known), []
        for rule in game.rules.values():
            wrong = [problem.message for problem in problems if problem.value("rule") == rule.id]
            values = {"id": rule.id, "say": sentences[rule.id], "source": rule.source, "place": str(rule.span)}
            found["rules"].append(values | {"wrong": wrong})
    return found


def _setup_values(edition: Edition) -> Values:
    def only(record: Record, *names: str) -> Values:
        return {name: json_value(record[name]) for name in names}

    record = setup_record(edition, world_of(edition), 0)
    return {
        "about": record["about"],
        "steps": [only(step, "number", "text", "only") for step in _records(record["steps"])],
        "tables": [
            {"title": table["title"], "rows": [only(row, "players", "value") for row in _records(table["rows"])]}
            for table in _records(record["tables"])
        ],
        "numbers": json_value(record["numbers"]),
    }


def _victory_values(edition: Edition) -> Values:
    record = victory_sheet(edition, world_of(edition))
    conditions, steps = (
        [{name: json_value(value) for name, value in each.read.items()} for each in _records(record[key])]
        for key in ("conditions", "steps")
    )
    others = {name: json_value(record[name]) for name in ("nobody", "states")}
    return {"conditions": conditions, "steps": steps, **others}


def _records(value: Value) -> Iterator[Record]:
    return (each for each in (value if isinstance(value, tuple) else ()) if isinstance(each, Record))


def _sentences(known: ProofedEdition) -> dict[str, str]:
    """Return each rule's sentence with its braces filled in, as a range where it depends on the number of players."""
    assert known.prepared is not None
    game = known.prepared.edition.game
    world = world_of(known.prepared.edition)
    players = game.setup.players if game.setup else ()
    found: dict[str, str] = {}
    for rule in game.rules.values():
        try:
            found[rule.id] = _print_rule(world, rule, world.names)
        except (BadValue, EvalError, Unavailable):
            try:
                texts = {number: _print_rule(world, rule, world.names_for(number)) for number in players}
                found[rule.id] = _merge_sentences(texts)
            except (BadValue, EvalError, Unavailable):  # it can't be judged, which is reported
                found[rule.id] = elide_holes(rule.say.other)
    return found


def _merge_sentences(texts: Mapping[int, str]) -> str:
    """Return one sentence for all numbers of players: "two–six on the Wilderness", or each after its numbers."""
    split = [text.split() for text in texts.values()]
    if len(set(map(len, split))) > 1:
        return join_texts(texts)
    merged = []
    for words in zip(*split, strict=True):  # those that stand in the same place of a sentence
        different = list(dict.fromkeys(words))
        if all(word.isdecimal() for word in different):
            different.sort(key=int)
        first, last = different[0], different[-1]
        merged.append(first if first == last else f"{first.rstrip(',.;:')}–{last}")
    return " ".join(merged)


def _print_rule(world: World, rule: Rule, names: Names) -> str:
    """Return a rule's sentence in one scope, or the sentences for each value of its `per`. Raises EvalError."""
    judged = split_by_per(RuleScope(rule, KINDS[rule.kind], world, names))
    return " ".join(dict.fromkeys(world.evaluator.print(rule.say, each.sentence_names) for each in judged))
