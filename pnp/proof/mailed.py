"""A handout → files to look through elsewhere: contact sheets to print, and one HTML file that needs nothing else.

Files of remarks that were mailed back → each at the place of its piece. Whoever sent them may write anything.

The game's texts are in that file as JSON, of which its script makes text; a policy in its head allows this script and
style alone, and pictures that are in the file itself. Cards are mostly flat colour and type: with 256 colours, as PNG,
they take a quarter of what they take with all; where colours are seen to change, as with photographs, WebP is taken.
"""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from itertools import chain
from math import sqrt
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.build.pipeline import Stage, run
from pnp.export.rasteriser import face_image
from pnp.impose.press import find_paper
from pnp.io.opening import read_input
from pnp.io.project import Project, is_tag
from pnp.io.writing import display_path, reason, write_atomically
from pnp.model.length import MM_PER_INCH
from pnp.model.options import Options
from pnp.model.problem import FileError, UsageError
from pnp.model.sheet import Leaf
from pnp.model.span import Span
from pnp.proof.contact_sheets import contact_sheets
from pnp.proof.details import Handout, make_handout
from pnp.proof.session import ProofSession
from pnp.proof.wall import ShownFace, Values

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

_SUFFIXES = {"--html": (".html", ".htm"), "--pdf": (".pdf",)}
_FINE = 7.6  # pixels a millimetre, 480 for the width of a playing card: type of 6 pt can be read
_LONGEST = 1200  # pixels of the longer side
_LEAST = 128  # pixels of the shorter one
_MANY = 1000  # faces, beyond which each has fewer pixels
_COLOURS = 256
_VISIBLE = 3.0  # levels of 255 by which colours are off, on the whole (root mean square)
_QUALITY = 88
_EFFORT = 7  # 9 takes four times as long and makes them 5 % smaller
_PAGE = Path(__file__).parent / "page"
_MAILED = _PAGE / "mailed"
_STYLES = (_PAGE / "style.css", _PAGE / "panel.css", _MAILED / "mailed.css")
_ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "'<>&\u2028\u2029"}
_LARGEST_SCRIPT = 1 << 20  # bytes of a file of the page
_LARGEST_REMARKS = 8_000_000  # bytes
_MOST_REMARKS = 20_000
_SIDES = ("", "front", "back")
_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def mailed_page(given: Handout) -> bytes:
    """Return the page, in UTF-8."""
    style = "\n".join(page_file(path).decode() for path in _STYLES)
    script = bundle(_MAILED / "mailed.js", {_PAGE / "store.js": _MAILED / "store.js"})
    wall = given.wall
    values: dict[str, object] = {"about": wall.about, "components": wall.components, "problems": wall.problems}
    values |= {"pieces": _pieces(given), "pictures": data_urls(given.faces)}
    policy = (
        f"default-src 'none'; img-src data:; script-src {_hash_source(script)}; style-src {_hash_source(style)}; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = {"policy": policy, "style": style, "script": script, "told": json_in_markup(values)}
    # replace each place once: texts of the game may look like places
    text = page_file(_MAILED / "mailed.html").decode()
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part, 1)
    return text.encode()


def json_in_markup(value: object) -> str:
    """Return JSON that ends no element and begins none."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.translate(_ESCAPES).encode("utf-8", "replace").decode()


def _hash_source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _pieces(given: Handout) -> list[Values]:
    def sides(leaf: Leaf) -> Values:
        faces = (("front", leaf.front), ("back", leaf.back))
        return {name: {"digest": given.digests[face.label]} if face else None for name, face in faces}

    found = []
    for piece in given.pieces:
        words: list[Values] = []
        for each in piece.words:
            source = each.source._asdict() if each.source else None
            words.append({"path": each.path, "place": each.place, "said": each.said._asdict(), "source": source})
        leaves = [
            {name: {"digest": side["digest"]} if side else None for name, side in leaf.items()}
            for leaf in piece.values["leaves"]
        ]
        sources = [sides(leaf) for leaf in piece.source]
        found.append({**piece.values, "leaves": leaves, "sources": sources, "words": words})
    return found


def data_urls(faces: Mapping[str, ShownFace]) -> dict[str, str]:
    """Return a picture of each face, by its digest."""
    share = min(1.0, sqrt(_MANY / len(faces))) if faces else 1.0
    drawn = (  # one after the other, as pdfium draws
        face_image(each.face, dpi_of(each.face.w, each.face.h, share), outline=each.outline) for each in faces.values()
    )
    with ThreadPoolExecutor() as threads:  # Pillow lets other threads run meanwhile
        return dict(zip(faces, threads.map(_encode, drawn), strict=True))


def dpi_of(w: float, h: float, share: float = 1.0) -> int:
    fine = max(min(_FINE, _LONGEST / max(w, h)), min(_LEAST / min(w, h), _LONGEST / max(w, h))) * share
    return max(20, round(fine * MM_PER_INCH))


def _encode(image: "Picture") -> str:
    """Return a picture as the smallest URL that looks as well."""
    from PIL import Image, ImageChops, ImageStat

    method = Image.Quantize.FASTOCTREE if image.mode == "RGBA" else Image.Quantize.MEDIANCUT
    few = image.quantize(_COLOURS, method=method, dither=Image.Dither.NONE)
    file = BytesIO()
    if max(ImageStat.Stat(ImageChops.difference(image, few.convert(image.mode))).rms) > _VISIBLE:
        kind = "webp"
        image.save(file, "WEBP", quality=_QUALITY, method=4)
    else:
        kind = "png"
        few.save(file, "PNG", compress_level=_EFFORT)
    return f"data:image/{kind};base64,{b64encode(file.getvalue()).decode()}"


def hand_out(project: Project, options: Options, html: Path | None, pdf: Path | None) -> list[Path]:
    """Write the files, and return their paths. Raises UsageError, FileError, LimitError, PnpError."""
    for option, file in (("--html", html), ("--pdf", pdf)):  # no data is to be overwritten by a slip of the hand
        suffixes = _SUFFIXES[option]
        if file is not None and file.suffix.lower() not in suffixes:
            raise UsageError(f"{option} writes a file that ends in {suffixes[0]}, not {display_path(file)}", str(file))
    paper = find_paper(options.paper)
    given = make_handout(ProofSession(project, options))
    files = {html: lambda: mailed_page(given), pdf: lambda: contact_sheets(project, given, paper)}
    found = [file for file in files if file]
    for file in found:
        target = file.absolute()  # even a link
        write_atomically(target, files[file](), target.parent)
    return found


def page_file(path: Path) -> bytes:
    return read_input(path, _LARGEST_SCRIPT)


def bundle(first: Path, instead: Mapping[Path, Path] | None = None) -> str:
    """Return a module and all it imports, some `instead` of others, as one script. Raises ValueError if it can't."""
    written: dict[Path, str] = {}
    _add_module(first, instead or {}, written, ())
    return '"use strict";\n' + "".join(written.values())


def _add_module(
    path: Path, instead: Mapping[Path, Path], written: dict[Path, str], on_the_way: tuple[Path, ...]
) -> str:
    """Write a module behind those that it imports, and return its name."""
    path = instead.get(path, path)
    if path in on_the_way:
        raise ValueError(f"{path.name} imports itself")
    if path not in written:
        text = page_file(path).decode()
        heads = []
        for names, imported in _IMPORT.findall(text):
            name = _add_module(Path(normpath(path.parent / imported)), instead, written, (*on_the_way, path))
            heads.append(f"const {{{names}}} = {name};\n")
        body = _IMPORT.sub("", text)
        exported = _EXPORT.findall(body)
        body = _EXPORT.sub("", body)
        if other := _OTHER.search(body):
            raise ValueError(f"{path.name}: {other[0]}")
        inside = "".join(heads) + body
        written[path] = f"const {_name(path)} = (() => {{\n{inside}return {{ {', '.join(exported)} }};\n}})();\n"
    return _name(path)


def _name(path: Path) -> str:
    return f"{path.parent.name}_{path.stem}"


class Remark(NamedTuple):
    piece: str  # "cards/fox"; "" is about the whole game
    text: str
    face: str = ""
    by: tuple[str, ...] = ()  # its authors: what the file names, or the names of several files
    file: str = ""  # the first that has it


class Remarks(NamedTuple):
    game: str
    version: str
    language: str
    remarks: tuple[Remark, ...]
    file: str = ""  # as messages name it


class PlacedRemark(NamedTuple):
    span: Span | None  # None where the game has no such piece any more
    remark: Remark


def read_remarks(path: Path) -> Remarks:
    """Return the remarks in a file. Raises FileError, in one line."""
    try:
        data = read_input(path, _LARGEST_REMARKS)
    except OSError as error:
        raise FileError(f"{display_path(path)}: cannot be read: {reason(error)}") from None
    if len(data) > _LARGEST_REMARKS:
        raise FileError(f"{display_path(path)}: these are no remarks: more than {_LARGEST_REMARKS // 10**6} MB")
    try:
        value = json.loads(data.decode("utf-8-sig"))
        if not isinstance(value, dict):
            raise ValueError(f"they are {{game, version, language, remarks}}, not {_kind(value)}")
        by = value.setdefault("by", "")
        _check_texts(value, "game", "version", "language", "by")
        remarks = value.get("remarks")
        if not isinstance(remarks, list):
            raise ValueError(f"`remarks` is a list, not {_kind(remarks)}")
        if len(remarks) > _MOST_REMARKS:
            raise ValueError(f"there are {len(remarks)}, and {_MOST_REMARKS} are the most")
        who = (" ".join(by.split()),) if by.strip() else ()
        found = tuple([_remark(each, number)._replace(by=who) for number, each in enumerate(remarks, 1)])
        return Remarks(value["game"], value["version"], value["language"], found, display_path(path))
    except UnicodeDecodeError:
        raise FileError(f"{display_path(path)}: these are no remarks: it isn't UTF-8") from None
    except json.JSONDecodeError as error:
        text = f"{error.msg[:1].lower()}{error.msg[1:]}"
        raise FileError(f"{display_path(path)}:{error.lineno}:{error.colno}: this is no JSON: {text}") from None
    except RecursionError:
        raise FileError(f"{display_path(path)}: these are no remarks: too many brackets in brackets") from None
    except ValueError as error:
        raise FileError(f"{display_path(path)}: these are no remarks: {error}") from None


def place_remarks(project: Project, options: Options, *files: Remarks) -> list[PlacedRemark]:
    """Merge remarks of several files, the same ones with all authors: on the game, its pieces in order, on no piece.

    Without a language in the options, each file has that of its page. Raises UsageError where the game hasn't got it.
    """
    known: dict[str, dict[str, Span]] = {}  # by language, places by label in the order of the game; "" is the game
    merged: dict[tuple[Span | None, str, str, str], Remark] = {}
    for found in files:
        language = options.language or (found.language if is_tag(found.language) else "")
        if language not in known:
            edition = run(project, replace(options, language=language), Stage.LOCALISE).edition
            known[language] = {"": edition.game.span} if edition else {}
            for component in edition.components.values() if edition else ():
                for piece in component.pieces:  # of a translated edition its catalogue is what is to be edited
                    known[language][piece.label] = next(iter(piece.translated.values()), piece.span)
        named = (found.file,) if len(files) > 1 else ()
        for each in found.remarks:
            span, by = known[language].get(each.piece), each.by or named
            key = span, each.piece, each.face, " ".join(each.text.split())
            before = merged.get(key, each._replace(by=(), file=found.file))
            merged[key] = before._replace(by=tuple(dict.fromkeys((*before.by, *by))))
    order = {label: number for number, label in enumerate(dict.fromkeys(chain(*known.values())))}
    every = [PlacedRemark(span, remark) for (span, *_), remark in merged.items()]
    return sorted(every, key=lambda each: order.get(each.remark.piece, len(order)))


def _remark(value: Any, number: int) -> Remark:
    if not isinstance(value, dict):
        raise ValueError(f"remark {number} is {{piece, text}}, not {_kind(value)}")
    _check_texts(value, "piece", "text", of=f" of remark {number}")
    face = value.get("face", "")
    if face not in _SIDES:
        raise ValueError(f"`face` of remark {number} is front or back")
    return Remark(value["piece"], value["text"], face)


def _check_texts(value: dict[str, Any], *keys: str, of: str = "") -> None:
    for key in keys:
        if not isinstance(value.get(key), str):
            raise ValueError(f"`{key}`{of} is a text, not {_kind(value.get(key))}")


def _kind(value: Any) -> str:
    names = {dict: "a mapping", list: "a list", str: "a text", bool: "true or false", int: "a number"}
    return names.get(type(value), "a number" if isinstance(value, float) else "nothing")
