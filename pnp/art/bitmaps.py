"""SVG files that can't be drawn as lines and curves → pixels, by resvg.

It runs in a process of its own that is given a text and fonts, and hands back a PNG: it has no fonts of the system, and
little time and memory. A file that names anything outside of itself never gets there.
"""

import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path as File

from pnp.art.paint import reference
from pnp.art.pictures import MAX_PIXELS
from pnp.art.svg_text import WordFonts
from pnp.art.svg_tree import Node
from pnp.model.display import Raster
from pnp.model.length import MM_PER_INCH
from pnp.model.problem import Severity, code
from pnp.model.regex import regex

BITMAP = code("PNP320", Severity.WARNING, says="{what}: the whole file is printed as a bitmap of {dpi} dpi")
FAILED = code("PNP321", says="resvg can't draw it: {why}")

DPI = 600
_SECONDS, _BYTES = 30, 3 << 30
_UNSEEN = frozenset(("title", "desc", "metadata", "style", "script"))
_ONLY_STYLES = frozenset(("mix-blend-mode", "isolation", "marker", "font", "font-kerning"))  # no attributes in SVG
_NAME = regex(r"[A-Za-z_][\w:.-]*")
_NAMES_FILES = frozenset(("href", "src"))
_INSIDE = regex(r"\s*(?:#|data:image/(?:png|jpe?g|webp|gif)[;,]|$)", re.IGNORECASE)
IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_QUOTES = IN_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
_ELSEWHERE = regex(r"""url\(\s*["']?\s*(?!#|"|'|\s|data:)""", re.IGNORECASE)
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


def is_self_contained(node: Node) -> bool:
    """Tell whether nothing in an element names anything outside of the file; links may lead anywhere."""
    for name, text in node.attributes.items():
        if name in _NAMES_FILES and node.tag != "a" and not _INSIDE.match(text):
            return False
        if _ELSEWHERE.search(text):
            return False
    return all(map(is_self_contained, node.children))


def write_svg(
    root: Node,
    ids: Mapping[str, Node],
    frame: Mapping[str, str],
    fonts: Mapping[Node, WordFonts],
    write_out: Callable[[str], str],
) -> str:
    """Write a file for resvg: attributes as they are, styles included, and words with the fonts that they are set in.

    `frame` are attributes of the outermost element; `write_out` puts the palette's colours where a value names them.
    """

    def write(node: Node, attributes: Mapping[str, str]) -> Iterator[str]:
        plain: list[str] = []
        styles: list[str] = []
        for name, text in attributes.items():
            if not _NAME.fullmatch(name):  # a style may say -inkscape-stroke: that is no attribute
                continue
            named = reference(text)
            if named and named[0] not in ids:
                text = named[1] or "none"
            if name == "href" and text.startswith("#") and text[1:] not in ids:
                continue
            if name in _ONLY_STYLES:
                styles.append(f"{name}:{write_out(text)}")
            else:
                plain.append(f" {name}={quote_attribute(write_out(text))}")
        style = f" style={quote_attribute(';'.join(styles))}" if styles else ""
        yield f"<{node.tag}{''.join(plain)}{style}>"
        for part in node.content or node.children:
            if isinstance(part, str):
                yield part.translate(IN_TEXT)
            elif part.tag not in _UNSEEN:
                own = part.attributes
                if font := fonts.get(part):
                    own = {name: text for name, text in own.items() if name != "font"}
                    own["font-family"] = ", ".join(f'"{name}"' for name in font.names)
                    own["font-size"] = repr(font.size)
                    own["font-style"] = "italic" if font.italic else "normal"
                    own["font-weight"] = "bold" if font.bold else "normal"
                yield from write(part, own)
        yield f"</{node.tag}>"

    return "".join(write(root, {"xmlns": "http://www.w3.org/2000/svg", **root.attributes, **frame}))


def quote_attribute(text: str) -> str:
    """Quote an attribute's value. `xml.sax.saxutils` has the same, and imports half of the web."""
    return f'"{text.translate(_IN_QUOTES)}"'


def draw_with_resvg(
    source: str, path: File, name: str, size: tuple[float, float], fonts: Sequence[bytes]
) -> Raster | str:
    """Draw a file as finely as it is printed at a size in millimetres, its words in these fonts (the bytes of files).

    Returns what went wrong where resvg fails.
    """
    import json
    import subprocess
    import sys

    from pnp.io.writing import temporary_folder, write_temporary

    wide, high = (max(round(side / MM_PER_INCH * DPI), 1) for side in size)
    if wide * high > MAX_PIXELS:
        wide = max(int(wide * (MAX_PIXELS / (wide * high)) ** 0.5), 1)
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
    png = done.stdout
    if done.returncode or not png.startswith(b"\x89PNG"):
        complaints = done.stderr.decode("utf-8", "replace").strip().splitlines()
        return complaints[-1][:100] if complaints else "it ended without a picture"
    w, h = struct.unpack(">II", png[16:24])
    return Raster(name, path, w, h, sha256(png).hexdigest(), data=png)
