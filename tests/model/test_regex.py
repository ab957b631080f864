"""Expressions that are compiled late do what compiled ones do."""

import re

import pytest

from pnp.model.regex import regex


def test_it_finds_what_a_compiled_one_finds() -> None:
    late, compiled = regex("(?P<name>[a-z]+)-", re.IGNORECASE), re.compile("(?P<name>[a-z]+)-", re.IGNORECASE)
    assert late.findall("Ab-c-") == compiled.findall("Ab-c-") == ["Ab", "c"]
    assert late.sub("", "Ab-c") == "c"
    assert late.pattern == compiled.pattern
    assert late.flags == compiled.flags


def test_bytes_are_fine() -> None:
    assert regex(rb"\d+").fullmatch(b"12")


def test_a_mistake_shows_when_it_is_used() -> None:
    wrong = regex("(")
    with pytest.raises(re.error):
        wrong.match("")
