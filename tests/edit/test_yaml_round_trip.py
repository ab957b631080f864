"""Whatever a document and a new text: it reads as asked, all else as before, and no other byte changes."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from writing_yaml import SIMPLE, TEXTS, documents

from pnp.edit.editing import apply_edit
from pnp.edit.edits import Edit, Edited, ValueAt, digest
from pnp.edit.yaml_source import YamlScalar, scalars_in
from pnp.load.sink import place_of
from pnp.load.yaml_nodes import Source, compose


def read(data: bytes) -> list[YamlScalar]:
    root = compose(Source("x", data.decode("utf-8-sig")), [])
    return list(scalars_in(root))


@pytest.mark.nightly(examples=75)
@settings(max_examples=300)
@given(documents(), TEXTS, st.data())
def test_one_text_changes_and_nothing_else(document: str, new: str, data: st.DataObject) -> None:
    before = document.encode()
    values = read(before)
    number = data.draw(st.integers(0, len(values) - 1))
    chosen = values[number]
    start, end = chosen.node.start_mark, chosen.node.end_mark
    at = ValueAt(*place_of(chosen.node))
    done = apply_edit(before, Edit(Path("x.yaml"), at, chosen.text, new, digest(before)))
    assert isinstance(done, Edited), done
    if chosen.path[-1] != "id":  # paths follow ids
        shared = [value.node is chosen.node for value in values]
        expected = [(value.path, new if changes else value.text) for value, changes in zip(values, shared, strict=True)]
        assert [(value.path, value.text) for value in read(done.after)] == expected
        assert done.places == sum(shared)
    text = document.removeprefix("\ufeff")
    head, tail = text[: start.index].encode(), text[end.index :].encode()
    assert done.after.removeprefix(b"\xef\xbb\xbf").startswith(head)
    assert done.after.endswith(tail)
    if new == chosen.text:
        assert done.after == before
    if b"\r\n" in before:
        assert done.after.count(b"\r\n") == done.after.count(b"\n")


@pytest.mark.nightly(examples=25)
@settings(max_examples=100)
@given(documents(), SIMPLE, st.data())
def test_a_simple_text_keeps_the_style(document: str, new: str, data: st.DataObject) -> None:
    before = document.encode()
    values = read(before)
    number = data.draw(st.integers(0, len(values) - 1))
    chosen = values[number]
    done = apply_edit(before, Edit(Path("x.yaml"), ValueAt(*place_of(chosen.node)), chosen.text, new, digest(before)))
    assert isinstance(done, Edited), done
    after = read(done.after)[number].node
    assert (after.value.rstrip("\n"), after.style) == (new, chosen.node.style)


@pytest.mark.nightly(examples=25)
@settings(max_examples=100)
@given(documents(), TEXTS, TEXTS, st.data())
def test_a_second_editor_finds_what_a_first_has_moved(document: str, one: str, two: str, data: st.DataObject) -> None:
    """Keep what another editor of the same file wrote."""
    before = document.encode()
    values = [value for value in read(before) if value.path[-1] not in ("id", "alias", "0")]
    first, second = data.draw(st.sampled_from(values)), data.draw(st.sampled_from(values))
    if first.node is second.node:
        return
    places = [
        ValueAt(each.node.start_mark.line + 1, each.node.start_mark.column + 1, each.path) for each in (first, second)
    ]
    done = apply_edit(before, Edit(Path("x.yaml"), places[0], first.text, one, digest(before)))
    assert isinstance(done, Edited), done
    again = apply_edit(done.after, Edit(Path("x.yaml"), places[1], second.text, two, digest(before)))
    assert isinstance(again, Edited), again
    after = {value.path: value.text for value in read(again.after)}
    assert (after[first.path], after[second.path]) == (one, two)
