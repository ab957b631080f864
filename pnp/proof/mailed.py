"""A handout → one HTML file that needs nothing else: no server, no network, no pnp.

All that the game says stands in it as JSON, of which the script makes text; a policy in its head allows that script
and that style alone, and pictures that stand in the file itself.
"""

import json
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from pnp.model.sheet import Leaf
from pnp.proof.bundling import bundle, page_file
from pnp.proof.handout import HandedPiece, Handout, SaidText
from pnp.proof.small_pictures import data_urls

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

Values = dict[str, Any]


def mailed_page(given: Handout) -> bytes:
    """In UTF-8."""
    style = "\n".join(page_file(path).decode() for path in _STYLES)
    script = bundle(_MAILED / "mailed.js", {_PAGE / "store.js": _MAILED / "store.js"})
    told = in_markup({**_told(given), "pictures": data_urls(given.faces)})
    parts = {"policy": _policy(script, style), "style": style, "script": script, "told": told}
    return _filled(page_file(_MAILED / "mailed.html").decode(), parts).encode()


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


def _filled(text: str, parts: Mapping[str, str]) -> str:
    """Each place once; what the last one says is looked through no more."""
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part, 1)
    return text


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
