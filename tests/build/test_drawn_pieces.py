"""A piece that was drawn before isn't laid out again, unless something that it was made of has changed."""

import marshal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from shutil import rmtree
from types import CodeType

import pytest
from nightly import every
from tiny_game import change, write, write_tiny

from pnp.build import executors
from pnp.build.drawing import FaceResult, PieceDrawer
from pnp.build.pipeline import build, check
from pnp.io.project import Project
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
    """Return a function that checks and returns the faces that were laid out for it; shared ones once."""
    seen: dict[int, tuple[Group, str]] = {}  # with the group, whose id must not be another's
    ordinary = PieceDrawer._finish

    def noted(self: PieceDrawer, face: Face) -> FaceResult:
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
    assert anew() == ["cards/two", "cards/two back"]
    change(project.root, "card_data/tiny/cards.yaml", "name: Other", "name: Second")
    assert anew() == [], "it is known from before"


@pytest.mark.parametrize(
    ("file", "old", "new", "again"),
    [
        ("layouts/tiny/card.xml.j2", 'y="4"', 'y="5"', ALL),
        ("card_data/tiny/art/dot.svg", 'r="5"', 'r="4"', ALL),
        ("layouts/tiny/style.yaml", "#a06000", "#a05000", ALL),
        ("card_data/tiny/game.yaml", 'version: "1"', 'version: "2"', ALL),  # any template may say it
        ("card_data/tiny/game.yaml", "size: 20mm", "size: 21mm", ALL),
        ("card_data/tiny/game.yaml", "title: Tiny", "# a comment\ntitle: Tiny", []),
        ("card_data/tiny/more.yaml", "Third", "Fourth", []),  # a module that isn't chosen
        ("card_data/tiny/cards.yaml", "copies: 2", "copies: 3", ["cards/one", "cards/one back"]),
    ],
)
def test_all_pieces_where_what_is_around_them_has_changed(
    project: Project, anew: DrawnAnew, file: str, old: str, new: str, again: list[str]
) -> None:
    write(project.root, "layouts/tiny/style.yaml", STYLE)
    anew()
    change(project.root, file, old, new)
    assert anew() == again
    assert anew() == []


PALETTE = "{gold: '#a06000', rust: '#803010'}"
STYLE = f"palettes: {{low: {PALETTE}}}\nstyles: {{loud: {{size: 5mm, min: 1mm, fill: rust}}}}\n"


def test_each_way_of_printing_by_itself(anew: DrawnAnew) -> None:
    anew()
    assert anew(ink="full") == ALL
    assert anew(modules=("more",)) == ["cards/three", "cards/three back"], "what it brings"
    assert anew(ink="full") == anew() == anew(modules=("more",)) == []


def test_what_shows_others_depends_on_what_it_prints_of_them(project: Project, anew: DrawnAnew) -> None:
    shown = "<face>{% for each in components.cards %}<text>{{ each.name }}</text>{% endfor %}"
    change(project.root, "layouts/tiny/coin.xml.j2", "<face>", shown)
    anew()
    change(project.root, "card_data/tiny/cards.yaml", "rule: Take a [dot].", "rule: Take two.")
    assert anew() == ["cards/one", "cards/one back"]
    change(project.root, "card_data/tiny/cards.yaml", "name: Second", "name: Other")
    assert anew() == ["cards/two", "cards/two back", "coins/coins"]


def test_what_was_wrong_is_told_again_without_laying_out(project: Project, anew: DrawnAnew) -> None:
    change(project.root, "card_data/tiny/cards.yaml", "rule: Take a [dot].", "rule: Take a [dott].")
    first = [str(each) for each in check(project, Options("tiny")).problems]
    assert any("dott" in each for each in first)
    assert anew() == []
    assert [str(each) for each in check(project, Options("tiny")).problems] == first


def test_a_line_of_a_template_that_moved_is_told_where_it_is_now(project: Project, anew: DrawnAnew) -> None:
    change(project.root, "layouts/tiny/coin.xml.j2", "<face>", '<face><text size="9mm" w="2" h="2">long</text>')
    before = coin_problems(project)
    change(project.root, "layouts/tiny/coin.xml.j2", "<face>", "{# moved #}\n\n<face>")
    assert before
    assert coin_problems(project) == [(line + 2, message) for line, message in before]


def coin_problems(project: Project) -> list[tuple[int, str]]:
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


PAGED = """\
<face><flow x="4" y="4" w="32" h="20">
{% for n in range(9) %}<p>Some words that take a line or two</p>{% endfor %}</flow>
{% if page.number == 2 %}<text of="note" x="4" y="40" w="32" h="8" fill="gold"/>{% endif %}</face>
"""


def test_what_only_a_later_page_shows(project: Project, anew: DrawnAnew) -> None:
    notes = "size: 40 x 60\n    data: notes.yaml\n    fields: {note: text}"
    change(project.root, "card_data/tiny/game.yaml", "size: 20mm\n    shape: circle", notes)
    write(project.root, "card_data/tiny/notes.yaml", "- {id: notes, note: Hidden}\n")
    write(project.root, "layouts/tiny/style.yaml", STYLE)
    write(project.root, "layouts/tiny/coin.xml.j2", PAGED)
    anew()
    change(project.root, "card_data/tiny/notes.yaml", "Hidden", "Shown")
    assert {label.partition(" page")[0] for label in anew()} == {"coins/notes"}
    assert anew() == []


def test_many_edits_do_not_make_it_forget(project: Project, anew: DrawnAnew, tmp_path: Path) -> None:
    anew()
    for number in range(20):
        change(project.root, "card_data/tiny/cards.yaml", "name: Second", f"name: Name {number}")
        assert anew() == ["cards/two", "cards/two back"], number
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
    assert {"cards/one copy 1", "cards/one copy 2"} <= set(anew())
    assert anew() == []
    change(project.root, "card_data/tiny/cards.yaml", "copies: 2", "copies: 3")
    assert anew() == ["cards/one back", *(f"cards/one copy {copy}" for copy in (1, 2, 3))]
    assert anew() == []


def test_how_many_there_are_changes_with_another_piece(project: Project, anew: DrawnAnew) -> None:
    change(project.root, "layouts/tiny/card.xml.j2", "</face>", PLACED.format("count"))
    anew()
    assert anew() == []
    change(project.root, "card_data/tiny/cards.yaml", "- id: two", "- id: half\n  name: Half\n- id: two")
    assert {"cards/half", "cards/one", "cards/two"} <= set(anew())


@pytest.mark.parametrize("seed", every(3, range(3)))
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


def test_what_is_kept_runs_nothing(project: Project, tmp_path: Path, anew: DrawnAnew) -> None:
    """Plain values: whoever could write them could print other faces, and no more."""
    anew()
    for file in (tmp_path / "cache").rglob("*"):
        if file.is_file() and not file.parent.name.startswith("passed"):
            data = file.read_bytes()[32:]
            assert not any(isinstance(value, CodeType) for value in inside(marshal.loads(data))), file
    code = "import pnp.build.drawn_pieces, pnp.build.inputs, sys; print('pickle' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def inside(value: object) -> Iterator[object]:
    yield value
    for each in value.items() if isinstance(value, dict) else value if isinstance(value, tuple | list) else ():
        yield from inside(each)


def test_a_translated_label_counts_where_it_is_said(project: Project, anew: DrawnAnew) -> None:
    """Of a catalogue those messages count that a piece prints, and that its templates say."""
    change(project.root, "card_data/tiny/game.yaml", "languages: [en]", "languages: [en, de]")
    change(project.root, "card_data/tiny/game.yaml", "{type: text, required: true}", "{type: text, translatable: true}")
    label = "{% trans %}Coin{% endtrans %}"
    change(project.root, "layouts/tiny/coin.xml.j2", "<face>", f'<face><text x="4" y="4" w="12" h="5">{label}</text>')
    catalogue = project.root / "card_data/tiny/locale/de.po"
    catalogue.parent.mkdir(exist_ok=True)
    header = 'msgid ""\nmsgstr "Language: de\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
    say = 'msgctxt "{}"\nmsgid "{}"\nmsgstr "{}"\n'

    def write_catalogue(name: str, said: str) -> None:
        messages = [say.format("cards.one.name", "First", name), say.format("coin.xml.j2", "Coin", said)]
        catalogue.write_text("\n".join([header, *messages]), encoding="utf-8")

    write_catalogue("Erste", "Taler")
    first = anew(language="de")
    assert {"cards/one", "coins/coins"} <= set(first)
    assert anew(language="de") == []
    write_catalogue("Beste", "Taler")
    assert anew(language="de") == ["cards/one", "cards/one back"]
    write_catalogue("Beste", "Heller")
    assert anew(language="de") == ["coins/coins"]


def test_nested_values_are_found_again(project: Project, anew: DrawnAnew) -> None:
    change(
        project.root,
        "card_data/tiny/game.yaml",
        "rule: text",
        "rule: text\n      arms: {type: record, fields: {charge: text}}",
    )
    change(project.root, "card_data/tiny/cards.yaml", "rule: Take", "arms: {charge: owl}\n  rule: Take")
    change(
        project.root,
        "layouts/tiny/card.xml.j2",
        "</face>",
        "{% if piece.arms %}<text>{{ piece.arms.charge }}</text>{% endif %}</face>",
    )
    anew()
    assert anew() == []
    change(project.root, "card_data/tiny/cards.yaml", "charge: owl", "charge: fox")
    assert anew() == ["cards/one", "cards/one back"]


def test_what_modules_change_by_turns_is_found_again(project: Project, anew: DrawnAnew) -> None:
    change(project.root, "layouts/tiny/card.xml.j2", "</face>", PLACED.format("count"))
    anew()
    assert {"cards/one", "cards/two", "cards/three"} <= set(anew(modules=("more",))), "there are three now"
    assert anew() == anew(modules=("more",)) == []


def test_other_expansions_are_not_seen_on_faces(project: Project, anew: DrawnAnew) -> None:
    write(project.root, "card_data/night/game.yaml", "title: Night\nfor: tiny\nmodules: {dark: {title: Dark}}\n")
    anew(thorough=True)
    write(project.root, "card_data/night/game.yaml", "title: Nights\nfor: tiny\nmodules: {dark: {title: Dark}}\n")
    assert anew(thorough=True) == anew(thorough=True, modules=("less",)) == []
