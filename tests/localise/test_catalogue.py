"""Where the characters of a translation stand in its file, whatever lines and escapes it is written in."""

from hypothesis import given
from hypothesis import strategies as st

from pnp.localise.catalogue import Catalogue, turns_of
from pnp.localise.languages import ENGLISH
from pnp.localise.po import read_po
from pnp.model.rules import place_in
from pnp.model.span import Span

PART = st.text('ab{} "\\\n\té', max_size=8)


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


@given(st.lists(PART, min_size=1, max_size=4), st.sampled_from(["", "\n"]))
def test_every_letter_is_found_where_it_stands(parts: list[str], before: str) -> None:
    first, *others = map(quoted, parts)
    lines = [*before.splitlines(), 'msgctxt "c"', 'msgid "x"', f"msgstr {first}", *others]
    if not "".join(parts).strip():
        return
    read = read_po("\n".join([*lines, ""]).encode(), "x.po")
    (entry,) = read.entries
    turns = turns_of(entry, read.written[entry])
    span = Span("x.po", turns[0].line, turns[0].column)
    for offset, letter in enumerate(entry.forms[-1]):
        if letter.isalpha():
            place = place_in(span, turns, offset)
            assert lines[place.line - 1][place.column - 1] == letter


def test_control_characters_are_not_printed_and_move_nothing() -> None:
    lines = ['msgctxt "c"', 'msgid "x {n}"', 'msgstr "a\\ab\x0bc{n}\\x0bd"', ""]
    read = read_po("\n".join(lines).encode(), "x.po")
    (entry,) = read.entries
    said = Catalogue("x.po", "de", ENGLISH, None, read.entries, written=read.written).translation(entry)
    assert said is not None and said.forms == ("abc{n}d",)
    assert entry.forms == ("a\ab\x0bc{n}\x0bd",)
    span = Span("x.po", said.turns[0].line, said.turns[0].column)
    for offset, letter in enumerate(said.text):
        place = place_in(span, said.turns, offset)
        assert lines[place.line - 1][place.column - 1] == letter
