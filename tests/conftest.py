"""What tests of all rooms share: `golden` compares text with tests/<room>/golden/<name>.txt; `--update` rewrites it.

`run_whole` runs a command; `system` runs programs that may not be there (system_programs.py).
"""

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from difflib import unified_diff
from pathlib import Path

import pytest
from hypothesis import settings
from saying import Result, Run

from pnp.build import END_SIGNALS

pytest_plugins = ("browsing", "nightly", "publishing", "system_programs")

settings.register_profile("house", deadline=None)  # how long an example takes is the machine's business
settings.load_profile("house")

TESTS = Path(__file__).parent
sys.path += sorted({str(file.parent) for file in TESTS.rglob("*.py")} - set(sys.path))  # for what a room's tests share

Golden = Callable[[str, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the golden files with what the tests find now")


def pytest_configure(config: pytest.Config) -> None:
    """Give each worker a processor, where there are as many: copies of processes as large as these take long to make.

    Modules are compiled once, not by each of the hundreds of programs that tests start.
    """
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if worker and hasattr(os, "sched_setaffinity"):
        processors = sorted(os.sched_getaffinity(0))
        if len(processors) <= int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")):
            os.sched_setaffinity(0, {processors[int(worker.removeprefix("gw")) % len(processors)]})


@pytest.fixture(scope="module", autouse=True)
def no_old_garbage() -> Iterator[None]:
    """Let go of what a module's tests leave behind; what stays isn't looked at again."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def signals_as_before() -> Iterator[None]:
    """Restore signals: a command that runs in this process handles those that ask for an end."""
    before = {number: signal.getsignal(number) for number in END_SIGNALS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture(scope="session", autouse=True)
def no_settings_of_ones_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whoever runs the tests may have printers and caches: they stay as they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PNP_CONFIG", str(tmp_path_factory.mktemp("config")))
        patch.setenv("PNP_STATE", str(tmp_path_factory.mktemp("state")))
        patch.setenv("PNP_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """`golden(name, text)` fails with a unified diff where the text isn't what the golden file holds."""
    inside = request.path.relative_to(TESTS).parts
    folder = TESTS.joinpath(*inside[:1], "golden") if len(inside) > 1 else TESTS / "golden"

    def compare(name: str, text: str) -> None:
        file = folder / f"{name}.txt"
        found = text.rstrip("\n") + "\n"
        if request.config.getoption("--update"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(found, encoding="utf-8", newline="\n")
            return
        shown = file.relative_to(TESTS.parent).as_posix()
        if not file.exists():
            pytest.fail(f"{shown} is missing: pytest --update writes it", pytrace=False)
        expected = file.read_text(encoding="utf-8")
        if found != expected:
            lines = unified_diff(expected.splitlines(), found.splitlines(), shown, "found now", lineterm="")
            pytest.fail("\n".join([*lines, "", "if this is right: pytest --update"]), pytrace=False)

    return compare


@pytest.fixture
def run_whole(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Provide a way to run a command in this process."""
    from pnp import cli

    monkeypatch.setattr(gc, "freeze", lambda: None)  # as at the end of a process: here others come after it

    def in_this_process(*words: str) -> Result:
        monkeypatch.setattr(sys, "argv", ["pnp", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as caught:
            cli.main()
        assert isinstance(caught.value.code, int)
        return Result(caught.value.code, *capsys.readouterr())

    yield in_this_process
    gc.enable()
