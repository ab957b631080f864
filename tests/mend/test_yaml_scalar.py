"""Each style of a YAML text: it stays where the new text can be written so, with all around it."""

import pytest
from asked import mended

from pnp.mend.edit import ValueAt
from pnp.mend.yaml_tree import item_around

PLAIN = "- id: fox\n  name: Fox  # the red one\n  power: 7\n"


@pytest.mark.parametrize(
    ("new", "written"),
    [
        ("Wolf", "Wolf"),
        ("Fox's", "Fox's"),
        ("Fox: red", "'Fox: red'"),
        ("Fox's: red", '"Fox\'s: red"'),
        ('"Fox"', "'\"Fox\"'"),
        ("Fox #1", "'Fox #1'"),
        ("[fox]", "'[fox]'"),
        ("- fox", "'- fox'"),
        ("-fox", "-fox"),
        (" fox ", "' fox '"),
        ("yes", "'yes'"),
        ("12", "'12'"),
        ("1e3", "'1e3'"),
        ("2020-01-01", "'2020-01-01'"),
        ("~", "'~'"),
        ("", "''"),
        ("---", "---"),
        ("Fox\nand\thound", r'"Fox\nand\thound"'),
        ("Fox\r\nhound", r'"Fox\nhound"'),
        ("Fox\u2028hound", r'"Fox\u2028hound"'),
        ("🦊 e\u0301 שועל", "🦊 e\u0301 שועל"),
    ],
)
def test_plain(new: str, written: str) -> None:
    assert mended(PLAIN, "name: ", "Fox", new) == PLAIN.replace("Fox", written)


@pytest.mark.parametrize(("new", "written"), [("8", "8"), ("2.5", "2.5"), ("no", "'no'"), ("seven", "seven")])
def test_a_number_stays_one_where_the_new_text_is(new: str, written: str) -> None:
    assert mended(PLAIN, "power: ", "7", new) == PLAIN.replace("7", written)


@pytest.mark.parametrize(
    ("old", "text", "new", "written"),
    [
        ("'It''s'", "It's", "It isn't", "'It isn''t'"),
        ("'It''s'", "It's", "Two\nlines", r'"Two\nlines"'),
        (r'"a\u00e9 \"b\""', 'aé "b"', 'é "c" \\', r'"\u00e9 \"c\" \\"'),
        ('"a"', "a", "b\nc", r'"b\nc"'),
        ('"a"', "a", "", '""'),
        ("&a Fox", "Fox", "a: b", "&a 'a: b'"),
        ("{a: Fox, b: [x]}", "Fox", "Fox, red", "{a: 'Fox, red', b: [x]}"),
        ("{a: Fox, b: [x]}", "Fox", "Fox red", "{a: Fox red, b: [x]}"),
        ("{a: Fox, b: [x]}", "Fox", "[x]", "{a: '[x]', b: [x]}"),
        ("{a: , b: [x]}", "", "y", "{a: y, b: [x]}"),
        ("", "", "y", "y"),
    ],
)
def test_other_styles_on_one_line(old: str, text: str, new: str, written: str) -> None:
    before = "k: " if old else "k:"
    file = f"{before}{old}\nother: x # c\n"
    place = before + old[: old.index("a: ") + 3] if old.startswith("{") else before
    assert mended(file, place, text, new) == f"k: {written}\nother: x # c\n"


WRAPPED = """\
text: {sign}There was a fox who went
  out on a chilly night
     and prayed for the moon.{sign}
next: x
"""


@pytest.mark.parametrize("sign", ["", "'", '"'])
def test_lines_that_say_the_same_stay(sign: str) -> None:
    before, old = WRAPPED.format(sign=sign), "There was a fox who went out on a chilly night and prayed for the moon."
    place = f"text: {sign}"
    new = old.replace("chilly", "very chilly winter's")
    changed = before.replace("chilly", "very chilly winter''s" if sign == "'" else "very chilly winter's")
    assert mended(before, place, old, new) == changed
    longer = old.replace("chilly", "very cold and chilly and quite windy")
    lines = "  out on a very cold and chilly and\n  quite windy night\n"
    assert mended(before, place, old, longer) == before.replace("  out on a chilly night\n", lines)


def test_paragraphs_stand_apart() -> None:
    before = "text: 'One line\n  more.\n\n  Two.'\n"
    assert mended(before, "text: ", "One line more.\nTwo.", "One line more.\nTwo.\nThree.") == (
        "text: 'One line\n  more.\n\n  Two.\n\n  Three.'\n"
    )


BLOCK = """\
- rule: {sign}  # as printed
    One of you.
    Two of you.

  next: x
"""


@pytest.mark.parametrize(
    ("sign", "old", "new", "body"),
    [
        ("|", "One of you.\nTwo of you.", "One.\nTwo: #2", "    One.\n    Two: #2\n\n"),
        ("|-", "One of you.\nTwo of you.", "One.\n\n  Two", "    One.\n\n      Two\n\n"),
        ("|+", "One of you.\nTwo of you.\n", "One.\n", "    One.\n\n"),
        ("|+", "One of you.\nTwo of you.\n", "One.", "    One.\n"),
        (">", "One of you. Two of you.", "One of you. Three of you.", "    One of you.\n    Three of you.\n\n"),
        (">-", "One of you. Two of you.", "One.\nTwo.", "    One.\n\n    Two.\n\n"),
    ],
)
def test_blocks_stay_blocks(sign: str, old: str, new: str, body: str) -> None:
    before = BLOCK.format(sign=sign)
    assert mended(before, "rule: ", old, new) == f"- rule: {sign}  # as printed\n{body}  next: x\n"


def test_a_block_that_begins_with_blanks_says_how_it_is_indented() -> None:
    before = BLOCK.format(sign="|-")
    after = mended(before, "rule: ", "One of you.\nTwo of you.", "  One\nTwo")
    assert after == "- rule: |2-  # as printed\n      One\n    Two\n\n  next: x\n"


def test_what_no_block_can_say_is_quoted() -> None:
    before = BLOCK.format(sign=">")
    after = mended(before, "rule: ", "One of you. Two of you.", "One\u2028two")
    assert after == '- rule: "One\\u2028two"  # as printed\n\n  next: x\n'


def test_a_place_within_a_text_means_the_text() -> None:
    """Spans of sentences begin behind a quote, or below `|`."""
    assert mended('say: "Go."\n', 'say: "', "Go.", "Stop.") == 'say: "Stop."\n'
    assert mended("say: |\n  Go.\n", "|\n  ", "Go.", "Stop.") == "say: |\n  Stop.\n"


def test_line_ends_and_a_byte_order_mark_stay() -> None:
    before = "\ufeffa: |\r\n  One\r\nb: x  \r\n"
    assert mended(before, "a: ", "One", "One\nTwo") == "\ufeffa: |\r\n  One\r\n  Two\r\nb: x  \r\n"
    assert mended("a: |\n  One", "a: ", "One", "One\nTwo") == "a: |\n  One\n  Two"


@pytest.mark.parametrize(
    ("text", "place", "old", "why"),
    [
        (
            "a: &f Fox\nb: *f\nc: *f\n",
            "b: ",
            "Fox",
            "the text is written at 1:4 and shared by 3 places: change it there, for all",
        ),
        ("a: Fox\n", "", "a", "at 1:1 stands a key, not a text"),
        ("a: Fox\n", "a: ", "Wolf", "another text stands at 1:4: look at it again"),
        ("a: Fox\n# c\n", "# ", "c", "no text begins at 2:3"),
        ("a: [Fox\n", "a: [", "Fox", "the file can't be read: mend what pnp check says of it first"),
    ],
)
def test_refused(text: str, place: str, old: str, why: str) -> None:
    assert mended(text, place, old, "Hound") == why


def test_an_anchor_itself_changes_for_all_who_share_it() -> None:
    text = "a: &f Fox\nb: *f\n"
    assert mended(text, "a: ", "Fox", "Wolf") == "a: &f Wolf\nb: *f\n"
    why = "the text is written at 1:4 and shared by 2 places: change it there, for all"
    assert mended(text, ValueAt(1, 4, ("b",)), "Fox", "Wolf") == why


@pytest.mark.parametrize(
    ("new", "why"),
    [
        ("a\x07", "the text has a control character (U+0007): delete it"),
        ("a\ud83e", "the text has half a character (U+D83E): write it anew"),
        ("a" * 20_001, "the text has 20,001 characters, at most 20,000 are possible"),
    ],
)
def test_what_no_file_can_hold(new: str, why: str) -> None:
    assert mended(PLAIN, "name: ", "Fox", new) == why


# Only one item of a list is read where that is certain to be right.

ITEMS = "# c\n- id: a\n  name: A\n# d\n- id: b\n  name: >\n    B\n\n- id: c\n  name: C\n"


@pytest.mark.parametrize(("line", "item"), [(2, "a"), (3, "a"), (4, "a"), (5, "b"), (8, "b"), (9, "c"), (10, "c")])
def test_an_item_is_read_alone(line: int, item: str) -> None:
    for text in (ITEMS, f"---\n{ITEMS}", ITEMS.replace("\n", "\r\n")):
        part = item_around(text, line + text.startswith("---"))
        assert part is not None
        lines = text[part.start : part.end]
        assert lines.startswith(f"- id: {item}") and lines.count("- id:") == 1
        assert part.line == text[: part.start].count("\n")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"root:\n{ITEMS}", 4),  # the list isn't the root
        (f"--- |\n  x\n{ITEMS}", 5),  # another document begins
        ('- "one\n- two"\n- three\n', 2),  # within quotes
        ("- [one,\n- two]\n- three\n", 2),  # within brackets
        ("- &x one\n- *x\n", 1),  # shared
        ("one\n- two\n", 2),  # all of it is one text
        ("- a\x85- b\n", 1),  # YAML counts a line that others don't
        ("# nothing\n", 1),
        (ITEMS, 1),
        (ITEMS, 99),
    ],
)
def test_or_the_whole_file(text: str, line: int) -> None:
    assert item_around(text, line) is None


def test_a_dash_within_quotes_begins_no_item() -> None:
    text = '- a: "x\n- b: y"\n- c: z\n'
    assert mended(text, "c: ", "z", "w") == text.replace("z", "w")
    assert mended(text, "a: ", "x - b: y", "x - b: w") == '- a: "x\n    - b: w"\n- c: z\n'
