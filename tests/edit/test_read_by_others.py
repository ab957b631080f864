"""What an edit writes, others read as pnp does: PyYAML's own reader and libyaml, polib and gettext."""

import gettext
from io import BytesIO
from pathlib import Path
from typing import Any

import polib
import pytest
import yaml
from edited_text import edit_text
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_po_entry import CATALOGUE, COUNT, FOX, HARE, OWL
from writing_yaml import TEXTS, documents

from pnp.edit.editing import apply_edit
from pnp.edit.edits import Edit, Edited, EntryAt, ValueAt, digest
from pnp.edit.yaml_source import scalars_in
from pnp.load.sink import place_of
from pnp.localise.po import Entry, read_po
from pnp.localise.updating import po_text

ODD = st.text(
    st.sampled_from([*"ab ?:-,#&{}[]'\"\\|>%@!`\n\t", "\u2028", "\u2029", "\ufeff", "\xa0", "🦊"]), max_size=12
)
ANY = st.one_of(TEXTS, ODD, st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12))


def read_with(loader: Any, text: str) -> list[str]:
    root = yaml.compose(text, Loader=loader)
    assert root is not None
    return [value.text for value in scalars_in(root)]


@pytest.mark.nightly(examples=75)
@settings(max_examples=300)
@given(documents(), ANY, st.data())
def test_both_readers_of_yaml_read_the_same(document: str, new: str, data: st.DataObject) -> None:
    text = document.removeprefix("\ufeff")
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    assert root is not None
    chosen = data.draw(st.sampled_from([value for value in scalars_in(root) if value.path[-1] != "id"]))
    before = read_with(yaml.SafeLoader, text)
    edit = Edit(Path("x.yaml"), ValueAt(*place_of(chosen.node)), chosen.text, new, digest(document.encode()))
    done = apply_edit(document.encode(), edit)
    assert isinstance(done, Edited), done
    after = done.after.decode("utf-8-sig")
    shared = [value.node is chosen.node for value in scalars_in(root)]
    expected = [new if changes else old for old, changes in zip(before, shared, strict=True)]
    assert read_with(yaml.SafeLoader, after) == expected
    assert read_with(yaml.CSafeLoader, after) == expected


@pytest.mark.parametrize("new", ["trailing ?=1+1", "why?", "a ?b", "?"])
@pytest.mark.parametrize("old", ["{side: front}", "[front, back]"])
def test_a_question_mark_between_brackets_is_quoted(old: str, new: str) -> None:
    after = edit_text(f"a: {old}\n", old.partition("front")[0], "front", new)
    assert (
        read_with(yaml.SafeLoader, after)
        == read_with(yaml.CSafeLoader, after)
        == [new, *(["back"] if "back" in old else [])]
    )


def catalogue(text: str, folder: Path) -> list[dict[str, list[str]]]:
    """Return what polib reads in a catalogue, given as a text and as a file."""
    path = folder / "de.po"
    path.write_bytes(text.encode())
    found = [polib.pofile(given, encoding="utf-8") for given in (text, str(path))]
    return [
        {each.msgctxt: [*each.msgstr_plural.values()] or [each.msgstr] for each in file if not each.obsolete}
        for file in found
    ]


def replace_separators(text: str) -> str:
    return text.strip("\u2028\u2029").replace("\u2028", "\n").replace("\u2029", "\n")


@pytest.mark.nightly(examples=40)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ANY, st.sampled_from([FOX, OWL, HARE, COUNT]))
def test_polib_reads_what_is_saved(tmp_path: Path, new: str, at: EntryAt) -> None:
    entries = read_po(CATALOGUE.encode(), "").entries
    old = next(each for each in entries if each.context == at.context).forms[at.form]
    after = edit_text(CATALOGUE, at, old, new, "de.po")
    said = replace_separators(new)
    for found in catalogue(after, tmp_path):
        assert found[at.context][at.form] == said
        assert {**found, at.context: []} == {**catalogue(CATALOGUE, tmp_path)[0], at.context: []}


@pytest.mark.system("gettext")
@pytest.mark.parametrize("new", ["One\u2028two", "\u2029One\u2029\u2028two\u2029", 'a\\b\t"c"\nd', "\u2028\u2028x"])
def test_gettext_reads_what_is_saved(system: Any, tmp_path: Path, new: str) -> None:
    path, compiled = tmp_path / "de.po", tmp_path / "de.mo"
    text = CATALOGUE.replace("Language: de", "Content-Type: text/plain; charset=UTF-8")
    path.write_text(edit_text(text, HARE, "", new, "de.po"), encoding="utf-8")
    system("msgfmt", "-o", str(compiled), str(path))
    found = gettext.GNUTranslations(BytesIO(compiled.read_bytes())).pgettext(HARE.context, HARE.source)
    assert found == replace_separators(new)


@settings(max_examples=100)
@given(st.lists(ANY, min_size=1, max_size=3, unique=True))
def test_polib_reads_catalogues_as_they_are_written(
    tmp_path_factory: pytest.TempPathFactory, sources: list[str]
) -> None:
    header = read_po(CATALOGUE.encode(), "").header
    assert header is not None
    entries = [
        Entry(context=f"c{number}", source=f"x{source}", forms=(source,)) for number, source in enumerate(sources)
    ]
    path = tmp_path_factory.mktemp("po") / "de.po"
    path.write_bytes(po_text(header, entries).encode())
    found = [(each.msgctxt, each.msgid, each.msgstr) for each in polib.pofile(str(path), encoding="utf-8")]
    assert found == [(each.context, each.source, each.forms[0]) for each in entries]
