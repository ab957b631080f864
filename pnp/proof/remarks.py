"""A file of remarks that was mailed back → each at the place of its piece. Whoever sent it may write anything."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from pnp.build.preparing import load, localise
from pnp.files.catalogues import is_tag
from pnp.files.opening import read_input
from pnp.files.project import Project
from pnp.files.writing import reason, shown
from pnp.model.game import Piece
from pnp.model.options import Options
from pnp.model.problem import FileError
from pnp.model.span import Span

_LARGEST = 8_000_000  # bytes
_MOST = 20_000
_SIDES = ("", "front", "back")


class Remark(NamedTuple):
    piece: str  # "cards/fox"; "" is about the whole game
    text: str
    face: str = ""


class Remarks(NamedTuple):
    game: str
    version: str
    language: str
    remarks: tuple[Remark, ...]


class PlacedRemark(NamedTuple):
    span: Span | None  # None where the game has no such piece any more
    remark: Remark


def read_remarks(path: Path) -> Remarks:
    """Raises FileError, in one line."""
    try:
        data = read_input(path, _LARGEST)
    except OSError as error:
        raise FileError(f"{shown(path)}: cannot be read: {reason(error)}") from None
    if len(data) > _LARGEST:
        raise FileError(f"{shown(path)}: these are no remarks: more than {_LARGEST // 10**6} MB")
    try:
        return _remarks(json.loads(data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise FileError(f"{shown(path)}: these are no remarks: it isn't UTF-8") from None
    except json.JSONDecodeError as error:
        said = f"{error.msg[:1].lower()}{error.msg[1:]}"
        raise FileError(f"{shown(path)}:{error.lineno}:{error.colno}: this is no JSON: {said}") from None
    except RecursionError:
        raise FileError(f"{shown(path)}: these are no remarks: too many brackets in brackets") from None
    except ValueError as error:
        raise FileError(f"{shown(path)}: these are no remarks: {error}") from None


def placed(project: Project, options: Options, found: Remarks) -> list[PlacedRemark]:
    """In the order in which pieces stand in the game, what is about the whole first, what is about none last.

    Where no language is asked for, in that of the page that was mailed. Raises UsageError where the game isn't in it.
    """
    if not options.language and is_tag(found.language):
        options = replace(options, language=found.language)
    loaded = load(project, options)
    prepared = localise(loaded, options)
    pieces: list[Piece] = []
    if prepared:
        pieces = [piece for component in prepared.edition.components.values() for piece in component.pieces]
    # of a translated edition its catalogue is what there is to mend
    spans = {piece.label: next(iter(piece.translated.values()), piece.span) for piece in pieces}
    whole = {"": loaded.game.span} if loaded.game else {}
    order = {label: number for number, label in enumerate(["", *spans])}
    known: Mapping[str, Span] = {**whole, **spans}
    found_at = [PlacedRemark(known.get(each.piece), each) for each in found.remarks]
    return sorted(found_at, key=lambda each: order.get(each.remark.piece, len(order)))


def _remarks(value: Any) -> Remarks:
    """Raises ValueError, which says why."""
    if not isinstance(value, dict):
        raise ValueError(f"they are {{game, version, language, remarks}}, not {_kind(value)}")
    for key in ("game", "version", "language"):
        if not isinstance(value.get(key), str):
            raise ValueError(f"`{key}` is a text, not {_kind(value.get(key))}")
    remarks = value.get("remarks")
    if not isinstance(remarks, list):
        raise ValueError(f"`remarks` is a list, not {_kind(remarks)}")
    if len(remarks) > _MOST:
        raise ValueError(f"there are {len(remarks)}, and {_MOST} are the most")
    told = tuple([_remark(each, number) for number, each in enumerate(remarks, 1)])
    return Remarks(value["game"], value["version"], value["language"], told)


def _remark(value: Any, number: int) -> Remark:
    if not isinstance(value, dict):
        raise ValueError(f"remark {number} is {{piece, text}}, not {_kind(value)}")
    for key in ("piece", "text"):
        if not isinstance(value.get(key), str):
            raise ValueError(f"`{key}` of remark {number} is a text, not {_kind(value.get(key))}")
    face = value.get("face", "")
    if face not in _SIDES:
        raise ValueError(f"`face` of remark {number} is front or back")
    return Remark(value["piece"], value["text"], face)


def _kind(value: Any) -> str:
    names = {
        dict: "a mapping",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return names.get(type(value), "nothing")
