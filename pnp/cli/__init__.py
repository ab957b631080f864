"""The command line: words in, files and messages out. Only this room prints or exits."""

import gc
import io
import os
import signal
import sys
from _thread import start_new_thread  # takes no lock, which the interrupted code might hold
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from time import sleep
from types import FrameType
from typing import TYPE_CHECKING, Any

from pnp.build import END_SIGNALS
from pnp.build.cache import Answer, Manifest
from pnp.model.problem import PnpError

if TYPE_CHECKING:
    from pnp.io.project import Project

EXIT_CODE = 5  # of an error of pnp itself

_REMEMBERED = (["build"],)  # commands whose output is the same as long as nothing has changed
_ANEW = frozenset(("--watch", "--no-cache", "--open"))
_INTERRUPTED = 130
_GRACE = 0.5  # seconds to tidy up in


def main() -> None:
    """Run a command; whatever a user can cause ends in one line and an exit code, never in a traceback."""
    gc.disable()  # a command is short and makes hardly any garbage; --watch collects by itself
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the program that started us
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
    """Interrupts a command. KeyboardInterrupt itself, once it has passed through `exec`, makes Python end by SIGINT."""


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
        start_new_thread(self.report, ())  # it blocks while nothing reads
        sleep(0.05)
        os._exit(self.exit_code)

    @staticmethod
    def _end_workers(*, kill: bool) -> None:
        if "multiprocessing" in sys.modules and (executors := sys.modules.get("pnp.build.executors")):
            executors.end_workers(kill=kill)


class RememberedRun(Manifest):
    """A command whose output is kept, to be repeated as long as nothing has changed that it depends on."""

    _streams: "tuple[_RecordingStream, _RecordingStream] | None" = None

    def depends_on(self, project: "Project", others: Iterable[Path], written: Iterable[Path]) -> bool:
        """Begin to record what is printed. `others`: files that were read besides those of the project."""
        if is_known := super().depends_on(project, others, written):
            self._streams = _RecordingStream(sys.stdout), _RecordingStream(sys.stderr)
            sys.stdout, sys.stderr = self._streams
        return is_known

    def end(self, exit_code: int) -> None:
        """Keep what was recorded, and give the streams back."""
        if self._streams:
            out, err = self._streams
            sys.stdout, sys.stderr = out.stream, err.stream
            self.keep(Answer(exit_code, "".join(out.kept), "".join(err.kept)))


class _RecordingStream:
    """A stream that keeps what is written to it."""

    def __init__(self, stream: Any) -> None:
        self.stream, self.kept = stream, list[str]()

    def write(self, text: str) -> int:
        self.kept.append(text)
        return int(self.stream.write(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def _run(words: Sequence[str]) -> int:
    """Return the exit code: 0 fine, 1 problems in the data, 2 usage, 3 input or output, 4 a limit, 5 our mistake."""
    if words[:1] not in _REMEMBERED or not _ANEW.isdisjoint(words):
        return _run_anew(words, None)
    # what is printed depends on where it goes, too
    run = RememberedRun([*words, *(str(stream.isatty()) for stream in (sys.stdout, sys.stderr))])
    if answer := run.read_answer():
        sys.stdout.write(answer.out)
        sys.stderr.write(answer.err)
        return answer.exit_code
    exit_code = _run_anew(words, run)
    if exit_code != _INTERRUPTED:
        run.end(exit_code)
    return exit_code


def _run_anew(words: Sequence[str], run: RememberedRun | None) -> int:
    from pnp.cli import app, terminal

    try:
        exit_code = app.run_app(words, run)
        sys.stdout.flush()
        return exit_code
    except PnpError as error:
        terminal.complain(str(error))
        return error.exit_code
    except BrokenPipeError:  # the program that reads our output needs no more
        _drop_output()
        return 0
    except SystemExit as error:
        if not isinstance(error.__context__, BrokenPipeError):
            raise
        _drop_output()  # the same, as Typer has it
        return 0
    except OSError as error:
        _drop_output()
        terminal.complain(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
        return 3
    except (MemoryError, RecursionError) as error:
        terminal.complain("out of memory" if isinstance(error, MemoryError) else "nested too deeply")
        return 4
    except Exception as error:
        from pnp.cli.report import report_internal_error

        report_internal_error(error)
        return EXIT_CODE


def _drop_output() -> None:
    """Close standard output's file where it can't be written, so that Python doesn't try again at the end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
