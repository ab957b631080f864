"""Pictures of 600 dpi onto sheets, beside decoding them once: `python benchmarks/pictures.py [--count 300] [--check]`.

Cards of 63 × 88 mm as PNG with transparency, as PNG without, as JPEG; each is another picture. `pnp sheet` is a new
process that writes the PDF, without a cache; decoding is a new process, too, in which Pillow unpacks one after the
other. Both take turns, and the least time of some rounds counts. Memory is that of a third of the pictures, and of all.
`--check` exits with 1 where sheets take more than 1.5 × the time of decoding.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from PIL import Image, ImageDraw

AT_MOST = 1.5
SIZE = (1488, 2079)  # 63 × 88 mm at 600 dpi
KINDS = {"rgba": ("RGBA", ".png"), "rgb": ("RGB", ".png"), "jpeg": ("RGB", ".jpg")}
DECODE = """
import sys
from pathlib import Path
from PIL import Image
for path in Path(sys.argv[1]).iterdir():
    with Image.open(path) as picture:
        picture.load()
"""
SHEET = (sys.executable, "-m", "pnp", "sheet", "--size", "63x88", "--no-instructions", "--no-cache")


class Ran(NamedTuple):
    seconds: float
    memory: float  # MB at most


def ran(*words: str | Path) -> Ran:
    """Return a process from its beginning to its end."""
    start = perf_counter()
    process = subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    said = process.stderr.read().decode()
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(said)
    return Ran(perf_counter() - start, used.ru_maxrss / 1024)


def draw_pictures(count: int, mode: str) -> Iterator[Image.Image]:
    """Grain as of a painting, with a clear corner; a mark makes each another."""
    grain = Image.effect_noise(SIZE, 12).convert("L")
    painting = Image.merge("RGB", [grain, grain.rotate(180), Image.linear_gradient("L").resize(SIZE)]).convert(mode)
    for number in range(count):
        picture = painting.copy()
        marks = ImageDraw.Draw(picture)
        marks.rectangle((100, 100 + number, 1300, 700 + number), "#803010")
        if mode == "RGBA":
            marks.rounded_rectangle((0, 1800, 400 + number, 2079), 60, (0, 0, 0, 0))
        yield picture


def folder_of(kind: str, count: int, within: Path) -> Path:
    mode, suffix = KINDS[kind]
    folder = within / f"{kind}-{count}"
    folder.mkdir()
    for number, picture in enumerate(draw_pictures(count, mode)):
        picture.save(folder / f"card {number}{suffix}", dpi=(600, 600), compress_level=1, quality=90)
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--kind", choices=KINDS, action="append", help="one of them; else all")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    worst = 0.0
    for kind in asked.kind or KINDS:
        with TemporaryDirectory() as name:
            within = Path(name)
            folder = folder_of(kind, asked.count, within)
            fewer = folder_of(kind, max(1, asked.count // 3), within)
            sheet = (*SHEET, "--out", within / "output", "--project", within)
            sheets, decoded = list[Ran](), list[float]()
            for _ in range(asked.rounds):
                sheets.append(ran(*sheet, folder))
                decoded.append(ran(sys.executable, "-c", DECODE, folder).seconds)
            took, least = min(each.seconds for each in sheets), min(decoded)
            worst = max(worst, took / least)
            print(
                f"{kind}: {asked.count} pictures, {took:.1f} s, decoding {least:.1f} s: {took / least:.2f} ×; "
                f"memory {ran(*sheet, fewer).memory:.0f} MB for a third, {max(each.memory for each in sheets):.0f} MB"
                f"{' - too slow' if took / least > AT_MOST else ''}",
                flush=True,
            )
    raise SystemExit(1 if asked.check and worst > AT_MOST else 0)


if __name__ == "__main__":
    main()
