"""Every character of a text knows where it is written, however the file's format folds, quotes and escapes it."""

import csv
import io
from collections.abc import Sequence

import pytest
import yaml
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from pnp.diagnostics.pinpoint import Extent, Letter, letters_of_cell, letters_of_po, letters_of_yaml

WORDS = st.text(st.sampled_from("ab ,:#'\"\\[]é狐\n-|>"), min_size=1, max_size=60)


def first_scalar(source: str) -> Extent:
    """Return the value behind the first key."""
    events = [event for event in yaml.parse(source, Loader=yaml.CSafeLoader) if isinstance(event, yaml.ScalarEvent)]
    event = events[1]
    start, end = event.start_mark, event.end_mark
    return Extent(start.line + 1, start.column + 1, end.line + 1, end.column + 1, event.style or "", event.value)


def standing_at(source: str, letters: Sequence[Letter]) -> list[str]:
    lines = source.split("\n")
    return [lines[letter.line - 1][letter.column - 1 :][: letter.width] for letter in letters]


@pytest.mark.parametrize(
    ("source", "word", "place"),
    [
        ("text: Gain [coyn] now\n", "coyn", (1, 13)),
        ('text: "Gain [coyn] now"\n', "coyn", (1, 14)),
        ("text: 'It''s a [coyn]'\n", "coyn", (1, 17)),
        ('text: "\\u201cA\\u201d [coyn]"\n', "coyn", (1, 23)),
        ("text: Gain two\n  and [coyn] more\n", "coyn", (2, 8)),
        ('text: "Gain two\n\n  and [coyn] more"\n', "coyn", (3, 8)),
        ('text: "Gain \\\n  [coyn] more"\n', "coyn", (2, 4)),
        ("text: |\n  Gain\n    two [coyn]\n", "coyn", (3, 10)),
        ("text: >-\n  Gain\n  two [coyn]\n\n  more\n", "coyn", (3, 8)),
        ("text: >2\n  Gain\n   indented [coyn]\n  more\n", "coyn", (3, 14)),
        ("text: &name !!str  Gain [coyn]\n", "coyn", (1, 26)),
    ],
)
def test_a_word_of_a_yaml_text(source: str, word: str, place: tuple[int, int]) -> None:
    extent = first_scalar(source)
    letters = letters_of_yaml(source.split("\n"), extent)
    found = letters[extent.value.index(word)]
    assert (found.line, found.column) == place


@settings(max_examples=400)
@given(WORDS, st.sampled_from([None, "'", '"', "|", ">"]), st.integers(10, 80))
@example(":\n\n", ">", 10)  # behind it stands a line that isn't its own
def test_all_characters_of_any_yaml_text(text: str, style: str | None, width: int) -> None:
    node = yaml.MappingNode("tag:yaml.org,2002:map", [])
    for value, how in (("key", None), (text, style)):
        node.value.append(yaml.ScalarNode("tag:yaml.org,2002:str", value, style=how))
    node.value = [tuple(node.value)]
    source = yaml.serialize(node, width=width, allow_unicode=True)
    extent = first_scalar(source)
    assume(extent.value == text)  # PyYAML folds some texts so that they are others when they are read
    letters = letters_of_yaml(source.split("\n"), extent)
    assert len(letters) >= len(text)
    for char, letter, shown in zip(text, letters, standing_at(source, letters), strict=False):
        assert shown in (char, "") if letter.text == char and letter.width <= 1 else len(shown) == letter.width


@settings(max_examples=200)
@given(st.lists(st.text(st.sampled_from('ab ,"é;\n'), min_size=1, max_size=20), min_size=1, max_size=3))
def test_all_characters_of_any_cell(cells: list[str]) -> None:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    lines = out.getvalue().split("\n")
    line, column = 1, 1
    for cell in cells:
        letters = [*letters_of_cell(lines, line, column)]
        assert "".join(letter.text for letter in letters)[: len(cell)] == cell
        last = letters[-1]
        quoted = lines[line - 1][column - 1 : column] == '"'
        line, column = last.line, last.column + last.width + quoted + 1
        if last.text == "\n":
            line, column = last.line + 1, 1 + quoted + 1


@pytest.mark.parametrize(
    ("source", "text", "place"),
    [
        ('msgstr "Nimm [coyn]"\n', "coyn", (1, 15)),
        ('msgstr ""\n"Nimm eine "\n"[coyn]"\n', "coyn", (3, 3)),
        ('msgstr[1] "Nimm \\"eine\\" [coyn]"\n', "coyn", (1, 27)),
        ('"Nimm eine\\n"\n"[coyn]"\nmsgid "x"\n', "coyn", (2, 3)),
    ],
)
def test_a_word_of_a_catalogue(source: str, text: str, place: tuple[int, int]) -> None:
    letters = [*letters_of_po(source.split("\n"), 1)]
    at = "".join(letter.text for letter in letters).index(text)
    assert (letters[at].line, letters[at].column) == place


def test_a_text_that_does_not_stand_there_has_no_letters() -> None:
    assert letters_of_yaml(["text: other"], Extent(1, 7, 1, 12, "", "another")) == []
