"""A stranger's folder can be printed, and nothing else: every command over projects that try to do more.

Each payload leaves a mark, and is shown to leave it where it is asked for without care.
"""

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from socket import socket
from typing import Any, NamedTuple
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
import typer
from hostile_projects import CLOSED, KINDS, SETTINGS, careless_environment, sandbox_of, take_marks, write_hostile
from running import REPOSITORY

from pnp.cli.app import make_app
from pnp.cli.defaults import COMMANDS as WITH_SETTINGS

pytestmark = pytest.mark.system("git")

# Of each command, what is asked of it. Those that serve a page are asked apart.
ASKED = {
    "build": ["build inn", "build inn --format png --dpi 30", "build inn --since v1", "build inn --jobs 2 --no-cache"],
    "calibrate": ["calibrate"],
    "check": ["check", "check final.yaml", "check far"],
    "data": ["data inn --as xlsx"],
    "diff": ["diff inn v1 --html diff.html", "diff inn v1 v2", "diff inn v3", "diff inn HEAD:git"],
    "explain": ["explain PNP002"],
    "fetch": ["fetch", "fetch --private"],
    "list": ["list", "list inn"],
    "new": ["new copied --from inn", "new made --from cards.csv", "new fresh"],
    "printer add": ["printer add office --offset-x 1"],
    "printer list": ["printer list"],
    "printer remove": ["printer remove office"],
    "printer show": ["printer show office"],
    "proof": ["proof inn --html proof.html --pdf proof.pdf", "proof inn --remarks final.yaml"],
    "schema": ["schema --vscode"],
    "score": ["score inn final.yaml"],
    "setup": ["setup inn --players 1"],
    "sheet": ["sheet pictures --size poker --keep"],
    "show": ["show inn broth --dpi 30", "show inn * --dpi 30"],
    "translate init": ["translate init inn --lang de"],
    "translate status": ["translate status inn"],
    "translate update": ["translate update inn"],
}
ORDER = [line for name in (*ASKED,) if name != "printer remove" for line in ASKED[name]] + ASKED["printer remove"]
READING = re.compile(r"\S+ --no-pager( -c \S+)+ (rev-parse|ls-tree -r|cat-file --batch)( .*)?")  # of git
OWN = ("cache", "config", "state")  # folders of pnp's own


class Event(NamedTuple):
    command: str
    kind: str
    what: Any


def all_commands(group: Any, before: str = "") -> Iterator[str]:
    for name, command in group.commands.items():
        yield from all_commands(command, f"{before}{name} ") if hasattr(command, "commands") else [before + name]


def test_every_command_is_asked() -> None:
    assert {*all_commands(typer.main.get_command(make_app()))} == {*ASKED}
    assert {line.partition(" -")[0].split()[0] for line in ORDER} == {name.split()[0] for name in ASKED}


def steps_of(lines: Iterable[str]) -> list[tuple[str, str | None]]:
    """Each command without a pnp.toml; then those that read one, with each setting that it must not have."""
    set_ = [
        (ASKED[name][0], f"[{name}]\n{key} = {value}\n") for name in WITH_SETTINGS for key, value in SETTINGS.items()
    ]
    return [*((line, None) for line in lines), *set_]


def run_audited(root: Path, steps: Sequence[tuple[str, str | None]], *before: str) -> list[Event]:
    """Return the events of each command, run with audit hooks; `before` is a program that watches the process."""
    done = subprocess.run(audited(root, steps, *before), **sandbox_options(root), capture_output=True, timeout=300)
    assert b"Traceback" not in done.stderr and done.returncode == 0, done.stderr.decode()
    return read_log(root)


def audited(root: Path, steps: Sequence[tuple[str, str | None]], *before: str) -> list[str]:
    program = Path(__file__).with_name("audited.py")
    return [*before, sys.executable, str(program), str(sandbox_of(root) / "log.jsonl"), json.dumps(steps)]


def sandbox_options(root: Path) -> dict[str, Any]:
    return {"cwd": root, "env": careless_environment(root, REPOSITORY)}


def read_log(root: Path) -> list[Event]:
    log = sandbox_of(root) / "log.jsonl"
    events = [Event(*json.loads(line)) for line in log.read_text().splitlines()]
    log.unlink()
    return events


def snapshot(sandbox: Path) -> dict[str, object]:
    """Return the content of each file in the sandbox except for pnp's own folders."""
    found = [path for path in sandbox.rglob("*") if path.relative_to(sandbox).parts[0] not in OWN]
    return {
        str(path.relative_to(sandbox)): path.read_bytes() if path.is_file() else path.is_symlink() for path in found
    }


def assert_harmless(root: Path, events: Iterable[Event]) -> None:
    for event in events:
        if event.kind == "process":
            assert may_start(root, *event.what), event
        elif event.kind == "write":
            assert may_write(root, event.what), event
        elif event.kind == "socket.bind":
            assert event.command.startswith("proof ") and event.what[0] == "127.0.0.1", event
        elif event.kind != "exit":
            looks_up = event.kind == "socket.getaddrinfo"
            assert event.command == "fetch --private" or (event.command == "fetch" and looks_up), event


def may_start(root: Path, program: str, words: Sequence[str]) -> bool:
    """Check whether a program is a worker of pnp, or a git that only reads."""
    if Path(program).is_relative_to(root):
        return False
    return program == sys.executable or bool(Path(program).name == "git" and READING.fullmatch(" ".join(words)))


def may_write(root: Path, path: str) -> bool:
    """In the project, in what is pnp's own, and what is for a moment."""
    folders = (sandbox_of(root) / name for name in ("project", "tmp", *OWN))
    return path == os.devnull or (
        any(Path(path).is_relative_to(folder) for folder in folders) and not Path(path).is_relative_to(root / ".git")
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_strangers_project_runs_reaches_and_changes_nothing(kind: str, tmp_path: Path) -> None:
    root = write_hostile(tmp_path, kind)
    before, steps = snapshot(tmp_path), steps_of(ORDER)
    events = run_audited(root, steps)
    assert take_marks(root) == set()
    assert_harmless(root, events)
    after = snapshot(tmp_path)
    assert {name: content for name, content in before.items() if after.get(name) != content} == {}
    assert {name for name in after.keys() - before.keys() if not name.startswith("project/")} == set()
    ended = {event.command: event.what or 0 for event in events if event.kind == "exit"}
    assert len(ended) == len(steps) and {*ended.values()} <= {0, 1, 2, 3}
    assert {code for command, code in ended.items() if "[" in command} == {2}
    if kind == "work tree":
        asked = {line for line in ORDER if "--since" in line or line.startswith("diff ")}
        assert {event.command for event in events if event.kind == "process"} == asked
    if kind != "links":
        done = {command for command, code in ended.items() if code == 0}
        others = {line for line in ORDER if line.split()[0] not in ("check", "diff", "fetch", "score")}
        assert others - done <= {"build inn --since v1", "proof inn --remarks final.yaml"}, "or nothing is shown"


def test_a_page_listens_on_this_machine_alone(tmp_path: Path) -> None:
    root = write_hostile(tmp_path, "work tree")
    with socket() as unused:
        unused.bind(("127.0.0.1", 0))
        line = f"proof inn --no-open --port {unused.getsockname()[1]}"
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    process = subprocess.Popen(audited(root, [(line, None)]), **sandbox_options(root), **streams)
    try:
        assert process.stdout
        (address,) = re.findall(r"http://\S+", process.stdout.readline())
        page = build_opener(HTTPCookieProcessor()).open(address, timeout=30).read().decode()
        assert "<title>" in page
    finally:
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=30)
    assert "Traceback" not in said
    events = read_log(root)
    assert_harmless(root, events)
    assert [event.kind for event in events if event.kind == "socket.bind"] == ["socket.bind"]
    assert take_marks(root) == set()


PNP = shutil.which("pnp", path=str(Path(sys.executable).parent)) or ""


@pytest.mark.parametrize("program", [[PNP], ["-P", "-m", "pnp"], ["-m", "pnp"]])
def test_modules_beside_the_data_are_not_imported(program: list[str], tmp_path: Path) -> None:
    root = write_hostile(tmp_path, "work tree")
    if program == ["-m", "pnp"]:  # before anything of pnp, Python itself imports some of its own from there
        for name in sys.stdlib_module_names:
            (root / f"{name}.py").unlink(missing_ok=True)
    for words in (["build", "inn", "--jobs", "2"], ["check", "inn"]):
        done = subprocess.run(
            [sys.executable, *program, *words], **sandbox_options(root), capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        assert take_marks(root) == set()


def ask(root: Path, *words: str, **more: Any) -> None:
    """Run a program there, however it ends."""
    subprocess.run(words, **{**sandbox_options(root), "capture_output": True, "timeout": 60, **more})


def test_what_git_runs_where_it_is_asked_without_care(tmp_path: Path) -> None:
    """Each payload, so that the tests above could find it."""
    root = write_hostile(tmp_path, "work tree")
    real = str(shutil.which("git"))
    fired: set[str] = set()
    for words in (
        "archive v1",
        "status",
        "diff v1 v2",
        "-c core.fsmonitor=false add card_data",
        "log -p --textconv v2",
        "cat-file blob v3:card_data/inn/missing.yaml",
        "fetch ssh://nobody@127.0.0.1/none",
        "checkout --force --quiet v1",
    ):
        (root / "card_data/inn/dishes.yaml").touch()
        ask(root, real, *words.split())
        fired |= take_marks(root)
    shown, given = pty.openpty()
    ask(root, real, "log", capture_output=False, stdout=given, stderr=given)
    os.close(given), os.close(shown)
    ask(root, "git")
    fired |= take_marks(root)
    wanted = {"smudge", "clean", "hook-fsmonitor-watchman", "external-diff", "textconv", "lazy-fetch", "ssh", "pager"}
    assert wanted | {"hook-post-checkout", "program-git"} <= fired, sorted(fired)


def test_what_runs_in_a_bare_repository(tmp_path: Path) -> None:
    root = write_hostile(tmp_path, "bare")
    ask(root, "git", "archive", "v1")
    assert take_marks(root) == {"smudge"}


def test_what_python_imports_where_it_is_asked_without_care(tmp_path: Path) -> None:
    root = write_hostile(tmp_path, "work tree")
    ask(root, sys.executable, "-c", "import yaml, PIL, typer, multiprocessing, zoneinfo")
    assert take_marks(root) >= {f"module-{name}" for name in ("yaml", "PIL", "typer", "multiprocessing", "zoneinfo")}
    ask(root, sys.executable, "-c", "", env=careless_environment(root, root / "card_data/inn"))
    assert "module-sitecustomize" in take_marks(root)


def test_what_is_typed_is_done_and_seen(tmp_path: Path) -> None:
    """What a file must not ask for; so the hooks can see it."""
    root = write_hostile(tmp_path, "work tree")
    lines = ["build inn --open", f"build inn --no-cache --executor dask://{CLOSED}", "calibrate --out ../elsewhere"]
    events = run_audited(root, [(line, None) for line in lines])
    for line in lines:
        with pytest.raises(AssertionError):
            assert_harmless(root, [event for event in events if event.command == line])
    assert "program-xdg-open" in take_marks(root)


CALLS = "execve,execveat,connect,bind,listen,openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat"
STARTED = re.compile(r'execve\("(?P<program>[^"]*)", \[(?P<words>.*?)\](?:, | <unfinished)')
REACHED = re.compile(r"(?P<call>connect|bind|listen)\(.*AF_INET")
WRITES = re.compile("O_WRONLY|O_RDWR|O_CREAT")
WRITTEN = re.compile(
    r"(?P<call>openat|open|creat|mkdir\w*|rename\w*|unlink\w*)\((?:AT_FDCWD<(?P<at>[^>]*)>, |\d+<(?P<in>[^>]*)>, )?"
    r'"(?P<path>[^"]*)"(?P<how>.*)'
)


@pytest.mark.system("strace")
def test_the_system_sees_no_more(tmp_path: Path) -> None:
    """Whatever hooks of Python may miss."""
    root = write_hostile(tmp_path, "work tree")
    trace = tmp_path / "trace"
    strace = (
        "strace",
        "--follow-forks",
        "--seccomp-bpf",
        "-qq",
        "-y",
        "-s",
        "9999",
        "-o",
        str(trace),
        "-e",
        f"trace={CALLS}",
    )
    run_audited(root, [(line, None) for line in ORDER], *strace)
    assert take_marks(root) == set()
    started, reached = set[str](), 0
    for line in trace.read_text(errors="replace").splitlines():
        if found := STARTED.search(line):
            words = re.findall(r'"((?:[^"\\]|\\.)*)"', found["words"])
            assert may_start(root, found["program"], words), line
            started.add(Path(found["program"]).name)
        elif found := REACHED.search(line):
            assert found["call"] == "connect" and 'inet_addr("127.0.0.1")' in line and "htons(9)" in line, line
            reached += 1
        elif (found := WRITTEN.search(line)) and (found["call"][0] != "o" or WRITES.search(found["how"])):
            path = os.path.normpath(Path(found["at"] or found["in"] or root) / found["path"])
            assert may_write(root, path) or path.startswith(("/dev/shm/", str(tmp_path / "log"))), line
    assert started == {"git", Path(sys.executable).name}
    assert reached == 1
