"""The command line: words in, files and messages out. Only this room prints or exits."""

import sys


def main() -> None:
    """Runs a command; whatever a user can cause ends in one line and an exit code, never in a traceback."""
    from pnp.cli.app import make_app
    from pnp.model.problem import PnpError

    try:
        make_app()()
    except PnpError as error:
        print(f"pnp: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        print("pnp: interrupted", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone: nothing to say
        sys.exit(0)
