"""Each style of a YAML text: it stays where the new text can be written so, with all around it."""

import pytest
from edited_text import edit_text

from pnp.edit.edits import EditedText, ValueAt
from pnp.edit.yaml_scalar import edit_scalar
from pnp.edit.yaml_source import compose_tree, item_around

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
    assert edit_text(PLAIN, "name: ", "Fox", new) == PLAIN.replace("Fox", written)


@pytest.mark.parametrize(("new", "written"), [("8", "8"), ("2.5", "2.5"), ("no", "'no'"), ("seven", "seven")])
def test_a_number_stays_one_where_the_new_text_is(new: str, written: str) -> None:
    assert edit_text(PLAIN, "power: ", "7", new) == PLAIN.replace("7", written)


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
    assert edit_text(file, place, text, new) == f"k: {written}\nother: x # c\n"


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
    assert edit_text(before, place, old, new) == changed
    longer = old.replace("chilly", "very cold and chilly and quite windy")
    lines = "  out on a very cold and chilly and\n  quite windy night\n"
    assert edit_text(before, place, old, longer) == before.replace("  out on a chilly night\n", lines)


def test_paragraphs_stand_apart() -> None:
    before = "text: 'One line\n  more.\n\n  Two.'\n"
    assert edit_text(before, "text: ", "One line more.\nTwo.", "One line more.\nTwo.\nThree.") == (
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
    assert edit_text(before, "rule: ", old, new) == f"- rule: {sign}  # as printed\n{body}  next: x\n"


def test_a_block_that_begins_with_blanks_says_how_it_is_indented() -> None:
    before = BLOCK.format(sign="|-")
    after = edit_text(before, "rule: ", "One of you.\nTwo of you.", "  One\nTwo")
    assert after == "- rule: |2-  # as printed\n      One\n    Two\n\n  next: x\n"


def test_what_no_block_can_say_is_quoted() -> None:
    before = BLOCK.format(sign=">")
    after = edit_text(before, "rule: ", "One of you. Two of you.", "One\u2028two")
    assert after == '- rule: "One\\u2028two"  # as printed\n\n  next: x\n'


def test_a_place_within_a_text_means_the_text() -> None:
    """Find sentences whose spans begin behind a quote, or below `|`."""
    assert edit_text('say: "Go."\n', 'say: "', "Go.", "Stop.") == 'say: "Stop."\n'
    assert edit_text("say: |\n  Go.\n", "|\n  ", "Go.", "Stop.") == "say: |\n  Stop.\n"


def test_line_ends_and_a_byte_order_mark_stay() -> None:
    before = "\ufeffa: |\r\n  One\r\nb: x  \r\n"
    assert edit_text(before, "a: ", "One", "One\nTwo") == "\ufeffa: |\r\n  One\r\n  Two\r\nb: x  \r\n"
    assert edit_text("a: |\n  One", "a: ", "One", "One\nTwo") == "a: |\n  One\n  Two"


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
        ("a: [Fox\n", "a: [", "Fox", "the file can't be read: fix what pnp check reports first"),
    ],
)
def test_refused(text: str, place: str, old: str, why: str) -> None:
    assert edit_text(text, place, old, "Hound") == why


def test_an_anchor_itself_changes_for_all_who_share_it() -> None:
    text = "a: &f Fox\nb: *f\n"
    assert edit_text(text, "a: ", "Fox", "Wolf") == "a: &f Wolf\nb: *f\n"
    why = "the text is written at 1:4 and shared by 2 places: change it there, for all"
    assert edit_text(text, ValueAt(1, 4, ("b",)), "Fox", "Wolf") == why


@pytest.mark.parametrize(
    ("new", "why"),
    [
        ("a\x07", "the text has a control character (U+0007): delete it"),
        ("a\ud83e", "the text has half a character (U+D83E): write it anew"),
        ("a" * 20_001, "the text has 20,001 characters, at most 20,000 are possible"),
    ],
)
def test_what_no_file_can_hold(new: str, why: str) -> None:
    assert edit_text(PLAIN, "name: ", "Fox", new) == why


def test_a_plain_text_over_several_lines_gets_quotes_around_them() -> None:
    before = 'k: It\'s a "line"\n  of text\n'
    assert edit_text(before, "k: ", 'It\'s a "line" of text', 'It\'s a "line" of: text') == (
        "k: 'It''s a \"line\"\n  of: text'\n"
    )


def test_a_folded_text_of_one_line_gets_as_many_as_it_needs() -> None:
    new = " ".join(["word"] * 30)
    after = edit_text("k: >-\n  short\n", "k: ", "short", new)
    assert after == f"k: >-\n  {new[:74]}\n  {new[75:]}\n"


def test_a_comment_that_would_seem_cut_off_from_the_text_does_not() -> None:
    """Quote a word before `#x`, of which the reader warns only behind a word."""
    assert edit_text("k: 7 #x\n", "k: ", "7", "seven") == "k: 'seven' #x\n"


def test_a_sentence_is_seen_without_the_blanks_around_it() -> None:
    assert edit_text('say: " Go. "\n', 'say: " ', "Go.", "Stop.") == 'say: "Stop."\n'


@pytest.mark.parametrize(
    "wrong", ["Wolf\n  more: x", "Wolf  # why", "'Wolf", "Wolf\n- x", "&x Wolf\n  b: *x", "[Wolf]", "Fox"]
)
def test_what_does_not_read_as_asked_is_not_written(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    for right in ([], ["'Wolf #1'"]):
        monkeypatch.setattr("pnp.edit.yaml_scalar.spellings", lambda scalar, new, right=right: [wrong, *right])
        after = edit_text(PLAIN, "name: ", "Fox", "Wolf #1")
        refused = "the text can't be written there without changing something else"
        assert after == (PLAIN.replace("Fox", "'Wolf #1'") if right else refused)


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
    assert edit_text(text, "c: ", "z", "w") == text.replace("z", "w")
    assert edit_text(text, "a: ", "x - b: y", "x - b: w") == '- a: "x\n    - b: w"\n- c: z\n'


@pytest.mark.parametrize("has_changed", [False, True])
def test_no_more_than_the_item_is_read(monkeypatch: pytest.MonkeyPatch, has_changed: bool) -> None:
    """Leave the other items unread, which take seconds in files of 20,000 pieces."""
    text = "".join(f"- id: p{n}\n  name: Piece\n" for n in range(1000))
    read: list[int] = []

    def counting(part: str) -> object:
        read.append(len(part))
        return compose_tree(part)

    monkeypatch.setattr("pnp.edit.yaml_scalar.compose_tree", counting)
    done = edit_scalar(text, ValueAt(1002, 9, ("p500", "name")), "Piece", "Peace", has_changed=has_changed)
    assert isinstance(done, EditedText)
    assert done.text == text.replace("p500\n  name: Piece", "p500\n  name: Peace")
    assert read and max(read) < 50


@pytest.mark.parametrize(
    ("later", "old", "is_found"),
    [
        ("- id: new\n- {id: fox, name: Fox}\n", "Fox", True),
        ("new:\n- x\n", "Fox", False),  # gone
        ("- id: fox\n  name: Wolf\n", "Fox", False),  # changed
        ("- id: fox\n  name: Fox\n- id: fox\n  name: Fox\n", "Fox", False),  # twice
        ("- id: fox\n  name: Fox\n- id: owl\n  text: 'id: fox'\n", "Fox", True),
        ("- id: [fox\n", "Fox", None),
        ("- name: Wolf\n- name: Fox\n  of: {id: fox}\n", "Fox", False),  # of something else
    ],
)
def test_a_value_is_found_again_by_its_path(later: str, old: str, is_found: bool | None) -> None:
    done = edit_text(later, ValueAt(2, 9, ("fox", "name")), old, "Vixen", seen=PLAIN)
    if is_found:
        assert done == later.replace("Fox", "Vixen")
    elif is_found is None:
        assert done == "the file can't be read: fix what pnp check reports first"
    else:
        assert done == "the file has changed meanwhile: look at it again"
