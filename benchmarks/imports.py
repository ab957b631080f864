"""What a build imports, in seconds of the processor beyond a bare Python: `python benchmarks/imports.py`.

The modules are those that a build of the deck by one process leaves behind, imported in the same order by an
interpreter that does nothing else. All are compiled; the best of alternating runs counts.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import contestants
import workload
from measure import Command, Failure, environment, run
from report import FEW, Target

ROUNDS = 15
MOST = 0.11  # seconds
BUILD = """
import sys
bare = set(sys.modules)
from pnp.cli import main
try:
    main()
except SystemExit as end:
    if end.code:
        raise
print(*(name for name, module in sys.modules.items() if name not in bare and getattr(module, "__spec__", None)))
"""
IMPORT = """
import sys
from contextlib import suppress
from importlib import import_module
for name in sys.argv[1:]:
    with suppress(ImportError):  # few are made by others, under names that can't be imported
        import_module(name)
"""


def measured(folder: Path) -> Target:
    says = f"imports of a build, compiled, beyond bare Python: at most {MOST:g} s"
    try:
        names = _modules(folder)
        runs = [(_python(folder, IMPORT, *names), _python(folder, "pass")) for _ in range(ROUNDS + 1)]
    except Failure as failure:
        return Target(says, f"not measured: {failure}", None)
    everything, bare = (min(times) for times in zip(*runs[1:], strict=True))
    seconds = everything - bare
    return Target(says, f"{seconds:.2f} s, {seconds / bare:.0f} × bare Python", seconds <= MOST)


def _modules(folder: Path) -> list[str]:
    asked = ["build", "heroes", "--project", str(workload.project(FEW)), "--no-instructions", "--jobs", "1"]
    words = [contestants.python(), "-c", BUILD, *asked, "--out", str(folder / "made")]
    env = environment({"PNP_CACHE": str(folder / "cache")})
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=contestants.ROOT, env=env)
    if done.returncode:
        raise Failure(done.stderr.strip().rpartition("\n")[2])
    return done.stdout.splitlines()[-1].split()


def _python(folder: Path, *words: str) -> float:
    return run(Command([contestants.python(), "-c", *words], folder, contestants.ROOT, {}, False)).cpu


def main() -> int:
    workload.write(FEW)
    with tempfile.TemporaryDirectory(prefix="imports") as folder:
        target = measured(Path(folder))
    print(f"{target.says}: {target.measured}")
    return int(target.met is False)


if __name__ == "__main__":
    sys.exit(main())
