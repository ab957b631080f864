"""Do pnp and its rivals make the same deck? Same number of pages, same words on every page.

    python benchmarks/parity.py [N]        77 cards where no N is given

Needs pdftotext (Debian package poppler-utils). Pillow's pages are pictures, in which it finds no words.
"""

import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from unicodedata import normalize

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
            ours = words_of("pnp", n, Path(folder))
        except Failure as failure:
            print(f"parity: pnp: {failure}", file=sys.stderr)
            return 1
        return max([compared(ours, name, n, Path(folder)) for name in contestants.RIVALS if name != "pillow"])


def compared(ours: list[Counter[str]], name: str, n: int, folder: Path) -> int:
    """Print how a rival's deck differs; 1 where it does."""
    title = contestants.RIVALS[name][0]
    try:
        differences = list(compare(ours, words_of(name, n, folder)))
    except Failure as failure:
        print(f"{title}: not run: {failure}")
        return 0
    print(f"{title}: {'; '.join(differences) or f'the same words on all {len(ours)} pages'}")
    return 1 if differences else 0


def words_of(name: str, n: int, folder: Path) -> list[Counter[str]]:
    """Return the words within the cards of each page; what stands around them is everybody's own."""
    command = contestants.command(name, n, folder)
    run(command)
    (pdf,) = pdfs(command.out)
    # at 254 pixels an inch a pixel is a tenth of a millimetre
    area = {"-x": MX, "-y": MY, "-W": COLS * W, "-H": ROWS * H}
    crop = [word for option, mm in area.items() for word in (option, f"{mm * 10:.0f}")]
    done = subprocess.run(
        ["pdftotext", "-r", "254", *crop, str(pdf), "-"], capture_output=True, text=True, encoding="utf-8", check=True
    )
    plain = normalize("NFKC", done.stdout)  # a ligature may be read as one letter
    return [Counter(page.split()) for page in plain.split("\f")[:-1]]


def compare(ours: list[Counter[str]], theirs: list[Counter[str]]) -> Iterator[str]:
    if len(ours) != len(theirs):
        yield f"{len(ours)} pages by pnp, {len(theirs)} by it"
    for number, (a, b) in enumerate(zip(ours, theirs, strict=False), 1):
        if a != b:
            yield f"page {number}: only by pnp: {listed(a - b)}, only by it: {listed(b - a)}"


def listed(words: Counter[str]) -> str:
    return " ".join(sorted(words.elements())) or "nothing"


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 77))
