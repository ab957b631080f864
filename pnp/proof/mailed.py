"""A handout → files to look through elsewhere: contact sheets to print, and one HTML file that needs nothing else.

All that the game says stands in it as JSON, of which the script makes text; a policy in its head allows that script
and that style alone, and pictures that stand in the file itself.

Cards are mostly flat colour and type. With 256 colours of their own, as PNG, they take a quarter of what they take with
all, and less than as WebP that looks as well; where colours are seen to change, as with photographs, WebP is taken.
"""

import json
from base64 import b64encode
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from io import BytesIO
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.export.rasteriser import face_image
from pnp.impose.press import find_paper
from pnp.io.project import Project
from pnp.io.writing import display_path, write_atomically
from pnp.model.length import MM_PER_INCH
from pnp.model.options import Options
from pnp.model.problem import UsageError
from pnp.model.sheet import Leaf
from pnp.proof.bundling import bundle, page_file
from pnp.proof.details import HandedPiece, Handout, SaidText, handout
from pnp.proof.session import ProofSession
from pnp.proof.wall import ShownFace, Values

if TYPE_CHECKING:
    from PIL.Image import Image

_SUFFIXES = {"--html": (".html", ".htm"), "--pdf": (".pdf",)}
_FINE = 7.6  # pixels a millimetre, 480 for the width of a playing card: type of 6 pt can be read
_LONGEST = 1200  # pixels of the longer side
_LEAST = 128  # pixels of the shorter one
_MANY = 1000  # faces, beyond which each has fewer pixels
_COLOURS = 256
_SEEN = 3.0  # levels of 255 by which colours are off, on the whole (root mean square)
_QUALITY = 88
_EFFORT = 7  # 9 takes four times as long and makes them 5 % smaller
_PAGE = Path(__file__).parent / "page"
_MAILED = _PAGE / "mailed"
_STYLES = (_PAGE / "style.css", _PAGE / "panel.css", _MAILED / "mailed.css")
_BESIDE = (
    ("'", "\\u0027"),
    ("<", "\\u003c"),
    (">", "\\u003e"),
    ("&", "\\u0026"),
    ("\u2028", "\\u2028"),
    ("\u2029", "\\u2029"),
)


def mailed_page(given: Handout) -> bytes:
    """In UTF-8."""
    style = "\n".join(page_file(path).decode() for path in _STYLES)
    script = bundle(_MAILED / "mailed.js", {_PAGE / "store.js": _MAILED / "store.js"})
    told = in_markup({**_told(given), "pictures": data_urls(given.faces)})
    parts = {"policy": _policy(script, style), "style": style, "script": script, "told": told}
    # replace each place once: texts of the game may look like places
    text = page_file(_MAILED / "mailed.html").decode()
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part, 1)
    return text.encode()


def in_markup(value: object) -> str:
    """JSON that ends no element and begins none."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign, written in _BESIDE:
        text = text.replace(sign, written)
    return text.encode("utf-8", "replace").decode()


def _policy(script: str, style: str) -> str:
    return (
        f"default-src 'none'; img-src data:; script-src {_hashed(script)}; style-src {_hashed(style)}; "
        "base-uri 'none'; form-action 'none'"
    )


def _hashed(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _told(given: Handout) -> Values:
    wall = given.wall
    return {
        "about": wall.about,
        "components": wall.components,
        "problems": wall.problems,
        "pieces": [_piece(given, each) for each in given.pieces],
    }


def _piece(given: Handout, piece: HandedPiece) -> Values:
    words = [
        {"path": each.path, "place": each.place, "said": _said(each.said), "source": _said(each.source)}
        for each in piece.words
    ]
    leaves = [_without_texts(leaf) for leaf in piece.values["leaves"]]
    sources = [_sides(given, leaf) for leaf in piece.source]
    return {**piece.values, "leaves": leaves, "sources": sources, "words": words}


def _said(said: SaidText | None) -> Values | None:
    return said._asdict() if said else None


def _without_texts(leaf: Values) -> Values:
    return {name: {"digest": side["digest"]} if side else None for name, side in leaf.items()}


def _sides(given: Handout, leaf: Leaf) -> Values:
    sides = (("front", leaf.front), ("back", leaf.back))
    return {name: {"digest": given.digests[face.label]} if face else None for name, face in sides}


def data_urls(faces: Mapping[str, ShownFace]) -> dict[str, str]:
    """By their digests."""
    share = min(1.0, sqrt(_MANY / len(faces))) if faces else 1.0
    drawn = (  # one after the other, as pdfium draws
        face_image(each.face, dpi_of(each.face.w, each.face.h, share), outline=each.outline) for each in faces.values()
    )
    with ThreadPoolExecutor() as threads:  # Pillow lets other threads run meanwhile
        return dict(zip(faces, threads.map(_smallest, drawn), strict=True))


def dpi_of(w: float, h: float, share: float = 1.0) -> int:
    fine = max(min(_FINE, _LONGEST / max(w, h)), min(_LEAST / min(w, h), _LONGEST / max(w, h))) * share
    return max(20, round(fine * MM_PER_INCH))


def _smallest(image: "Image") -> str:
    from PIL.Image import Dither, Quantize

    method = Quantize.FASTOCTREE if image.mode == "RGBA" else Quantize.MEDIANCUT
    few = image.quantize(_COLOURS, method=method, dither=Dither.NONE)
    from PIL import ImageChops, ImageStat

    if max(ImageStat.Stat(ImageChops.difference(image, few.convert(image.mode))).rms) > _SEEN:
        return _url(image, "webp", quality=_QUALITY, method=4)
    return _url(few, "png", compress_level=_EFFORT)


def _url(image: "Image", kind: str, **how: int) -> str:
    file = BytesIO()
    image.save(file, kind.upper(), **how)
    return f"data:image/{kind};base64,{b64encode(file.getvalue()).decode()}"


def hand_out(project: Project, options: Options, html: Path | None, pdf: Path | None) -> list[Path]:
    """The files written. Raises UsageError, FileError, LimitError, PnpError."""
    _check("--html", html)
    _check("--pdf", pdf)
    paper = find_paper(options.paper)
    given = handout(ProofSession(project, options))
    found = []
    if html:
        from pnp.proof.mailed import mailed_page

        _write(html, mailed_page(given))
        found.append(html)
    if pdf:
        from pnp.proof.contact_sheets import contact_sheets

        _write(pdf, contact_sheets(project, given, paper))
        found.append(pdf)
    return found


def _write(file: Path, data: bytes) -> None:
    """Where the user says, be that a link."""
    target = file.absolute()
    write_atomically(target, data, target.parent)


def _check(option: str, file: Path | None) -> None:
    """So that nobody's data is written over by a slip of the hand."""
    if file is not None and file.suffix.lower() not in _SUFFIXES[option]:
        raise UsageError(
            f"{option} writes a file that ends in {_SUFFIXES[option][0]}, not {display_path(file)}", str(file)
        )
