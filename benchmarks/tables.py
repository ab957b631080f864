"""Tables of 5,000 × 12 cells as CSV, XLSX, ODS, JSON, and how long they load: `python benchmarks/tables.py [--check]`.

Each is read by a process of its own, in turns; the least time of some rounds counts, as the process itself measures it
from game.yaml to its pieces, imports not counted but those that only that kind of table needs. `--check` exits with 1
where another kind takes more than twice the time of the same CSV.
"""

import csv
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

from pnp.build.loading import load_game
from pnp.importing.tables.formats import FORMATS
from pnp.io.project import Project

ROWS, ROUNDS, AT_MOST = 5_000, 7, 2.0
WORDS = ("each", "other", "player", "takes", "a coin", "from the market", "and draws", "two cards", "then", "ends")
TEXTS = [f"text_{number}" for number in range(9)]
GAME = f"""\
title: Tables
components:
  cards:
    size: poker
    front: card.xml.j2
    data: cards.{{}}
    fields:
      name: text
      power: integer
{"".join(f"      {name}: text{chr(10)}" for name in TEXTS)}"""
LOAD = """
import gc, resource, sys
from pathlib import Path
from time import process_time
from pnp.build.loading import load_game
from pnp.io.project import Project
gc.disable()  # as in every command
before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, process_time()
game, problems = load_game(Project(Path(sys.argv[1]), Path(sys.argv[1])), "g")
assert len(game.components["cards"].pieces) == int(sys.argv[2]) and not problems, problems[:3]
print(process_time() - start, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""
ODS = "application/vnd.oasis.opendocument.spreadsheet"
NAMES = ("office", "table", "text")
SPACES = "".join(f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in NAMES)


def rows() -> Iterator[list[str]]:
    chance = random.Random(1)
    yield ["id", "name", "power", *TEXTS]
    for number in range(ROWS):
        texts = [" ".join(chance.choices(WORDS, k=chance.randint(2, 8))) for _ in TEXTS]
        yield [f"card-{number}", f"Card {number}", str(number % 10), *texts]


def write_csv(folder: Path) -> None:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows())
    (folder / "cards.csv").write_text(text.getvalue(), encoding="utf-8")


def write_ods(folder: Path) -> None:
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    lines = ("".join(cell.format(escape(text)) for text in row) for row in rows())
    said = "".join(f"<table:table-row>{line}</table:table-row>" for line in lines)
    body = f'<office:spreadsheet><table:table table:name="Cards">{said}</table:table></office:spreadsheet>'
    with ZipFile(folder / "cards.ods", "w", ZIP_DEFLATED) as file:
        file.writestr("mimetype", ODS)
        file.writestr("META-INF/manifest.xml", "<manifest/>")
        content = f"<office:document-content{SPACES}><office:body>{body}</office:body></office:document-content>"
        file.writestr("content.xml", content)


def write_others(project: Path, folder: Path) -> None:
    """Write the other tables as pnp does."""
    (folder / "game.yaml").write_text(GAME.format("csv"), encoding="utf-8")
    game, _ = load_game(Project(project, project), "g")
    assert game is not None
    for kind in ("xlsx", "json"):
        (folder / f"cards.{kind}").write_bytes(FORMATS[kind](game.components["cards"], []))


def loaded(project: Path, folder: Path, kind: str) -> tuple[float, float]:
    """Seconds, and MB more than before."""
    (folder / "game.yaml").write_text(GAME.format(kind), encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", LOAD, project, str(ROWS)], capture_output=True, text=True, check=True)
    seconds, memory = map(float, done.stdout.split())
    return seconds, memory


def main() -> int:
    kinds = ("csv", "xlsx", "ods", "json")
    with tempfile.TemporaryDirectory() as root:
        project = Path(root)
        folder = project / "card_data" / "g"
        folder.mkdir(parents=True)
        write_csv(folder)
        write_ods(folder)
        write_others(project, folder)
        found = {kind: [loaded(project, folder, kind) for _ in range(1)] for kind in kinds}
        for _ in range(ROUNDS - 1):
            for kind in kinds:
                found[kind].append(loaded(project, folder, kind))
    least = {kind: min(seconds for seconds, _ in each) for kind, each in found.items()}
    print(f"{ROWS:,} rows of {len(TEXTS) + 3} cells")
    for kind in kinds:
        memory = min(more for _, more in found[kind])
        print(f"{kind:<5} {least[kind] * 1000:5.0f} ms {least[kind] / least['csv']:5.2f} x {memory:5.0f} MB")
    slow = [kind for kind in kinds if least[kind] > AT_MOST * least["csv"]]
    if slow and "--check" in sys.argv:
        print(f"more than {AT_MOST:g} times as long as CSV: {', '.join(slow)}", file=sys.stderr)
    return int(bool(slow) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
