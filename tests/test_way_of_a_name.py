"""One card's name on its way from the YAML event to the content stream: few functions ever hold it."""

import subprocess
import sys
from pathlib import Path

from tiny_game import write_tiny

NAME = "Qvyzix"
MOST = 60
PROGRAM = f"""
import sys
from pathlib import Path
from pnp.build import pieces

pieces.can_fork = lambda: False
held = {{}}

def look(frame, event, argument):
    file = frame.f_code.co_filename
    if event in ("call", "return") and "/pnp/" in file:
        here = [*frame.f_locals.values(), *([argument] if event == "return" else [])]
        if any(isinstance(value, str) and {NAME!r} in value for value in here):
            held[file.rpartition("/pnp/")[2], frame.f_code.co_qualname] = None

from pnp.cli import main
sys.argv = ["pnp", "build", "tiny"]
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
    write_tiny(tmp_path)
    cards = tmp_path / "card_data/tiny/cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("First", NAME), encoding="utf-8")
    command = [sys.executable, "-c", PROGRAM]
    environment = {"PYTHONPATH": str(Path(__file__).parents[1]), "PNP_CACHE": str(tmp_path / "cache")}
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)
    passed = [line for line in done.stdout.splitlines() if "\t" in line]
    assert not done.returncode, done.stderr
    assert any(line.startswith("layout/") for line in passed)
    assert len(passed) <= MOST, "\n".join(passed)
