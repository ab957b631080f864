"""Commands, each in a copy of a process that has imported what they need: what they take, say and answer.

Read lines of JSON, {"folder": …, "words": […], "most": seconds}, and answer each with a line.
"""

import contextlib
import gc
import importlib
import json
import os
import pkgutil
import resource
import sys
import tempfile


def measured(folder: str, words: list[str], most: int) -> dict[str, object]:
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if not child:
            resource.setrlimit(resource.RLIMIT_CPU, (most, most))
            os.chdir(folder)
            os.dup2(said.fileno(), 1)
            os.dup2(said.fileno(), 2)
            run(words)
        _, status, usage = os.wait4(child, 0)
        said.seek(0)
        lines = said.read().decode("utf-8", "replace").splitlines()
    code = os.waitstatus_to_exitcode(status)
    return {"seconds": usage.ru_utime + usage.ru_stime, "code": code, "lines": len(lines), "first": lines[:1]}


def run(words: list[str]) -> None:
    """Run a command, and leave at once."""
    from pnp import cli

    code: object = 70
    sys.argv = ["pnp", *words]
    try:
        cli.main()
    except SystemExit as end:
        code = end.code
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


if __name__ == "__main__":
    import pnp

    for module in pkgutil.walk_packages(pnp.__path__, "pnp."):
        if module.name != "pnp.__main__":
            with contextlib.suppress(ImportError):
                importlib.import_module(module.name)
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        print(json.dumps(measured(**json.loads(line))), flush=True)
