"""YAML: its own mistakes said plainly, and the limits that keep strangers' files from doing harm."""

import subprocess
import sys

import pytest
from facts import fact, facts, list_facts

from pnp.load import limits
from pnp.load.yaml_nodes import Source, compose
from pnp.model.problem import LimitError, Problem
from pnp.model.values import Poison, attempt


def find_problems(text: str) -> list[str]:
    problems: list[Problem] = []
    attempt(compose, Source("f", text), problems)
    return list_facts(problems)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: [coin] gain\nb: 2", "f:1:11 PNP013 sign=]"),
        ("- a: 'x' y\n", "f:1:10 PNP013 sign='''"),
        ("a: **bold** text", "f:1:4 PNP013 sign=*"),
        ("a: *owl", 'f:1:4 PNP013 name="owl"'),
        ("a: & b", "f:1:4 PNP013 sign=&"),
        ("a: &x 1\nb: &x 2", "f:2:4 PNP013"),
        ("a: @x", "f:1:4 PNP013 sign=@"),
        ("a: %x", "f:1:4 PNP013 sign=%"),
        ("a: !x!y z", "f:1:4 PNP013"),
        ("a: b: c", "f:1:5 PNP013"),
        ("a: 1\nb", "f:2:1 PNP013"),
        ("a: [1, 2\nb: 3", "f:1:4 PNP013 sign=["),
        ("a: {x: 1\nb: 3", "f:1:4 PNP013 sign={"),
        ("- {text: Take 1 [coin].}", "f:1:17 PNP013 brackets=braces sign=["),
        ("- {text: Take {coin}}", "f:1:15 PNP013 brackets=braces sign={"),
        ("- [Take 1 [coin], x]", "f:1:11 PNP013 brackets=brackets sign=["),
        ("- {text: [coin] Take 1}", "f:1:17 PNP013 sign=]"),
        ("a: {x: 1, b: 'x' y}", "f:1:18 PNP013 sign='''"),
        ("name: Red Quay #1 west", "f:1:16 PNP026 comment='\"#1 west\"'"),
        ("- Quay  #west", 'f:1:9 PNP026 comment="#west"'),
        ("a: [1, , 2]", "f:1:8 PNP013"),
        ("a: 'x\nb: 2\n", "f:1:4 PNP013 sign=quote"),
        ('a: "x\\q"', "f:1:6 PNP013"),
        ('a: "\\ud800"', "f:1:7 PNP013"),
        ("a:\n  b: 1\n c: 2", "f:3:2 PNP013 where='further left' line=2"),
        ("a: 1\n- b", "f:2:1 PNP013"),
        ("- a\nb: 1", "f:2:1 PNP013"),
        ("a: - b", "f:1:4 PNP013"),
        ("{a: 1}}", "f:1:7 PNP013"),
        ("a: | x", "f:1:6 PNP013"),
        ("a:\n\t- b", "f:2:1 PNP014"),
        ("a: b\n\tc: d", "f:2:1 PNP014"),
        ("--- a\n--- b", "f:2:1 PNP015"),
        ("a: !!int 5", "f:1:4 PNP012 tag=!!int"),
        ("a: !Forward", "f:1:4 PNP012 tag=!Forward"),
        ("!mine {a: b}", "f:1:1 PNP012 tag=!mine"),
        ("a: \x7f", "f:1:4 PNP005 sign=\\x7f"),
    ],
)
def test_mistakes_in_yaml_are_said_plainly(text: str, line: str) -> None:
    assert find_problems(text) == [line]


def test_exclamation_marks_in_texts_are_no_tags() -> None:
    assert find_problems("a: Hurrah! & more\nb: 'Oui !'\nc: a!b&c\nd: '&x'") == []


def test_anchors_and_aliases_stand_for_their_values(load) -> None:
    game, problems = load("cards.yaml", "- {id: owl, name: &n Wise, tags: [*n, b]}\n- {id: elk, name: *n}")
    assert problems == []
    owl, elk = game.components["cards"].pieces
    assert (owl.fields["tags"], elk.fields["name"]) == (("Wise", "b"), "Wise")
    assert elk.places["name"] == (1, 19), "where the value was written"


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "{a: " * 100_000, "- " * 50_000, "? " * 50_000, "&a [*a]", "a: &x {b: *x}"]
)
def test_deep_nesting_is_a_limit_and_no_crash(text: str) -> None:
    with pytest.raises(LimitError) as raised:
        find_problems(text)
    found = fact(str(raised.value))
    assert (found.place[:4], found.code, found.values) == ("f:1:", "PNP010", {"most": "60"})


def test_as_deep_as_allowed() -> None:
    assert find_problems("[" * limits.DEPTH + "]" * limits.DEPTH) == []


def test_aliases_count_as_what_they_stand_for() -> None:
    lines = ["a: &a [x,x,x,x,x,x,x,x,x]"]
    lines += [f"{b}: &{b} [{','.join(['*' + a] * 9)}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True)]
    with pytest.raises(LimitError) as raised:
        find_problems("\n".join(lines))
    assert facts(str(raised.value)) == "f:1:14 PNP011 most=600,000"


def test_values_are_counted() -> None:
    with pytest.raises(LimitError) as raised:
        find_problems("[" + "a," * limits.NODES + "]")
    assert facts(str(raised.value)) == "f:1:1 PNP011 most=600,000"


def test_pieces_are_counted(load) -> None:
    with pytest.raises(LimitError) as raised:
        load("cards.yaml", "".join(f"- id: p{i}\n" for i in range(limits.PIECES + 1)))
    assert facts(str(raised.value)) == "card_data/small/cards.yaml:1:1 PNP016 count=20,001 most=20,000"


def test_thousands_of_digits(load) -> None:
    game, problems = load("cards.yaml", "- {id: owl, power: " + "9" * 5000 + "}")
    nines = "9" * 39
    assert problems == [f"cards.yaml:1:20 PNP021 path=power value='{nines}…, a number of 5,000 digits'"]
    assert isinstance(game.components["cards"].pieces[0].fields["power"], Poison)


def test_a_text_that_is_too_long(load) -> None:
    _, problems = load("cards.yaml", "- {id: owl, name: " + "x" * 20_001 + "}")
    assert problems == ["cards.yaml:1:19 PNP023 path=name length=20,001 most=20,000"]


def test_a_field_that_holds_itself_is_a_limit(load) -> None:
    game = (
        "title: T\nversion: '1'\nlanguages: [en]\ncomponents:\n"
        "  cards: {title: C, size: tile, front: f, fields: {x: &x {type: list, of: *x}}}"
    )
    with pytest.raises(LimitError) as raised:
        load(content=None, game=game)
    assert facts(str(raised.value)) == "card_data/small/game.yaml:5:59 PNP010 most=60"


def test_texts_in_blocks_lose_only_their_last_line_break(load) -> None:
    text = "- id: owl\n  name: |\n    one\n\n    two\n\n- id: elk\n  name: >\n    one\n    two\n"
    game, problems = load("cards.yaml", text)
    assert problems == []
    assert [piece.fields["name"] for piece in game.components["cards"].pieces] == ["one\n\ntwo", "one two"]


def test_without_libyaml_the_nodes_are_the_same() -> None:
    program = """
import sys
sys.modules["yaml._yaml"] = None
from pnp.load.yaml_nodes import Source
from pnp.load.yaml_nodes import compose
from pnp.load.sink import place_of
from pnp.model.problem import LimitError
from pnp.model.values import attempt
problems = []
root = compose(Source("f", "- id: no\\n  n: [1, &a x, *a]\\n  t: ''"), problems)
(first,) = root.value
print([(k.value, place_of(v), v.tag, v.style if k.value == "t" else "") for k, v in first.value], problems)
attempt(compose, Source("f", "a: b: c"), problems)
print(problems[0])
try:
    compose(Source("f", "[" * 1000), problems)
except LimitError as error:
    print(error)
"""
    lines = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert [lines[0], *list_facts("\n".join(lines[1:]))] == [
        "[('id', (1, 7), '', ''), ('n', (2, 6), '', ''), ('t', (3, 6), '', \"'\")] []",
        "f:1:5 PNP013",
        "f:1:60 PNP010 most=60",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "name: Quay # 1 west",
        'name: "Quay #1 west"  #1',
        "name: Quay#1",
        "copies: 2 #two",
        "name: Quay #pnp: ignore PNP350",
        "name: Quay #- no",
        "name: |\n  Quay #1 west\n",
        "#1 west\nname: Quay\n",
        "names: [Quay] #1",
        "names: #1 west\n- Quay\n",
    ],
)
def test_comments_that_are_no_text(text: str) -> None:
    assert find_problems(text) == []
