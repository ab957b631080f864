"""SVG files that nobody here drew, beside what resvg makes of them: `python benchmarks/drawings.py [--keep FOLDER]`.

Files are taken blindly: of Debian's games that hold SVGs evenly some of each, of openclipart every few, of icon sets
from npm as many. Each is drawn twice at the same size, by pnp and by resvg (`pip install resvg-py`), and compared pixel
by pixel; a pixel is off where none of its neighbours in the other picture is near it. What is drawn differently without
a warning is wrong, and listed. So are bitmaps, which resvg makes of what pnp has read. Packages come by
`apt-get download` (needs Debian and `dpkg-deb`) and over HTTPS; one that can't be had is told.
"""

import argparse
import gzip
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from io import BytesIO
from pathlib import Path
from time import perf_counter
from typing import NamedTuple
from urllib.request import urlopen

from PIL import Image, ImageChops, ImageFilter

from pnp.art.palette import Palette
from pnp.art.svg_files import draw_with_resvg, read_drawing
from pnp.export.rasteriser import face_png
from pnp.io.project import Project
from pnp.load import load_fonts
from pnp.model.display import Drawing, Face, Group, Picture
from pnp.model.problem import Severity
from pnp.typesetting.fonts import FontStore, read_font

GAMES = (  # of Debian's section games: those with four drawings or more that fit into 30 MB
    *("aisleriot", "bovo", "five-or-more", "gamehub", "gbrainy", "gnome-cards-data", "gnome-chess", "gnome-mahjongg"),
    *("gnome-mastermind", "gnome-mines", "gnome-nibbles", "gnome-robots", "gnome-sudoku", "gnome-taquin", "granatier"),
    *("gweled", "hachu", "hitori", "iagno", "kanagram", "kapman", "kbounce", "kbreakout", "kdegames-card-data-kf5"),
    *("kdegames-mahjongg-data-kf5", "kgames", "kgoldrunner", "khangman", "killbots", "klines", "kmines", "knights"),
    *("kpat", "laby", "lightsoff", "mame-data", "mokomaze", "performous", "pianobooster", "pioneers-data", "pychess"),
    *("quarry", "swell-foop", "tagua-data", "tali", "tuxmath-data", "tuxtype-data", "xboard"),
)
PACKED = ("@tabler/icons", "bootstrap-icons", "@iconify-json/game-icons")
A_PACKAGE, A_COLLECTION = 30, 600  # files taken of each
HERE = Path(__file__).parents[1]
TABLE = load_fonts(Project(HERE, HERE))[0]
FONTS = FontStore(TABLE)
UNPACKED = tempfile.TemporaryDirectory()  # fonts that come packed in modules, which resvg can't read
SIDE = 240  # pixels of the longer side, each
FINE = (4, 16)  # times as fine it is drawn first, and again where it seems off: PDFium draws no line under a pixel
NEAR = 40  # of 255 that a channel may be off
MOST_OFF = 0.004  # of all pixels, before a picture is another one


def letters() -> Iterator[str]:
    """Files of all fonts."""
    for number, file in enumerate(file for family in TABLE.families.values() for file in family.files.values()):
        if file.path.suffix == ".py":
            path = Path(UNPACKED.name, str(number))
            path.write_bytes(read_font(file.path))
            yield str(path)
        else:
            yield str(file.path)


LETTERS = list(letters())

_ROOT = re.compile(r"(<(?:\w+:)?svg\b)([^>]*?)(/?>)", re.DOTALL)
_GENERIC = re.compile(r"""(?<=font-family[:=])["']?(?:Serif|Monospace)\b""")  # resvg knows them in small letters only
_SANS = re.compile(r"""(?<=font-family[:=])(["']?)sans(?=["';])""", re.IGNORECASE)  # as Inkscape calls its own
_SIZE = re.compile(r"""\s(?:width|height)\s*=\s*("[^"]*"|'[^']*')""")


VERDICTS = {  # of a file
    "right": "as resvg draws it",
    "told": "otherwise, and a warning says why: mostly another font",
    "wrong": "otherwise without a word",
    "bitmap": "as pixels made by resvg",
    "refused": "not at all",
    "neither": "resvg can't read it either",
}


class Verdict(NamedTuple):
    file: str
    what: str  # one of VERDICTS
    why: str  # codes, or how much is off
    seconds: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=Path, help="a folder for what is fetched, used again where it is there")
    parser.add_argument("--list", action="store_true", help="name every file that is refused, too")
    parser.add_argument("--of", default="", help="only collections whose name begins like this")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as passing:
        folder = given.keep or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        wrong = 0
        for name, files in collections(folder.resolve(), given.of):
            wrong += report_collection(name, files, given.list)
    return min(wrong, 1)


def collections(folder: Path, start: str) -> Iterator[tuple[str, list[Path]]]:
    if "games".startswith(start):
        yield "Debian's games", [file for name in GAMES for file in spread(debian_drawings(folder, name), A_PACKAGE)]
    if "openclipart".startswith(start):
        yield "openclipart", spread(debian_drawings(folder, "openclipart-svg"), A_COLLECTION)
    for name in PACKED:
        if name.startswith(start):
            yield name, spread(npm_drawings(folder, name), A_COLLECTION)


def spread(files: Sequence[Path], most: int) -> list[Path]:
    """Evenly, by their names."""
    step = max(len(files) / most, 1.0)
    return [files[int(at * step)] for at in range(min(len(files), most))]


def debian_drawings(folder: Path, name: str) -> list[Path]:
    there = folder / name
    if not there.exists():
        there.mkdir()
        fetched = subprocess.run(["apt-get", "download", name], cwd=folder, capture_output=True, check=False)
        packages = list(folder.glob(f"{name}_*.deb"))
        if fetched.returncode or not packages:
            print(f"{name}: apt-get has no such package")
        for package in packages:
            subprocess.run(["dpkg-deb", "-x", package, there], check=True)
            package.unlink()
    return sorted(path for path in there.rglob("*.svg*") if path.is_file() and not path.is_symlink())


def npm_drawings(folder: Path, name: str) -> list[Path]:
    there = folder / name.replace("/", "-")
    if not there.exists():
        there.mkdir()
        try:
            with urlopen(f"https://registry.npmjs.org/{name.replace('/', '%2f')}/latest", timeout=60) as answer:
                address = json.load(answer)["dist"]["tarball"]
            with urlopen(address, timeout=300) as answer, tarfile.open(fileobj=BytesIO(answer.read())) as packed:
                packed.extractall(there, filter="data")
        except OSError as error:
            print(f"{name}: {error}")
        if name.startswith("@iconify"):
            unfold(there / "package" / "icons.json")
    return sorted(there.rglob("*.svg"))


def unfold(collection: Path) -> None:
    """Iconify's icons, many in a file, each into one of its own."""
    packed = json.loads(collection.read_text(encoding="utf-8"))
    for name, icon in packed.get("icons", {}).items():
        w, h = (icon.get(side, packed.get(side, 16)) for side in ("width", "height"))
        text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}">{icon["body"]}</svg>'
        collection.with_name(f"{name}.svg").write_text(text, encoding="utf-8")


def report_collection(name: str, files: list[Path], names_refused: bool) -> int:
    """Return a collection's figures on a line, and what is drawn differently. How many those are."""
    with ProcessPoolExecutor() as pool:
        verdicts = list(pool.map(judge, files, chunksize=8))
    counts = Counter(verdict.what for verdict in verdicts)
    whole = len(verdicts) or 1
    drawn = sorted(verdict.seconds for verdict in verdicts if verdict.what in ("right", "wrong")) or [0.0]
    figures = ", ".join(f"{counts[what]} {what}" for what in VERDICTS)
    print(
        f"{name}: {len(verdicts)} files: {figures}; refused {counts['refused'] / whole:.1%}, "
        f"bitmaps {counts['bitmap'] / whole:.1%}; median {drawn[len(drawn) // 2] * 1000:.2f} ms"
    )
    for verdict in verdicts:
        if verdict.what == "wrong" or (names_refused and verdict.what in ("refused", "bitmap")):
            print(f"  {verdict.what} {verdict.file}: {verdict.why}")
    return counts["wrong"]


def judge(path: Path) -> Verdict:
    """Return what becomes of a file. `neither`: resvg can't read it either."""
    start = perf_counter()
    drawing, problems = read_drawing(path, path.name, path.name, Palette({}), "#000000", FONTS)
    took = perf_counter() - start
    codes = " ".join(sorted({f"{p.code} {p.message}" for p in problems if p.severity is not Severity.NOTE}))
    has_warning = any(problem.severity is Severity.WARNING for problem in problems)
    if drawing and drawing.source:
        off = share_of_differing_pixels(drawing, path)
        is_told = off <= MOST_OFF or len({problem.code for problem in problems}) > 1
        return Verdict(str(path), "bitmap" if is_told else "wrong", f"{codes}, {off:.1%} of pixels", took)
    theirs = by_resvg(path, drawing.w, drawing.h, FINE[0]) if drawing else None
    if any(problem.severity is Severity.ERROR for problem in problems) or drawing is None:
        return Verdict(str(path), "neither" if theirs is None else "refused", codes, took)
    if theirs is None:
        return Verdict(str(path), "neither", "resvg can't read it", took)
    off = difference(by_pnp(drawing, FINE[0]), theirs)
    if off > MOST_OFF and (theirs := by_resvg(path, drawing.w, drawing.h, FINE[1])):
        off = difference(by_pnp(drawing, FINE[1]), theirs)
    otherwise = "told" if has_warning else "wrong"
    return Verdict(str(path), otherwise if off > MOST_OFF else "right", f"{off:.1%} of pixels {codes}", took)


def share_of_differing_pixels(drawing: Drawing, path: Path) -> float:
    """How far the bitmap that resvg made for pnp is off what resvg makes of the file itself."""
    scale = SIDE * FINE[0] / max(drawing.w, drawing.h)
    theirs = by_resvg(path, drawing.w, drawing.h, FINE[0])
    size = drawing.w * scale * 25.4 / 600, drawing.h * scale * 25.4 / 600
    made = draw_with_resvg(drawing.source, path, path.name, size, [face.data for face in drawing.fonts])
    if theirs is None or isinstance(made, str):
        return 1.0
    with Image.open(BytesIO(made.data)) as image:
        white = Image.new("RGBA", image.size, "#ffffff")
        return difference(Image.alpha_composite(white, image.convert("RGBA")).convert("RGB").reduce(FINE[0]), theirs)


def by_pnp(drawing: Drawing, fine: int) -> Image.Image:
    scale = SIDE / max(drawing.w, drawing.h)
    w, h = drawing.w * scale, drawing.h * scale
    face = Face("drawing", w, h, Group((Picture(drawing, 0.0, 0.0, w, h),)), "en")
    with Image.open(BytesIO(face_png(face, 25.4 * fine))) as image:
        return image.convert("RGB").reduce(fine)


def by_resvg(path: Path, w: float, h: float, fine: int) -> Image.Image | None:
    """On white, as large as asked; resvg would make whole numbers of the size that the file itself tells."""
    import resvg_py

    data = path.read_bytes()
    text = (gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).decode("utf-8", "replace")
    text = _GENERIC.sub(lambda match: match[0].lower(), _SANS.sub(r"\1sans-serif", text))
    scale = SIDE * fine / max(w, h)
    try:
        data = resvg_py.svg_to_bytes(
            svg_string=_ROOT.sub(lambda match: _resized(match, w, h, scale), text, count=1),
            skip_system_fonts=True,
            font_files=LETTERS,
            serif_family="Source Serif Pro",
            monospace_family="Ubuntu Mono",
            **dict.fromkeys(("font_family", "sans_serif_family"), "Source Sans Pro"),
            dpi=96.0,
            background="#ffffff",
        )
    except ValueError:
        return None
    with Image.open(BytesIO(data)) as image:
        return image.convert("RGB").reduce(fine)


def _resized(root: re.Match[str], w: float, h: float, scale: float) -> str:
    attributes = _SIZE.sub(" ", root[2])
    if not re.search(r"\sviewBox\s*=", attributes):
        attributes += f' viewBox="0 0 {w} {h}"'
    return f'{root[1]}{attributes} width="{round(w * scale)}" height="{round(h * scale)}"{root[3]}'


def difference(ours: Image.Image, theirs: Image.Image) -> float:
    """Return the share of pixels that are near to none of the nine around them in the other picture.

    Each rounds sizes in its own way, so one may have a row or a column more: only those are compared that both have.
    """
    if abs(ours.width - theirs.width) > 1 or abs(ours.height - theirs.height) > 1:
        return 1.0
    common = (0, 0, min(ours.width, theirs.width), min(ours.height, theirs.height))
    ours, theirs = ours.crop(common), theirs.crop(common)
    off = Image.new("L", ours.size)
    for one, other in ((ours, theirs), (theirs, ours)):
        above = ImageChops.subtract(one, other.filter(ImageFilter.MaxFilter(3)))
        below = ImageChops.subtract(other.filter(ImageFilter.MinFilter(3)), one)
        for band in (*above.split(), *below.split()):
            off = ImageChops.lighter(off, band)
    counts = off.histogram()
    return sum(counts[NEAR:]) / (ours.width * ours.height)


if __name__ == "__main__":
    sys.exit(main())
