"""No expression, whatever it is, takes long, takes much, or ends in anything but a value or one problem."""

import re
from collections.abc import Callable
from fractions import Fraction
from time import process_time

import pytest
from facts import fact, facts
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.rules import Definition, Expression
from pnp.model.span import Span
from pnp.model.values import Record
from pnp.rules.expressions.errors import EvalError
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.functions import FILTERS, FORMS, FUNCTIONS
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.values import show

HERE = Span("rules.yaml", 1, 1)


def evaluated(text: str, **names: object) -> object:
    return Evaluator({"owl", "cat"}).value(Expression(text, HERE), Names(names))


def problem_of(text: str, **names: object) -> str:
    with pytest.raises(EvalError) as wrong:
        evaluated(text, **names)
    problem = wrong.value.problem
    return str(fact(problem)._replace(place=f"{problem.span.column}"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1" + " + 1" * 600, "1 PNP505 count=2401 most=2000"),
        ("1" + " + 1" * 60, "1 PNP505 most=50"),
        ("(" * 60 + "1" + ")" * 60, "51 PNP505 most=50"),
        ("-" * 1900 + "1", "1 PNP505 most=50"),
        ("not " * 450 + "1", "205 PNP505 most=50"),
        ("1 if " * 200 + "1", "1 PNP500"),
        ("1 if 1 else " * 160 + "1", "606 PNP505 most=50"),
        ("range(1, 100001)", "1 PNP505 length=100001 most=100000"),
        ("range(1, 500)|pairs", "15 PNP505 length=124750 most=100000"),
        ("range(1, 60000) + range(1, 60000)", "1 PNP505 length=120000 most=100000"),
        ("range(1, 99999)|join", "17 PNP505 most=10000"),
        ("range(1, 500)|all(a = range(1, 500)|all(b = a + b))", "37 PNP505 most=200000"),
        ("range(1, 99999)|map(range(1, 99999))|count", "21 PNP505 most=200000"),
        ("[1]" + "|map(x = [x, x])" * 40 + " == [2]", "1 PNP505 most=200000"),
        ("[[1]" + "|map(x = [x, x])" * 40 + "]|unique|count", None),
        ("9 ** 9 ** 9", "1 PNP505"),
        ("0.5 ** -9999", "1 PNP505"),
        ("999999999999 + 2", "1 PNP505"),
        ("10000000000000", "1 PNP505"),
        ("1e400", "1 PNP505"),
        ("range(1, 13)|map(999999999999)|sum", "32 PNP505"),
    ],
)
def test_bounds(text: str, said: str | None) -> None:
    began = process_time()
    found = problem_of(text)
    assert said is None or found == said
    assert process_time() - began < 2


def test_what_all_expressions_of_a_game_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.rules.expressions.evaluator.ALL_STEPS", 500_000)
    evaluator = Evaluator()
    for last in range(90000, 90005):
        evaluator.value(Expression(f"range(1, {last})|all(it)", HERE), Names({}))
    for other in (Expression("range(1, 90005)|all(it)", HERE), Expression("1", HERE)):
        with pytest.raises(EvalError) as wrong:
            evaluator.value(other, Names({}))
        assert facts(wrong.value.problem) == "rules.yaml:1:1 PNP505 most=500000"


def test_definitions_that_grow() -> None:
    names = {f"d{n}": Definition(f"d{n}", Expression(f"d{n + 1} + d{n + 1}", HERE), HERE) for n in range(40)}
    assert problem_of("d0", **names, d40=(1,)) == "1 PNP505 most=20"
    assert problem_of("d0 ", **{**names, "d18": tuple(range(1000))}) == "1 PNP505 length=128000 most=100000"


_SIGNS = "( ) [ ] { } , . | = == != < >= + - * / // % ** : ~ ' \" \\ {{ }} {% #} é ½ and or not in is if else"
_VALUES = "animals owl 'owl' it x wings 1 0 -2 3.5 none true"
_WORDS = st.sampled_from([*FILTERS, *FORMS, *FUNCTIONS, *_SIGNS.split(), *_VALUES.split(), " ", "\n"])


@pytest.mark.nightly(examples=150)
@given(
    st.one_of(
        st.text(max_size=40), st.lists(_WORDS, max_size=14).map(" ".join), st.lists(_WORDS, max_size=9).map("".join)
    )
)
@settings(max_examples=600)
def test_any_text_is_a_value_or_one_problem(text: str) -> None:
    owl, cat = Record({"id": "owl", "wings": 2, "at": None}, "owl"), Record({"id": "cat", "wings": None}, "cat")
    try:
        show(evaluated(text, animals=(owl, cat, cat), x=owl, wings=7))
    except EvalError as wrong:
        assert wrong.problem.span.file == "rules.yaml"
        assert "\n" not in str(wrong.problem)
        assert wrong.problem.span.column <= len(text) + 1


def _sums(*signs: str) -> Callable[[st.SearchStrategy[str]], st.SearchStrategy[str]]:
    def combine(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.tuples(parts, st.sampled_from(signs), parts).map(lambda all: f"({' '.join(all)})")

    return combine


@pytest.mark.nightly(examples=75)
@given(
    st.one_of(
        st.recursive(st.integers(0, 50).map(str), _sums("+", "-", "*", "/"), max_leaves=12),
        st.recursive(st.integers(0, 50).map(str), _sums("+", "-", "*", "//", "%"), max_leaves=12),
    )
)
@settings(max_examples=300)
def test_arithmetic_agrees_with_that_of_fractions(text: str) -> None:
    try:
        expected = eval(re.sub(r"\d+", r"Fraction(\g<0>)", text), {"Fraction": Fraction})
    except ZeroDivisionError:
        assert re.search(r" PNP503 one=\S+ sign=(//?|%) two=0$", problem_of(text))
        return
    if abs(expected) < 10**9:
        assert evaluated(text) == pytest.approx(float(expected), rel=1e-7, abs=1e-7)
