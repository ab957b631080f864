"""A translation in a catalogue: one line where that is enough, no longer doubted, everything else as it was."""

from pathlib import Path

import pytest
from edited_text import edit_text
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.edit.editing import apply_edit
from pnp.edit.edits import Edit, Edited, EntryAt, digest
from pnp.localise.po import read_po

CATALOGUE = """\
msgid ""
msgstr "Language: de\\n"

# A word of the translator's.
#. name of cards/fox
#: cards.yaml:3
#, fuzzy, no-wrap
#| msgid "Old fox"
msgctxt "cards.fox.name"
msgid "Fox"
msgstr "Alter Fuchs"

#, fuzzy
msgctxt "cards.owl.name"
msgid "Owl"
msgstr "Kauz"
msgctxt "cards.hare.name"
msgid "Hare"
msgstr ""

#, c-format
msgctxt "rule:count.say"
msgid "Take one."
msgid_plural "Take {n}."
msgstr[0] "Nimm eine."
msgstr[1] ""
"Nimm "
"{n}."

#~ msgctxt "gone"
#~ msgid "Gone"
#~ msgstr "Weg"
"""
FOX, OWL = EntryAt("cards.fox.name", "Fox"), EntryAt("cards.owl.name", "Owl")
HARE, COUNT = EntryAt("cards.hare.name", "Hare"), EntryAt("rule:count.say", "Take one.", "Take {n}.")


def edit(at: EntryAt, old: str, new: str, text: str = CATALOGUE) -> str:
    return edit_text(text, at, old, new, "de.po")


def test_a_translation_that_is_saved_is_settled() -> None:
    expected = CATALOGUE.replace("#, fuzzy, no-wrap\n", "#, no-wrap\n").replace('#| msgid "Old fox"\n', "")
    assert edit(FOX, "Alter Fuchs", 'Der "Fuchs"') == expected.replace("Alter Fuchs", 'Der \\"Fuchs\\"')
    assert edit(FOX, "Alter Fuchs", "Alter Fuchs") == expected
    assert edit(FOX._replace(settled=False), "Alter Fuchs", "Fuchs") == CATALOGUE.replace("Alter Fuchs", "Fuchs")
    assert edit(FOX, "Alter Fuchs", "") == CATALOGUE.replace('"Alter Fuchs"', '""')


def test_an_entry_right_before_the_next_one() -> None:
    expected = CATALOGUE.replace('#, fuzzy\nmsgctxt "cards.owl', 'msgctxt "cards.owl').replace('"Kauz"', '"Eule"')
    assert edit(OWL, "Kauz", "Eule") == expected
    assert edit(HARE, "", "Hase") == CATALOGUE.replace('"Hare"\nmsgstr ""', '"Hare"\nmsgstr "Hase"')


def test_one_of_several_forms() -> None:
    assert edit(COUNT, "Nimm eine.", "Eine.") == CATALOGUE.replace("Nimm eine.", "Eine.")
    after = edit(COUNT._replace(form=1), "Nimm {n}.", "Nimmt {n}.")
    assert after == CATALOGUE.replace('msgstr[1] ""\n"Nimm "\n"{n}."\n', 'msgstr[1] "Nimmt {n}."\n')
    third = edit(COUNT._replace(form=2), "", "Nehmt {n}.")
    assert third == CATALOGUE.replace('"{n}."\n', '"{n}."\nmsgstr[2] "Nehmt {n}."\n')


def test_a_long_text_is_wrapped_as_gettext_does() -> None:
    long = "Ein Hase, der über viele Felder läuft und dann noch über sehr viele weitere Felder, bis er ruht."
    lines = [
        'msgstr ""',
        '"Ein Hase, der über viele Felder läuft und dann noch über sehr viele weitere "',
        '"Felder, bis er ruht."',
    ]
    expected = CATALOGUE.replace('"Hare"\nmsgstr ""', '"Hare"\n' + "\n".join(lines))
    assert edit(HARE, "", long) == expected
    two = edit(HARE, "", "Ein\nHase")
    assert two == CATALOGUE.replace('"Hare"\nmsgstr ""', '"Hare"\nmsgstr ""\n"Ein\\n"\n"Hase"')


def test_nor_where_the_catalogue_does_not_wrap() -> None:
    text = f'msgid "{"long " * 30}"\nmsgstr ""\n'
    after = edit(EntryAt("", "long " * 30), "", "lang " * 30, text)
    assert after == f'msgid "{"long " * 30}"\nmsgstr "{"lang " * 30}"\n'


@pytest.mark.parametrize(
    ("at", "old", "why"),
    [
        (EntryAt("cards.cat.name", "Cat"), "", "the catalogue doesn't have the entry: pnp translate update brings it"),
        (
            EntryAt("cards.fox.name", "Vixen"),
            "",
            "the catalogue doesn't have the entry: pnp translate update brings it",
        ),
        (EntryAt("gone", "Gone"), "Weg", "the catalogue doesn't have the entry: pnp translate update brings it"),
        (FOX, "Fuchs", "the translation has changed meanwhile: look at it again"),
        (COUNT._replace(form=3), "", "the entry has 2 forms: pnp translate update brings those that it lacks"),
        (FOX._replace(form=1), "", "the entry has 1 forms: pnp translate update brings those that it lacks"),
    ],
)
def test_refused(at: EntryAt, old: str, why: str) -> None:
    assert edit(at, old, "neu") == why


def test_a_catalogue_that_is_broken_there() -> None:
    torn = 'msgctxt "a"\nmsgid "A"\nmsgstr "half\n'
    assert (
        edit(EntryAt("a", "A"), "", "x", torn) == "the catalogue can't be read at line 3: the closing quote is missing"
    )
    twice = 'msgctxt "a"\nmsgid "A"\nmsgstr ""\n\n' * 2
    assert edit(EntryAt("a", "A"), "", "x", twice) == "the entry is there twice, in lines 1 and 5: delete one"


@pytest.mark.parametrize(
    "wrong", [['msgstr "other"'], ['msgstr "Hase'], ['msgstr "Hase"', "", "# c"], ["# c", 'msgstr "Hase"']]
)
def test_what_does_not_read_as_asked_is_not_written(monkeypatch: pytest.MonkeyPatch, wrong: list[str]) -> None:
    monkeypatch.setattr("pnp.edit.editing.quote_lines", lambda *_: wrong)
    refused = "the translation can't be written there without changing something else"
    assert edit(HARE, "", "Hase") == refused


def test_translations_are_found_whatever_else_has_changed() -> None:
    assert edit_text(CATALOGUE, HARE, "", "Hase", "de.po", seen="other").count('msgstr "Hase"') == 1


TEXTS = st.text(st.sampled_from([*'ab \t\n"\\#,~', "é", "🦊", "ו", "\u0301"]), max_size=120)


@settings(max_examples=200)
@given(TEXTS, st.integers(0, 4), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\ufeff"]), st.booleans())
def test_one_translation_changes_and_nothing_else(new: str, which: int, ending: str, mark: str, is_open: bool) -> None:
    obsolete = CATALOGUE.index("\n#~")
    text = mark + (CATALOGUE[: obsolete - 1] if is_open else CATALOGUE).replace("\n", ending)
    before = read_po(text.encode(), "de.po")
    at = [FOX, OWL, HARE, COUNT, COUNT._replace(form=1)][which]
    entry = next(each for each in before.entries if each.context == at.context)
    done = apply_edit(text.encode(), Edit(Path("de.po"), at, entry.forms[at.form], new, digest(text.encode())))
    assert isinstance(done, Edited), done
    after = read_po(done.after, "de.po")
    assert not after.problems
    assert [each.forms for each in after.entries] == [
        tuple(new if (each is entry and n == at.form) else form for n, form in enumerate(each.forms))
        for each in before.entries
    ]
    others = [lines for each, lines in before.written.items() if each is not entry]
    assert [lines for each, lines in after.written.items() if each.key != entry.key] == others
    assert done.after.count(b"\r\n") == (done.after.count(b"\n") if ending == "\r\n" else 0)
    assert done.after.startswith(mark.encode()) and done.after.endswith(b"\n") == text.endswith("\n")
