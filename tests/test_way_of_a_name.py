"""A piece's name on its way from the YAML file to the content stream: few functions ever hold it."""

import subprocess
import sys
from pathlib import Path

NAME = "Spirited Shaman"
MOST = 45
PROGRAM = f"""
import sys
held = {{}}

def look(frame, event, argument):
    file = frame.f_code.co_filename
    if event in ("call", "return") and "/pnp/" in file:
        here = [*frame.f_locals.values(), *([argument] if event == "return" else [])]
        if any(isinstance(value, str) and {NAME!r} in value for value in here):
            held[file.rpartition("/pnp/")[2], frame.f_code.co_qualname] = None

from pnp.cli import main
options = "--no-cache --pieces spirited-shaman --no-instructions --jobs 1 --out"
sys.argv = ["pnp", "build", "hidden-leaders", *options.split(), sys.argv[1]]
sys.setprofile(look)
try:
    main()
except SystemExit as done:
    sys.setprofile(None)
    print(*("\\t".join(each) for each in held), sep="\\n")
    assert not done.code
"""


def test_the_name_of_a_card_passes_few_functions(tmp_path: Path) -> None:
    """Checks and rules are among them."""
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "out")]
    repository = Path(__file__).parents[1]
    environment = {"PYTHONPATH": str(repository), "PNP_CACHE": str(tmp_path / "cache")}
    done = subprocess.run(command, capture_output=True, text=True, cwd=repository, env=environment, check=False)
    passed = [line for line in done.stdout.splitlines() if "\t" in line]
    assert not done.returncode, done.stderr
    assert any(line.startswith("layout/") for line in passed)
    assert len(passed) <= MOST, "\n".join([f"{len(passed)} functions hold {NAME}:", *passed])
