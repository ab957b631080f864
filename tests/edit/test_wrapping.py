"""Lines that say the same stay lines."""

from pnp.edit.yaml_source import FormerLine, Rewrapper


def wrap(former: list[str], new: str, room: int = 20) -> list[str]:
    lines = [FormerLine(line, line.upper(), "  ") for line in former]
    return [line.raw for line in Rewrapper(lines, room, room, str).lines(new)]


def test_only_what_changed_is_wrapped_anew() -> None:
    former = ["the first line here", "a second one there", "and now the third", "it ends."]
    new = "the first line here a 2nd one that is longer and now the third it ends."
    assert wrap(former, new) == [former[0].upper(), "a 2nd one that is", "longer", "AND NOW THE THIRD", "IT ENDS."]


def test_a_line_is_kept_only_where_it_is_whole() -> None:
    assert wrap(["one two"], "one twofold") == ["one twofold"]
    assert wrap(["one two"], "one two  three") == ["one two  three"]


def test_a_short_word_begins_no_former_line_by_chance() -> None:
    assert wrap(["the first line", "no", "more"], "it says no and more", 30) == ["it says no and more"]


def test_words_that_are_too_long_stay_whole() -> None:
    assert wrap([], "a" * 30 + " b", 20) == ["a" * 30, "b"]
    assert wrap([], "a  b " + "c" * 20, 5) == ["a  b", "c" * 20]
