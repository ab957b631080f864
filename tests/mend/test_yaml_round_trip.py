"""Whatever a document and a new text: it reads as asked, all else as before, and no other byte changes."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from writing_yaml import TEXTS, documents

from pnp.load.files import Source
from pnp.load.yaml_nodes import compose
from pnp.mend.edit import Edit, Mended, ValueAt, digest
from pnp.mend.mending import mend
from pnp.mend.yaml_tree import YamlValue, values_in
from pnp.model.values import Poison


def read(data: bytes) -> list[YamlValue]:
    root = compose(Source("x", data.decode("utf-8-sig")), [])
    assert not isinstance(root, Poison), root
    return list(values_in(root))


@settings(max_examples=300, deadline=None)
@given(documents(), TEXTS, st.data())
def test_one_text_changes_and_nothing_else(document: str, new: str, data: st.DataObject) -> None:
    before = document.encode()
    values = read(before)
    number = data.draw(st.integers(0, len(values) - 1))
    chosen = values[number]
    start, end = chosen.node.start_mark, chosen.node.end_mark
    at = ValueAt(start.line + 1, start.column + 1)
    done = mend(before, Edit(Path("x.yaml"), at, chosen.text, new, digest(before)))
    assert isinstance(done, Mended), done
    after = read(done.after)
    expected = [(value.path, value.text) for value in values]
    if chosen.path[-1] == "id":
        return
    expected[number] = (chosen.path, new)
    assert [(value.path, value.text) for value in after] == expected
    text = document.removeprefix("\ufeff")
    head, tail = text[: start.index].encode(), text[end.index :].encode()
    assert done.after.removeprefix(b"\xef\xbb\xbf").startswith(head)
    assert done.after.endswith(tail)
    if new == chosen.text:
        assert done.after == before
    if b"\r\n" in before:
        assert done.after.count(b"\r\n") == done.after.count(b"\n")
