"""Lists that are asked about for each item of another: what comes out is the same with an index and without."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.rules import Definition, Expression
from pnp.model.span import Span
from pnp.model.values import Record
from pnp.rules.expressions import repeating as module
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.wrong import Wrong

HERE = Span("rules.yaml", 1, 1)
IDS = frozenset({"day", "night", *(f"c{n}" for n in range(12_000))})
DAY, NIGHT = Record({"id": "day"}, "day"), Record({"id": "night"}, "night")
MANY = 10_000


def pieces(values: list[dict[str, Any]]) -> tuple[Record, ...]:
    return tuple([Record({**value, "id": f"c{n}"}, f"c{n}") for n, value in enumerate(values)])


def evaluated(text: str, cards: tuple[Any, ...], evaluator: Evaluator | None = None, **more: Any) -> Any:
    evaluator = evaluator or Evaluator(IDS)
    twice = Definition("twice", Expression("limit * 2", HERE), HERE)
    names = Names({"cards": cards, "words": ("c1", "c2", "day"), "limit": 2, "twice": twice, **more})
    try:
        found = evaluator.value(Expression(text, HERE), names)
    except Wrong as wrong:
        return str(wrong.problem)
    return [item.id for item in found] if isinstance(found, tuple) and found and isinstance(found[0], Record) else found


@pytest.mark.parametrize(
    "text",
    [
        "cards|where(a = cards|any(b = b.partner == a.id))",
        "cards|all(a = cards|any(b = b.partner == a.id) or a.number >= 0)",
        "cards|where(a = cards|where(b = a.id == b.partner and b.number > 2)|count > 0)",
        "cards|where(a = cards|where(b = b.number >= 0 and b.partner == a.id)|count > 0)",
        "cards|where(a = cards|any(partner == a.id))",
        "cards|where(a = cards|where(number >= 2)|any(partner == a.id))",
        "cards|where(a = cards|any(b = a.id in b.tags))",
        "cards|where(a = cards|any(b = b.id in a.tags))",
        "cards|where(it.id in cards|map(partner))",
        "cards|where(partner not in cards|map(id))",
        "cards|where(c = c in cards|where(number > 3))",
    ],
)
def test_many_pieces_are_looked_at_once(text: str) -> None:
    values = [{"partner": f"c{(n * 7) % MANY}", "number": n % 9, "tags": (f"c{n}", "day")} for n in range(MANY)]
    found = evaluated(text, pieces(values))
    assert not isinstance(found, str), found


def test_a_definition_of_a_list() -> None:
    values = [{"partner": f"c{n}", "number": n % 9} for n in range(MANY)]
    own = Definition("own", Expression("cards|where(number == 3)", HERE), HERE)
    found = evaluated("cards|where(a = own|any(b = b.partner == a.id))", pieces(values), own=own)
    assert found == [f"c{n}" for n in range(3, MANY, 9)]


_VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.sampled_from(["c1", "c2", "c3", "day", "oops"]),
    st.integers(0, 3),
    st.sampled_from([DAY, NIGHT, True]),
)
_KINDS = (st.sampled_from(["c1", "c2", "c3"]), st.integers(0, 3), st.sampled_from([DAY, NIGHT, None]), _VALUES)
_LISTS = st.one_of(st.none(), st.sampled_from(["c1"]), st.lists(_VALUES, max_size=3).map(tuple))
_PARTS = (
    "b.x == a.x",
    "a.id == b.x",
    "b.x == a.y",
    "b.x in a.z",
    "a.x in b.z",
    "b in words",
    "b.x in words",
    "b.y != 3",
    "b.x == limit",
    "b.y == a.y + 1",
    "b.x == twice",
    "a.y == 2",
    "b.z|any(t = t == a.x)",
)


@st.composite
def questions(draw: st.DrawFn) -> str:
    parts = " and ".join(draw(st.lists(st.sampled_from(_PARTS), min_size=1, max_size=3)))
    inner = draw(st.sampled_from(["cards", "cards|where(y is not none)", "some", "cards|where(y == limit or x == y)"]))
    form = draw(st.sampled_from(["any(b = %s)", "where(b = %s)|count > 1", "where(b = %s)|map(b = b.id) == []"]))
    outer = draw(st.sampled_from(["where", "all", "any"]))
    return f"cards|{outer}(a = {inner}|{form % parts})"


@st.composite
def many(draw: st.DrawFn) -> tuple[Record, ...]:
    kind = draw(st.sampled_from(_KINDS))
    lists = draw(st.sampled_from([_LISTS, st.lists(kind, max_size=3).map(tuple)]))
    values = st.fixed_dictionaries({"x": kind, "y": draw(st.sampled_from(_KINDS)), "z": lists})
    return pieces(draw(st.lists(values, min_size=1, max_size=8)))


@given(questions(), many())
@settings(max_examples=600)
def test_the_same_comes_out_with_an_index_and_without(text: str, cards: tuple[Record, ...]) -> None:
    some = cards[: len(cards) // 2 + 1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "SHORTEST", 1)
        indexed = evaluated(text, cards, some=some)
        patch.setattr(module, "SHORTEST", 10**9)
        assert indexed == evaluated(text, cards, some=some)


@given(st.sampled_from(["x == a.x", "a.id == x", "y >= 0 and x == a.y", "it.x == a.x", "a.x in z"]), many())
@settings(max_examples=200)
def test_also_where_the_item_has_no_name(part: str, cards: tuple[Record, ...]) -> None:
    text = f"cards|where(a = cards|any({part}))"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "SHORTEST", 1)
        indexed = evaluated(text, cards)
        patch.setattr(module, "SHORTEST", 10**9)
        assert indexed == evaluated(text, cards)


@given(
    st.sampled_from(
        [
            "cards|where(it.x in cards|map(y))",
            "cards|where(x in cards|where(y == 1)|map(x))",
            "cards|map(a = some|where(y == a.y)|map(x))",
            "some|map(mixed|map(x))",
            "cards|map(y in mixed|where(x is none)|map(y))",
            "cards|where(c = words|where(it == c.id)|count > 0)",
        ]
    ),
    many(),
)
@settings(max_examples=300)
def test_lists_made_once_are_those_made_each_time(text: str, cards: tuple[Record, ...]) -> None:
    more = {"some": cards[::2], "mixed": (DAY, *cards)}
    with pytest.MonkeyPatch.context() as patch:
        kept = evaluated(text, cards, **more)
        patch.setattr("pnp.rules.expressions.calling.made_once", lambda node, made: made)
        patch.setattr("pnp.rules.expressions.arithmetic.made_once", lambda node, made: made)
        patch.setattr(module, "SHORTEST", 10**9)
        assert kept == evaluated(text, cards, **more)


def test_what_a_list_looks_up_may_change() -> None:
    evaluator = Evaluator(IDS)
    cards = pieces([{"number": n} for n in range(40)])
    text = "cards|where(a = cards|where(number < limit)|any(b = b.id == a.id))|count"
    assert [evaluated(text, cards, evaluator, limit=limit) for limit in (3, 5, 3)] == [3, 5, 3]
    shifted = "cards|where(a = cards|any(b = b.number + limit == a.number))|count"
    assert [evaluated(shifted, cards, evaluator, limit=limit) for limit in (1, 2, 39)] == [39, 38, 1]
