"""YAML: its own mistakes said plainly, and the limits that keep strangers' files from doing harm."""

import subprocess
import sys

import pytest

from pnp.load import limits
from pnp.load.yaml_nodes import Source, compose
from pnp.model.problem import LimitError, Problem
from pnp.model.values import Poison, attempt

QUOTE = "put the whole text in quotes"


def find_problems(text: str) -> list[str]:
    problems: list[Problem] = []
    attempt(compose, Source("f", text), problems)
    return [str(problem) for problem in problems]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: [coin] gain\nb: 2", f"f:1:11: error PNP013 text behind the closing ] ({QUOTE})"),
        ("- a: 'x' y\n", f"f:1:10: error PNP013 text behind the closing ' ({QUOTE})"),
        ("a: **bold** text", f"f:1:4: error PNP013 a text can't start with * ({QUOTE})"),
        ("a: *owl", 'f:1:4: error PNP013 no anchor is called "owl" (a text that starts with * needs quotes)'),
        ("a: & b", f"f:1:4: error PNP013 a text can't start with & ({QUOTE})"),
        ("a: &x 1\nb: &x 2", "f:2:4: error PNP013 this anchor's name is taken (give each anchor a name of its own)"),
        ("a: @x", f"f:1:4: error PNP013 a text can't start with @ ({QUOTE})"),
        ("a: %x", f"f:1:4: error PNP013 a text can't start with % ({QUOTE})"),
        ("a: !x!y z", 'f:1:4: error PNP013 a text that starts with "!" needs quotes'),
        ("a: b: c", "f:1:5: error PNP013 a colon where no key can be (a text with a colon in it needs quotes)"),
        (
            "a: 1\nb",
            "f:2:1: error PNP013 a key without a colon after it (write key: value,"
            " or begin it further right if a text goes on)",
        ),
        ("a: [1, 2\nb: 3", "f:1:4: error PNP013 the [ opened here is never closed (or an item lacks its comma)"),
        ("a: {x: 1\nb: 3", "f:1:4: error PNP013 the { opened here is never closed (or an entry lacks its comma)"),
        ("- {text: Take 1 [coin].}", f"f:1:17: error PNP013 in braces, a text ends at [ ({QUOTE})"),
        ("- {text: Take {coin}}", f"f:1:15: error PNP013 in braces, a text ends at {{ ({QUOTE})"),
        ("- [Take 1 [coin], x]", f"f:1:11: error PNP013 in brackets, a text ends at [ ({QUOTE})"),
        ("- {text: [coin] Take 1}", f"f:1:17: error PNP013 text behind the closing ] ({QUOTE})"),
        ("a: {x: 1, b: 'x' y}", f"f:1:18: error PNP013 text behind the closing ' ({QUOTE})"),
        ("name: Red Quay #1 west", f'f:1:16: warning PNP026 "#1 west" is a comment, and printed nowhere ({QUOTE})'),
        ("- Quay  #west", f'f:1:9: warning PNP026 "#west" is a comment, and printed nowhere ({QUOTE})'),
        ("a: [1, , 2]", "f:1:8: error PNP013 a value is missing before this (or there is a comma too many)"),
        ("a: 'x\nb: 2\n", "f:1:4: error PNP013 the quote opened here is never closed"),
        ('a: "x\\q"', "f:1:6: error PNP013 an unknown escape after a backslash (write \\\\ for a backslash)"),
        ('a: "\\ud800"', "f:1:7: error PNP013 an escape that names no character"),
        (
            "a:\n  b: 1\n c: 2",
            "f:3:2: error PNP013 this line begins further left than line 2, which belongs beside it"
            " (begin it at column 3)",
        ),
        ("a: 1\n- b", "f:2:1: error PNP013 a list item among keys (check the indentation)"),
        (
            "- a\nb: 1",
            "f:2:1: error PNP013 this line does not fit into the list above (begin it at column 3,"
            " or with - if it is the next of the list)",
        ),
        ("a: - b", "f:1:4: error PNP013 a list item where none can be (start it on a line of its own)"),
        ("{a: 1}}", f"f:1:7: error PNP013 text behind the end of the data ({QUOTE})"),
        ("a: | x", "f:1:6: error PNP013 text behind | or > (start it on the next line)"),
        ("a:\n\t- b", "f:2:1: error PNP014 a tab where YAML wants spaces (indent with spaces)"),
        ("a: b\n\tc: d", "f:2:1: error PNP014 a tab where YAML wants spaces (indent with spaces)"),
        ("--- a\n--- b", "f:2:1: error PNP015 a second document starts here (delete the line ---, or split the file)"),
        ("a: !!int 5", "f:1:4: error PNP012 tags like !!int are not used (put a text that starts with ! in quotes)"),
        (
            "a: !Forward",
            "f:1:4: error PNP012 tags like !Forward are not used (put a text that starts with ! in quotes)",
        ),
        ("!mine {a: b}", "f:1:1: error PNP012 tags like !mine are not used"),
        ("a: \x7f", "f:1:4: error PNP005 control character \\x7f (delete it)"),
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
    with pytest.raises(LimitError, match=r"^f:1:\d+: error PNP010 nested more than 60 levels deep$"):
        find_problems(text)


def test_as_deep_as_allowed() -> None:
    assert find_problems("[" * limits.DEPTH + "]" * limits.DEPTH) == []


def test_aliases_count_as_what_they_stand_for() -> None:
    lines = ["a: &a [x,x,x,x,x,x,x,x,x]"]
    lines += [f"{b}: &{b} [{','.join(['*' + a] * 9)}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True)]
    with pytest.raises(LimitError, match=r"error PNP011 the file has more than 600,000 values, counting aliases$"):
        find_problems("\n".join(lines))


def test_values_are_counted() -> None:
    with pytest.raises(LimitError, match=r"^f:1:1: error PNP011 the file has more than 600,000 values, counting"):
        find_problems("[" + "a," * limits.NODES + "]")


def test_pieces_are_counted(load) -> None:
    with pytest.raises(LimitError) as error:
        load("cards.yaml", "".join(f"- id: p{i}\n" for i in range(limits.PIECES + 1)))
    assert str(error.value).endswith(
        "cards.yaml:1:1: error PNP016 the file has 20,001 pieces, at most 20,000 are possible"
    )


def test_thousands_of_digits(load) -> None:
    game, problems = load("cards.yaml", "- {id: owl, power: " + "9" * 5000 + "}")
    nines = "9" * 39
    assert problems == [
        f'cards.yaml:1:20: error PNP021 "power" is out of range: {nines}…, a number of 5,000 digits '
        "(at most 1,000,000,000,000)"
    ]
    assert isinstance(game.components["cards"].pieces[0].fields["power"], Poison)


def test_a_text_that_is_too_long(load) -> None:
    _, problems = load("cards.yaml", "- {id: owl, name: " + "x" * 20_001 + "}")
    expected = '"name" has 20,001 characters, at most 20,000 are possible'
    assert problems == [f"cards.yaml:1:19: error PNP023 {expected}"]


def test_a_field_that_holds_itself_is_a_limit(load) -> None:
    game = (
        "title: T\nversion: '1'\nlanguages: [en]\ncomponents:\n"
        "  cards: {title: C, size: tile, front: f, fields: {x: &x {type: list, of: *x}}}"
    )
    with pytest.raises(LimitError, match=r"error PNP010 nested more than 60 levels deep$"):
        load(content=None, game=game)


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
    assert lines == [
        "[('id', (1, 7), '', ''), ('n', (2, 6), '', ''), ('t', (3, 6), '', \"'\")] []",
        "f:1:5: error PNP013 a colon where no key can be (a text with a colon in it needs quotes)",
        "f:1:60: error PNP010 nested more than 60 levels deep",
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
