"""Every text of the games that come with pnp, in both languages, replaced by others: it says what was asked."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from nightly import every

from pnp.build.loading import load_game
from pnp.edit.editing import apply_edit
from pnp.edit.edits import Edit, Edited, EntryAt, ValueAt, digest
from pnp.edit.yaml_source import YamlScalar, compose_tree, scalars_in
from pnp.io.project import Project, list_games
from pnp.localise.messages import messages_of
from pnp.localise.po import read_po

REPOSITORY = Path(__file__).parents[2]
PROJECT = Project(REPOSITORY, REPOSITORY)
FILES = sorted(path for path in (REPOSITORY / "card_data").rglob("*.yaml") if "schema" not in path.parts)
CATALOGUES = sorted((REPOSITORY / "card_data").rglob("*.po"))
AWKWARD = (
    lambda text: f"{text} {text} {text}",
    lambda text: f'"{text}": it\'s, [so] {{they}} say - #1 & *more*',
    lambda text: f"  {text}\t ",
    lambda text: f"{text[::-1]}",
)


def read(text: str) -> list[YamlScalar]:
    tree = compose_tree(text)
    assert tree is not None
    return list(scalars_in(tree[0]))


@pytest.mark.parametrize("path", every(8, FILES), ids=[path.relative_to(REPOSITORY).as_posix() for path in FILES])
def test_every_value_of_a_file(path: Path) -> None:
    """Replace each value by itself, and some, spread over the file, by the awkward texts."""
    data = path.read_bytes()
    text, seen = data.decode(), digest(data)
    before = read(text)
    texts = [(value.path, value.text) for value in before]
    for number, value in enumerate(before):
        mark = value.node.start_mark
        at = ValueAt(mark.line + 1, mark.column + 1)
        same = apply_edit(data, Edit(path, at, value.text, value.text, seen))
        assert isinstance(same, Edited) and same.after == data
        if value.path[-1] == "id" or number % step(len(before)):
            continue
        new = AWKWARD[number % len(AWKWARD)](value.text)
        done = apply_edit(data, Edit(path, at, value.text, new, seen))
        assert isinstance(done, Edited), (at, new, done)
        after = [(each.path, each.text) for each in read(done.after.decode())]
        shared = {n for n, each in enumerate(before) if each.node is value.node}
        assert after == [(p, new if n in shared else said) for n, (p, said) in enumerate(texts)]
        end = value.node.end_mark.index
        assert done.after.decode().startswith(text[: mark.index]) and done.after.decode().endswith(text[end:])


def step(count: int) -> int:
    """Return the distance of values that are changed; over all games it is each style many times."""
    return 1 + count // 15


@pytest.mark.parametrize(
    "path", every(3, CATALOGUES), ids=[path.relative_to(REPOSITORY).as_posix() for path in CATALOGUES]
)
def test_every_translation(path: Path) -> None:
    text = path.read_text("utf-8")
    head, *blocks = text.split("\n\n")
    for block in blocks:  # each by itself: reading all of them a thousand times takes minutes
        data = f"{head}\n\n{block.rstrip()}\n".encode()
        for entry in read_po(data, "x.po").entries:
            if entry.obsolete:
                continue
            for form, said in enumerate(entry.forms):
                at = EntryAt(*entry.key, form)
                assert apply_edit(data, Edit(path, at, said, said, "")) == Edited(data, data)
                for change in AWKWARD:
                    done = apply_edit(data, Edit(path, at, said, change(said), ""))
                    assert isinstance(done, Edited), (at, done)
                    (after,) = read_po(done.after, "x.po").entries
                    assert after.forms[form] == change(said)
                    assert after._replace(forms=entry.forms, lines=entry.lines) == entry


def edits_of(game: str) -> Iterator[tuple[str, Edit]]:
    """Yield an edit for each text of a game as its proof page shows it."""
    loaded, _ = load_game(PROJECT, game)
    assert loaded is not None
    for message in messages_of(loaded):
        if message.span.line and message.context.partition(".")[0] in loaded.components:
            path = REPOSITORY / message.span.file
            yield (
                message.context,
                Edit(path, ValueAt.from_span(message.span), message.text, "Changed: x", digest(path.read_bytes())),
            )


@pytest.mark.parametrize("game", list_games(PROJECT))
def test_places_that_a_game_knows_are_those_of_its_texts(game: str) -> None:
    every = list(edits_of(game))
    assert every
    for context, edit in every[:: 1 + len(every) // 60]:
        done = apply_edit(edit.file.read_bytes(), edit)
        assert isinstance(done, Edited) or "shared" in done.why, (context, edit, done)
