"""Card text is read in one room: what others make of a text fits what is printed of it, and none knows its signs."""

import ast
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.cardtext.braces import mask_holes
from pnp.cardtext.icons import ICON_CHARACTER, icon_names, write_tag
from pnp.cardtext.marks import count_emphasis, printed_text, read_marks
from pnp.cli.commands.setup import _plain
from pnp.layout.filters import cases
from pnp.load.kinds import ID
from pnp.localise.edition import accent
from pnp.rules.expressions.functions import FILTERS

PACKAGE = Path(__file__).parents[1] / "pnp"

texts = st.text("ab1 *[]\\-:\n", max_size=20).map(lambda text: text.replace("1", "[coin]"))


class Unbounded:
    """Work without an end."""

    def spend(self, steps: int) -> None:
        pass


@settings(max_examples=200)
@given(texts)
def test_rules_count_the_characters_that_print(text: str) -> None:
    count, _, _ = FILTERS["characters"]
    assert count(Unbounded(), text) == len(printed_text(text))


@settings(max_examples=200)
@given(texts)
def test_templates_change_letters_and_no_icon(text: str) -> None:
    made = cases("en")["upper"](text)
    assert read_marks(made) == tuple(
        [bit if bit.icon else bit._replace(text=bit.text.upper()) for bit in read_marks(text)]
    )


@settings(max_examples=200)
@given(texts)
def test_a_language_made_from_the_source_emphasises_as_much_and_has_the_same_icons(text: str) -> None:
    made, source = mask_holes(accent(text)), mask_holes(text)
    assert (icon_names(made), count_emphasis(made)) == (icon_names(source), count_emphasis(source))


@settings(max_examples=200)
@given(texts)
def test_a_terminal_is_told_what_prints(text: str) -> None:
    assert _plain(text) == "".join([bit.icon or bit.text for bit in read_marks(text)])


@settings(max_examples=200)
@given(st.from_regex("[a-z0-9][a-z0-9-]{0,9}", fullmatch=True).filter(ID.fits))
def test_texts_can_name_whatever_a_game_calls_an_icon(id: str) -> None:
    assert icon_names(write_tag(id)) == [id]


def test_no_other_room_knows_how_icons_and_marks_are_written() -> None:
    signs = (ICON_CHARACTER, "\\[[a-z0-9]", "\\[([a-z0-9]", "\\*\\*", "\\*{1,3}", "\\*+")
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.parent.name == "cardtext" and path.parent.parent == PACKAGE:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                wrong += [f"{path.name}:{node.lineno}: {sign!r}" for sign in signs if sign in node.value]
    assert not wrong, "\n".join(wrong)
