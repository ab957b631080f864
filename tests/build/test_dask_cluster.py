"""A cluster draws what this process would draw: whoever fails, differs or is lost, the same comes of it.

What starts a cluster is nightly.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from socket import socket
from typing import Any

import dask
import pytest
from cluster_workers import Workers, changing
from large_game import write_large
from saying import Run
from system_programs import System
from tiny_game import write_tiny
from waiting import Waiting

from pnp.build import dask_cluster, remote_drawing
from pnp.build.drawing import FaceResult, PieceDrawer, ResultBatch
from pnp.build.executors import RemoteCalls
from pnp.build.pipeline import build, check
from pnp.importing.new_games import SMALL_GAME
from pnp.io.project import Project, find_project
from pnp.model.display import Face
from pnp.model.options import Options
from pnp.model.problem import LimitError, UsageError

REPOSITORY = Path(__file__).parents[2]
PIECES = 150


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    found = Workers()
    yield found
    found.end()


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return find_project(write_large(tmp_path_factory.mktemp("large"), PIECES))


@pytest.fixture(scope="module")
def alone(large: Project, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the PDF that one process builds."""
    return printed(large, "here", tmp_path_factory.mktemp("alone"))


@pytest.fixture
def local_pieces(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record the numbers of the pieces that this process draws."""
    numbers, ordinary = list[int](), PieceDrawer.draw

    def batch(self: PieceDrawer, chunk: Any) -> ResultBatch:
        numbers.extend(chunk)
        return ordinary(self, chunk)

    monkeypatch.setattr(PieceDrawer, "draw", batch)
    return numbers


@pytest.fixture
def put_right(workers: Workers) -> Iterator[None]:
    """Afterwards workers are as they were."""
    yield

    def undo() -> None:
        import sys

        for module, name, ordinary in sys.modules.pop("changed_by_tests", []):  # type: ignore[attr-defined]
            setattr(module, name, ordinary)

    workers.run(undo)


def printed(project: Project, executor: str, out: Path, waiting: Waiting | None = None, game: str = "large") -> bytes:
    result = build(project, Options(game, jobs=1, executor=executor, cache=False), out, waiting or Waiting())
    assert result.files, list(map(str, result.problems))
    return result.files[0].read_bytes()


@pytest.mark.nightly
def test_the_same_bytes(
    workers: Workers,
    large: Project,
    alone: bytes,
    tmp_path: Path,
    local_pieces: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting, sent, most = Waiting(), [0], [0]
    begun, result = dask_cluster._Crew.submit, dask_cluster._Crew.result

    def counted_begun(self: Any, chunk: Any) -> Any:
        sent[0] += 1
        most[0] = max(most[0], sent[0])
        return begun(self, chunk)

    def counted_result(self: Any, *chunk: Any) -> Any:
        found = result(self, *chunk)
        sent[0] -= 1
        return found

    monkeypatch.setattr(dask_cluster._Crew, "submit", counted_begun)
    monkeypatch.setattr(dask_cluster._Crew, "result", counted_result)
    assert printed(large, workers.executor, tmp_path, waiting) == alone
    assert (local_pieces, waiting.told, sent) == ([], [], [0])
    assert most[0] <= 10, "no more than keeps four threads busy"
    assert waiting.steps[-2:] == [("laying out", PIECES, PIECES), ("writing", 0, 1)]


@pytest.mark.nightly
def test_the_same_bytes_of_a_game_of_ours(workers: Workers, tmp_path: Path, local_pieces: list[int]) -> None:
    project = find_project(REPOSITORY)
    by_cluster = printed(project, workers.executor, tmp_path / "cluster", game=SMALL_GAME)
    assert local_pieces == []
    assert by_cluster == printed(project, "here", tmp_path / "here", game=SMALL_GAME)


@pytest.mark.nightly
def test_what_is_wrong_is_the_same(workers: Workers) -> None:
    project = Project(REPOSITORY / "tests/check/projects/bad-faces", REPOSITORY)
    for folder in sorted(project.root.glob("card_data/*"))[:2]:
        found = [
            [repr(problem) for problem in check(project, Options(folder.name, executor=executor, cache=False)).problems]
            for executor in ("here", workers.executor)
        ]
        assert found[0] == found[1] != []


@pytest.mark.nightly
def test_what_a_cluster_drew_is_known_to_the_next_build(
    workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    project = find_project(write_tiny(tmp_path / "tiny"))
    first = build(project, Options("tiny", executor=workers.executor), tmp_path / "out").files[0].read_bytes()
    anew, ordinary = list[str](), PieceDrawer._finish

    def noted(self: PieceDrawer, face: Face) -> FaceResult:
        anew.append(face.label)
        return ordinary(self, face)

    monkeypatch.setattr(PieceDrawer, "_finish", noted)
    assert build(project, Options("tiny"), tmp_path / "out").files[0].read_bytes() == first
    assert anew == []
    build(project, Options("tiny", cache=False), tmp_path / "out")
    assert anew


@pytest.mark.nightly
def test_what_stops_everything_is_the_same(workers: Workers, tmp_path: Path) -> None:
    project = find_project(write_tiny(tmp_path))
    endless = "{% macro again() %}{{ again() }}{% endmacro %}<face>{{ again() }}</face>"
    (project.root / "layouts/tiny/coin.xml.j2").write_text(endless, encoding="utf-8")
    said, waiting = [], Waiting()
    for executor in ("here", workers.executor):
        with pytest.raises(LimitError) as caught:
            check(project, Options("tiny", executor=executor, cache=False), waiting)
        said.append(str(caught.value))
    assert said[0] == said[1]
    assert waiting.told == []


UNUSABLE = "a worker can't be used: {}"
NOBODY = "no worker can be used: what is left is drawn here"


def messages(waiting: Waiting, workers: Workers) -> list[str]:
    """Return the reported lines, without the name of the cluster that each begins with."""
    assert all(line.startswith(f"{workers.executor}: ") for line in waiting.told)
    return [line.removeprefix(f"{workers.executor}: ") for line in waiting.told]


@pytest.mark.nightly
def test_versions_that_differ(
    workers: Workers,
    large: Project,
    alone: bytes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    local_pieces: list[int],
) -> None:
    (own, ours), (python, version), *others = remote_drawing.makers()
    monkeypatch.setattr(remote_drawing, "makers", lambda: ((own, ours), (python, "2.7.18"), *others))
    waiting = Waiting()
    assert printed(large, workers.executor, tmp_path, waiting) == alone
    assert messages(waiting, workers) == [UNUSABLE.format(f"it has Python {version}, not 2.7.18"), NOBODY]
    assert len(local_pieces) == PIECES


@pytest.mark.nightly
@pytest.mark.usefixtures("put_right")
def test_one_that_differs_is_not_asked_again(
    workers: Workers, large: Project, alone: bytes, tmp_path: Path, local_pieces: list[int]
) -> None:
    others = tuple((name, "0.1" if name == "pnp" else version) for name, version in remote_drawing.makers())
    workers.run(changing("pnp.build.remote_drawing", "makers", lambda: others), only_one=True)
    waiting = Waiting()
    assert printed(large, workers.executor, tmp_path, waiting) == alone
    assert messages(waiting, workers) == [UNUSABLE.format(f"it has pnp 0.1, not {remote_drawing.makers()[0][1]}")]
    assert local_pieces == []


@pytest.mark.nightly
@pytest.mark.usefixtures("put_right")
def test_a_folder_that_no_worker_sees(
    workers: Workers, large: Project, alone: bytes, tmp_path: Path, local_pieces: list[int]
) -> None:
    def gone(start: Path, named: Path) -> Project:
        return find_project(Path("/elsewhere"), Path("/elsewhere"))

    workers.run(changing("pnp.build.remote_drawing", "find_project", gone))
    waiting, elsewhere = Waiting(), find_project(write_large(tmp_path / "new", 40))  # not one that they have loaded
    assert printed(elsewhere, workers.executor, tmp_path / "a", waiting) == printed(elsewhere, "here", tmp_path / "b")
    assert messages(waiting, workers) == [UNUSABLE.format("it can't load large: there is no folder /elsewhere"), NOBODY]
    assert len(local_pieces) == 80


@pytest.mark.nightly
def test_files_that_differ(
    workers: Workers, large: Project, alone: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.build.inputs.EditionInputs.fingerprint", lambda self: b"of other files")
    waiting = Waiting()
    assert printed(large, workers.executor, tmp_path, waiting) == alone
    assert messages(waiting, workers) == [UNUSABLE.format("its files of large are others"), NOBODY]


@pytest.mark.nightly
@pytest.mark.usefixtures("put_right")
def test_mistakes_of_workers(
    workers: Workers, large: Project, alone: bytes, tmp_path: Path, local_pieces: list[int]
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by nothing")

    workers.run(changing("pnp.build.drawing:PieceDrawer", "draw", fail))
    waiting = Waiting()
    assert printed(large, workers.executor, tmp_path, waiting) == alone
    said = "a worker could not draw (ZeroDivisionError: by nothing): "
    assert messages(waiting, workers) == [f"{said}it is drawn here", f"{said}what is left is drawn here"]
    assert len(local_pieces) == PIECES


@pytest.mark.nightly
def test_on_the_command_line(workers: Workers, monkeypatch: pytest.MonkeyPatch, run_whole: Run, tmp_path: Path) -> None:
    monkeypatch.setattr("pnp.build.inputs.EditionInputs.fingerprint", lambda self: b"of other files")
    asked = "tiny", "--project", str(write_tiny(tmp_path)), "--no-cache", "--executor"
    lines = [UNUSABLE.format("its files of tiny are others"), NOBODY]
    said = "".join(f"pnp: {workers.executor}: {line}\n" for line in lines)
    for command in ("build", "check"):  # which looks at several editions
        code, _, err = run_whole(command, *asked, workers.executor)
        assert (code, err) == (0, said)
        code, out, err = run_whole(command, *asked, "dask://127.0.0.1:1")
        assert (code, out, err) == (2, "", "pnp: nobody listens at dask://127.0.0.1:1: connection refused\n")


@pytest.mark.nightly
def test_what_was_lost_is_not_told_from_memory(
    workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_whole: Run
) -> None:
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    root = write_tiny(tmp_path / "tiny")
    for path in root.rglob("*"):
        os.utime(path, (1e9, 1e9))
    asked = "build", "tiny", "--project", str(root), "--out", str(tmp_path / "out"), "--executor", workers.executor
    with monkeypatch.context() as patch:
        patch.setattr("pnp.build.inputs.EditionInputs.fingerprint", lambda self: b"of other files")
        assert NOBODY in run_whole(*asked).err
    assert run_whole(*asked).err == ""


def test_without_dask(large: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.setattr("pnp.io.installing.extra_command", lambda extra: f"add {extra}")
    with pytest.raises(UsageError, match=r"^--executor dask://localhost:8786 needs dask: add dask$"):
        printed(large, "dask://localhost:8786", tmp_path)


def test_nobody_listens(large: Project, tmp_path: Path) -> None:
    with socket() as unused:
        unused.bind(("127.0.0.1", 0))
        name = f"dask://127.0.0.1:{unused.getsockname()[1]}"
        with pytest.raises(UsageError, match=f"^nobody listens at {name}: connection refused$"):
            printed(large, name, tmp_path)


def test_somebody_else_listens(large: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "_PATIENCE", 0.3)
    with socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        name = f"dask://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(UsageError, match=rf"^at {name} is no scheduler of dask .* \(it says nothing\)$"):
            printed(large, name, tmp_path)


def make_certificate(system: System, folder: Path) -> dict[str, str]:
    """Return settings of dask by which all sides have one new certificate."""
    folder.mkdir()
    cert, key = str(folder / "cert.pem"), str(folder / "key.pem")
    words = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=dask-internal")
    system("openssl", "req", "-x509", *words, "-keyout", key, "-out", cert)
    sides = {
        f"{side}.{what}": path
        for side in ("scheduler", "worker", "client")
        for what, path in (("cert", cert), ("key", key))
    }
    return {f"distributed.comm.tls.{name}": value for name, value in {"ca-file": cert, **sides}.items()}


@pytest.mark.system("openssl")
@pytest.mark.nightly
def test_by_tls(
    system: System, workers: Workers, large: Project, alone: bytes, tmp_path: Path, local_pieces: list[int]
) -> None:
    ours, others = make_certificate(system, tmp_path / "ours"), make_certificate(system, tmp_path / "others")
    plain = workers.executor.replace("dask://", "tls://")
    with pytest.raises(UsageError, match=rf"^{plain} needs certificates: dask's configuration names none "):
        printed(large, plain, tmp_path)
    environment = {f"DASK_{name.replace('.', '__').replace('-', '_').upper()}": path for name, path in ours.items()}
    with dask.config.set(ours):
        encrypted = Workers("tls", **environment)
        try:
            assert encrypted.executor.startswith("tls://")
            waiting = Waiting()
            assert printed(large, encrypted.executor, tmp_path, waiting) == alone
            assert (local_pieces, waiting.told) == ([], [])
            with pytest.raises(UsageError, match=rf"^at {plain} is no scheduler of dask .* \(SSLError: "):
                printed(large, plain, tmp_path)
            with (
                dask.config.set(others),
                pytest.raises(UsageError, match=rf"^at {encrypted.executor} is no scheduler .* \(SSLCertVerif"),
            ):
                printed(large, encrypted.executor, tmp_path)
        finally:
            encrypted.end()
    with (
        dask.config.set(ours | {"distributed.comm.tls.ca-file": str(tmp_path / "gone")}),
        pytest.raises(UsageError, match=rf"^{plain}: dask's configuration of TLS can't be used \(FileNotFoundError"),
    ):
        printed(large, plain, tmp_path)


@pytest.mark.nightly
def test_a_worker_that_is_killed_midway(
    workers: Workers, large: Project, alone: bytes, tmp_path: Path, local_pieces: list[int]
) -> None:
    killed: list[int] = []

    def kill() -> None:
        if not killed:
            killed.append(1)
            workers.kill_one()

    waiting = Waiting(kill)
    assert printed(large, workers.executor, tmp_path, waiting) == alone
    assert messages(waiting, workers) == ["a worker was lost: what is missing is drawn again"]
    assert local_pieces == []


@pytest.mark.nightly
def test_a_cluster_that_ends_midway(
    workers: Workers, large: Project, alone: bytes, tmp_path: Path, local_pieces: list[int]
) -> None:
    waiting = Waiting(workers.end)
    assert printed(large, workers.executor, tmp_path, waiting) == alone
    assert messages(waiting, workers)[-1] == "it does not answer any more: what is left is drawn here"
    assert local_pieces


def test_a_result_that_comes_as_patience_ends_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    class Late:
        status = "finished"
        asked = 0

        def done(self) -> bool:
            return True

        def result(self, timeout: float) -> tuple[str, str]:
            self.asked += 1
            if self.asked == 1:
                raise TimeoutError
            return "tcp://worker", "drawn"

    crew = object.__new__(dask_cluster._Crew)
    crew._is_of_use, crew._failures = True, 0
    crew._remote = RemoteCalls(lambda _: lambda: None, lambda answer: answer)
    monkeypatch.setattr(dask_cluster._Crew, "look", lambda self: None)
    assert crew.result([0], Late()) == ("drawn", "")
