"""A face that was drawn before isn't laid out again, unless it shows something that has changed."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import rmtree

import pytest
from tiny_game import change, write, write_tiny

from pnp.build.drawing import FinishedFace, PieceDrawer
from pnp.build.pipeline import build, check
from pnp.engine import executors
from pnp.files.project import Project
from pnp.layout.documents import Documents, FaceSide
from pnp.load import find_project
from pnp.model.display import Face, Group
from pnp.model.options import Options

ALL = ["cards/one", "cards/one back", "cards/two", "coins/coins"]  # both cards have one back

DrawnAnew = Callable[..., list[str]]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    for worth in ("_WORTH_COPIES", "_WORTH_PROCESSES"):
        monkeypatch.setattr(executors, worth, 1e9)  # so that we see who is laid out
    return find_project(write_tiny(tmp_path / "project"))


@pytest.fixture
def anew(project: Project, monkeypatch: pytest.MonkeyPatch) -> DrawnAnew:
    """Checks, and says which faces had to be laid out for it; those that pieces share once."""
    seen: dict[int, tuple[Group, str]] = {}  # with the group, whose id must not be another's
    ordinary = PieceDrawer._finish

    def noted(self: PieceDrawer, face: Face) -> FinishedFace:
        seen.setdefault(id(face.content), (face.content, face.label))
        return ordinary(self, face)

    monkeypatch.setattr(PieceDrawer, "_finish", noted)

    def run(**asked: object) -> list[str]:
        seen.clear()
        check(project, Options("tiny", **asked))  # type: ignore[arg-type]
        return sorted(label for _, label in seen.values())

    return run


def test_the_second_time_nothing_is_laid_out(anew: DrawnAnew) -> None:
    assert anew() == ALL
    assert anew() == []


def test_only_the_face_that_changed(project: Project, anew: DrawnAnew) -> None:
    anew()
    change(project.root, "card_data/tiny/cards.yaml", "name: Second", "name: Other")
    assert anew() == ["cards/two"]
    change(project.root, "card_data/tiny/cards.yaml", "name: Other", "name: Second")
    assert anew() == [], "it is known from before"


@pytest.mark.parametrize(
    ("file", "old", "new", "again"),
    [
        ("layouts/tiny/card.xml.j2", 'y="20"', 'y="21"', ["cards/one"]),  # only this card has a rule
        ("layouts/tiny/card.xml.j2", 'y="4"', 'y="5"', ["cards/one", "cards/two"]),
        ("layouts/tiny/back.xml.j2", "#dddddd", "#eeeeee", ["cards/one back"]),
        ("card_data/tiny/art/dot.svg", 'r="5"', 'r="4"', ["cards/one", "coins/coins"]),
        ("card_data/tiny/game.yaml", 'version: "1"', 'version: "2"', []),
        ("card_data/tiny/game.yaml", "size: 20mm", "size: 21mm", ["coins/coins"]),
    ],
)
def test_just_the_faces_that_show_what_has_changed(
    project: Project, anew: DrawnAnew, file: str, old: str, new: str, again: list[str]
) -> None:
    anew()
    change(project.root, file, old, new)
    assert anew() == again
    assert anew() == []


def test_templates_are_only_rendered_for_what_has_changed(
    project: Project, anew: DrawnAnew, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = "<face>{% for each in components.cards %}<text>{{ each.name }}</text>{% endfor %}"
    change(project.root, "layouts/tiny/coin.xml.j2", "<face>", shown)
    anew()
    rendered: list[str] = []
    ordinary = Documents.rendered

    def counted(self: Documents, side: FaceSide, *more: object, **others: object) -> str:
        rendered.append(side.label)
        return ordinary(self, side, *more, **others)  # type: ignore[arg-type]

    monkeypatch.setattr(Documents, "rendered", counted)

    def again(file: str, old: str, new: str) -> list[str]:
        rendered.clear()
        change(project.root, file, old, new)
        anew()
        first = sorted(set(rendered))
        rendered.clear()
        anew()
        assert not rendered
        return first

    assert again("card_data/tiny/cards.yaml", "Take a", "Take any") == ["cards/one", "cards/one back", "coins/coins"]
    assert again("card_data/tiny/cards.yaml", "Second", "Other") == ["cards/two", "cards/two back", "coins/coins"]
    assert again("layouts/tiny/card.xml.j2", "<face>", "<face>{# a comment #}") == ALL
    assert again("card_data/tiny/game.yaml", "title: Coins", "title: Money") == ALL
    assert again("card_data/tiny/more.yaml", "Third", "Fourth") == ALL, "a file that may hold anything"


PALETTE = "{gold: '#a06000', rust: '#803010'}"
STYLE = f"palettes: {{low: {PALETTE}}}\nstyles: {{loud: {{size: 5mm, min: 1mm, fill: rust}}}}\n"


@pytest.mark.parametrize(
    ("old", "new", "again"),
    [
        ("#a06000", "#a05000", ["coins/coins"]),
        ("#803010", "#803020", ["cards/one", "cards/two"]),  # through the style that has it
        ("size: 5mm", "size: 4mm", ["cards/one", "cards/two"]),
        ("styles:", "checks: {contrast: 3}\nstyles:", ALL),
    ],
)
def test_a_colour_and_a_style_by_their_names(
    project: Project, anew: DrawnAnew, old: str, new: str, again: list[str]
) -> None:
    write(project.root, "layouts/tiny/style.yaml", STYLE)
    change(project.root, "layouts/tiny/card.xml.j2", 'of="name"', 'of="name" style="loud"')
    change(project.root, "layouts/tiny/coin.xml.j2", "<face>", '<face><circle cx="10" cy="10" r="9" fill="gold"/>')
    anew()
    change(project.root, "layouts/tiny/style.yaml", old, new)
    assert anew() == again
    assert anew() == []


def test_a_macro_that_some_share(project: Project, anew: DrawnAnew) -> None:
    macro = '{% macro band(y) %}<rect x="4" y="{{ y }}" width="9" height="1"/>{% endmacro %}'
    write(project.root, "layouts/shared/parts.xml.j2", macro)
    use = '{% from "shared/parts.xml.j2" import band %}<face>{{ band(9) }}'
    change(project.root, "layouts/tiny/coin.xml.j2", "<face>", use)
    anew()
    change(project.root, "layouts/shared/parts.xml.j2", 'height="1"', 'height="2"')
    assert anew() == ["coins/coins"]


def test_each_way_of_printing_by_itself(anew: DrawnAnew) -> None:
    anew()
    assert anew(ink="full") == ALL
    assert anew(modules=("more",)) == ["cards/three"], "what it brings"
    assert anew(ink="full") == anew() == anew(modules=("more",)) == []


def test_what_shows_others_depends_on_what_it_prints_of_them(project: Project, anew: DrawnAnew) -> None:
    shown = "<face>{% for each in components.cards %}<text>{{ each.name }}</text>{% endfor %}"
    change(project.root, "layouts/tiny/coin.xml.j2", "<face>", shown)
    anew()
    change(project.root, "card_data/tiny/cards.yaml", "rule: Take a [dot].", "rule: Take two.")
    assert anew() == ["cards/one"]
    change(project.root, "card_data/tiny/cards.yaml", "name: Second", "name: Other")
    assert anew() == ["cards/two", "coins/coins"]


def test_what_was_wrong_is_told_again_without_laying_out(project: Project, anew: DrawnAnew) -> None:
    change(project.root, "card_data/tiny/cards.yaml", "rule: Take a [dot].", "rule: Take a [dott].")
    first = [str(each) for each in check(project, Options("tiny")).problems]
    assert any("dott" in each for each in first)
    assert anew() == []
    assert [str(each) for each in check(project, Options("tiny")).problems] == first


def test_a_line_of_a_template_that_moved_is_told_where_it_is_now(project: Project, anew: DrawnAnew) -> None:
    change(project.root, "layouts/tiny/coin.xml.j2", "<face>", '<face><text size="9mm" w="2" h="2">long</text>')
    before = told(project)
    change(project.root, "layouts/tiny/coin.xml.j2", "<face>", "{# moved #}\n\n<face>")
    assert before
    assert told(project) == [(line + 2, message) for line, message in before]


def told(project: Project) -> list[tuple[int, str]]:
    found = check(project, Options("tiny")).problems
    return [(each.span.line, each.message) for each in found if each.span.file.endswith("coin.xml.j2")]


def test_a_file_that_is_broken_or_cannot_be_written_costs_time_only(
    project: Project, anew: DrawnAnew, tmp_path: Path
) -> None:
    anew()
    (file,) = (tmp_path / "cache").glob("faces-*/*")
    whole = file.read_bytes()
    for damaged in (b"", b"x" * 7, whole[:-9], whole[:99] + b"x" + whole[100:]):
        file.write_bytes(damaged)
        assert anew() == ALL
    file.unlink()
    file.mkdir()
    assert anew() == anew() == ALL
    assert list(file.parent.iterdir()) == [file], "nothing is left beside it"


DOCUMENT = """\
<face><flow x="4" y="4" w="32" h="20">
{% for n in range(9) %}<p>Page {{ page.number }} of {{ page.count }}: {{ text }}</p>{% endfor %}
</flow></face>
"""


def test_a_document_of_several_pages(project: Project, anew: DrawnAnew) -> None:
    change(project.root, "card_data/tiny/game.yaml", "size: 20mm\n    shape: circle", "size: 40 x 60")
    write(
        project.root, "layouts/tiny/coin.xml.j2", DOCUMENT.replace("{{ text }}", "some words that take a line or two")
    )
    assert len(anew()) > len(ALL)
    assert anew() == []
    change(project.root, "layouts/tiny/coin.xml.j2", "range(9)", "range(2)")
    assert anew() == ["coins/coins"]


PAGED = """\
<face><flow x="4" y="4" w="32" h="20">
{% for n in range(9) %}<p>Some words that take a line or two</p>{% endfor %}</flow>
{% if page.number == 2 %}<text of="note" x="4" y="40" w="32" h="8" fill="gold"/>{% endif %}</face>
"""


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("card_data/tiny/notes.yaml", "Hidden", "Shown"), ("layouts/tiny/style.yaml", "#a06000", "#a05000")],
)
def test_what_only_a_later_page_shows(project: Project, anew: DrawnAnew, file: str, old: str, new: str) -> None:
    notes = "size: 40 x 60\n    data: notes.yaml\n    fields: {note: text}"
    change(project.root, "card_data/tiny/game.yaml", "size: 20mm\n    shape: circle", notes)
    write(project.root, "card_data/tiny/notes.yaml", "- {id: notes, note: Hidden}\n")
    write(project.root, "layouts/tiny/style.yaml", STYLE)
    write(project.root, "layouts/tiny/coin.xml.j2", PAGED)
    anew()
    change(project.root, file, old, new)
    assert {label.partition(" page")[0] for label in anew()} == {"coins/notes"}
    assert anew() == []


@pytest.mark.parametrize("bound", ["of='name'", 'of = "name"', "of\n='name'"])
def test_however_a_template_writes_what_it_binds(project: Project, anew: DrawnAnew, bound: str) -> None:
    change(project.root, "layouts/tiny/card.xml.j2", 'of="name"', bound)
    anew()
    change(project.root, "card_data/tiny/cards.yaml", "name: Second", "name: Other")
    assert anew() == ["cards/two"]


def test_a_colour_and_an_icon_of_one_name(project: Project, anew: DrawnAnew) -> None:
    write(project.root, "layouts/tiny/style.yaml", STYLE)
    change(project.root, "layouts/tiny/back.xml.j2", "#dddddd", "gold")
    change(project.root, "card_data/tiny/game.yaml", "icons: {dot:", "icons: {dot: art/dot.svg, gold:")
    change(project.root, "layouts/tiny/coin.xml.j2", 'name="dot"', 'name="gold"')
    for file, old, new in (
        ("layouts/tiny/style.yaml", "#a06000", "#a05000"),
        ("card_data/tiny/art/dot.svg", 'r="5"', 'r="4"'),
    ):
        anew()
        change(project.root, file, old, new)
        assert {"cards/one back", "coins/coins"} <= set(anew())


def test_a_picture_among_the_layouts(project: Project, anew: DrawnAnew) -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>'
    write(project.root, "layouts/shared/corner.svg", drawing)
    change(
        project.root,
        "layouts/tiny/back.xml.j2",
        "</face>",
        '<image href="shared/corner.svg" x="0" y="0" w="9" h="9"/></face>',
    )
    anew()
    assert anew() == []
    assert not check(project, Options("tiny")).problems
    change(project.root, "layouts/shared/corner.svg", "h4v4z", "h3v4z")
    assert anew() == ["cards/one back"]


def test_a_mask_and_the_colours_of_a_picture(project: Project, anew: DrawnAnew) -> None:
    write(project.root, "layouts/tiny/style.yaml", STYLE)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>'
    write(project.root, "card_data/tiny/art/blob.svg", drawing)
    altered = 'mask="art/blob.svg" tint="gold" recolour="black: rust"'
    image = f'<image href="art/dot.svg" {altered} x="0" y="0" w="9" h="9"/></face>'
    change(project.root, "layouts/tiny/back.xml.j2", "</face>", image)
    for file, old, new in (
        ("card_data/tiny/art/blob.svg", "h4v4z", "h3v4z"),
        ("layouts/tiny/style.yaml", "#a06000", "#a05000"),
        ("layouts/tiny/style.yaml", "#803010", "#803020"),
    ):
        anew()
        change(project.root, file, old, new)
        assert anew() == ["cards/one back"], new


def test_many_edits_do_not_make_it_forget(project: Project, anew: DrawnAnew, tmp_path: Path) -> None:
    anew()
    for number in range(20):
        change(project.root, "card_data/tiny/cards.yaml", "name: Second", f"name: Name {number}")
        assert anew() == ["cards/two"], number
        change(project.root, "card_data/tiny/cards.yaml", f"name: Name {number}", "name: Second")
        assert anew() == [], number
    known = build(project, Options("tiny"), tmp_path / "known").files
    new = build(project, Options("tiny", cache=False), tmp_path / "new").files
    assert known[0].read_bytes() == new[0].read_bytes()


PLACED = '<text x="4" y="51" w="32" h="6">{{{{ piece.{} }}}}</text></face>'
EDITS = [  # file, what stands there, what may stand there instead
    ("card_data/tiny/cards.yaml", "First", ["First", "Another", "A name that is longer than the others"]),
    ("card_data/tiny/cards.yaml", "Take a [dot].", ["Take a [dot].", "Take **it**.", "Nothing"]),
    ("card_data/tiny/cards.yaml", "copies: 2", ["copies: 2", "copies: 3", "copies: 1"]),
    ("card_data/tiny/art/dot.svg", 'r="5"', ['r="5"', 'r="4"', 'r="3"']),
    ("layouts/tiny/card.xml.j2", 'w="32" h="8"', ['w="32" h="8"', 'w="30" h="8"', 'w="12" h="8"']),
    ("layouts/tiny/back.xml.j2", "#dddddd", ["#dddddd", "gold", "#123456"]),
    ("layouts/tiny/style.yaml", "#a06000", ["#a06000", "#a05000", "#336699"]),
    ("layouts/tiny/style.yaml", "size: 5mm", ["size: 5mm", "size: 4mm", "size: 3mm"]),
    ("card_data/tiny/game.yaml", "title: Coins", ["title: Coins", "title: Money", "title: Cash"]),
    ("layouts/tiny/card.xml.j2", "</face>", ["</face>", PLACED.format("number"), PLACED.format("copy")]),
    ("layouts/tiny/back.xml.j2", "</face>", ["</face>", PLACED.format("count"), PLACED.format("copy")]),
]


def test_copies_that_differ_are_drawn_one_by_one(project: Project, anew: DrawnAnew) -> None:
    anew()
    change(project.root, "layouts/tiny/card.xml.j2", "</face>", PLACED.format("copy"))
    assert anew() == ["cards/one copy 1", "cards/one copy 2", "cards/two"]
    assert anew() == []
    change(project.root, "card_data/tiny/cards.yaml", "copies: 2", "copies: 3")
    assert anew() == ["cards/one copy 3"]
    change(project.root, "layouts/tiny/back.xml.j2", "</face>", PLACED.format("copy"))
    assert anew() == [f"cards/one copy {copy} back" for copy in (1, 2, 3)], "that of two is as the first of one"
    assert anew() == []


def test_how_many_there_are_changes_with_another_piece(project: Project, anew: DrawnAnew) -> None:
    change(project.root, "layouts/tiny/card.xml.j2", "</face>", PLACED.format("count"))
    anew()
    assert anew() == []
    change(project.root, "card_data/tiny/cards.yaml", "- id: two", "- id: half\n  name: Half\n- id: two")
    assert anew() == ["cards/half", "cards/one", "cards/two"]


@pytest.mark.parametrize("seed", range(3))
def test_edited_at_random_it_prints_what_a_build_from_nothing_prints(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    both = STYLE.replace("palettes: {", "palettes: {full: {gold: '#a07000', rust: '#802010'}, ")
    write(project.root, "layouts/tiny/style.yaml", both)
    change(project.root, "layouts/tiny/card.xml.j2", 'of="name"', 'of="name" style="loud"')
    chance, now = Random(seed), {number: old for number, (_, old, _) in enumerate(EDITS)}

    def printed(out: Path) -> tuple[bytes, list[str]]:
        ink, sides = chance_of_run
        result = build(project, Options("tiny", ink=ink, sides=sides, instructions=False), out)
        assert result.files, result.problems
        return b"".join(file.read_bytes() for file in result.files), [str(each) for each in result.problems]

    for step in range(8):
        for number in chance.sample(range(len(EDITS)), 2):
            file, _, choices = EDITS[number]
            new = chance.choice(choices)
            change(project.root, file, now[number], new)
            now[number] = new
        chance_of_run = chance.choice([("low", "fronts"), ("low", "duplex"), ("full", "fronts")])
        monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
        known = printed(tmp_path / "known")
        monkeypatch.setenv("PNP_CACHE", str(tmp_path / f"empty{step}"))
        assert known == printed(tmp_path / "new")
        rmtree(tmp_path / f"empty{step}")
        assert known[0]
