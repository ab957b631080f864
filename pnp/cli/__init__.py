"""The command line: words in, files and messages out. Only this room prints or exits."""

import gc
import io
import os
import sys


def main() -> None:
    """Runs a command; whatever a user can cause ends in one line and an exit code, never in a traceback."""
    gc.disable()  # a command is short and makes hardly any garbage; --watch collects by itself
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, io.StringIO())
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may lack letters that a game has
    try:
        code = _run(sys.argv[1:])
    except KeyboardInterrupt:
        code = 130
    if code == 130:
        print("pnp: interrupted", file=sys.stderr)
    gc.freeze()  # nor is there anything to look for at the end
    sys.exit(code)


def _run(words: list[str]) -> int:
    """The exit code: 0 fine, 1 problems in the data, 2 usage, 3 input or output, 4 a limit, 5 our mistake."""
    from pnp.cli.app import run_app
    from pnp.cli.report import complain
    from pnp.model.problem import PnpError

    try:
        code = run_app(words)
        sys.stdout.flush()
        return code
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
    except MemoryError:
        complain("out of memory")
        return 4
    except RecursionError:
        complain("nested too deeply")
        return 4
    except Exception as error:
        return _unforeseen(error)


def _unforeseen(error: Exception) -> int:
    from pnp.cli.report import complain
    from pnp.unforeseen import EXIT_CODE, in_one_line

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
