"""What of an SVG file nothing here draws → pixels, by resvg.

It runs in a process of its own that is given a text and fonts, and hands back a PNG: it has no fonts of the system, and
little time and memory. A file that names anything outside of itself never gets there.
"""

import struct
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path as File

from pnp.layout.art.pictures import MAX_PIXELS
from pnp.model.display import Raster
from pnp.model.length import MM_PER_INCH
from pnp.model.problem import Severity, code

BITMAP = code(
    "PNP320 SVG that is printed as a bitmap",
    """The file uses something of SVG that pnp doesn't draw as lines and curves: a filter, a mask, a blend, a marker.
The whole file is then drawn by resvg, as a bitmap of 600 dots an inch at the size that it is printed. Its edges are as
fine as those of a photograph, and the PDF gets larger.

Bad:  <g filter="url(#shadow)">…</g>  where lines should be sharp
Good: the shadow drawn as a shape, or this warning known""",
    Severity.WARNING,
    says="{what}: the whole file is printed as a bitmap of {dpi} dpi",
)
FAILED = code(
    "PNP321 SVG that resvg doesn't draw",
    """pnp doesn't draw something in the file as lines and curves, and resvg, which was to draw it as a bitmap, failed,
took too long, or wanted too much memory.

Bad:  a filter on a filter on a filter, each as large as a wall
Good: the same drawn as shapes, or exported as PNG""",
    says="resvg can't draw it: {why}",
)

DPI = 600
_SECONDS, _BYTES = 30, 3 << 30
# What the other process does: limits on itself first, then one call; on Linux it ends with the one that started it
_WORKER = """
import sys, json
if sys.platform == "linux":
    from ctypes import CDLL
    CDLL(None).prctl(1, 9)  # PR_SET_PDEATHSIG, SIGKILL
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
    resource.setrlimit(resource.RLIMIT_AS, ({bytes}, {bytes}))
except (ImportError, ValueError, OSError):
    pass
import resvg_py
png = resvg_py.svg_to_bytes(skip_system_fonts=True, dpi=96.0, **json.load(sys.stdin))
sys.stdout.buffer.write(png)
"""


def drawn_by_resvg(
    source: str, path: File, name: str, size: tuple[float, float], fonts: Sequence[bytes]
) -> Raster | str:
    """The drawing as finely as it is printed at a size in millimetres, its words in these fonts (what their files
    hold); or what went wrong."""
    wide, high = (max(round(side / MM_PER_INCH * DPI), 1) for side in size)
    if wide * high > MAX_PIXELS:
        shrink = (MAX_PIXELS / (wide * high)) ** 0.5
        wide, high = max(int(wide * shrink), 1), max(int(high * shrink), 1)
    png = _run(source, wide, fonts)
    if isinstance(png, str):
        return png
    w, h = struct.unpack(">II", png[16:24])
    return Raster(name, path, w, h, sha256(png).hexdigest(), data=png)


def _run(source: str, wide: int, fonts: Sequence[bytes]) -> bytes | str:
    import json
    import subprocess
    import sys

    from pnp.files.writing import temporary_folder, write_temporary

    worker = _WORKER.format(seconds=_SECONDS, bytes=_BYTES)
    try:
        with temporary_folder() as folder:
            files = [folder / str(number) for number in range(len(fonts))]
            for file, font in zip(files, fonts, strict=True):
                write_temporary(file, [font])
            asked = {"svg_string": source, "width": wide, "font_files": list(map(str, files)) or None}
            done = subprocess.run(
                [sys.executable, "-P", "-c", worker],  # -P: nothing of the folder one happens to be in
                input=json.dumps(asked).encode(),
                capture_output=True,
                timeout=_SECONDS * 2,
                check=False,
            )
    except (OSError, subprocess.TimeoutExpired):
        return "it takes too long"
    if done.returncode or not done.stdout.startswith(b"\x89PNG"):
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        return said[-1][:100] if said else "it ended without a picture"
    return done.stdout
