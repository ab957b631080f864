"""A mistake on its way from its line in the YAML file to the terminal: few functions ever hold its `Problem`.

Counted are the functions of pnp in whose local variables or result the problem of an unknown icon stands, by itself or
in a list, a tuple, a set or a dictionary. Generator expressions and the like are functions of their own.
"""

import subprocess
import sys
from pathlib import Path

from tiny_game import change, write_tiny

MOST = 25
PROGRAM = """
import sys
held = {}

def is_problem(value):
    return type(value).__name__ == "Problem" and ("name", "dott") in value.values

def look(frame, event, argument):
    file = frame.f_code.co_filename
    if event in ("call", "return") and "/pnp/" in file:
        for value in (*frame.f_locals.values(), *([argument] if event == "return" else [])):
            if isinstance(value, dict):
                value = (*value, *value.values())
            if is_problem(value) or isinstance(value, (list, tuple, set, frozenset)) and any(map(is_problem, value)):
                held[file.rpartition("/pnp/")[2], frame.f_code.co_qualname] = None

from pnp.cli import main
sys.argv = ["pnp", "check", "tiny", "--no-cache", "--jobs", "1", "--project", sys.argv[1]]
sys.setprofile(look)
try:
    main()
except SystemExit as done:
    sys.setprofile(None)
    print(*("\\t".join(each) for each in held), sep="\\n")
    assert done.code == 1
"""


def test_a_mistake_passes_few_functions(tmp_path: Path) -> None:
    """All editions of the game are checked, and what they show is merged."""
    write_tiny(tmp_path)
    change(tmp_path, "card_data/tiny/cards.yaml", "[dot]", "[dott]")
    repository = Path(__file__).parents[1]
    environment = {"PYTHONPATH": str(repository), "PNP_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=repository, env=environment, check=False)
    passed = [line for line in done.stdout.splitlines() if "\t" in line]
    assert not done.returncode, done.stderr
    assert "there is no icon dott" in done.stderr
    assert any(line.startswith("layout/") for line in passed)
    assert any(line.startswith("cli/") for line in passed)
    assert len(passed) <= MOST, "\n".join([f"{len(passed)} functions hold the problem:", *passed])
