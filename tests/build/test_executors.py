"""Whoever draws pieces, the same comes of it: here, by processes, or by processes of which one is lost midway."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from drawn_text import contents
from facts import read_facts
from laid import draw
from nightly import every
from tiny_game import change, write, write_tiny
from waiting import Waiting

from pnp.build import executors
from pnp.build.drawing import PieceDrawer, ResultBatch
from pnp.build.pipeline import build, check
from pnp.build.results import Result
from pnp.cli.report import internal_error_line
from pnp.io.project import Project
from pnp.layout.editions import Layout
from pnp.load import find_project
from pnp.model.game import Component, Piece
from pnp.model.options import Options
from pnp.model.problem import LimitError, UsageError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux alone")

REPOSITORY = Path(__file__).parents[2]
PROJECTS = REPOSITORY / "tests" / "check" / "projects"
BAD = [
    (folder, game.name) for folder in ("bad", "bad-faces") for game in sorted(PROJECTS.glob(f"{folder}/card_data/*"))
]


@pytest.fixture(autouse=True)
def any_work_is_worth_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_LOOK", 0.0)


@pytest.fixture
def drawers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], set[int]]:
    """Record the processes that draw, copies of this one among them."""
    folder, ordinary = tmp_path / "drawers", PieceDrawer.draw
    folder.mkdir()

    def noted(self: PieceDrawer, numbers: Sequence[int]) -> ResultBatch:
        (folder / str(os.getpid())).touch()
        return ordinary(self, numbers)

    monkeypatch.setattr(PieceDrawer, "draw", noted)
    return lambda: {int(path.name) for path in folder.iterdir()}


def all_problems(laid: Result) -> tuple[list[str], list[str]]:
    found = [problem for edition in laid.report.editions for problem in edition.problems]  # with those ignored
    return [repr(problem) for problem in laid.problems], [repr(problem) for problem in found]


@pytest.mark.parametrize(("folder", "game"), every(3, BAD, unpack=True))
def test_three_find_what_one_finds(folder: str, game: str) -> None:
    project = Project(PROJECTS / folder, REPOSITORY)
    for ink in ("low", "full"):
        alone = draw(project, Options(game, ink=ink, jobs=1, cache=False))
        for find in (check, draw):
            assert all_problems(find(project, Options(game, ink=ink, jobs=3, cache=False))) == all_problems(alone)
        assert alone.problems


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return find_project(write_tiny(tmp_path))


MANY = """\
title: Many
version: "1"
languages: [en]
components:
  cards:
    title: Cards
    data: cards.yaml
    size: poker
    front: card.xml.j2
    back: back.xml.j2
    fields: {text: text}
"""


def many(project: Project, template: str, back: str = "<face/>", count: int = 40, jobs: int = 2) -> Options:
    """Write a game whose one component has very many pieces, every fifth with a longer text."""
    texts = ("short", "short", "rather long", "short", "[nothing] at all")
    write(project.root, "card_data/tiny/game.yaml", MANY)
    entries = [f"- {{id: c{n}, text: '{texts[n % 5]}'}}" for n in range(count)]
    write(project.root, "card_data/tiny/cards.yaml", "\n".join(entries))
    write(project.root, "layouts/tiny/card.xml.j2", template)
    write(project.root, "layouts/tiny/back.xml.j2", back)
    return Options("tiny", jobs=jobs, cache=False)


def test_what_many_pieces_have_in_common_is_said_once_however_they_were_shared_out(
    project: Project, drawers: Callable[[], set[int]]
) -> None:
    options = many(
        project,
        '<face><text of="text" w="8" h="4" size="4mm" min="4mm"/><text y="20" fill="#eeeeee">pale</text><rct/></face>',
        '<face><text size="3pt" min="3pt">small</text><icon name="nobody"/></face>',
    )
    alone = draw(project, Options("tiny", jobs=1, cache=False))
    assert drawers() == {os.getpid()}
    by_two = draw(project, options)
    assert len(drawers()) > 1
    assert contents(by_two) == contents(alone)
    assert all_problems(by_two) == all_problems(check(project, options)) == all_problems(alone)
    told = {each.code: each.values for each in read_facts(by_two.problems) if each.about == "cards/c0 and 39 more"}
    assert "rct" in told["PNP204"].values()
    assert told["PNP360"]["text"] == "“pale”"
    assert told["PNP361"] == {"text": "“small”", "size": "3 pt"}
    (missing,) = [problem for problem in by_two.problems if "nothing" in problem.message]
    assert len(missing.places) == 8


TEXTS = """\
<face>
  <text of="text" x="4" y="4" w="40" h="20"/><rect y="40" width="9" height="9" fill="#ff0000" fill-opacity="0.5"/>
</face>
"""


def test_the_same_bytes_however_many_draw(project: Project, tmp_path: Path) -> None:
    files = []
    for jobs in (1, 2, 3, 7):
        options = many(project, TEXTS, jobs=jobs)
        cards = project.root / "card_data/tiny/cards.yaml"
        cards.write_text(cards.read_text(encoding="utf-8").replace("[nothing]", "nothing"), encoding="utf-8")
        result = build(project, options, tmp_path / str(jobs))
        assert result.files, list(map(str, result.problems))
        files += [file.read_bytes() for file in result.files]
    assert len(files) == 4
    assert len(set(files)) == 1


def test_the_same_pictures_however_many_draw(project: Project, tmp_path: Path) -> None:
    found = []
    for jobs in (1, 3):
        options = replace(many(project, "<face><rect width='20' height='30'/></face>", jobs=jobs), format="png", dpi=30)
        files = build(project, options, tmp_path / str(jobs)).files
        found.append([(file.name, file.read_bytes()) for file in files])
    assert found[0] == found[1]
    assert len(found[0]) == 80


def test_who_is_lost_midway_is_made_up_for(
    project: Project, drawers: Callable[[], set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    options, here, ordinary = many(project, TEXTS), os.getpid(), PieceDrawer.draw
    alone = draw(project, Options("tiny", jobs=1, cache=False))

    def batch(self: PieceDrawer, numbers: Sequence[int]) -> ResultBatch:
        if os.getpid() != here and 30 in numbers:
            os.kill(os.getpid(), signal.SIGKILL)
        return ordinary(self, numbers)

    monkeypatch.setattr(PieceDrawer, "draw", batch)
    waiting = Waiting()
    assert contents(draw(project, options, waiting)) == contents(alone)
    assert here in drawers()
    assert waiting.told == ["a process that drew was lost: what is left is drawn by one"]


def test_processes_that_cannot_begin(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    options, here, ordinary, waiting = many(project, TEXTS), os.getpid(), PieceDrawer.begin_elsewhere, Waiting()
    alone = draw(project, Options("tiny", jobs=1, cache=False))
    monkeypatch.setattr(
        PieceDrawer, "begin_elsewhere", lambda self: ordinary(self) if os.getpid() == here else os._exit(1)
    )
    assert contents(draw(project, options, waiting)) == contents(alone)
    assert waiting.told == ["a process that drew was lost: what is left is drawn by one"]


@pytest.fixture
def local_pieces(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Record the numbers of the pieces that the main process draws."""
    numbers, here, ordinary = list[int](), os.getpid(), PieceDrawer.draw

    def batch(self: PieceDrawer, chunk: Sequence[int]) -> ResultBatch:
        numbers.extend(chunk if os.getpid() == here else ())
        return ordinary(self, chunk)

    monkeypatch.setattr(PieceDrawer, "draw", batch)
    yield numbers


@pytest.fixture
def second_thread() -> Iterator[None]:
    """While it lives, processes aren't copied."""
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    yield
    end.set()
    thread.join()


@pytest.mark.usefixtures("second_thread")
def test_new_processes_draw_where_none_can_be_copied(project: Project, tmp_path: Path, local_pieces: list[int]) -> None:
    options = many(project, TEXTS.replace("#ff0000", "#fe0000"), count=60)
    cards = project.root / "card_data/tiny/cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("[nothing]", "nothing"), encoding="utf-8")
    by_two = build(project, options, tmp_path / "two")
    assert local_pieces == []
    alone = build(project, replace(options, jobs=1), tmp_path / "one")
    assert by_two.files[0].read_bytes() == alone.files[0].read_bytes()


@pytest.mark.usefixtures("second_thread")
def test_new_processes_import_nothing_of_the_folder_one_is_in(
    project: Project, local_pieces: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project.root, "multiprocessing/__init__.py", "open('fired', 'w')")
    monkeypatch.chdir(project.root)
    subprocess.run([sys.executable, "-c", "import multiprocessing"], check=True)
    Path("fired").unlink()
    draw(project, many(project, TEXTS))
    assert (local_pieces, Path("fired").exists()) == ([], False)


@pytest.mark.usefixtures("second_thread")
def test_new_processes_find_what_one_finds(local_pieces: list[int]) -> None:
    folder, game = BAD[-1]
    project = Project(PROJECTS / folder, REPOSITORY)
    found = check(project, Options(game, jobs=2, cache=False))
    assert local_pieces == []
    assert all_problems(found) == all_problems(check(project, Options(game, jobs=1, cache=False)))
    assert found.problems


@pytest.mark.usefixtures("second_thread")
def test_new_processes_for_much_work_alone(project: Project, local_pieces: list[int]) -> None:
    assert draw(project, many(project, TEXTS, jobs=0)).leaves
    assert len(local_pieces) == 40, "they take longer to begin"


@pytest.mark.usefixtures("second_thread")
def test_pictures_are_drawn_by_one_where_processes_cannot_be_copied(project: Project, tmp_path: Path) -> None:
    options = many(project, "<face><rect width='20' height='30'/></face>", count=4)
    assert len(build(project, replace(options, format="png", dpi=30), tmp_path).files) == 8


def test_what_was_found_in_no_process_is_told(
    project: Project, monkeypatch: pytest.MonkeyPatch, local_pieces: list[int]
) -> None:
    options, here, ordinary, waiting = many(project, TEXTS), os.getpid(), PieceDrawer.draw, Waiting()
    alone = draw(project, replace(options, jobs=1))

    def batch(self: PieceDrawer, numbers: Sequence[int]) -> ResultBatch:
        if os.getpid() != here and 30 in numbers:
            raise ZeroDivisionError("by nothing")
        return ordinary(self, numbers)

    monkeypatch.setattr(PieceDrawer, "draw", batch)
    local_pieces.clear()
    assert contents(draw(project, options, waiting)) == contents(alone)
    assert waiting.told == [
        "a process could not draw (ZeroDivisionError: by nothing): it is drawn by the one that asked"
    ]
    assert 30 in local_pieces
    assert len(local_pieces) < 10


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_mistake_of_ours_names_the_piece_whoever_drew_it(
    project: Project, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    options, ordinary, waiting = many(project, TEXTS, jobs=jobs), Layout.piece, Waiting()

    def piece(self: Layout, component: Component, piece: Piece) -> object:
        if piece.id == "c30":
            raise ZeroDivisionError("by nothing")
        return ordinary(self, component, piece)

    monkeypatch.setattr(Layout, "piece", piece)
    with pytest.raises(ZeroDivisionError) as caught:
        draw(project, options, waiting)
    assert " at cards/c30: ZeroDivisionError: by nothing (" in internal_error_line(caught.value)
    assert waiting.told == []


@pytest.mark.parametrize(
    "executor", ["", "Here", "dask", "dask://", "dask://host", "dask://host:0", "dask://host:70000", "tcp://host:8786"]
)
def test_who_draws_is_here_or_a_cluster(project: Project, executor: str, tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=f'^--executor is here, dask://HOST:PORT or tls://HOST:PORT, .*, not "{executor}"$'
    ):
        build(project, Options("tiny", executor=executor), tmp_path)


def test_leaves_are_not_kept(project: Project) -> None:
    options = many(project, "<face/>")
    laid = check(project, options)
    assert (laid.leaves, laid.problems) == ((), draw(project, options).problems)
    assert laid.edition is not None


def test_all_processes_count(project: Project) -> None:
    waiting = Waiting()
    check(project, many(project, "<face/>"), waiting)
    steps = waiting.steps
    assert [done for _, done, _ in steps] == sorted({done for _, done, _ in steps})
    assert {(what, total) for what, _, total in steps} == {("laying out", 40)}


@pytest.mark.parametrize("piece", ["c0", "c20", "c39"])
def test_what_stops_everything_is_the_same_wherever_it_came_to_light(project: Project, piece: str) -> None:
    endless = "{% macro again() %}{{ again() }}{% endmacro %}"
    template = f"{endless}<face>{{% if piece.id == '{piece}' %}}{{{{ again() }}}}{{% endif %}}</face>"
    messages = []
    for jobs in (1, 2, 3):
        for find in (draw, check):
            with pytest.raises(LimitError) as caught:
                find(project, many(project, template, jobs=jobs))
            messages.append(str(caught.value))
    assert len(set(messages)) == 1
    with pytest.raises(UsageError):
        check(project, Options("tinny"))


def test_a_game_that_cannot_be_read_is_told_as_ever(project: Project) -> None:
    change(project.root, "card_data/tiny/game.yaml", "components:", "compnents:")
    assert all_problems(check(project, Options("tiny"))) == all_problems(draw(project, Options("tiny")))


SCRIPT = """
import sys
from pathlib import Path
from typing import Any
from pnp.build import executors
from pnp.build.drawing import PieceDrawer
from pnp.build.pipeline import check
from pnp.load import find_project
from pnp.model.options import Options

executors._LOOK = 0
ordinary = PieceDrawer.draw
def batch(self, numbers):
    import time
    print("drawing", flush=True)
    time.sleep(0.2)
    return ordinary(self, numbers)
PieceDrawer.draw = batch
check(find_project(Path(sys.argv[1])), Options("tiny", jobs=2, cache=False))
"""


def test_interrupted_it_ends_at_once_and_leaves_nobody_behind(project: Project) -> None:
    many(project, TEXTS)
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    run = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n{SCRIPT}",
            str(project.root),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
        text=True,
    )
    assert run.stdout
    assert run.stdout.read(7) == "drawing"
    os.killpg(run.pid, signal.SIGINT)
    _, errors = run.communicate(timeout=10)
    assert run.returncode != 0
    assert errors.count("Traceback") == 1, "the children say nothing"
    with pytest.raises(ProcessLookupError):
        os.killpg(run.pid, 0)
