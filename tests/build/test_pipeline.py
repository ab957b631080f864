"""The whole way: what is written when, how problems are told, and that the same data makes the same bytes."""

import gc
import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from pathlib import Path

import pytest
from facts import list_facts
from laid import draw, lay_out
from tiny_game import change, write, write_tiny
from waiting import Waiting

from pnp.build.pipeline import build
from pnp.build.printing import file_name
from pnp.build.results import Result
from pnp.cli.commands import build as build_command
from pnp.cli.commands import check as check_command
from pnp.cli.commands import show as show_command
from pnp.export.formats import FORMATS
from pnp.impose.press import find_paper, read_papers
from pnp.impose.printers import add_printer
from pnp.io.project import Project
from pnp.load import find_project
from pnp.model import options as choices
from pnp.model.options import Options
from pnp.model.problem import LimitError, Problem, UsageError
from pnp.model.sheet import Printer

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return find_project(write_tiny(tmp_path))


def built(project: Project, **asked: object) -> Result:
    return build(project, Options("tiny", **asked), project.output)  # type: ignore[arg-type]


def written(project: Project) -> list[str]:
    return sorted(path.relative_to(project.output).as_posix() for path in project.output.rglob("*") if path.is_file())


def broken(project: Project) -> None:
    """Mistakes in two data files, in a template and in the type style."""
    change(project.root, "card_data/tiny/cards.yaml", "copies: 2", "copies: two")
    change(project.root, "card_data/tiny/cards.yaml", "name: Second", "word: Second")
    change(project.root, "card_data/tiny/more.yaml", "name: Third", "name: [Third]")
    change(project.root, "layouts/tiny/coin.xml.j2", 'name="dot"', 'name="dott"')
    write(project.root, "layouts/tiny/style.yaml", "styles: {body: {sise: 3mm}}\n")


def test_all_is_collected_in_reading_order(project: Project) -> None:
    broken(project)
    found = built(project).problems
    assert [f"{problem.span} {problem.code}" for problem in found] == [
        "card_data/tiny/cards.yaml:2:11 PNP020",
        "card_data/tiny/cards.yaml:5:3 PNP032",
        "card_data/tiny/cards.yaml:6:3 PNP030",
        "card_data/tiny/more.yaml:2:9 PNP020",
        "layouts/tiny/coin.xml.j2:1:7 PNP290",
        "layouts/tiny/style.yaml:1:17 PNP030",
    ]


def test_nothing_is_written_while_there_are_errors(project: Project) -> None:
    broken(project)
    for format in FORMATS:
        assert built(project, format=format).files == ()
    assert not project.output.exists()


def test_a_draft_is_written(project: Project) -> None:
    broken(project)
    assert built(project, draft=True).files == (project.output / "tiny/en/tiny-low-a4-draft.pdf",)
    assert len(built(project, draft=True, format="png", dpi=20).files) == 5


def test_what_has_no_place_on_the_paper_is_an_error_of_the_build(project: Project) -> None:
    small = built(project, paper="50x50")
    assert [problem.code for problem in small.problems if problem.severity == "error"] == ["PNP400"]
    assert small.files == ()
    assert {sheet.component for sheet in built(project, paper="50x50", draft=True).sheets} == {"coins"}


def test_a_game_that_cannot_be_read_is_no_draft_either(project: Project) -> None:
    write(project.root, "card_data/tiny/game.yaml", "[]")
    nothing = built(project, draft=True)
    assert (nothing.edition, nothing.leaves, nothing.sheets, nothing.files) == (None, (), (), ())
    assert [problem.code for problem in nothing.problems] == ["PNP020"]


def test_a_template_that_fails_because_of_wrong_data_says_nothing_new(project: Project) -> None:
    change(
        project.root, "layouts/tiny/card.xml.j2", "<face>", '<face><text x="4" y="50">{{ piece.name.upper() }}</text>'
    )
    assert codes(built(project, only=("cards",)).problems) == []
    change(project.root, "card_data/tiny/cards.yaml", "  name: First\n", "")
    assert codes(built(project, pieces=("one",)).problems) == ["PNP032"]


def test_what_the_data_names_and_nobody_has_is_said_once(project: Project) -> None:
    change(project.root, "card_data/tiny/game.yaml", "rule: text", "rule: text\n      mark: icon\n      art: picture")
    change(project.root, "card_data/tiny/cards.yaml", "name: Second", "name: Second\n  mark: dott\n  art: art/dott.svg")
    change(
        project.root,
        "layouts/tiny/card.xml.j2",
        "</face>",
        '{% if piece.mark %}<icon name="{{ piece.mark }}" x="9" y="9" size="5"/>'
        '<image href="{{ piece.art }}" x="9" y="9" w="5" h="5"/>{% endif %}</face>',
    )
    assert [str(problem.span) + " " + problem.code for problem in built(project).problems] == [
        "card_data/tiny/cards.yaml:7:9 PNP111",
        "card_data/tiny/cards.yaml:8:8 PNP112",
    ]


def test_a_template_that_fails_by_itself_is_reported(project: Project) -> None:
    change(project.root, "layouts/tiny/card.xml.j2", 'of="rule"', 'of="rule" size="{{ piece.sise }}"')
    assert codes(built(project).problems) == ["PNP201"]


def test_a_missing_layout_is_said_once(project: Project) -> None:
    (project.root / "layouts/tiny/card.xml.j2").unlink()
    assert codes(built(project).problems) == ["PNP113"]


def codes(problems: list[Problem]) -> list[str]:
    return [problem.code for problem in problems]


def test_problems_of_what_is_not_printed_are_left_out(project: Project) -> None:
    broken(project)
    assert {problem.span.file for problem in built(project, only=("coins",)).problems} == {
        "card_data/tiny/more.yaml",
        "layouts/tiny/coin.xml.j2",
        "layouts/tiny/style.yaml",
    }
    assert {
        problem.span.line for problem in built(project, pieces=("two",)).problems if "cards" in problem.span.file
    } == {5, 6}


def test_what_is_printed_on_request_only_has_to_be_named(project: Project) -> None:
    change(project.root, "card_data/tiny/game.yaml", "front: coin.xml.j2", "front: coin.xml.j2\n    on-request: true")

    def printed(**asked: object) -> set[str]:
        return {leaf.component for leaf in lay_out(project, Options("tiny", **asked)).leaves}  # type: ignore[arg-type]

    assert printed() == {"cards"}
    assert printed(only=("coins",)) == printed(pieces=("coins",)) == {"coins"}
    assert printed(only=("cards", "coins")) == {"cards", "coins"}
    assert printed(only=("cards",), pieces=("one",)) == {"cards"}
    assert printed(thorough=True) == {"cards", "coins"}


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ({}, "tiny-low-a4.pdf"),
        ({"paper": "A4"}, "tiny-low-a4.pdf"),
        ({"paper": "8.5 x 11 in", "ink": "full"}, "tiny-full-215.9x279.4.pdf"),
        ({"only": ("coins", "cards")}, "tiny-low-a4-cards-coins.pdf"),
        ({"modules": ("most", "more"), "sides": "duplex", "draft": True}, "tiny-low-a4-more-most-duplex-draft.pdf"),
        ({"dpi": 30}, "tiny-low-a4.pdf"),
        ({"marks": "none", "bleed": "yes"}, "tiny-low-a4-marks-none-bleed-yes.pdf"),
        ({"safe": True, "instructions": False, "skip": 2}, "tiny-low-a4-safe-skip-2-no-instructions.pdf"),
        ({"overlay": "house rules.yaml", "sides": "duplex"}, "tiny-low-a4-overlay-house-rules-duplex.pdf"),
        ({"pieces": ("cards/one", "two"), "copies": 2}, "tiny-low-a4-cards-one-two-2x.pdf"),
        ({"pieces": ("one", "two", "cards/one", "cards/two")}, "tiny-low-a4-4pieces.pdf"),
        ({"sides": "duplex", "flip": "short"}, "tiny-low-a4-duplex-short.pdf"),
        ({"flip": "short"}, "tiny-low-a4.pdf"),
    ],
)
def test_a_file_is_named_after_what_was_asked_for(asked: dict[str, object], name: str, project: Project) -> None:
    if "overlay" in asked:
        asked = {**asked, "overlay": project.root / str(asked["overlay"])}
        (project.root / "house rules.yaml").write_text("drop: {cards: [one]}\n")
    assert built(project, **asked).files == (project.output / "tiny/en" / name,)


UNNAMED = {  # options that lead to another folder, or change no byte of a file of sheets
    *("game", "language", "dpi", "thorough", "cache", "jobs", "executor", "given")
}
OTHERWISE: dict[str, dict[str, object]] = {  # a value that isn't the usual one, and what it needs beside it
    "ink": {"ink": "full"},
    "modules": {"modules": ("more",)},
    "overlay": {"overlay": Path("mine.yaml")},
    "only": {"only": ("cards",)},
    "pieces": {"pieces": ("one",)},
    "where": {"where": "copies > 1"},
    "players": {"players": 3},
    "paper": {"paper": "a3"},
    "printer": {"printer": "laser"},
    "marks": {"marks": "lines"},
    "marked": {"marked": "backs"},
    "safe": {"safe": True},
    "sides": {"sides": "fold"},
    "flip": {"flip": "short", "sides": "duplex"},
    "bleed": {"bleed": "yes"},
    "together": {"together": "no"},
    "since": {"since": "v1"},
    "copies": {"copies": 2},
    "skip": {"skip": 1},
    "format": {"format": "png"},
    "text": {"format": "svg", "text": True},
    "draft": {"draft": True},
    "instructions": {"instructions": False},
}


def test_every_option_that_changes_a_file_changes_its_name(project: Project) -> None:
    """Two builds that differ lie side by side; an option that is new has to say whether it is one of these."""
    edition = lay_out(project, Options("tiny")).edition
    assert edition

    def name(**asked: object) -> str:
        options = Options("tiny", **asked)  # type: ignore[arg-type]
        named = replace(edition, ink=options.ink, modules=options.modules)
        return file_name(named, options, FORMATS[options.format], find_paper(options.paper))

    options = {field.name for field in fields(Options)}
    assert options == UNNAMED | OTHERWISE.keys()
    usual = {"flip": name(sides="duplex"), "text": name(format="svg")}
    for option, asked in OTHERWISE.items():
        assert name(**asked) != usual.get(option, name()), option
    assert len({name(**asked) for asked in OTHERWISE.values()}) == len(OTHERWISE)


def test_pictures_of_one_edition_share_a_folder(project: Project) -> None:
    for asked in ({"only": ("coins",)}, {"pieces": ("one",)}, {"paper": "a3", "sides": "duplex"}):
        built(project, format="png", dpi=20, **asked)
    built(project, format="png", dpi=20, ink="full", only=("coins",))
    assert written(project) == [
        "tiny/en/tiny-full-20dpi-coins.pnp.json",
        "tiny/en/tiny-full-20dpi/coins/coins.png",
        "tiny/en/tiny-low-20dpi-coins.pnp.json",
        "tiny/en/tiny-low-20dpi.pnp.json",
        *(f"tiny/en/tiny-low-20dpi/cards/{name}.png" for name in ("one", "one_back", "two", "two_back")),
        "tiny/en/tiny-low-20dpi/coins/coins.png",
    ]


def test_copies_are_placed_and_backs_only_where_asked_for(project: Project) -> None:
    fronts = built(project, together="no").sheets
    assert [(sheet.component, sheet.side, len(sheet.placements)) for sheet in fronts] == [
        ("cards", "front", 3),
        ("coins", "front", 1),
    ]
    both = built(project, sides="duplex", together="no").sheets
    assert [(sheet.component, sheet.side) for sheet in both][:2] == [("cards", "front"), ("cards", "back")]


def test_the_footer_leaves_out_what_there_is_not(project: Project) -> None:
    assert footers(built(project, together="no")) == {
        "Tiny · version 1 · en · Cards · print at 100 % · 2/3",
        "Tiny · version 1 · en · Coins · print at 100 % · 3/3",
    }
    change(project.root, "card_data/tiny/game.yaml", "languages:", "credits: By me\nlanguages:")
    assert footers(built(project)) == {"Tiny · version 1 · en · Cards + Coins · By me · print at 100 % · 2/2"}


def test_pages_are_numbered_behind_the_instructions(project: Project) -> None:
    def numbers(built: Result) -> list[str]:
        return sorted(said.rpartition(" ")[2] for said in footers(built))

    assert numbers(built(project, together="no", instructions=False)) == ["1/2", "2/2"]
    duplex = built(project, together="no", sides="duplex")
    assert numbers(duplex) == ["3/6", "4/6", "5/6", "6/6"]
    assert (len(duplex.sheets), duplex.pages, duplex.papers) == (4, 6, 3)


def test_backs_alone_have_no_instructions_since_they_go_with_fronts(project: Project) -> None:
    backs = built(project, sides="backs")
    assert (len(backs.sheets), backs.pages, backs.papers) == (1, 1, 1)


def test_paper_without_room_for_instructions_is_a_note(project: Project) -> None:
    small = built(project, paper="150x200")
    assert [problem.severity for problem in small.problems] == ["note"]
    assert list_facts(small.problems) == [
        "card_data/tiny/game.yaml:1:1 PNP445 paper=150x200 room='140 × 190 mm' margin='5 mm'"
    ]
    assert (len(small.sheets), small.pages, small.papers) == (1, 1, 1)
    assert built(project, paper="150x200", instructions=False).problems == []


def test_a_profile_has_its_margin(project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PNP_CONFIG", str(tmp_path / "config"))
    add_printer(Printer("wide", margin=20))
    for sheet in built(project, printer="wide").sheets:
        assert min(sheet.trim.x, sheet.trim.y) >= 20
    with pytest.raises(UsageError, match='there is no printer "wise"'):
        built(project, printer="wise")


def footers(built: Result) -> set[str]:
    said = {item.says for sheet in built.sheets for item in texts(sheet.furniture)}
    return {text for text in said if "print at 100 %" in text}


def texts(items):  # type: ignore[no-untyped-def]
    for item in items:
        if hasattr(item, "says"):
            yield item
        yield from texts(getattr(item, "items", ()))


@pytest.mark.parametrize(
    "asked", [{"language": "de"}, {"paper": "a9"}, {"only": ("dice",)}, {"pieces": ("nine",)}, {"modules": ("most",)}]
)
def test_what_cannot_be_had_is_raised(asked: dict[str, object], project: Project) -> None:
    with pytest.raises(UsageError):
        built(project, **asked)


@pytest.mark.parametrize("was_on", [True, False])
def test_the_collector_is_left_as_it_was(was_on: bool, project: Project) -> None:
    try:
        gc.enable() if was_on else gc.disable()
        built(project, only=("coins",))
        assert gc.isenabled() == was_on
        change(project.root, "layouts/tiny/coin.xml.j2", "<face>", "<face>{{ 'a' * 999999999 }}")
        with pytest.raises(LimitError):
            built(project)
        assert gc.isenabled() == was_on
    finally:
        gc.enable()


def test_progress_counts_the_pieces_that_are_wanted(project: Project) -> None:
    waiting = Waiting()
    draw(project, Options("tiny", only=("cards",)), waiting)
    assert waiting.steps == [("laying out", 1, 2), ("laying out", 2, 2)]


def test_what_is_usual_can_be_chosen() -> None:
    lists = {"flip": "FLIPS", "bleed": "BLEEDS", "ink": "INKS"}
    for name in ("sides", "flip", "marks", "marked", "bleed", "together", "ink"):
        assert getattr(Options("tiny"), name) in getattr(choices, lists.get(name, name.upper())), name
    assert Options("tiny").format in FORMATS
    assert Options("tiny").paper in read_papers()


@pytest.mark.parametrize("command", [build_command.command, check_command.command, show_command.command])
def test_each_option_is_a_parameter_with_the_same_default(command: Callable[..., None]) -> None:
    usual = {name: value or None if isinstance(value, tuple) else value for name, value in asdict(Options("")).items()}
    declared = inspect.signature(command).parameters
    same = (usual.keys() & declared.keys()) - {"game"}
    assert {name: declared[name].default for name in same} == {name: usual[name] for name in same}
    if command is build_command.command:
        assert usual.keys() - declared.keys() == {"thorough", "given"}, "`pnp check` alone is thorough"


def test_the_same_data_makes_the_same_bytes(project: Project, tmp_path: Path) -> None:
    """Whatever the hash seed, the time zone, the clock, the system's language, and the folders of it all."""
    program = (
        "import sys; from pathlib import Path; from pnp.load import find_project; from pnp.build.pipeline import *\n"
        "project, out = find_project(Path(sys.argv[1])), Path(sys.argv[2])\n"
        "build(project, Options('tiny', sides='duplex'), out)\n"
        "build(project, Options('tiny', format='png', dpi=60), out)"
    )
    made: list[dict[str, bytes]] = []
    for n, env in enumerate(
        [
            {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"},
            {"PYTHONHASHSEED": "2", "TZ": "Asia/Kathmandu", "LC_ALL": "C", "SOURCE_DATE_EPOCH": "0"},
        ]
    ):
        here, root, out = tmp_path / f"here{n}", write_tiny(tmp_path / ("root" * (n + 1))), tmp_path / f"out{n}"
        here.mkdir()
        subprocess.run(
            [sys.executable, "-c", program, str(root), str(out)],
            cwd=here,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY), **env},
            check=True,
        )
        made.append({path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()})
    assert sorted(made[0]) == sorted(made[1])
    assert len(made[0]) == 8
    assert [name for name in made[0] if made[0][name] != made[1][name]] == []
