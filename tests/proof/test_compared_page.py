"""The page: nothing of what a game or a record says is more than text on it."""

from html.parser import HTMLParser
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from tiny_game import change
from versions import CARDS, state_of, write_versioned

from pnp.build.record import BuildRecord, RecordedFace, RecordedPiece
from pnp.proof.compared_page import make_page
from pnp.proof.differences import find_differences
from pnp.proof.versions import GameVersion

OUTER = {"html", "head", "meta", "title", "style", "body"}
TAGS = OUTER | {"h1", "h2", "h3", "p", "article", "div", "figure", "figcaption", "img", "bdi", "del", "ins"}
ATTRIBUTES = {"lang", "charset", "name", "content", "http-equiv", "class", "src", "alt", "loading"}
HTML = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</bdi></style>", "&lt;b&gt;"]
NASTY = st.text() | st.sampled_from([*HTML, "\x00\x1b]8;;", "{title}"])


class Seen(HTMLParser):
    """The tags, attributes and texts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags, self.attributes, self.texts, self.sources = set[str](), set[str](), list[str](), list[str]()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.sources += [value or "" for name, value in attrs if name == "src"]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def state(title: str, *pieces: RecordedPiece) -> GameVersion:
    record = BuildRecord("1", "g", title, "1", "en", "low", (), {}, {}, {}, pieces)
    return GameVersion(title, record)


@given(title=NASTY, id=NASTY, old=NASTY, new=NASTY)
def test_texts_are_inert(title: str, id: str, old: str, new: str) -> None:
    def piece(words: str) -> RecordedPiece:
        return RecordedPiece(id, id, 1, title, (RecordedFace(id, (words,), (), (), "", "", words),))

    before, now = state(title, piece(old)), state(title, piece(new))
    seen = Seen(make_page(title, before, now, find_differences(before.record, now.record), 1))
    assert seen.tags <= TAGS and seen.attributes <= ATTRIBUTES and not seen.sources


def test_what_it_shows(tmp_path: Path) -> None:
    old, new = write_versioned(tmp_path / "old"), write_versioned(tmp_path / "new")
    change(new, CARDS, "Take a", "Take <b>one</b>")
    before, now = state_of(old), state_of(new)
    seen = Seen(make_page("Tiny: then → now", before, now, find_differences(before.record, now.record), 1))
    said = {"Tiny: then → now", "1 changed", "cards/one “First”", "words, 2 copies", "front, before", "front, now"}
    assert said - set(seen.texts) == set(), seen.texts
    assert "Take a<b>one</b> [dot]." in "".join(seen.texts)
    assert len(seen.sources) == 2 and all(source.startswith("data:image/png;base64,") for source in seen.sources)
