"""Files of remarks that were mailed back → each at the place of its piece. Whoever sent them may write anything."""

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from pnp.build.pipeline import Stage, run
from pnp.io.opening import read_input
from pnp.io.project import Project, is_tag
from pnp.io.writing import display_path, reason
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
        data = read_input(path, _LARGEST)
    except OSError as error:
        raise FileError(f"{display_path(path)}: cannot be read: {reason(error)}") from None
    if len(data) > _LARGEST:
        raise FileError(f"{display_path(path)}: these are no remarks: more than {_LARGEST // 10**6} MB")
    try:
        value = json.loads(data.decode("utf-8-sig"))
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
        by = value.get("by", "")
        if not isinstance(by, str):
            raise ValueError(f"`by` is a text, not {_kind(by)}")
        who = (" ".join(by.split()),) if by.strip() else ()
        found = tuple([_remark(each, number)._replace(by=who) for number, each in enumerate(remarks, 1)])
        return Remarks(value["game"], value["version"], value["language"], found)._replace(file=display_path(path))
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
    """Merge the remarks of several files, in the order in which pieces stand in the game.

    Remarks on the whole game come first, those on no piece of it last. The same remark comes once, with all its
    authors. Without a language in the options, each file has that of its page. Raises UsageError where the game hasn't
    got it.
    """
    known: dict[str, Mapping[str, Span]] = {}
    merged: dict[tuple[Span | None, str, str, str], Remark] = {}
    for found in files:
        language = options.language or (found.language if is_tag(found.language) else "")
        if language not in known:
            known[language] = _places(project, replace(options, language=language))
        named = (found.file,) if len(files) > 1 else ()
        for each in found.remarks:
            span, by = known[language].get(each.piece), each.by or named
            key = span, each.piece, each.face, " ".join(each.text.split())
            before = merged.get(key, each._replace(by=(), file=found.file))
            merged[key] = before._replace(by=tuple(dict.fromkeys((*before.by, *by))))
    order = {label: number for number, label in enumerate(dict.fromkeys(chain(*known.values())))}
    every = [PlacedRemark(span, remark) for (span, *_), remark in merged.items()]
    return sorted(every, key=lambda each: order.get(each.remark.piece, len(order)))


def _places(project: Project, options: Options) -> Mapping[str, Span]:
    """Return the place of each piece, by label in the order of the game; of the game itself by ""."""
    edition = run(project, options, Stage.LOCALISE).edition
    pieces: list[Piece] = []
    if edition:
        pieces = [piece for component in edition.components.values() for piece in component.pieces]
    # of a translated edition its catalogue is what is to be edited
    spans = {piece.label: next(iter(piece.translated.values()), piece.span) for piece in pieces}
    return {**({"": edition.game.span} if edition else {}), **spans}


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
