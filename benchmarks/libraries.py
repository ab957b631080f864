"""What pnp writes by hand, beside libraries that do the same: `python benchmarks/libraries.py [UNICODE]`.

Both do the same work on the pictures, texts and catalogues of the bundled games, in turns and in one process; the best
of some rounds counts. Importing a library is timed where a build has imported all that pnp needs. UNICODE is a folder
with Unicode's BidiCharacterTest.txt and LineBreakTest.txt, if one is at hand: then both answer these, too.
"""

import gc
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from time import process_time
from typing import Any
from unicodedata import category, mirrored

from pnp.art.paths import parse_path
from pnp.impose.patterns import ways
from pnp.load.scalars import load_sizes
from pnp.localise.po import read_po
from pnp.localise.updating import po_text
from pnp.model.game import Format
from pnp.typesetting import breaks as hyphens
from pnp.typesetting.bidi import levels_of, visual_order
from pnp.typesetting.breaks import break_opportunities

ROOT = Path(__file__).resolve().parents[1]
ROUNDS, IMPORTS = 7, 3
UNICODE = Path(sys.argv[1]) if len(sys.argv) > 1 else None
BUILD_AND_IMPORT = """
import sys; from pnp.cli import main; sys.argv[1:] = ["build", "starter", "--out", {out!r}]
try: main()
except SystemExit: from time import process_time as now; start = now(); import {module}; print(now() - start)
"""
WRONG_PATHS = ("L1 1", "M0", "M0 0L1", "M0 0L1-", "M0 0Z1", "M0 0X1 1", "M0 0L1 1,", "M0 0L1,,1", "M1e400 0", "hello")
FROM_THE_RIGHT = "שלום לך, ״עולם״ א-ב ג־ד 50% abc-א קח שני או קלף 1. السَّلام عليكم، ١٢٣٫٤؟ ٪٥٠ خذ بطاقتين 3-4"
SHEET = (200.0, 287.0)  # what a printer reaches of A4

Work = Callable[[Any], Any]
Compared = tuple[list[str], Work, Work, Sequence[Any]]  # how far they agree; both ways, and what to try them with


def game_files(*patterns: str) -> list[Path]:
    return [path for pattern in patterns for top in ("card_data", "layouts") for path in (ROOT / top).rglob(pattern)]


def same(what: str, ours: Work, theirs: Work, items: Sequence[Any]) -> str:
    return f"the same for {sum(ours(item) == theirs(item) for item in items):,} of {len(items):,} {what}"


def right(what: str, ours: Work, theirs: Work, cases: Sequence[tuple[Any, Any]]) -> str:
    """Cases are pairs of what is asked and what is right."""
    a, b = (sum(work(asked) == answer for asked, answer in cases) for work in (ours, theirs))
    return f"right {a:,} and {b:,} of {len(cases):,} {what}" if cases else ""


def refused(what: str, ours: Work, theirs: Work, items: Sequence[Any]) -> str:
    taken = [0, 0]
    for number, work in enumerate((ours, theirs)):
        for item in items:
            with suppress(Exception):  # each library raises its own
                taken[number] += not getattr(work(item), "problems", False)
    return f"refused {len(items) - taken[0]} and {len(items) - taken[1]} of {len(items)} {what}"


def unicode_cases(name: str) -> list[str]:
    """Return the lines of a file of tests, without remarks."""
    return re.findall("^[^#\n]+", (UNICODE / name).read_text(encoding="utf-8") if UNICODE else "", re.MULTILINE)


def spelled(numbers: str) -> str:
    return "".join([chr(int(number, 16)) for number in numbers.split()])


def svg_paths() -> Compared:
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path as parse

    def theirs(text: str) -> Any:
        parse(text, pen := RecordingPen())
        return pen.value

    def ends(points: Iterable[Sequence[float]]) -> set[tuple[float, ...]]:
        """Return where segments end, to a tenth of a micrometre."""
        return {tuple([round(number, 4) + 0.0 for number in point]) for point in points}

    ours: Work = parse_path.__wrapped__
    files = [file.read_text(encoding="utf-8") for file in game_files("*.svg", "*.xml.j2")]
    paths = sorted({path for text in files for path in re.findall(r'(?<=\sd=")[^"{}]+(?=")', text)})
    our_ends, their_ends = (
        (lambda path: ends(segment[-2:] for segment in ours(path) if segment[1:])),
        (lambda path: ends(points[-1] for _, points in theirs(path) if points)),
    )
    agreed = same("paths", our_ends, their_ends, paths)
    return [agreed, refused("wrong ones", ours, theirs, WRONG_PATHS)], ours, theirs, paths


def catalogues() -> Compared:
    from babel.messages import pofile

    ours: Work = partial(read_po, file="")

    def theirs(data: bytes) -> Any:
        return pofile.read_po(BytesIO(data), locale="de", abort_invalid=True)

    whole = sorted([file.read_bytes() for file in game_files("*.po")], key=len)
    quotes = [match.start() for match in re.finditer(rb'(?<!\\)"', whole[0])][9::30]
    broken = [data for at in quotes for data in (whole[0][:at] + whole[0][at + 1 :], whole[0][:at])]
    changed = [0, 0]
    for data in whole:
        po, text = ours(data), BytesIO()
        pofile.write_po(text, theirs(data), width=79)
        for number, again in enumerate((po_text(po.header, po.entries, po.written).encode(), text.getvalue())):
            changed[number] += len({*again.splitlines()} - {*data.splitlines()})
    alike = same("catalogues", lambda data: len(ours(data).entries), lambda data: len(theirs(data)), whole)
    written = f"written again {changed[0]} and {changed[1]:,} lines differ"
    return [alike, written, refused("damaged ones", ours, theirs, broken)], ours, theirs, whole


def directions() -> Compared:
    """Compare with a library that returns texts as they look; ours returns the levels behind that."""
    from bidi import get_display

    def ours(asked: tuple[str, int]) -> bytes:
        return levels_of(*asked)

    def theirs(asked: tuple[str, int]) -> Any:
        return get_display(asked[0], base_dir="LR"[asked[1]])

    def join_characters(characters: Iterable[str]) -> str:
        return "".join(["<" if mirrored(c) else c for c in characters if category(c) != "Cf"])

    chance, words = random.Random(9), FROM_THE_RIGHT.split()
    texts = [(" ".join(chance.choices(words, k=chance.randint(3, 14))), 1) for _ in range(1000)]
    tests = []
    for numbers, _, base, _, order in (line.split(";") for line in unicode_cases("BidiCharacterTest.txt")):
        tests.append((((text := spelled(numbers)), int(base)), join_characters(text[int(at)] for at in order.split())))
    both = (
        (lambda asked: join_characters(asked[0][at] for at in visual_order(ours(asked)))),
        (lambda asked: join_characters(theirs(asked))),
    )
    return [same("texts", *both, texts), right("tests", *both, tests)], ours, theirs, texts


def line_breaks() -> Compared:
    from unicode_segmentation_rs import line_break_units

    def ours(text: str) -> list[int]:
        return [at for at, _ in break_opportunities.__wrapped__(text)]

    def theirs(text: str) -> list[int]:
        return [*accumulate(map(len, line_break_units(text)))]

    entries = [entry for file in game_files("*.po") for entry in read_po(file.read_bytes(), "").entries]
    texts = sorted({text for entry in entries for text in (entry.source, *entry.forms) if text})
    tests = []
    for line in unicode_cases("LineBreakTest.txt"):
        parts = [spelled(part) for part in line.replace("×", "").split("÷") if part.strip()]
        tests.append(("".join(parts), [*accumulate(map(len, parts))]))
    return [same("texts", ours, theirs, texts), right("tests", ours, theirs, tests)], ours, theirs, texts


def divisions() -> Compared:
    """Ten dictionaries are read and divide 400 words each, of which the tests know what libhyphen makes."""
    from pyphen import Pyphen

    def ours(asked: tuple[str, list[str]]) -> list[list[int]]:
        hyphens._read_dictionary.cache_clear()
        return [[*hyphens.hyphenate.__wrapped__(word, asked[0])] for word in asked[1]]

    def theirs(asked: tuple[str, list[str]]) -> list[list[int]]:
        dictionary = Pyphen(lang=hyphens._dictionary_name(asked[0]), cache=False)
        return [[at for at in dictionary.positions(word.lower()) if 1 < at < len(word) - 2] for word in asked[1]]

    files = sorted((ROOT / "tests").rglob("libhyphen/*.txt"))
    lists = [re.findall("^[^%\n].*", file.read_text(encoding="utf-8"), re.MULTILINE) for file in files]
    items = [(file.stem, [word.replace("-", "") for word in words]) for file, words in zip(files, lists, strict=True)]
    tests = [[*accumulate(map(len, word.split("-")[:-1]))] for words in lists for word in words]
    a, b = ([places for item in items for places in work(item)] for work in (ours, theirs))
    return [right("words", a.__getitem__, b.__getitem__, [*enumerate(tests)])], ours, theirs, items


def grids() -> Compared:
    """Pieces of one size on a sheet: ours all lie the same way, parted by cuts through all; its are turned freely."""
    from rectpack import newPacker

    def ours(size: tuple[float, float]) -> int:
        return max(way.pieces for way in ways(Format(*size), *SHEET))

    def theirs(size: tuple[float, float]) -> int:
        packer = newPacker()
        packer.add_bin(*SHEET)
        for _ in range(ours(size) + 2):
            packer.add_rect(*size)
        packer.pack()
        return len(packer.rect_list())

    sizes = {name: size for name, size in load_sizes().items() if ours(size)}
    others = [f"{name} {ours(size)} and {theirs(size)}" for name, size in sizes.items() if ours(size) != theirs(size)]
    return [same("sizes", ours, theirs, [*sizes.values()]), ", ".join(others)], ours, theirs, [*sizes.values()]


ALL: tuple[tuple[str, str, str, Callable[[], Compared]], ...] = (  # part, library as pip and as Python call it
    ("SVG paths", "fonttools", "fontTools.svgLib.path", svg_paths),
    ("PO", "babel", "babel.messages.pofile", catalogues),
    ("bidi", "python-bidi", "bidi", directions),
    ("line breaks", "unicode-segmentation-rs", "unicode_segmentation_rs", line_breaks),
    ("hyphens", "pyphen", "pyphen", divisions),
    ("grids", "rectpack", "rectpack", grids),
)


def in_turns(ours: Work, theirs: Work, items: Sequence[Any]) -> float:
    """Our time ÷ theirs, of the best round of each."""
    times: list[list[float]] = [[], []]
    for number, work in [(0, ours), (1, theirs)] * ROUNDS:
        gc.collect()
        start = process_time()
        for item in items:
            work(item)
        times[number].append(process_time() - start)
    return min(times[0]) / min(times[1])


def importing(module: str) -> float:
    """Milliseconds, in a process that has built a game."""
    with tempfile.TemporaryDirectory(prefix="libraries") as out:
        words = [sys.executable, "-c", BUILD_AND_IMPORT.format(out=out, module=module)]
        said = [subprocess.run(words, cwd=ROOT, capture_output=True, text=True).stdout for _ in range(IMPORTS)]
    return min(float(each.split()[-1]) for each in said) * 1000


def main() -> str | None:
    missing = [package for _, package, module, _ in ALL if not find_spec(module.partition(".")[0])]
    print(f"{'':<13}{'beside':<25}{'time ÷ its':>10}{'import ms':>11}  agreement (ours and its)")
    for part, package, module, compare in ALL:
        if package not in missing:
            found, ours, theirs, items = compare()
            numbers = f"{in_turns(ours, theirs, items):>10.2g}{importing(module):>11.1f}"
            print(f"{part:<13}{package:<25}{numbers}  {'; '.join(filter(None, found))}", flush=True)
    return f"left out, to be had by {sys.executable} -m pip install {' '.join(missing)}" if missing else None


if __name__ == "__main__":
    sys.exit(main())
