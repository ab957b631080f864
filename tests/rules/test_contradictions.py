"""A selection that nobody can make is told without anybody's file; one that somebody can make never is."""

from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_game import load_small, messages, write_small

from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.selections import copies_allowed, examine_selections, judge_selection
from pnp.rules.world import World
from pnp.rules.written_values import Places

SELECTIONS = """\
deck:
  title: Deck
  fields:
    leader: {type: reference, to: leader-cards, required: true}
    cards: {type: list, of: {type: reference, to: heroes}, required: true}
%s  define: {quick: "cards|where(kind == 'fast')"}
  rules:
%s"""


def selections(*rules: str, copies: str = "") -> str:
    lines = "".join(f"    - {{id: r{n}, say: So., {rule}}}\n" for n, rule in enumerate(rules, 1))
    return SELECTIONS % (f"  copies: {{{copies}}}\n" if copies else "", lines)


def contradictions(root: Path, *rules: str, copies: str = "") -> list[str]:
    return [line.partition("PNP")[2] for line in messages(root, "[]", selections=selections(*rules, copies=copies))]


@pytest.mark.parametrize(
    ("rules", "copies", "message"),
    [
        (["count: cards, at-least: 60", "require: cards|count <= 40"], "cards: 30", "at most 40 (r2)"),
        (["require: 60 <= cards|count < 70", "count: cards, at-most: 40"], "cards: unlimited", "at most 40 (r2)"),
        (["count: cards, at-least: 6"], "", "there are 5 to choose"),
        (["count: cards, is: 17"], "cards: 4", "there are 16 to choose"),
        (["count: cards, at-least: 60", "count: cards, by: id, at-most: 4"], "cards: 30", "there are 16 to choose ("),
        (["count: cards, is: 9"], "cards: 1 if power > 2 else 3", "there are 8 to choose"),
        (["count: cards, at-least: 5", "{each: power < 4, of: cards}"], "", "there are 4 to choose"),
        (["count: cards, where: power > 2, at-least: 4"], "", "there are 3 to choose"),
        (["require: quick|count >= 2"], "", "there are 1 to choose"),
        (["require: quick|count >= 2", "count: cards, at-most: 1"], "cards: 3", "at most 1 (r2)"),
        (["count: cards, at-least: 5", "count: cards, where: power > 2, at-most: 1"], "", "at most 3 are possible ("),
    ],
)
def test_numbers_that_contradict_each_other(rules: list[str], copies: str, message: str, tmp_path: Path) -> None:
    plain = [rule.strip("{}") for rule in rules]
    (line,) = contradictions(tmp_path, *plain, copies=copies)
    assert line.startswith("522 selection=deck rule=r1 number=")
    assert f" why='{message}" in line


@pytest.mark.parametrize(
    "rules", [["require: leader.number > 3"], ["require: leader.number > 2", "require: leader.id != 'cas'"]]
)
def test_a_field_that_can_be_nothing(rules: list[str], tmp_path: Path) -> None:
    (line,) = contradictions(tmp_path, *rules)
    assert line == f"522 selection=deck rule=r{len(rules)} name=leader"


@pytest.mark.parametrize(
    ("rules", "copies"),
    [
        (["count: cards, at-least: 60", "require: cards|count <= 60"], "cards: 30"),
        (["count: cards, is: 16"], "cards: 4"),
        (["count: cards, at-least: 5", "count: cards, where: power > 2, at-most: 3"], ""),
        (["count: cards, at-least: 60"], "cards: unlimited"),
        (["require: cards|count >= 60 or leader.number == 3"], ""),
        (["require: cards|where(h = leader.factions|any(it in h.faction))|count >= 4"], ""),
        (["require: leader.number > 2 or cards|count > 9"], ""),
    ],
)
def test_what_somebody_can_make(rules: list[str], copies: str, tmp_path: Path) -> None:
    assert contradictions(tmp_path, *rules, copies=copies) == []


@pytest.mark.parametrize(
    ("copies", "message"), [("crads: 4", '"crads"'), ("leader: 2", ""), ("cards: pwoer", "PNP501")]
)
def test_copies_of_what(copies: str, message: str, tmp_path: Path) -> None:
    write_small(tmp_path, "[]", selections=selections("count: cards, at-least: 1", copies=copies))
    from pnp.build.loading import load_game
    from pnp.io.project import Project

    game, problems = load_game(Project(tmp_path, tmp_path), "small")
    assert game is not None
    found = problems or examine_selections(World(game, (), Evaluator()))
    assert message in " ".join(map(str, found)) if message else not found


RULES = (
    "count: cards, at-least: %d",
    "count: cards, at-most: %d",
    "require: cards|count < %d",
    "count: cards, where: power > 2, at-least: %d",
    "count: cards, where: power > 2, at-most: %d",
    "require: quick|count >= %d",
    "require: cards|where(power > 2)|count == %d",
    "count: cards, by: id, at-most: %d",
    "each: power > %d, of: cards",
    "require: leader.number > %d",
    "require: leader.number < %d and cards|count > 1",
    "require: %d != cards|count or leader.number == 2",
)


@pytest.mark.nightly(examples=15)
@given(
    st.lists(st.tuples(st.sampled_from(RULES), st.integers(0, 5)), min_size=1, max_size=4),
    st.sampled_from(["", "cards: 1", "cards: 2", "cards: 2 if power > 2 else 1"]),
)
@settings(max_examples=60)
def test_a_contradiction_is_never_claimed_where_somebody_could_make_one(
    tmp_path_factory: pytest.TempPathFactory, rules: list[tuple[str, int]], copies: str
) -> None:
    root = tmp_path_factory.mktemp("game")
    write_small(root, "[]", selections=selections(*(rule % n for rule, n in rules), copies=copies))
    world = World(load_small(root), (), Evaluator())
    if not any(problem.code == "PNP522" for problem in examine_selections(world)):
        return
    deck = world.game.selections["deck"]
    most = copies_allowed(world, deck, deck.fields["cards"], world.names)
    ids = [piece.id for piece in world.game.components["heroes"].pieces]
    for size in range(9):
        for cards in combinations_with_replacement(ids, size):
            if all(cards.count(id) <= most(world.records.get("heroes", id)) for id in cards):
                for leader in ("ann", "ben", "cas"):
                    made = judge_selection(world, deck, {"leader": leader, "cards": cards}, Places({}, deck.span))
                    assert made.by_rule, (leader, cards)
