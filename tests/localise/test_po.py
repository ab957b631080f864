"""PO files read and written: nothing is lost, nothing wrong is passed over."""

import io

import pytest
from babel.messages.pofile import read_po as babel_read
from compiled import compiled
from facts import list_facts
from hypothesis import example, given, settings
from hypothesis import strategies as st
from system_programs import System

from pnp.localise.catalogue import new_header
from pnp.localise.po import MAX_BYTES, Entry, read_po
from pnp.localise.updating import po_text
from pnp.model.problem import LimitError

FORMS = {"de": 2, "pl": 3, "ar": 6, "ja": 1, "pt-BR": 2}  # language → plural forms
HEADER = 'msgid ""\nmsgstr "Language: de\\n"\n\n'


def wrong(text: str | bytes) -> list[str]:
    data = text if isinstance(text, bytes) else text.encode()
    return list_facts(read_po(data, "de.po").problems)


def test_all_parts_of_an_entry() -> None:
    text = """\
# A translator's word.
#, fuzzy, c-format
#. name of cards/fox
#: cards.yaml:3
#: cards.yaml:9
#| msgid "Old fox"
msgctxt "cards.fox.name"
msgid ""
"Fox and "
"\\"hound\\"\\n"
msgid_plural "Foxes"
msgstr[0] "Fuchs"
msgstr[1] "Füchse"

#~ msgctxt "gone"
#~ msgid "Gone"
#~ msgstr "Weg"
"""
    found = read_po(text.encode(), "de.po")
    assert found.problems == []
    fox, gone = found.entries
    assert fox == Entry(
        *("cards.fox.name", 'Fox and "hound"\n', ("Fuchs", "Füchse"), "Foxes", 7, 12),
        lines=(12, 13),
        comments=(" A translator's word.",),
        notes=("name of cards/fox",),
        references=("cards.yaml:3", "cards.yaml:9"),
        flags=("fuzzy", "c-format"),
        previous=('msgid "Old fox"',),
    )
    assert (gone.source, gone.forms, gone.obsolete, gone.line) == ("Gone", ("Weg",), True, 15)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_any_line_ending_and_a_byte_order_mark(ending: str) -> None:
    text = "\ufeff" + f'{HEADER}msgid "a"\nmsgstr "b"\n'.replace("\n", ending)
    found = read_po(text.encode(), "de.po")
    assert found.problems == []
    assert [(entry.source, entry.forms, entry.says) for entry in found.entries] == [("a", ("b",), 5)]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ('msgid "a"', "de.po:4 PNP600 missing=msgstr"),
        (
            'msgid "a"\nmsgstr "half a tex',
            "de.po:5:8 PNP600",
        ),
        ('msgid "a"\n\nmsgid "b"\nmsgstr ""\n', "de.po:4 PNP600 missing=msgstr"),
        ('msgctxt "c"\nmsgstr ""\n', "de.po:5:1 PNP600 keyword=msgstr before=msgctxt"),
        ('msgid "a"\nmsgstr "say "yes""\n', "de.po:5:8 PNP600"),
        ('msgid "a"\nmsgstr yes\n', "de.po:5:8 PNP600"),
        ('msgid "a"\nmsgstr \n', "de.po:5:7 PNP600"),
        ('msgid "a"\nmsgstr "\\q"\n', "de.po:5:9 PNP600 escape=\\q"),
        ('msgid "a"\nmsgstr "b"\nyes\n', "de.po:6:1 PNP600 text=yes"),
        ('"lost"\n', 'de.po:4:1 PNP600 text="lost"'),
        ('msgid "a"\nmsgid "b"\nmsgstr ""\n', "de.po:5:1 PNP600 keyword=msgid"),
        (
            'msgid "a"\nmsgid_plural "b"\nmsgstr[1] ""\n',
            "de.po:6:1 PNP600 keyword=msgstr[1] expected=msgstr[0]",
        ),
        (
            'msgid "a"\nmsgstr "b"\n# and then?\n',
            "de.po:6 PNP600 said='and then?'",
        ),
        (
            'msgid "a"\nmsgstr "b"\n\n#: cards.yaml:3\n',
            "de.po:7 PNP600 said=cards.yaml:3",
        ),
        (
            'msgid "a"\nmsgstr "b"\n\n# and th',
            "de.po:7 PNP600 said='and th'",
        ),
        (
            'msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n',
            "de.po:7 PNP602 ~origin=de.po:4",
        ),
        (
            'msgctxt "c"\nmsgid "a"\nmsgstr "b"\n\nmsgctxt "c"\nmsgid "a"\nmsgstr "c"\n',
            "de.po:8 PNP602 context=c ~origin=de.po:4",
        ),
        ('msgid ""\nmsgstr ""\n', "de.po:4 PNP602 ~origin=de.po:1"),
    ],
)
def test_what_cannot_be_read(lines: str, expected: str) -> None:
    assert wrong(HEADER + lines) == [expected]


def test_everything_at_once() -> None:
    text = f'{HEADER}msgid "a\nmsgstr "x"\n\nmsgid "b"\nmsgstr "y"\n\nmsgstr "z"\n'
    assert [line.partition(" ")[0] for line in wrong(text)] == ["de.po:4:7", "de.po:10:1"]
    assert [entry.source for entry in read_po(text.encode(), "de.po").entries] == ["b"]


def test_another_charset() -> None:
    data = (HEADER + 'msgid "a"\nmsgstr "Münze"\n').encode("latin-1")
    assert wrong(data) == ["de.po:5:10 PNP601 byte=0xFC"]
    assert wrong(HEADER.encode("utf-16")) == ["de.po:1:1 PNP601 byte=0xFF"]


WHOLE = f"""{HEADER}# Said by a translator.
#. name of cards/a
#: cards.yaml:3
#, fuzzy
#| msgid "Old fox"
msgctxt "cards.a.name"
msgid "Fox and "
"hound"
msgid_plural "Foxes and hounds"
msgstr[0] "Fuchs"
msgstr[1] "Füchse"

#~ msgctxt "gone"
#~ msgid "Gone"
#~ msgstr "Weg"
"""


def test_a_file_cut_off_anywhere_has_one_fault() -> None:
    """Or none, where an entry ends that could be the last."""
    last_lines = set()
    for end in range(len(HEADER), len(WHOLE) + 1):
        found = read_po(WHOLE[:end].encode(), "de.po")
        if found.problems:
            assert found.problems == [found.torn], WHOLE[:end]
        else:
            last_lines.add(WHOLE[:end].rstrip("#~ \n").splitlines()[-1])
    assert last_lines == {'msgstr "Language: de\\n"', 'msgstr[0] "Fuchs"', 'msgstr[1] "Füchse"', '#~ msgstr "Weg"'}


def test_entries_that_cannot_be_read_are_known_by_name() -> None:
    found = read_po(
        f'{HEADER}msgctxt "cards.a.name"\nmsgid "a\nmsgstr "x"\n\nmsgid "b"\nmsgstr "y"\n'.encode(), "de.po"
    )
    first = found.problems[0]
    assert (found.torn, found.unreadable) == (None, {"cards.a.name": first})


def test_spans_end_behind_what_is_wrong() -> None:
    lines = 'msgid "a" b\nmsgstr[01] "b"\nmsgid[1] "x"\nyes no\nmsgstr "say \\q."\nmsgstr  half\n'
    said = lines.split("\n")
    spans = [problem.span for problem in read_po(lines.encode(), "de.po").problems]
    assert [said[each.line - 1][each.column - 1 : each.end - 1] for each in spans] == [
        '"a" b',
        "msgstr[01]",
        "msgid[1]",
        "yes no",
        "msgstr",
        "\\q",
        "msgstr",
        "half",
    ]


def test_too_large() -> None:
    with pytest.raises(LimitError, match=r"de\.po: a catalogue of more than 64 MB"):
        read_po(b"\n" * (MAX_BYTES + 1), "de.po")


texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"], include_characters="\n\t"), max_size=120)
words = texts.filter(lambda text: bool(text.strip()))
entries = st.lists(
    st.builds(
        lambda context, source, said, **more: Entry(context, source, (said,), **more),
        st.from_regex(r"[a-z]{1,8}(\.[a-z]{1,8}){0,3}", fullmatch=True),
        words,
        texts,
        comments=st.lists(st.from_regex(r" [a-z]([ a-z]{0,20}[a-z])?", fullmatch=True), max_size=2).map(tuple),
        flags=st.sampled_from([(), ("fuzzy",)]),
        obsolete=st.booleans(),
    ),
    unique_by=lambda entry: entry.key[:2],
    max_size=8,
)


@pytest.mark.nightly(examples=15)
@given(entries)
@settings(max_examples=60)
def test_what_is_written_is_read_again_by_us_and_by_babel(made: list[Entry]) -> None:
    made = [entry for entry in made if not entry.obsolete] + [entry for entry in made if entry.obsolete]
    text = po_text(new_header("de", "Game", "2024-01-01 00:00+0000"), made)
    found = read_po(text.encode(), "de.po")
    assert found.problems == []
    assert [entry._replace(line=0, says=0, lines=()) for entry in found.entries] == made
    assert found.header is not None
    assert po_text(found.header, found.entries) == text
    catalogue = babel_read(io.BytesIO(text.encode()), locale="de", abort_invalid=True)
    said = {(message.context, message.id): message.string for message in catalogue if message.id}
    assert said == {(entry.context, entry.source): entry.forms[0] for entry in made if not entry.obsolete}


REWRAPPED = f"""{HEADER}# Said by
#   a translator.
#. name of cards/a,
#. the fox
#: cards.yaml:3 cards.yaml:4
#, no-wrap ,fuzzy
msgctxt ""
"cards.a.name"
msgid "Fox"  
  " and hound"
msgstr ""
"Fuchs "
"und Hund"

#  later
msgid "Hen"
msgstr "Huhn"

#~  msgid "Gone"
#~msgstr ""
#~ "We"
#~ "g\\n"
"""


def test_what_has_not_changed_keeps_its_lines() -> None:
    found = read_po(REWRAPPED.encode(), "de.po")
    assert found.problems == [] and found.header is not None
    assert po_text(found.header, found.entries, found.written) == REWRAPPED
    fox, *others = found.entries
    changed = po_text(found.header, [fox._replace(forms=("Fuchs",)), *others], found.written)
    assert changed.endswith(REWRAPPED[REWRAPPED.index("#  later") :])
    assert '\nmsgctxt ""\n"cards.a.name"\nmsgid "Fox"\n" and hound"\nmsgstr "Fuchs"\n' in changed


shapes = st.lists(
    st.sampled_from(["word", "a", " ", "  ", "\n", "\t", '"', "\\", "-", "，", "x" * 90, "é"]), max_size=60
)


@given(shapes.map("".join), shapes.map("".join))
@example("", f"{'abcd ' * 18}{'x' * 11}\n")
@settings(max_examples=300)
def test_what_is_obsolete_comes_back_as_it_was(source: str, said: str) -> None:
    made = Entry("a", f"{source}.", (said,), f"{said}!", obsolete=True, previous=('msgid "b"',))
    text = po_text(new_header("de", "Game", "2024-01-01 00:00+0000"), [made])
    (found,) = read_po(text.encode(), "de.po").entries
    assert found._replace(line=0, says=0, lines=()) == made
    assert max(map(len, text.split("\n"))) <= 79 or "x" * 76 in text


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=40))
@settings(max_examples=100)
def test_control_characters_are_written_by_name(text: str) -> None:
    made = Entry("a", "x", (f"{text}\a1\x1b2\x7f",))
    written = po_text(new_header("de", "Game", "2024-01-01 00:00+0000"), [made])
    assert '\\a1\\0332\\177"' in written
    assert not [each for each in written if (each < " " or each == "\x7f") and each != "\n"]
    found = read_po(written.encode(), "de.po")
    assert found.problems == [] and found.entries[0].forms == made.forms


@given(st.binary(max_size=300))
@settings(max_examples=100)
def test_no_bytes_are_too_much(data: bytes) -> None:
    assert {problem.span.file for problem in read_po(data, "de.po").problems} <= {"de.po"}


@given(st.lists(st.sampled_from(['msgid "a"', 'msgstr "b"', "#~ msgid", '"x"', "#, fuzzy", "", 'msgstr[1] "', "#|"])))
@settings(max_examples=100)
def test_no_lines_are_too_much(lines: list[str]) -> None:
    assert {problem.span.file for problem in read_po("\n".join(lines).encode(), "de.po").problems} <= {"de.po"}


def first_header(language: str) -> bytes:
    return po_text(new_header(language, "Game 1", "2024-01-01 00:00+0000"), ()).encode()


@pytest.mark.parametrize(("language", "forms"), FORMS.items())
def test_python_takes_a_new_header(language: str, forms: int) -> None:
    loaded = compiled(first_header(language))
    assert loaded.info()["language"].replace("_", "-") == language
    assert {loaded.plural(number) for number in range(1000)} == set(range(forms))


@pytest.mark.system("gettext")
def test_msgfmt_takes_a_new_header(system: System) -> None:
    for language in FORMS:
        assert system("msgfmt", "--check", "-o", "/dev/null", "-", given=first_header(language)).stderr == b"", language
