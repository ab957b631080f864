"""A handout → the cells of its contact sheets: of each piece its faces, and what is said beside them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pnp.model.display import AnyFace, SetText, facts_of
from pnp.model.game import Component
from pnp.model.length import MM_PER_POINT
from pnp.model.values import Record, Value
from pnp.proof.handout import HandedPiece, Handout, SaidText
from pnp.proof.wall import has_shrunk
from pnp.text.marks import plain
from pnp.text.punctuation import escaped

_PROBLEMS = 3  # that are told of a piece
_LONG = 110  # characters of one
_SHRUNK = 2  # texts whose size is told
_JOINERS = "\u200c\u200d"  # which scripts can't do without


class SheetCell(NamedTuple):
    component: Component
    faces: tuple[AnyFace, ...]  # the source's first, where there are two; none where it can't be drawn
    said: Record  # what the template sees


def cells_of(given: Handout) -> Iterator[SheetCell]:
    """Each page of each piece, its back where no other piece has the same, and once the back that many have."""
    folder = common_folder(given)
    shared = _shared_backs(given)
    for number, piece in enumerate(given.pieces):
        yield from _of_piece(given, piece, folder, shared)
        following = given.pieces[number + 1 : number + 2]
        if not following or following[0].component.id != piece.component.id:
            yield from _shared(given, piece, folder, shared)


def common_folder(given: Handout) -> str:
    """Of the game's data, with a slash: places are told from there on."""
    return f"card_data/{given.wall.about['game']}/"


def plain_text(text: str, most: int = 0) -> str:
    """In one line that prints as it is, with dots where it is longer."""
    seen = "".join([sign if sign.isprintable() or sign in _JOINERS else " " for sign in text])
    line = " ".join(seen.split())
    return escaped(f"{line[: most - 1].rstrip()}…" if most and len(line) > most else line)


def points(mm: float) -> str:
    return f"{mm / MM_PER_POINT:.1f}".removesuffix(".0")


def _of_piece(given: Handout, piece: HandedPiece, folder: str, shared: Counter[tuple[str, str]]) -> Iterator[SheetCell]:
    values = piece.values
    title, place = plain(values["name"]), values["place"].removeprefix(folder)
    if not piece.leaves:
        yield SheetCell(piece.component, (), _told(title, values["label"], place, piece, "not drawn"))
    for number, leaf in enumerate(piece.leaves):
        source = piece.source[number] if number < len(piece.source) else None
        if number == 0:
            own = [face for each in piece.leaves for face in (each.front, each.back) if face]
            facts = _facts([face for face in own if not shared[_look(piece, face)] > 1], values)
            said = _told(title, values["label"], place, piece, facts)
        else:
            which = f"copy {leaf.copy}" if leaf.copy else f"page {number + 1}"
            said = _told(f"{title}, {which}", values["label"], place)
        yield SheetCell(piece.component, _pair(given, leaf.front, source.front if source else None), said)
        if leaf.back and not shared[_look(piece, leaf.back)] > 1:
            said = _told(f"{title}, back", values["label"], place)
            yield SheetCell(piece.component, _pair(given, leaf.back, source.back if source else None), said)


def _shared(given: Handout, piece: HandedPiece, folder: str, shared: Counter[tuple[str, str]]) -> Iterator[SheetCell]:
    """A component's backs that several of its pieces have."""
    component, done = piece.component, set()
    for each in given.pieces:
        for number, leaf in enumerate(each.leaves):
            if each.component.id != component.id or leaf.back is None:
                continue
            look = _look(each, leaf.back)
            if shared[look] > 1 and look not in done:
                done.add(look)
                source = each.source[number].back if number < len(each.source) else None
                place = str(component.layout_span).removeprefix(folder)
                said = _told(f"Back of {shared[look]}", component.id, place, facts=_facts([leaf.back]))
                yield SheetCell(component, _pair(given, leaf.back, source), said)


def _shared_backs(given: Handout) -> Counter[tuple[str, str]]:
    """How many pages have each back."""
    return Counter(_look(piece, leaf.back) for piece in given.pieces for leaf in piece.leaves if leaf.back)


def _look(piece: HandedPiece, face: AnyFace) -> tuple[str, str]:
    return piece.component.id, facts_of(face).whole


def _pair(given: Handout, face: AnyFace, source: AnyFace | None) -> tuple[AnyFace, ...]:
    """The source's under a label of its own: both have the same."""
    if source is None:
        return (face,)
    return source._replace(label=source_label(given, source.label)), face


def source_label(given: Handout, label: str) -> str:
    return f"{label} [{given.wall.about['source']}]"


def _told(title: str, label: str, place: str, piece: HandedPiece | None = None, facts: str = "") -> Record:
    problems, words = (piece.problems, piece.words) if piece else ((), ())
    more = len(problems) - _PROBLEMS
    said: dict[str, Value] = {
        "title": plain_text(title, 60),
        "label": plain_text(label),
        "place": plain_text(place),
        "facts": facts and plain_text(facts, 160),
        "problems": tuple([_problem(each, label) for each in problems[:_PROBLEMS]]),
        "more": max(0, more),
        "words": tuple([_word(each.path, each.source, each.said) for each in words]) if piece and piece.source else (),
    }
    return Record(said)


def _problem(problem: dict[str, Any], label: str) -> Record:
    """Whose it is need not be said again."""
    message = problem["message"].removeprefix(f"{label}: ")
    return Record({"code": problem["code"], "message": plain_text(message, _LONG)})


def _word(path: str, source: SaidText | None, said: SaidText) -> Record:
    parts: dict[str, Value] = {"path": plain_text(path, 30)}
    for name, each in (("source", source or SaidText("")), ("said", said)):
        parts[name] = Record({f"at_{most}": plain_text(each.text, most) for most in (600, 160, 60)})
        parts[f"{name}_size"] = _size(each)
    return Record(parts)


def _size(said: SaidText) -> str:
    if not said.size:
        return ""
    return (
        _sizes(said.size, said.full)
        if has_shrunk(SetText("", "", (0, 0, 0, 0), said.size, said.full))
        else (f"{points(said.size)} pt")
    )


def _sizes(size: float, full: float) -> str:
    return f"{points(size)} of {points(full)} pt"


def _facts(faces: Sequence[AnyFace], values: dict[str, Any] | None = None) -> str:
    """Of a piece or a back alone."""
    facts = [facts_of(face) for face in faces]
    found = [f"×{values['copies']}"] if values and values["copies"] > 1 else []
    found += ["untranslated"] if values and "untranslated" in values["flags"] else []
    found += _shrunk(text for each in facts for text in each.set_texts)
    resolutions = [each.dpi for each in facts if each.dpi is not None]
    found += [f"pictures from {min(resolutions)} dpi"] if resolutions else []
    return " · ".join(found)


def _shrunk(texts: Iterable[SetText]) -> list[str]:
    """The most shrunk first."""
    found = sorted((text for text in texts if has_shrunk(text)), key=lambda text: text.size / text.full)
    said = [f"{text.field or _quoted(text.says)} {_sizes(text.size, text.full)}" for text in found]
    return list(dict.fromkeys(said))[:_SHRUNK]


def _quoted(text: str) -> str:
    return f"“{text if len(text) < 20 else f'{text[:18].rstrip()}…'}”"
