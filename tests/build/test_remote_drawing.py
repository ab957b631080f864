"""An edition in words that any process understands: whoever has the same pnp and files draws it, and nobody else."""

import os
import pickle
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from drawn_text import contents
from laid import draw
from tiny_game import change, write, write_tiny

from pnp.build import drawn_pieces, remote_drawing
from pnp.build.drawing import ResultBatch
from pnp.build.executors import RemoteCalls, Unusable
from pnp.build.laying_out import lay_out
from pnp.build.preparing import load, localise
from pnp.build.remote_drawing import makers, prepare_remote_calls
from pnp.build.results import SILENT, Prepared
from pnp.io.project import Project, find_project
from pnp.model.options import Options
from pnp.model.problem import LimitError


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return find_project(write_tiny(tmp_path / "one"))


def prepared(project: Project, **asked: object) -> Prepared:
    options = Options("tiny", **asked)  # type: ignore[arg-type]
    found = localise(load(project, options), options)
    assert found
    return found


def call_and_read(work: RemoteCalls[list[int], ResultBatch], *numbers: int) -> ResultBatch:
    return work.read(work.call([*numbers])())


def test_in_any_order_for_several_at_once_and_again(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = draw(project, Options("tiny", modules=("more",), jobs=1, cache=False))
    editions = [prepared(project, modules=("more",)) for _ in range(3)]
    works = [prepare_remote_calls(each) for each in editions]  # more than a process keeps
    batches = {(n, piece): call_and_read(works[n], piece) for piece in (3, 0, 2, 1) for n in range(3)}
    again = [call_and_read(works[0], piece) for piece in range(4)]
    found = [[batches[n, piece] for piece in (3, 0, 2, 1)] for n in range(3)]
    found[0] += again  # as if all had been lost; the first ones count, too, since what they tell comes once
    for edition, theirs in zip(editions, found, strict=True):
        monkeypatch.setattr(drawn_pieces, "run_task", lambda *asked, theirs=theirs: iter(theirs))
        laid = lay_out(edition, None, SILENT)
        assert contents(laid) == contents(alone)


def test_art_that_is_wrong_is_told_with_each_batch(project: Project) -> None:
    change(project.root, "layouts/tiny/card.xml.j2", "<face>", '<face><icon name="dot" x="6" y="6" size="8"/>')
    change(project.root, "card_data/tiny/art/dot.svg", "<circle", "<foreignObject/><circle")
    work = prepare_remote_calls(prepared(project))
    found = [call_and_read(work, number).pieces[0].found.art for number in (0, 1)]
    assert [[problem.code for problem in each] for each in found] == [["PNP253"]] * 2


def test_what_stops_everything_stops_here_too(project: Project) -> None:
    endless = "{% macro again() %}{{ again() }}{% endmacro %}"
    write(project.root, "layouts/tiny/coin.xml.j2", f"{endless}<face>{{{{ again() }}}}</face>")
    edition = prepared(project)
    with pytest.raises(LimitError):
        call_and_read(prepare_remote_calls(edition), len(edition.pieces) - 1)


@pytest.mark.parametrize(("which", "said"), [("pnp", "it has pnp 0"), ("Python", "it has Python 3"), ("pillow", "it")])
def test_others_versions_are_of_no_use(
    project: Project, which: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tuple((name, "9.9 (abc)" if name == which else version) for name, version in makers())
    monkeypatch.setattr("pnp.build.remote_drawing.makers", lambda: theirs)
    call = prepare_remote_calls(prepared(project)).call([0])
    monkeypatch.undo()
    assert pickle.loads(call()).startswith(said)
    assert pickle.loads(call()).endswith("not 9.9 (abc)")


def test_files_that_are_others_are_of_no_use(project: Project) -> None:
    work = prepare_remote_calls(prepared(project))
    change(project.root, "card_data/tiny/art/dot.svg", 'r="5"', 'r="4"')
    with pytest.raises(Unusable, match=r"^its files of tiny are others$"):
        call_and_read(work, 0)
    work = prepare_remote_calls(prepared(project))
    assert call_and_read(work, 0).pieces
    change(project.root, "card_data/tiny/art/dot.svg", 'r="4"', 'r="3"')
    again = prepare_remote_calls(prepared(project))
    assert call_and_read(again, 0).pieces


def test_a_folder_that_cannot_be_seen(project: Project) -> None:
    call = prepare_remote_calls(prepared(project)).call([0])
    project.root.rename(project.root.with_name("elsewhere"))
    assert pickle.loads(call()) == f"it can't load tiny: there is no folder {project.root}"


def test_the_same_files_elsewhere_and_later(project: Project, tmp_path: Path) -> None:
    write(project.root, "fonts/fonts.yaml", "")
    before = prepared(project).inputs.fingerprint()
    other = find_project(Path(shutil.copytree(project.root, tmp_path / "deeper" / "two")))
    for path in other.root.rglob("*"):
        os.utime(path, (1e9, 1e9))
    assert prepared(other).inputs.fingerprint() == before
    for option in ({"ink": "full"}, {"modules": ("more",)}):
        assert prepared(other, **option).inputs.fingerprint() == before, "what is asked for is sent by itself"
    write(other.root, "layouts/tiny/new.xml.j2", "")
    assert prepared(other).inputs.fingerprint() != before


def test_an_overlay_wherever_it_is_named_from(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "own/mine.yaml", "add: {cards: [{id: own, name: Own}]}\n")
    monkeypatch.chdir(tmp_path / "own")
    edition = prepared(project, overlay=Path("mine.yaml"))
    call = prepare_remote_calls(edition).call([len(edition.pieces) - 1])
    monkeypatch.chdir(tmp_path)
    assert pickle.loads(call()).pieces


def test_what_comes_with_pnp_may_lie_elsewhere() -> None:
    file = BytesIO()
    said = ("/lib/pnp/layouts/x.xml.j2:3:1", Path("/lib/pnp/art/a.png"), "/lib", Path("/lib/pnpx"), 7)
    remote_drawing._MovingPickler(file, "/lib/pnp", "/opt/pnp").dump(said)
    moved = remote_drawing._MovedUnpickler(BytesIO(file.getvalue())).load()
    assert moved == ("/opt/pnp/layouts/x.xml.j2:3:1", Path("/opt/pnp/art/a.png"), "/lib", Path("/lib/pnpx"), 7)
