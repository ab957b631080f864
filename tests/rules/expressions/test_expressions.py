"""What expressions yield, and what is said at which column where they don't."""

from fractions import Fraction

import pytest
from facts import fact, facts
from hypothesis import given
from hypothesis import strategies as st

from pnp.model.rules import Definition, Expression, Sentence, Turn
from pnp.model.span import Span
from pnp.model.values import Record
from pnp.rules.expressions.errors import EvalError
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.names import PLAYER, SELECTION, Absent, Frame, Lazy, Names
from pnp.rules.expressions.values import Listing, are_same, show

HERE = Span("rules.yaml", 7, 1)


def written(text: str, line: int = 7) -> Expression:
    return Expression(text, Span("rules.yaml", line, 1))


def owl_and_others() -> Names:
    day, night = Record({"id": "day", "name": "Day"}, "day"), Record({"id": "night", "name": "Night"}, "night")
    owl = Record({"id": "owl", "times": (night,), "at": night, "wings": 2, "tame": None, "sound": "hoo"}, "owl")
    cat = Record({"id": "cat", "times": (day, night), "at": night, "wings": None, "tame": True, "sound": "meow"}, "cat")
    hen = Record({"id": "hen", "times": (day,), "at": day, "wings": 2, "tame": True, "sound": "cluck"}, "hen")
    return Names(
        {
            "animals": (owl, cat, hen, hen),
            "times": (day, night),
            "players": 3,
            "modules": ("golems",),
            "sounds": ("hoo", "moo"),
            "tables": Record({"hand": 5, "game-end": Absent("table game-end has no row for 3 players")}),
            "track": Record({"red": Listing(range(1, 13), {"start": 4})}),
            "late": Lazy(lambda: 12),
            "flying": Definition("flying", written("animals|where(wings)", 20), HERE),
            "few": Definition("few", written("count < limit", 21), HERE),
            "round": Definition("round", written("about + 1", 22), HERE),
            "about": Definition("about", written("round - 1", 23), HERE),
        }
    )


@pytest.fixture
def names() -> Names:
    return owl_and_others()


@pytest.fixture
def evaluator() -> Evaluator:
    return Evaluator({"owl", "cat", "hen", "day", "night", "fox"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("players * 5 - 2", "13"),
        ("7 // 2 + 7 % 2 + 7 / 2 + 2 ** 3", "15.5"),
        ("-players + +1", "-2"),
        ("players if 'golems' in modules else 0", "3"),
        ("1 < players <= 3 and not players == 4", "true"),
        ("players == 4 or 'owl' in animals", "true"),
        ("'fox' in animals", "false"),
        ("animals|count", "4"),
        ("animals|where(tame)", "cat, hen, hen"),
        ("animals|where(tame and not wings)", "cat"),
        ("animals|where(it == 'owl')", "owl"),
        ("animals|where(at == 'day')|map(sound)", "cluck, cluck"),
        ("animals|where('day' in times)|unique", "cat, hen"),
        ("animals|where('day' not in times)|map(at.name)", "Night"),
        ("animals|where(animal = times|all(time = time in animal.times))", "cat"),
        ("animals|where(animal = animals|any(other = other.at != animal.at and animal.wings is none))", "cat"),
        ("animals|unique(at)", "owl, hen"),
        ("animals|sort(sound)|map(id)|unique", "hen, owl, cat"),
        ("animals|sort(wings)|first", "cat"),
        ("animals|sum(wings)", "6"),
        ("animals|max(wings) + animals|min(players)", "5"),
        ("animals|without('owl')", "cat, hen, hen"),
        ("animals|without('hen')", "owl, cat, hen"),
        ("animals|without(flying)", "cat"),
        ("animals|map(at)|set == times|set", "true"),
        ("times|pairs", "(day, night)"),
        ("range(1, 4)|pairs|count", "6"),
        ("range(1, 5)|where(it > 2)|map(it * it)", "9, 16, 25"),
        ("range(3, 1)|count", "0"),
        ("sounds|join", "hoo, moo"),
        ("sounds|join(' + ')", "hoo + moo"),
        ("[5, 7, 4]|max", "7"),
        ("max(1, players, 2) + min([4, 6]) + abs(-1) + count(animals)", "12"),
        ("(5 - 9)|abs + 2.6|round + 2.649|round(1)", "9.6"),
        ("[1, 2] + [3] == range(1, 3)", "true"),
        ("['Pay 2 [coin].', '**Arrive:** 2 * 3', 'a \\\\* b', none]|map(it|characters)", "8, 13, 5, 0"),
        ("['2*3', '2* or **3**']|map(it|characters)", "3, 7"),  # a star without its partner prints
        ("['[coin] of gold', '**a**']|map(it|capital)", "[coin] of gold, **A**"),
        ("{'hoo': 1, 'moo': 2}[sounds|last]", "2"),
        ("tables.hand + tables['hand']", "10"),
        ("[track.red.start, track.red|max, track.red|count]", "4, 12, 12"),
        ("late + late", "24"),
        ("flying|map(id)", "owl, hen, hen"),
        ("animals|map(wings or 0)", "2, 0, 2, 2"),
        ("(animals|first).times[0].name", "Night"),
        ("animals['hen'].sound", "cluck"),
        ("animals[animals|last].id", "hen"),
        ("times['day'].name", "Day"),
        ("none is none and animals|all(sound is not none)", "true"),
        ("true and not false", "true"),
        ("none", "none"),
        ("[]", "nothing"),
    ],
)
def test_values(text: str, expected: str, evaluator: Evaluator, names: Names) -> None:
    assert show(evaluator.value(written(text), names)) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("animls|count", "1 PNP501 name=animls ~meant=animals"),
        ("players + plyers", "11 PNP501 name=plyers ~meant=players"),
        ("animals|where(wngs)", "15 PNP501 item=owl name=wngs ~meant=wings"),
        ("players < 9 or nobody", "16 PNP501 name=nobody"),
        (
            "animals|where(false and sond)",
            "25 PNP501 item=owl name=sond ~meant=sound",
        ),
        ("animals|map(at.nmae)", "16 PNP501 owner=night name=nmae ~meant=name"),
        ("tables.hnad", "8 PNP501 owner=tables name=hnad ~meant=hand"),
        ("track.red.strat", "11 PNP501 owner=track.red name=strat ~meant=start"),
        ("animals.sound", "9 PNP501 name=sound"),
        ("it + 1", "1 PNP501"),
        ("count", "1 PNP501 name=count"),
        ("animals|lenght", "9 PNP502 name=lenght"),
        ("animals|length", "9 PNP502 name=length"),
        ("animals|cuont", "9 PNP502 name=cuont ~meant=count"),
        ("animals|first.sound", "9 PNP502 name=first.sound"),
        ("cuont(animals)", "1 PNP502 name=cuont ~meant=count"),
        ("where(animals)", "1 PNP502 name=where"),
        ("animals.first()", "1 PNP502"),
        ("players is odd", "9 PNP502 name=odd"),
        ("players = 3", "9 PNP500 seen='='"),
        ("players +", "10 PNP500"),
        ("(players", "9 PNP500"),
        ("players)", "8 PNP500 seen=)"),
        ("players $ 3", "9 PNP500 seen=$"),
        ("[1, 2}", "6 PNP500 seen=}"),
        ("'owl", "1 PNP500 seen='''"),
        ("players }} 1", "9 PNP500 seen=}"),
        ("", "1 PNP500"),
        ("sounds ~ 'x'", "1 PNP500 what='~ (join joins texts)'"),
        ("sounds[0:1]", "8 PNP500 what=slices"),
        ("players if players", "1 PNP500"),
        ("animals|where(tame, wings)", "9 PNP500 name=where"),
        ("animals|where", "9 PNP500 name=where"),
        ("animals|where(*sounds)", "9 PNP500"),
        ("animals|count(1)", "9 PNP500 name=count wanted=nothing"),
        ("range(5)", "1 PNP500 name=range wanted='2 values'"),
        ("1 + 'a'", "1 PNP503 one=1 sign=+ two=a value='the text a'"),
        ("1 < 'a'", "1 PNP503 one=1 sign=< two=a value='the text a'"),
        ("players == 'three'", "1 PNP503 one='the number 3' other='the text three'"),
        (
            "animals|where(times == 'day')",
            "15 PNP503 one='the list night' other='the text day'",
        ),
        (
            "animals|where('day' in at)",
            "15 PNP503 complaint='in looks into lists, and this is' value='the piece night'",
        ),
        ("players|count", "9 PNP503 complaint='only a list can be counted, and this is' value='the number 3'"),
        ("players|characters", "9 PNP503 value='the number 3'"),
        ("players|where(it)", "9 PNP503 complaint='where needs a list, and this is' value='the number 3'"),
        ("players / 0", "1 PNP503 one=3 sign=/ two=0"),
        ("0 ** -1", "1 PNP503 one=0 sign=** two=-1"),
        ("(-8) ** 0.5", "2 PNP503 one=-8 two=0.5"),
        ("sounds[2]", "8 PNP503 index=2 count=2"),
        ("animals['hn'].sound", "9 PNP501 id=hn ~meant=hen"),
        ("sounds['hen']", "8 PNP503 id=hen"),
        ("{'hoo': 1}['woof']", "12 PNP503 key=woof keys=hoo"),
        ("[]|max", "4 PNP503 what='the greatest'"),
        ("[]|first", "4 PNP503 what=first"),
        ("[1, 'a']|sort", "10 PNP503"),
        ("sounds|sum", "8 PNP503 value='the text hoo'"),
        ("tables.game_end", "8 PNP503 why='table game-end has no row for 3 players'"),
        ("none.name", "6 PNP503 whose=it name=name"),
        ("not 'day'", "5 PNP503 value='the text day'"),
        (
            "animals|where('day')",
            "9 PNP503 value='the text day'",
        ),
        ("animals|where(at == 'nihgt')", "15 PNP504 id=nihgt ~meant=night"),
        ("'nihgt' in times", "1 PNP504 id=nihgt ~meant=night"),
        ("animals|without('howl')", "9 PNP504 id=howl ~meant=owl"),
        ("times|set == ['day', 'nite']|set", "1 PNP504 id=nite ~meant=night"),
        ("few", "21-1 PNP501 name=count"),
        ("round", "22-1 PNP505 name=round way=', by way of about' text='about + 1'"),
        ("animals|any(round)", "22-1 PNP505 name=round way=', by way of about' text='about + 1'"),
    ],
)
def test_mistakes_stand_at_their_columns(text: str, said: str, evaluator: Evaluator, names: Names) -> None:
    with pytest.raises(EvalError) as wrong:
        evaluator.value(written(text), names)
    problem = wrong.value.problem
    place = f"{problem.span.column}" if problem.span.line == 7 else f"{problem.span.line}-{problem.span.column}"
    assert str(fact(problem)._replace(place=place)) == said


def test_places_on_further_lines(evaluator: Evaluator, names: Names) -> None:
    """What reads the file knows where a text goes on."""
    text, turns = "players > 2 and\n  nobody", (Turn(12, 8, 5), Turn(18, 9, 7))
    with pytest.raises(EvalError) as wrong:
        evaluator.value(Expression(text, Span("rules.yaml", 7, 9), turns), names)
    assert facts(wrong.value.problem) == "rules.yaml:9:7 PNP501 name=nobody"


def test_kinds_that_callers_ask_for(evaluator: Evaluator, names: Names) -> None:
    assert evaluator.truth(written("players == 3"), names) is True
    assert evaluator.number(written("players"), names) == 3
    assert evaluator.items(written("none"), names) == ()
    said = []
    for ask, text in ((evaluator.truth, "animals"), (evaluator.number, "sounds"), (evaluator.items, "players")):
        with pytest.raises(EvalError) as wrong:
            ask(written(text), names)
        said.append(facts(wrong.value.problem).removeprefix("rules.yaml:"))
    assert said == [
        "7:1 PNP503 value='the list owl, cat, hen, hen'",
        "7:1 PNP503 value='the list hoo, moo'",
        "7:1 PNP503 complaint='a list is needed, and this is' value='the number 3'",
    ]


def test_sides_of_a_comparison(evaluator: Evaluator, names: Names) -> None:
    assert evaluator.sides(written("players * 2 == 5"), names) == (6, "==", 5)
    assert evaluator.sides(written("players == 3 and players > 4 and players > 5"), names) == (3, ">", 4)
    assert evaluator.sides(written("players == 3 or players > 4"), names) is None
    assert evaluator.sides(written("1 < players < 3"), names) is None


def test_the_names_that_an_expression_uses(evaluator: Evaluator, names: Names) -> None:
    text = written("flying|where(a = a.wings > players and it)|count(1)|max")
    with pytest.raises(EvalError):
        evaluator.uses(text)
    text = written("flying|where(a = a.wings > players and wings)|count")
    assert evaluator.uses(text) == {"flying", "players", "wings"}
    assert evaluator.uses(text, names) == {"flying", "players", "wings", "animals"}
    assert evaluator.uses(written("animals|where(it == 'owl')")) == {"animals"}


def test_sentences_are_filled_in(evaluator: Evaluator, names: Names) -> None:
    say = Sentence("{players} players have {count} cards, {animals|unique|map(id)}.", HERE, "{players} have one card.")
    assert evaluator.say(say, names, 2) == "3 players have 2 cards, owl, cat, hen."
    assert evaluator.say(say, names, 1) == "3 have one card."
    assert evaluator.say(Sentence("Nothing to fill in.", HERE), names) == "Nothing to fill in."
    with pytest.raises(EvalError) as wrong:
        evaluator.say(Sentence("{players} and {plyers}", HERE), names)
    assert wrong.value.problem.span == Span("rules.yaml", 7, 16, 22)


def test_a_definition_sees_what_is_known_around_its_use(evaluator: Evaluator) -> None:
    names = Names({"limit": 4, "high": Definition("high", written("limit * 2"), HERE)})
    assert evaluator.value(written("high"), names) == 8
    assert evaluator.value(written("high"), names.nest({"limit": 5})) == 10
    assert evaluator.value(written("high"), names.nest({"other": 5})) == 8


def test_a_definition_does_not_see_the_items_of_lists_it_is_used_inside_of(evaluator: Evaluator) -> None:
    names = Names({"limit": 4, "high": Definition("high", written("limit * 2"), HERE)})
    items = (Record({"limit": 1}), Record({"limit": 3}))
    assert evaluator.value(written("[1, 2]|map(limit = high)"), names) == (8, 8)
    assert evaluator.value(written("items|map(high + it.limit)"), names.nest({"items": items})) == (9, 11)
    inside = names.nest({"items": items, "limit": 5})
    assert evaluator.value(written("items|map(i = items|map(high)|sum + i.limit)"), inside) == (21, 23)


def test_it_in_a_definition_is_an_item_of_its_own_lists(evaluator: Evaluator) -> None:
    defined = {
        "double": Definition("double", written("it * 2"), HERE),
        "doubles": Definition("doubles", written("range(1, 2)|map(it * 2)"), HERE),
        "named": Definition("named", written("range(1, 2)|map(a = it)"), HERE),
    }
    assert evaluator.value(written("[5]|map(doubles|sum)"), Names(defined)) == (6,)
    for text, column in (("[1, 2]|map(double)", 1), ("[1, 2]|map(named)", 21)):
        with pytest.raises(EvalError) as wrong:
            evaluator.value(written(text), Names(defined))
        problem = wrong.value.problem
        assert (problem.code, problem.span and problem.span.column) == ("PNP501", column)


def test_a_definition_sees_states_and_players_that_are_items(evaluator: Evaluator) -> None:
    names = Names({"red": 1, "far": Definition("far", written("red > 2"), HERE), "hen": Record({"red": 9}, "hen")})
    states = tuple(Frame({"red": red}) for red in (2, 3, 4))
    inside = names.nest({"states": states})
    assert evaluator.value(written("states|where(far)|count"), inside) == 2
    assert evaluator.value(written("[hen]|where(h = states|any(s = far))|count"), inside) == 0
    assert evaluator.value(written("[hen]|map(h = states|where(far)|count)"), inside) == (2,)


def test_a_definition_of_a_selection_sees_the_selection_another_one_does_not(evaluator: Evaluator) -> None:
    of_game = Definition("of_game", written("heroes|count"), HERE)
    own = Definition("own", written("heroes|count + of_game"), HERE)
    names = Names({"heroes": (1, 2, 3), "of_game": of_game}).nest_owned({"heroes": (1,), "own": own}, SELECTION)
    assert evaluator.value(written("[own, of_game, chosen.own, chosen.heroes|count]"), names) == (4, 3, 4, 1)
    assert evaluator.value(written("[7]|map(own + it)"), names) == (11,)


@pytest.mark.parametrize(
    ("text", "said", "items", "others"),
    [
        ("cards|all(hero == hero)", "11 name=hero whose='mage's' other='the selection's'", "it.hero", "chosen.hero"),
        ("cards|all(false and hero)", "21 name=hero whose='mage's' other='the selection's'", "it.hero", "chosen.hero"),
        (
            "cards|all(cards|any(c = hero == c.hero))",
            "25 name=hero whose='mage's' other='the selection's'",
            "it.hero",
            "chosen.hero",
        ),
        (
            "cards|all([1]|any(hero == it))",
            "19 name=hero whose='mage's' other='the selection's'",
            "item.hero",
            "chosen.hero",
        ),
        ("cards|any(high)", "11 name=high whose='mage's' other='the definition'", "it.high", "definition"),
        (
            "([1] + cards)|map(hero == 'x')",
            "19 name=hero whose='mage's' other='the selection's'",
            "it.hero",
            "chosen.hero",
        ),
    ],
)
def test_a_name_of_the_item_and_of_what_is_around_it(
    text: str, said: str, items: str, others: str, evaluator: Evaluator
) -> None:
    evaluator.ids = None
    cards = tuple(Record({"hero": hero, "high": 1}, "mage") for hero in ("rogue", "mage"))
    high = Definition("high", written("1"), HERE)
    names = Names({"cards": cards, "high": high}).nest_owned({"hero": "rogue"}, SELECTION)
    with pytest.raises(EvalError) as wrong:
        evaluator.value(written(text), names)
    problem = wrong.value.problem
    place, _, values = said.partition(" ")
    assert str(fact(problem)._replace(place=place)) == f"{place} PNP521 {values}"
    assert place == f"{problem.span.column}"
    assert items in problem.hint and others in problem.hint


def test_which_is_meant_can_be_said(evaluator: Evaluator) -> None:
    cards = tuple(Record({"hero": hero}) for hero in ("rogue", "mage"))
    names = Names({"cards": cards}).nest_owned({"hero": "rogue"}, SELECTION)
    assert evaluator.value(written("cards|map(it.hero == chosen.hero)"), names) == (True, False)
    assert evaluator.value(written("cards|map(c = c.hero == hero)"), names) == (True, False)
    player = names.nest_owned(Frame({"hero": "mage"}, is_player=True), PLAYER)
    assert evaluator.value(written("cards|map(it.hero == player.hero)"), player) == (False, True)


def test_a_definition_is_evaluated_once_where_nothing_it_uses_differs(evaluator: Evaluator) -> None:
    made = []
    names = Names({"slow": Lazy(lambda: made.append(1) or 7), "all": Definition("all", written("range(1, 300)"), HERE)})
    assert evaluator.value(written("all|where(one = all|any(other = other == one))|count"), names) == 300
    assert evaluator.value(written("slow + slow"), names) == 14
    assert made == [1]


def test_names_that_are_known_under_other_circumstances(names: Names) -> None:
    evaluator = Evaluator()
    evaluator.also_known.add("moon")
    assert evaluator.value(written("'night' in modules and moon|count > 2"), names) is False
    with pytest.raises(EvalError):
        evaluator.value(written("'golems' in modules and moon|count > 2"), names)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2.0, "2"),
        (1 / 3, "0.333333333"),
        (True, "true"),
        ("", "''"),
        ("two\n  lines", "two lines"),
        ("x" * 70, "x" * 59 + "…"),
        (tuple(range(100)), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 and 83 more"),
        (((1, 2), (3,)), "(1, 2), (3)"),
        (Record({"a": 1, "b": (2,)}), "a: 1, b: 2"),
    ],
)
def test_values_in_messages(value: object, expected: str) -> None:
    assert show(value) == expected


@pytest.mark.parametrize(
    "text",
    [
        "0.1 + 0.2 == 0.3",
        "not 0.1 + 0.2 != 0.3",
        "0.3 - 0.1 - 0.2 == 0",
        "0.1 + 0.2 <= 0.3 and 0.1 + 0.2 >= 0.3 and not 0.1 + 0.2 > 0.3",
        "0.3 in [0.1 + 0.2]",
        "[0.1 + 0.2, 0.3]|unique|count == 1",
        "[0.1 + 0.2] == [0.3]",
        "0.3 // 0.1 == 3 and 0.3 % 0.1 == 0",
        "1 / 3 * 3 == 1",
        "0.1 * 3 == 0.3 and 1.1 * 1.1 == 1.21",
        "(0.1 + 0.2) * 10 // 1 == 3",
        "[0.1, 0.2, 0.3]|sum == 0.6",
        "2.5 * 2 == 5",
        "0.3 != 0.300000001",
    ],
)
def test_decimal_numbers_come_out_as_people_write_them(text: str, evaluator: Evaluator, names: Names) -> None:
    assert evaluator.value(written(text), names) is True


decimals = st.tuples(st.integers(-(10**9), 10**9), st.integers(0, 4)).map(lambda pair: Fraction(pair[0], 10 ** pair[1]))


@given(st.lists(st.tuples(decimals, st.sampled_from("+-")), min_size=1, max_size=6), decimals)
def test_sums_of_decimals_are_exact(parts: list[tuple[Fraction, str]], last: Fraction) -> None:
    total, text = last, f"{float(last)!r}"
    for number, sign in parts:
        total += number if sign == "+" else -number
        text += f" {sign} ({float(number)!r})"
    evaluator = Evaluator()
    assert evaluator.value(written(f"({text}) == ({float(total)!r})"), Names({})) is True
    near = float(total) + 0.0001
    assert evaluator.value(written(f"({text}) == ({near!r})"), Names({})) is False


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_numbers_that_differ_are_shown_differently(one: float, other: float) -> None:
    assert are_same(one, other) == (show(one) == show(other))
