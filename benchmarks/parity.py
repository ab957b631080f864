"""Do pnp and the hand-written reportlab canvas make the same deck? Same number of pages, same words on every card.

    python benchmarks/parity.py [N]        77 cards where no N is given

Needs pdftotext (Debian package poppler-utils).
"""

import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import contestants
import workload
from measure import Failure, pdfs, run
from peers.common import COLS, MX, MY, ROWS, H, W


def main(n: int) -> int:
    if not shutil.which("pdftotext"):
        print("parity: pdftotext is missing: install the Debian package poppler-utils", file=sys.stderr)
        return 2
    if missing := contestants.missing_packages():
        print(f"parity: {missing}", file=sys.stderr)
        return 2
    contestants.install_rivals()
    workload.write(n)
    with tempfile.TemporaryDirectory(prefix="parity") as folder:
        try:
            ours, theirs = (words_of(name, n, Path(folder)) for name in ("pnp", "rl_raw"))
        except Failure as failure:
            print(f"parity: {failure}", file=sys.stderr)
            return 1
    differences = list(compare(ours, theirs))
    print("\n".join(differences) or f"the same words on all {len(ours)} pages")
    return 1 if differences else 0


def words_of(name: str, n: int, folder: Path) -> list[Counter[str]]:
    """The words within the cards of each page; what stands around them is everybody's own."""
    command = contestants.command(name, n, folder)
    run(command)
    (pdf,) = pdfs(command.out)
    # at 254 pixels an inch a pixel is a tenth of a millimetre
    area = {"-x": MX, "-y": MY, "-W": COLS * W, "-H": ROWS * H}
    crop = [word for option, mm in area.items() for word in (option, f"{mm * 10:.0f}")]
    done = subprocess.run(
        ["pdftotext", "-r", "254", *crop, str(pdf), "-"], capture_output=True, text=True, encoding="utf-8", check=True
    )
    return [Counter(page.split()) for page in done.stdout.split("\f")[:-1]]


def compare(ours: list[Counter[str]], theirs: list[Counter[str]]) -> Iterator[str]:
    if len(ours) != len(theirs):
        yield f"{len(ours)} pages by pnp, {len(theirs)} by reportlab's canvas"
    for number, (a, b) in enumerate(zip(ours, theirs, strict=False), 1):
        if a != b:
            yield f"page {number}: only by pnp: {listed(a - b)}; only by reportlab's canvas: {listed(b - a)}"


def listed(words: Counter[str]) -> str:
    return " ".join(sorted(words.elements())) or "nothing"


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 77))
