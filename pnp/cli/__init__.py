"""The command line: words in, files and messages out. Only this room prints or exits."""

import gc
import io
import os
import signal
import sys
from _thread import start_new_thread  # takes no lock, which the interrupted code might hold
from contextlib import suppress
from pathlib import Path
from time import sleep
from types import FrameType
from typing import TYPE_CHECKING

from pnp.build import END_SIGNALS
from pnp.model.problem import PnpError, code
from pnp.model.span import Span

if TYPE_CHECKING:
    from pnp.cli.recorded_output import RememberedRun

UNFORESEEN = code("PNP099", says="internal error{stage}{busy}: {error} (PNP_DEBUG=1 shows where)")
EXIT_CODE = 5

_REMEMBERED = (["build"],)  # commands that say the same as long as nothing has changed
_ANEW = frozenset(("--watch", "--no-cache", "--open"))

_PACKAGE = Path(__file__).parents[1]
_STAGES = {
    "load": "loading",
    "check": "checking",
    "rules": "judging rules",
    "localise": "translating",
    "layout": "laying out",
    "impose": "placing pieces on sheets",
    "export": "writing",
}
_LONGEST = 200  # characters of what the exception says

_INTERRUPTED = 130
_GRACE = 0.5  # seconds to tidy up in


def main() -> None:
    """Runs a command; whatever a user can cause ends in one line and an exit code, never in a traceback."""
    gc.disable()  # a command is short and makes hardly any garbage; --watch collects by itself
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, io.StringIO())
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may lack letters that a game has
    end = _EndRequest()
    try:
        exit_code = _run(sys.argv[1:])
        end.is_late = True
    except KeyboardInterrupt:
        exit_code = _INTERRUPTED
    if exit_code == _INTERRUPTED or end.has_interrupted:
        exit_code = end.exit_code
        for each in END_SIGNALS:  # Python itself stops handling them before it has ended
            signal.signal(each, signal.SIG_IGN)
        end.report()
        _drop_output()
    gc.freeze()  # nor is there anything to look for at the end
    sys.exit(exit_code)


class _EndRequested(KeyboardInterrupt):
    """Not KeyboardInterrupt itself: once that has passed through `exec`, Python ends as if by SIGINT in any case."""


class _EndRequest:
    """Ends the command at the first signal that asks for it, and its workers; those that follow change nothing.

    The command is interrupted, so that it tidies up. If that takes too long, the process ends as it is.
    """

    def __init__(self) -> None:
        self.exit_code = _INTERRUPTED
        self.is_late = False  # the command has ended by itself
        self.has_interrupted = self._is_made = self._is_reported = False
        with suppress(ValueError):  # only a main thread may handle signals
            for each in END_SIGNALS:
                if signal.getsignal(each) is not signal.SIG_IGN:  # as under nohup
                    signal.signal(each, self)

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self._is_made:
            return
        self._is_made = True
        if number not in (signal.SIGINT, getattr(signal, "SIGBREAK", signal.SIGINT)):
            self.exit_code = 128 + number
        start_new_thread(self._end_at_last, ())
        self._end_workers(kill=False)
        if not self.is_late:
            self.has_interrupted = True
            raise _EndRequested

    def report(self) -> None:
        if not self._is_reported:
            self._is_reported = True
            with suppress(OSError, ValueError):  # the terminal may have gone
                print("pnp: interrupted", file=sys.stderr)

    def _end_at_last(self) -> None:
        sleep(_GRACE)
        self._end_workers(kill=True)
        if writing := sys.modules.get("pnp.io.writing"):
            writing.remove_unfinished()
        start_new_thread(self.report, ())  # nobody may be reading
        sleep(0.05)
        os._exit(self.exit_code)

    @staticmethod
    def _end_workers(*, kill: bool) -> None:
        if "multiprocessing" in sys.modules and (executors := sys.modules.get("pnp.build.executors")):
            executors.end_workers(kill=kill)


def _run(words: list[str]) -> int:
    """The exit code: 0 fine, 1 problems in the data, 2 usage, 3 input or output, 4 a limit, 5 our mistake."""
    from pnp.cli.recorded_output import RememberedRun, remembered

    manifest = remembered(words) if words[:1] in _REMEMBERED and not _ANEW.intersection(words) else None
    if manifest and (said := manifest.read_answer()):
        sys.stdout.write(said.out)
        sys.stderr.write(said.err)
        return said.exit_code
    run = RememberedRun(manifest) if manifest else None
    exit_code = _run_anew(words, run)
    if run and exit_code != _INTERRUPTED:
        run.keep(exit_code)
    return exit_code


def _run_anew(words: list[str], run: "RememberedRun | None") -> int:
    from pnp.cli.app import run_app
    from pnp.cli.report import complain

    try:
        exit_code = run_app(words, run)
        sys.stdout.flush()
        return exit_code
    except PnpError as error:
        complain(str(error))
        return error.exit_code
    except BrokenPipeError:  # whoever read our output has seen enough
        _drop_output()
        return 0
    except SystemExit as error:
        if not isinstance(error.__context__, BrokenPipeError):
            raise
        _drop_output()  # the same, as Typer has it
        return 0
    except OSError as error:
        _drop_output()
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
        return 3
    except (MemoryError, RecursionError) as error:
        complain("out of memory" if isinstance(error, MemoryError) else "nested too deeply")
        return 4
    except Exception as error:
        if os.environ.get("PNP_DEBUG"):
            import traceback

            traceback.print_exception(error)
        complain(in_one_line(error))
        return EXIT_CODE


def _drop_output() -> None:
    """What can't be written any more must not be tried again at the end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def in_one_line(error: BaseException) -> str:
    """`PNP099 internal error in laying out, at cards/owl: KeyError: 'x' (…)`"""
    from traceback import walk_tb

    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    stage = next((f" in {_STAGES[room]}" for frame in frames if (room := _room(frame)) in _STAGES), "")
    busy = next((f", at {what}" for frame in reversed(frames) if (what := _busy_with(frame))), "")
    said = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
    said = f"{said[:_LONGEST]}…" if len(said) > _LONGEST else said
    problem = UNFORESEEN.at(Span(""), stage=stage, busy=busy, error=said)
    return f"{problem.code} {problem.message}"


def _room(frame: FrameType) -> str:
    path = Path(frame.f_code.co_filename)
    return path.relative_to(_PACKAGE).parts[0] if path.is_relative_to(_PACKAGE) else ""


def _busy_with(frame: FrameType) -> str:
    """The piece, or else the file, that this call was about."""
    from pnp.load.sink import Sink
    from pnp.model.display import Raster
    from pnp.model.game import Piece

    there = frame.f_locals
    values = [*there.values(), getattr(there.get("self"), "sink", None)]
    pieces = [value.label for value in values if isinstance(value, Piece)]
    files = [value.file for value in values if isinstance(value, Sink)]
    pictures = [value.name for value in values if isinstance(value, Raster)]
    return next(iter((*pieces, *files, *pictures)), "")
