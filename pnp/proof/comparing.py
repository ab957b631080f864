"""Two build records → which pieces are new, gone, changed, renamed or printed in another number; and why."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.build.face_records import RecordedFace
from pnp.build.record import BuildRecord, RecordedPiece
from pnp.proof.wording import ChangedText, changed_texts

KINDS = ("added", "removed", "changed", "renamed", "copies")
REASONS = ("words", "pictures", "fonts", "looks")
_NO_FACE = RecordedFace("", (), (), (), "", "", "")


class ChangedWords(NamedTuple):
    side: str
    text: ChangedText


class Difference(NamedTuple):
    """Of one piece; `kind` is one of KINDS."""

    kind: str
    old: RecordedPiece | None
    new: RecordedPiece | None
    reasons: tuple[str, ...] = ()
    words: tuple[ChangedWords, ...] = ()

    @property
    def piece(self) -> RecordedPiece:
        """As it is, or was."""
        found = self.new or self.old
        assert found
        return found

    @property
    def copies(self) -> tuple[int, int]:
        """Before and now."""
        return self.old.copies if self.old else 0, self.new.copies if self.new else 0


def differences(old: BuildRecord, new: BuildRecord) -> list[Difference]:
    """In the order of the new edition; what is gone comes last. What a piece is called counts for nothing."""
    before = {piece.label: piece for piece in old.pieces}
    now = {piece.label: piece for piece in new.pieces}
    gone = [piece for label, piece in before.items() if label not in now]
    came = [piece for label, piece in now.items() if label not in before]
    fonts = _Fonts(old.fonts, new.fonts)
    renamed = dict(_renamed(gone, came, fonts))
    found: list[Difference] = []
    for label, piece in now.items():
        if label in before:
            found += _changed(before[label], piece, fonts)
        elif label in renamed:
            found.append(Difference("renamed", renamed[label], piece))
        else:
            found.append(Difference("added", None, piece))
    taken = {piece.label for piece in renamed.values()}
    return [*found, *(Difference("removed", piece, None) for piece in gone if piece.label not in taken)]


def _renamed(
    gone: list[RecordedPiece], came: list[RecordedPiece], fonts: "_Fonts"
) -> Iterator[tuple[str, RecordedPiece]]:
    """Those that look like one that is gone; of several, the first by its name."""
    left: dict[object, list[RecordedPiece]] = {}
    for piece in sorted(gone, key=lambda piece: piece.label, reverse=True):
        left.setdefault(_seen(piece, fonts.old), []).append(piece)
    for piece in sorted(came, key=lambda piece: piece.label):
        if alike := left.get(_seen(piece, fonts.new)):
            yield piece.label, alike.pop()


def _seen(piece: RecordedPiece, fonts: Mapping[str, str]) -> object:
    return tuple([(face.side, face.words, face.whole, *map(fonts.get, face.fonts)) for face in piece.faces])


def _changed(old: RecordedPiece, new: RecordedPiece, fonts: "_Fonts") -> Iterator[Difference]:
    before = {face.side: face for face in old.faces}
    now = {face.side: face for face in new.faces}
    reasons: set[str] = set()
    words: list[ChangedWords] = []
    for side in dict.fromkeys([*now, *before]):
        was, is_now = before.get(side, _NO_FACE), now.get(side, _NO_FACE)
        if fonts.are_seen_to_differ(was, is_now):
            reasons |= _reasons(was, is_now, fonts)
            words += [ChangedWords(side, text) for text in changed_texts(was.words, is_now.words)]
    if reasons:
        yield Difference("changed", old, new, tuple([each for each in REASONS if each in reasons]), tuple(words))
    elif old.copies != new.copies:
        yield Difference("copies", old, new)


def _reasons(old: RecordedFace, new: RecordedFace, fonts: "_Fonts") -> set[str]:
    """Of a face that differs. Other words may bring letters of another font, or a text of another size, which says
    nothing of looks; those that take the place of others do."""
    found: set[str] = set()
    if old.words != new.words:
        found.add("words")
    if old.art != new.art:
        found.add("pictures")
    if fonts.differ(old, new) or (_replaced(old.fonts, new.fonts) if found else old.fonts != new.fonts):
        found.add("fonts")
    is_typed_anew = old.type != new.type if len(old.words) == len(new.words) else _replaced(old.type, new.type)
    if old.looks != new.looks or (is_typed_anew and "fonts" not in found) or not found:
        found.add("looks")
    return found


def _replaced(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    """Whether some went and others came."""
    return bool(set(old) - set(new)) and bool(set(new) - set(old))


class _Fonts(NamedTuple):
    """Digests of both versions' fonts, by name."""

    old: Mapping[str, str]
    new: Mapping[str, str]

    def differ(self, old: RecordedFace, new: RecordedFace) -> bool:
        """Whether a font of both faces is another file."""
        return any(self.old.get(name) != self.new.get(name) for name in set(old.fonts) & set(new.fonts))

    def are_seen_to_differ(self, old: RecordedFace, new: RecordedFace) -> bool:
        return (old.words, old.whole) != (new.words, new.whole) or self.differ(old, new)
