"""What has changed on a piece, and why: two folders that differ in one thing."""

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tiny_game import change, write
from versions import CARDS, DOT, FRONT, GAME, Told, differences_between, in_short, state_of, write_versioned

from pnp.build.record import encode_record
from pnp.proof.differences import find_differences

STYLE = "layouts/tiny/style.yaml"
ALL_CARDS = ("cards/one", "cards/two", "cards/three")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return write_versioned(tmp_path / "old")


@pytest.fixture
def new(old: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(old, tmp_path / "new"))


@pytest.fixture
def compare_games(old: Path, new: Path) -> Told:
    """Return a function that describes the changes in short: `cards/one changed: words; 2 → 3`."""

    def compare(**options: object) -> list[str]:
        return [in_short(each) for each in differences_between(old, new, **options)]

    return compare


def test_nothing(compare_games: Told) -> None:
    assert compare_games() == []


def test_a_word(new: Path, compare_games: Told) -> None:
    change(new, CARDS, "Take a", "Take one")
    assert compare_games() == ["cards/one changed: words"]


def test_a_word_that_makes_other_lines(new: Path, compare_games: Told) -> None:
    change(new, CARDS, "Take a [dot].", f"{'Take a [dot]. ' * 12}")
    assert compare_games() == ["cards/one changed: words, pictures"]


def test_an_icon(new: Path, compare_games: Told) -> None:
    change(new, DOT, 'r="5"', 'r="4"')
    assert compare_games() == ["cards/one changed: pictures", "coins/coins changed: pictures"]


def test_an_icon_with_another_colour_of_its_own(new: Path, compare_games: Told) -> None:
    change(new, DOT, "<circle", '<circle fill="#ff0000"')
    assert compare_games() == ["cards/one changed: pictures", "coins/coins changed: pictures"]


def test_a_picture(old: Path, new: Path, compare_games: Told) -> None:
    from PIL import Image

    for root, colour in ((old, "#112233"), (new, "#332211")):
        change(root, FRONT, "</face>", '<image href="art/sky.png" x="4" y="40" w="9" h="9"/></face>')
        Image.new("RGB", (8, 8), colour).save(root / "card_data/tiny/art/sky.png")
    assert compare_games() == [f"{card} changed: pictures" for card in ALL_CARDS]


def test_a_colour_of_a_shape(new: Path, compare_games: Told) -> None:
    change(new, "layouts/tiny/back.xml.j2", "#dddddd", "#eeeeee")
    assert compare_games() == [f"{card} changed: looks" for card in ALL_CARDS]


def test_a_colour_of_a_text(new: Path, compare_games: Told) -> None:
    change(new, FRONT, 'of="name"', 'of="name" fill="#330000"')
    assert compare_games() == [f"{card} changed: looks" for card in ALL_CARDS]


def test_a_colour_of_an_icon(old: Path, new: Path, compare_games: Told) -> None:
    for root in (old, new):
        change(root, DOT, "<circle", '<circle fill="currentColor"')
    change(new, "layouts/tiny/coin.xml.j2", 'size="8"', 'size="8" fill="#990000"')
    assert compare_games() == ["coins/coins changed: looks"]


def test_a_gradient(old: Path, new: Path, compare_games: Told) -> None:
    for root, colour in ((old, "#ffffff"), (new, "#eeeeee")):
        stops = f'<stop offset="0" stop-color="#cccccc"/><stop offset="1" stop-color="{colour}"/>'
        ground = f'<defs><linearGradient id="sky">{stops}</linearGradient></defs><rect w="20" h="20" fill="url(#sky)"/>'
        change(
            root,
            "layouts/tiny/coin.xml.j2",
            "<face>",
            f"<face>{ground.replace(' w=', ' width=').replace(' h=', ' height=')}",
        )
    assert compare_games() == ["coins/coins changed: looks"]


def test_the_place_of_a_text(new: Path, compare_games: Told) -> None:
    change(new, FRONT, 'of="name" x="4"', 'of="name" x="5"')
    assert compare_games() == [f"{card} changed: looks" for card in ALL_CARDS]


def test_the_size_of_a_text(new: Path, compare_games: Told) -> None:
    change(new, FRONT, 'of="name"', 'of="name" size="7"')
    assert compare_games() == [f"{card} changed: looks" for card in ALL_CARDS]


def test_the_size_of_a_piece(new: Path, compare_games: Told) -> None:
    change(new, GAME, "20mm", "21mm")
    assert compare_games() == ["coins/coins changed: looks"]


def test_another_font(new: Path, compare_games: Told) -> None:
    change(new, FRONT, 'of="name"', 'of="name" font="title"')
    assert compare_games() == [f"{card} changed: fonts" for card in ALL_CARDS]


def test_a_word_and_a_colour(new: Path, compare_games: Told) -> None:
    change(new, CARDS, "Take a", "Take one")
    change(new, FRONT, 'of="name"', 'of="name" fill="#330000"')
    assert compare_games() == [
        "cards/one changed: words, looks",
        "cards/two changed: looks",
        "cards/three changed: looks",
    ]


def test_a_word_and_a_shape(new: Path, compare_games: Told) -> None:
    change(new, CARDS, "Second", "Next")
    change(new, FRONT, "<face>", '<face><rect x="2" y="50" width="9" height="2" fill="#000000"/>')
    assert compare_games() == [
        "cards/one changed: looks",
        "cards/two changed: words, looks",
        "cards/three changed: looks",
    ]


def test_a_macro_that_some_cards_use(old: Path, new: Path, compare_games: Told) -> None:
    macro = '{% macro seal(colour) %}<circle cx="30" cy="50" r="4" fill="{{ colour }}"/>{% endmacro %}'
    for root in (old, new):
        write(root, "layouts/tiny/seals.xml.j2", macro)
        change(
            root,
            FRONT,
            "<face>",
            '{% from "seals.xml.j2" import seal %}<face>{% if piece.rule %}{{ seal("#888888") }}{% endif %}',
        )
    assert compare_games() == []
    change(new, "layouts/tiny/seals.xml.j2", 'r="4"', 'r="5"')
    assert compare_games() == ["cards/one changed: looks"]


def test_added_removed_and_copies(new: Path, compare_games: Told) -> None:
    change(new, CARDS, "copies: 2", "copies: 3")
    change(new, CARDS, "- id: two\n  name: Second\n", "- id: four\n  name: Fourth\n")
    assert compare_games() == ["cards/one copies; 2 → 3", "cards/four added", "cards/two removed"]


def test_renamed(new: Path, compare_games: Told) -> None:
    change(new, CARDS, "id: two", "id: deux\n  copies: 2")
    assert compare_games() == ["cards/two → cards/deux renamed; 1 → 2"]


def test_a_name_that_is_printed_is_no_rename(new: Path, compare_games: Told) -> None:
    change(new, CARDS, "id: two\n  name: Second", "id: deux\n  name: Deuxième")
    assert compare_games() == ["cards/deux added", "cards/two removed"]


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        (FRONT, "<face>", "{# a comment #}<face>"),
        (FRONT, "<face>", "<face><!-- a comment -->"),
        (CARDS, "- id: one", "# a comment\n- id: one"),
        (DOT, "<circle", "<!-- a comment --><circle"),
        (FRONT, 'x="4" y="4" w="32" h="8"', 'y="4" x="4.0" h="8mm" w="32"'),
        (GAME, "title: Cards", "title: The cards"),
        (GAME, 'version: "1"', 'version: "2"'),
    ],
)
def test_what_cannot_be_seen(file: str, before: str, after: str, new: Path, compare_games: Told) -> None:
    change(new, file, before, after)
    assert compare_games() == []


def test_nor_another_order_nor_another_name_of_a_template(new: Path, compare_games: Told) -> None:
    cards = (new / CARDS).read_text().split("- id: ")
    write(new, CARDS, "- id: ".join([cards[0], *cards[:0:-1]]))
    (new / FRONT).rename(new / "layouts/tiny/front.xml.j2")
    change(new, GAME, "card.xml.j2", "front.xml.j2")
    assert compare_games() == []


def test_a_font_file(old: Path, new: Path) -> None:
    before, now = state_of(old).record, state_of(new).record
    name = before.pieces[0].faces[0].fonts[0]
    changed = now._replace(fonts={**now.fonts, name: "another"})
    assert {each.reasons for each in find_differences(before, changed)} == {("fonts",)}


EDITS = [
    (CARDS, "Take a", "Take one"),
    (CARDS, "copies: 2", "copies: 3"),
    (CARDS, "id: two", "id: deux"),
    (CARDS, "Third", "Last"),
    (CARDS, "- id: three", "- id: four\n  name: Fourth\n- id: three"),
    (CARDS, "- id: two\n  name: Second\n", ""),
    (DOT, 'r="5"', 'r="4"'),
    (DOT, "<circle", '<circle fill="#770000"'),
    (FRONT, 'of="name"', 'of="name" font="title"'),
    (FRONT, 'of="rule"', 'of="rule" fill="#330000"'),
    (FRONT, "<face>", '<face><rect x="2" y="50" width="9" height="2" fill="#000000"/>'),
    (GAME, "    back: back.xml.j2\n", ""),
]


NUMBERS = st.sets(st.integers(0, len(EDITS) - 1))


@pytest.mark.nightly(examples=10)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=NUMBERS, second=NUMBERS)
def test_backwards_it_is_the_mirror_image(
    first: set[int], second: set[int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    versions = []
    for edits in (first, second):
        root = write_versioned(tmp_path_factory.mktemp("version"))
        for number in sorted(edits):
            file, before, after = EDITS[number]
            text = (root / file).read_text()
            write(root, file, text.replace(before, after, 1))
        versions.append(root)
    there, back = differences_between(*versions), differences_between(*reversed(versions))
    mirrored = {"added": "removed", "removed": "added"}
    assert {(each.new, each.old, mirrored.get(each.kind, each.kind), each.reasons) for each in there} == {
        (each.old, each.new, each.kind, each.reasons) for each in back
    }, list(map(in_short, there))
    assert bool(there) <= (first != second)


def test_whoever_draws_the_record_is_the_same(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    by_one = encode_record(state_of(old).record._replace(settings={}))
    assert encode_record(state_of(old, jobs=2).record._replace(settings={})) == by_one
    for _ in range(2):
        assert encode_record(state_of(old, cache=True).record._replace(settings={})) == by_one
