"""The files of rules in projects/good/moon-race, read whole: values, places, and what modules change of them."""

from pathlib import Path

import pytest
import yaml
from facts import facts, list_facts

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.load.rules_file import RuleReader, rule_struct
from pnp.load.sink import Sink
from pnp.model.game import Game
from pnp.model.patch import apply_modules
from pnp.model.problem import Problem
from pnp.model.rules import Expression, Move, Named, Put, RuleKind, Shuffle, Turn
from pnp.model.span import Span
from pnp.model.values import Record

GOOD = Path(__file__).parent / "projects" / "good"
FOLDER = "card_data/moon-race"


@pytest.fixture(scope="module")
def game() -> Game:
    loaded, problems = load_game(Project(GOOD, GOOD), "moon-race")
    assert [str(problem) for problem in problems] == []
    assert loaded is not None
    return loaded


def at(file: str, line: int, column: int) -> Span:
    return Span(f"{FOLDER}/{file}", line, column)


def ends(line: int, source: int, target: int) -> tuple[Span, Span]:
    return at("setup.yaml", line, source), at("setup.yaml", line, target)


def text(expression: Expression | None) -> str:
    return expression.text if expression else ""


KINDS = {
    "at-most-one": RuleKind(
        "What one has.", needs=("of",), may=("within", "by"), keys={"within": "Of each.", "by": "what."}
    ),
    "round": RuleKind("What every round has.", about="players"),
}


def read(text: str, *, of_game: bool = True) -> tuple[dict[str, dict[str, str]], list[str]]:
    """Return what rules say under keys of their own, by rule, and what is wrong."""
    problems: list[Problem] = []
    reader, node, sink = RuleReader(KINDS), yaml.compose(text), Sink("rules.yaml", problems, text)
    rules = reader.read(node, "", sink, "rules" if of_game else "selections.rules")
    own = {id: {key: each.text for key, each in rule.own.items()} for id, rule in rules.items()}
    return own, list_facts(problems)


def test_a_kind_of_rule_brings_its_own_keys() -> None:
    said = "- {id: boss, say: One boss., at-most-one: boss, of: cards, by: team, within: team}\n"
    assert read(said) == ({"boss": {"within": "team"}}, [])
    _, problems = read("- {id: five, say: Five., round: 5, within: team}")
    assert problems == ["rules.yaml:1:44 PNP035 key=within kind=round"]
    _, problems = read("- {id: boss, say: One boss., at-most-one: boss, withn: team, of: it}")
    assert problems == ['rules.yaml:1:49 PNP030 key="withn" ~meant=within']


def test_rules_of_what_somebody_wrote_down_are_about_one_number_of_players() -> None:
    said = "- {id: five, say: Five., round: 5}"
    assert read(said) == ({"five": {}}, [])
    assert read(said, of_game=False) == ({}, ["rules.yaml:1:33 PNP035 kind=round"])


def test_editors_are_told_what_a_key_means_for_each_kind() -> None:
    told = {name: said["description"] for name, said in rule_struct(KINDS).schema(None)["properties"].items()}
    assert (told["round"], told["within"]) == ("What every round has.", "Of each.")
    assert told["by"] == "One figure for each value of this; of at-most-one: what."


def test_a_rule(game: Game) -> None:
    rule = game.rules["tiles-per-side"]
    assert (rule.kind, rule.source, rule.span) == ("count", "rulebook, page 1", at("rules.yaml", 1, 7))
    assert (rule.say.one, rule.say.other) == ("There is one tile", "There are {count} tiles")
    assert rule.subject == Expression("tiles", at("rules.yaml", 4, 10))
    assert rule.where == Expression("'sun' not in side", at("rules.yaml", 5, 11)), "behind the quote"
    assert rule.by == Expression("side", at("rules.yaml", 6, 7))
    exact, most = rule.bounds
    assert (exact.relation, most.relation) == ("is", "at-most")
    assert exact.expected == {
        "sun": Expression("1", at("rules.yaml", 7, 13)),
        "moon": Expression("1 + 2", at("rules.yaml", 7, 23)),
    }
    assert most.expected == Expression("5", at("rules.yaml", 8, 12))


def test_places_of_texts_on_lines_of_their_own(game: Game) -> None:
    rule = game.rules["quoted"]
    assert (rule.say.other, rule.say.span) == ("All tiles have a level.", at("rules.yaml", 11, 5))
    assert rule.subject == Expression("level\n  is not none", at("rules.yaml", 15, 5), (Turn(8, 16, 7),))
    assert rule.say.turns == (Turn(10, 12, 5),)


def test_anchors_and_aliases(game: Game) -> None:
    assert game.rules["quoted"].of == Expression("tiles", at("rules.yaml", 17, 12))
    assert game.rules["again"].per == Expression("tiles", at("rules.yaml", 17, 12))


def test_true_is_an_expression(game: Game) -> None:
    assert text(game.rules["again"].subject) == "true"


def test_the_setup(game: Game) -> None:
    setup = game.setup
    assert setup is not None
    assert setup.players == (2, 3, 4)
    assert setup.tables["hand_size"].rows == {2: 5, 3: 4, 4: "many"}
    assert setup.tables["hand_size"].places[3] == at("setup.yaml", 3, 44)
    bag, hand, box = setup.zones.values()
    assert (text(bag.starts), bag.at, bag.span) == ("tiles", (10.0, 20.5), at("setup.yaml", 5, 3))
    assert (text(hand.per), hand.face, box.away) == ("players", "down", True)


def test_steps_and_what_they_do(game: Game) -> None:
    assert game.setup is not None
    shuffle, deal = game.setup.steps.values()
    assert shuffle.actions == (Shuffle("bag", at("setup.yaml", 11, 20)),)
    assert text(deal.when) == "players > 2"
    figure, named, rest, put = deal.actions
    expression = Expression("tables.hand_size", at("setup.yaml", 16, 16))
    assert figure == Move(expression, "bag", "hand", at("setup.yaml", 16, 16), ends=ends(16, 40, 49))
    ids = (Named("t1", at("setup.yaml", 17, 17)), Named("3", at("setup.yaml", 17, 21)))
    assert named == Move(ids, "bag", "box", at("setup.yaml", 17, 16), chosen=True, ends=ends(17, 33, 42))
    assert rest == Move(None, "bag", "box", at("setup.yaml", 18, 16), ends=ends(18, 27, 36))
    assert put == Put("red", Expression("track.red.start", at("setup.yaml", 19, 24)), at("setup.yaml", 19, 15))


def test_the_victory(game: Game) -> None:
    victory = game.victory
    assert victory is not None
    assert (victory.outcomes, victory.map, victory.nobody and victory.nobody.other) == (
        "sides",
        ("red", "dark"),
        "Nobody wins.",
    )
    red, dark = victory.track.values()
    assert (red.values, red.start, red.read) == ((1, 2, 3), 2, None)
    assert (dark.values, text(dark.read)) == ((True, False), "red > 2")
    assert [(each.id, each.outcome) for each in victory.conditions.values()] == [("sun", "sun"), ("near", "moon")]
    assert [(each.kind, text(each.value)) for each in victory.winner.values()] == [
        ("only", "side == outcome"),
        ("most", "tiles|count"),
        ("fewest", "tiles|sum(level)"),
    ]
    assert text(victory.define["far"].expression) == "3"
    assert [*victory.player] == ["tiles", "side"]
    assert [*victory.table] == ["round"]


def test_selections(game: Game) -> None:
    fleet = game.selections["fleet"]
    assert (fleet.title, [*fleet.fields], [*fleet.define], [*fleet.rules]) == (
        "Fleet",
        ["side", "keep"],
        ["levels"],
        ["two"],
    )


def test_what_is_given_to_an_example_is_as_it_was_written(game: Game) -> None:
    example = game.examples["computed"]
    assert example.given == {
        "heights": (1, 2.5, "no", "3", True, None),
        "tile": Record({"id": "t1", "side": "sun"}, "t1"),
    }
    assert example.places["given.heights.1"] == at("examples.yaml", 4, 24)
    assert [(text(each.what), each.value) for each in example.expect] == [
        ("most", 1),
        ("heights|last", None),
        ("most + 1", 2),
    ]
    assert example.expect[1].what.span == at("examples.yaml", 6, 22)
    assert (example.players, text(example.let["most"])) == (3, "heights|first")


def test_tables_and_selections_are_read_by_their_fields(game: Game) -> None:
    judged, small = game.examples["judged"], game.examples["small-fleet"]
    ann, ben = (
        Record({"name": "Ann", "tiles": ("t1", "3"), "side": "sun"}),
        Record({"name": "Ben", "tiles": (), "side": "sun"}),
    )
    assert judged.given == {"red": 3, "round": None, "players": (ann, ben)}
    assert judged.places["score.players.0.tiles.1"] == at("examples.yaml", 9, 64)
    assert (small.given, small.selection) == ({"side": "sun", "keep": ("t1",)}, "fleet")
    assert small.breaks == (Named("two", at("examples.yaml", 15, 12)),)


def test_a_module_adds_replaces_and_drops(game: Game) -> None:
    module = game.modules["short"]
    assert sorted(module.changes) == ["pieces.tiles", "rules", "setup.steps", "setup.tables", "setup.zones"]
    changed = apply_modules(game, [module])
    assert changed.setup is not None
    assert [*changed.setup.steps] == ["shuffle", "hurry", "deal"]
    assert changed.setup.tables["hand_size"].rows == {2: 1, 3: 1, 4: 1}
    assert [*changed.setup.zones] == ["bag", "hand"]
    assert [*changed.rules] == ["tiles-per-side", "quoted", "again", "short"]


def test_too_many_rules(load) -> None:
    from pnp.model.problem import LimitError

    many = "\n".join(f"- {{id: r{n}, say: S, require: 1}}" for n in range(2001))
    with pytest.raises(LimitError) as raised:
        load("rules.yaml", many, "title: T\nversion: '1'\nlanguages: [en]\ncomponents: {}\n")
    assert facts(str(raised.value)) == "card_data/small/rules.yaml:1:1 PNP034 count=2,001 what=rules most=2,000"


@pytest.mark.parametrize("name", ["rules", "setup", "victory", "selections", "examples"])
def test_empty_files_are_reported(load, name: str) -> None:
    _, problems = load(f"{name}.yaml", "# nothing\n", "title: T\nversion: '1'\nlanguages: [en]\ncomponents: {}\n")
    assert problems == [f"{name}.yaml:1:1 PNP004"]
