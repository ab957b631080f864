"""A command that is asked to end ends within two seconds, with all of its processes, and leaves nothing half done."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from socket import create_connection
from time import monotonic, sleep
from typing import Any

import pytest
from nightly import every
from running import REPOSITORY, Run, Start
from tiny_game import change

from pnp.io.writing import temporary_folder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

SECONDS = 2.0
LOOP = "while True: pass"
IN_C = "all(itertools.repeat(True))"  # no other thread gets its turn
STUBBORN = """
    while True:
        try:
            while True: pass
        except BaseException: pass
"""
SETUP = """
import itertools, os, signal, sys, time
from pathlib import Path
from pnp.build.drawing import PieceDrawer
from pnp.build import executors

def hold():
    Path("held").touch()
    {how}

def hear(event, args):
    if event == "open" and {moment!r} == "loading" and str(args[0]).endswith("/cards.yaml"):
        hold()
    if event == "os.rename" and {moment!r} == "writing" and str(args[1]).endswith(".pdf"):
        hold()

def batch(self, numbers):
    if {moment!r} == "drawing":
        hold()
    return ordinary(self, numbers)

executors._LOOK = 0.0  # all is drawn by workers
ordinary, PieceDrawer.draw = PieceDrawer.draw, batch
sys.addaudithook(hear)
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever the shell of these tests ignores
"""
ALONE = "import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()"  # no copies are made
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
EACH = pytest.mark.parametrize("number", every(2, CODES), ids=lambda number: number.name)
ONE = pytest.mark.parametrize("number", every(3, CODES), ids=lambda number: number.name)
TARGETS = pytest.mark.parametrize("send", [os.kill, os.killpg], ids=["parent", "group"])

Held = Callable[..., "subprocess.Popen[str]"]
Send = Callable[[int, int], None]


def living(session: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, of, *_ = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(of) == session and state != "Z":
            found.append(int(path.parent.name))
    return found


def wait_until(is_so: Callable[[], object], seconds: float = 60) -> None:
    until = monotonic() + seconds
    while not is_so():
        assert monotonic() < until, "it takes too long"
        sleep(0.01)


def patience() -> float:
    """Two seconds, and as long as a small process takes where others are busy, too."""
    began = monotonic()
    subprocess.run([sys.executable, "-c", "import json"], check=True)
    return SECONDS + 10 * (monotonic() - began)


@pytest.fixture
def start_held(tiny: Path, start: Start) -> Iterator[Held]:
    """Return a function that starts a command, in a session of its own, which stops at some moment."""
    sessions: list[int] = []

    def until_held(*words: str, moment: str = "drawing", how: str = LOOP, **options: Any) -> "subprocess.Popen[str]":
        (tiny / "held").unlink(missing_ok=True)
        process = start(*words, setup=SETUP.format(moment=moment, how=how), start_new_session=True, **options)
        sessions.append(process.pid)
        wait_until(lambda: (tiny / "held").exists() or process.poll() is not None)
        assert process.returncode is None, process.communicate()
        return process

    yield until_held
    for pid in (pid for session in sessions for pid in living(session)):
        os.kill(pid, signal.SIGKILL)


def end(process: "subprocess.Popen[str]", number: int, send: Send = os.kill) -> tuple[int, str, str]:
    """Return the exit code and the output, once all of its processes have ended in time."""
    limit = patience()
    send(process.pid, number)
    wait_until(lambda: not living(process.pid), limit)
    out, err = process.communicate(timeout=10)
    return process.returncode, out, err


def temporary_files(root: Path) -> list[str]:
    return [path.name for path in root.rglob(".pnp-*")]


@EACH
@TARGETS
def test_workers_end_with_the_build(number: signal.Signals, send: Send, tiny: Path, start_held: Held) -> None:
    process = start_held("build", "tiny", "--jobs", "3", "--no-cache")
    assert len(living(process.pid)) > 1
    assert end(process, number, send) == (CODES[number], "", "pnp: interrupted\n")
    assert not (tiny / "output").exists()


@ONE
@pytest.mark.parametrize("moment", ["loading", "writing"])
def test_a_build_ends_at_any_moment(number: signal.Signals, moment: str, tiny: Path, start_held: Held) -> None:
    process = start_held("build", "tiny", "--no-cache", moment=moment)
    assert bool(temporary_files(tiny)) == (moment == "writing")
    assert end(process, number) == (CODES[number], "", "pnp: interrupted\n")
    assert [path for path in tiny.glob("output/**/*") if path.is_file()] == []


@pytest.mark.parametrize("number", every(2, [signal.SIGTERM, signal.SIGINT]))
@TARGETS
def test_workers_that_write_leave_nothing(number: signal.Signals, send: Send, tiny: Path, start_held: Held) -> None:
    process = start_held("build", "tiny", "--all", "--jobs", "2", "--no-cache", moment="writing")
    assert len(living(process.pid)) > 1
    assert end(process, number, send) == (CODES[number], "", "pnp: interrupted\n")
    assert temporary_files(tiny) == []


@pytest.mark.parametrize("how", [LOOP, IN_C], ids=["python", "c"])
def test_workers_notice_that_the_build_was_killed(how: str, start_held: Held) -> None:
    process = start_held("build", "tiny", "--jobs", "3", "--no-cache", how=how)
    assert end(process, signal.SIGKILL) == (-signal.SIGKILL, "", "")


def test_workers_that_are_busy_in_c_end_as_well(start_held: Held) -> None:
    process = start_held("build", "tiny", "--jobs", "3", "--no-cache", how=IN_C)
    assert end(process, signal.SIGTERM) == (143, "", "pnp: interrupted\n")


@pytest.mark.parametrize(
    "words", every(2, [("build", "tiny"), ("build", "tiny", "--all", "--jobs", "2")]), ids=["one", "all"]
)
def test_what_a_killed_build_left_is_gone_after_the_next(
    words: tuple[str, ...], tiny: Path, start_held: Held, run_apart: Run
) -> None:
    end(start_held(*words, "--no-cache", moment="writing"), signal.SIGKILL)
    assert temporary_files(tiny)
    assert run_apart(*words).code == 0
    assert temporary_files(tiny) == []
    assert run_apart(*words, "--out", "clean").code == 0
    written = {path.relative_to(tiny / "clean"): path.read_bytes() for path in tiny.glob("clean/**/*.pdf")}
    assert written == {path.relative_to(tiny / "output"): path.read_bytes() for path in tiny.glob("output/**/*.pdf")}


def test_a_file_that_another_build_is_writing_stays(tiny: Path, start_held: Held, run_apart: Run) -> None:
    process = start_held("build", "tiny", moment="writing", how='while Path("held").exists(): time.sleep(0.01)')
    (being_written,) = temporary_files(tiny)
    assert run_apart("build", "tiny", "--no-cache").code == 0
    assert being_written in temporary_files(tiny)
    (tiny / "held").unlink()
    assert process.wait(30) == 0
    assert temporary_files(tiny) == []


@ONE
def test_workers_that_are_no_copies_end_too(number: signal.Signals, tiny: Path, start: Start) -> None:
    """Also before they have begun to draw."""
    loop = "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}"
    change(tiny, "layouts/tiny/card.xml.j2", "<face>", f"<face>{loop}")
    setup = SETUP.format(moment="", how="pass") + ALONE
    process = start("build", "tiny", "--jobs", "2", "--no-cache", setup=setup, start_new_session=True)
    wait_until(lambda: len(living(process.pid)) == 4)  # with the one that counts semaphores
    sleep(0.3 * list(CODES).index(number))
    assert end(process, number) == (CODES[number], "", "pnp: interrupted\n")


def test_workers_that_are_no_copies_notice_that_the_build_was_killed(tiny: Path, start: Start) -> None:
    loop = "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}"
    change(tiny, "layouts/tiny/card.xml.j2", "<face>", f"<face>{loop}")
    setup = SETUP.format(moment="", how="pass") + ALONE
    process = start("build", "tiny", "--jobs", "2", "--no-cache", setup=setup, start_new_session=True)
    wait_until(lambda: len(living(process.pid)) == 4)
    assert end(process, signal.SIGKILL)[0] == -signal.SIGKILL


@ONE
def test_a_command_that_does_not_heed_is_ended_all_the_same(number: signal.Signals, start_held: Held) -> None:
    process = start_held("check", "tiny", "--no-cache", moment="loading", how=STUBBORN)
    assert end(process, number) == (CODES[number], "", "pnp: interrupted\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_exit_code_is_right_where_code_of_a_text_was_running(
    number: signal.Signals, tiny: Path, start: Start, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """`python -m` remembers a KeyboardInterrupt that has passed through there, and ends as if by SIGINT."""
    folder = tmp_path_factory.mktemp("site")
    how = "exec('while True: pass')"
    (folder / "sitecustomize.py").write_text(SETUP.format(moment="loading", how=how))
    path = {"PYTHONPATH": os.pathsep.join([str(folder), str(REPOSITORY)])}
    process = start("build", "tiny", "--no-cache", env=path, start_new_session=True)
    wait_until((tiny / "held").exists)
    assert end(process, number) == (CODES[number], "", "pnp: interrupted\n")


def test_interrupted_twice_is_interrupted(start_held: Held) -> None:
    process = start_held("build", "tiny", "--jobs", "2", "--no-cache")
    for _ in range(5):
        os.killpg(process.pid, signal.SIGINT)
        sleep(0.01)
    assert end(process, signal.SIGINT) == (130, "", "pnp: interrupted\n")


@pytest.mark.parametrize(
    "words",
    every(
        2, [("check", "tiny"), ("translate", "init", "tiny", "--lang", "de"), ("diff", "tiny", "."), ("list", "tiny")]
    ),
)
def test_other_commands_end(words: tuple[str, ...], start_held: Held) -> None:
    assert end(start_held(*words, moment="loading"), signal.SIGTERM) == (143, "", "pnp: interrupted\n")


def test_who_watches_ends(start: Start, tiny: Path) -> None:
    process = start("build", "tiny", "--watch", start_new_session=True)
    assert process.stderr and process.stderr.readline().startswith("watching")
    code, _, err = end(process, signal.SIGTERM)
    assert (code, err) == (143, "pnp: interrupted\n")


@ONE
def test_the_page_ends_while_somebody_looks(number: signal.Signals, start: Start, tiny: Path) -> None:
    default = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)"
    process = start("proof", "tiny", "--no-open", "--port", "18940", setup=default, start_new_session=True)
    assert process.stdout
    place, _, token = process.stdout.readline().partition("http://")[2].split()[0].partition("/")
    opening = HTTPConnection(place)
    opening.request("GET", f"/{token}")
    cookie = opening.getresponse().headers["Set-Cookie"].partition(";")[0]
    with create_connection((opening.host, opening.port)) as page:
        page.sendall(f"GET /events HTTP/1.1\r\nHost: {place}\r\nCookie: {cookie}\r\n\r\n".encode())
        assert page.recv(1000).startswith(b"HTTP/1.1 200")
        assert end(process, number) == (CODES[number], "", "pnp: interrupted\n")


def test_what_the_shell_ignores_is_ignored(tiny: Path, start_held: Held) -> None:
    """As under nohup, by the workers, too."""
    ignored = {"preexec_fn": lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)}
    process = start_held("build", "tiny", "--jobs", "2", "--no-cache", how="time.sleep(0.3)", **ignored)
    os.killpg(process.pid, signal.SIGHUP)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "") and "4 pieces" in out


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_drawing_that_another_program_makes_ends_with_the_build(
    number: signal.Signals,
    tiny: Path,
    start_held: Held,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its folder is gone, or goes with the next one."""
    temporary = tmp_path_factory.mktemp("temporary")
    endless = f"open({str(tiny / 'started')!r}, 'w')\nwhile True: pass"
    how = f"""
    from pnp.art import svg_files as bitmaps
    bitmaps._WORKER = bitmaps._WORKER.replace("import resvg_py", {endless!r})
    bitmaps.draw_with_resvg("", Path(), "", (9, 9), [b"font"])
"""
    process = start_held("build", "tiny", "--jobs", "2", "--no-cache", how=how, env={"TMPDIR": str(temporary)})
    wait_until((tiny / "started").exists)
    assert temporary_files(temporary)
    assert end(process, number)[0] in (143, -signal.SIGKILL)
    if number == signal.SIGKILL:
        monkeypatch.setattr("tempfile.tempdir", str(temporary))
        with temporary_folder():
            assert len(temporary_files(temporary)) == 1
    assert temporary_files(temporary) == []


def test_an_interrupted_build_is_not_remembered(tiny: Path, start_held: Held, run_apart: Run) -> None:
    assert end(start_held("build", "tiny", moment="writing"), signal.SIGINT)[0] == 130
    assert run_apart("build", "tiny").code == 0
