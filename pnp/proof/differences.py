"""Two build records → which pieces are new, gone, changed, word by word, renamed or of another number."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from unicodedata import category, east_asian_width

from pnp.build.face_records import RecordedFace
from pnp.build.record import BuildRecord, RecordedPiece
from pnp.build.results import Result

KINDS = ("added", "removed", "changed", "renamed", "copies")
REASONS = ("words", "pictures", "fonts", "looks")
_NO_FACE = RecordedFace("", (), (), (), "", "", "")
_MOST = 4_000_000  # pairs of words to compare; longer texts change as a whole
_WIDE = ("W", "F")


class WordStretch(NamedTuple):
    """Words that were there before, are there now, or both: then they are equal."""

    old: str
    new: str


class ChangedText(NamedTuple):
    """A text as it was and is; empty where there was or is none."""

    old: str
    new: str

    @property
    def stretches(self) -> list[WordStretch]:
        return list(compare_split_words(self.old, self.new))

    def __str__(self) -> str:
        """Return the change in one line: `Take a [-coin-]{+card+}.`."""
        return "".join(
            each.new
            if each.old == each.new
            else (f"[-{each.old}-]" if each.old else "") + (f"{{+{each.new}+}}" if each.new else "")
            for each in self.stretches
        )


def changed_texts(old: Sequence[str], new: Sequence[str]) -> list[ChangedText]:
    """Return the texts of a face that differ, each with the one whose place it takes."""
    found: list[ChangedText] = []
    for kind, i1, i2, j1, j2 in _opcodes(old, new):
        if kind != "equal":
            before, after = list(old[i1:i2]), list(new[j1:j2])
            length = max(len(before), len(after))
            before += [""] * (length - len(before))
            after += [""] * (length - len(after))
            found += map(ChangedText, before, after)
    return found


def compare_split_words(old: str, new: str) -> Iterator[WordStretch]:
    """Yield the stretches of two texts; a space between two changed words changes with them."""
    before, after = list(_split_words(old)), list(_split_words(new))
    left, right = "", ""
    for kind, i1, i2, j1, j2 in _opcodes(before, after):
        was, now = "".join(before[i1:i2]), "".join(after[j1:j2])
        if kind == "equal" and not (was.isspace() and (left or right) and j2 < len(after)):
            if left or right:
                yield WordStretch(left, right)
                left = right = ""
            yield WordStretch(was, now)
        else:
            left, right = left + was, right + now
    if left or right:
        yield WordStretch(left, right)


def _opcodes(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    if len(old) * len(new) > _MOST:
        return [("replace", 0, len(old), 0, len(new))]
    from difflib import SequenceMatcher

    return list(SequenceMatcher(None, old, new, autojunk=False).get_opcodes())


def _split_words(text: str) -> Iterator[str]:
    """Yield words, spaces, signs around words, and each letter of scripts that write no spaces."""
    word = ""
    for at, letter in enumerate(text):
        if east_asian_width(letter) in _WIDE or not _is_in_word(text, at):
            if word and not (letter.isspace() and word.isspace()):
                yield word
                word = ""
            if letter.isspace():
                word += letter
            else:
                yield letter
        else:
            if word.isspace():
                yield word
                word = ""
            word += letter
    if word:
        yield word


def _is_in_word(text: str, at: int) -> bool:
    """Return whether a sign belongs to a word: a letter, mark or digit, or a sign between two as in don't."""
    if category(text[at])[0] in "LMN":
        return True
    around = text[at - 1 : at] + text[at + 1 : at + 2]
    return not text[at].isspace() and len(around) == 2 and all(category(each)[0] in "LMN" for each in around)


class ChangedWords(NamedTuple):
    side: str
    text: ChangedText


class Difference(NamedTuple):
    """How a piece differs; `kind` is one of KINDS."""

    kind: str
    old: RecordedPiece | None
    new: RecordedPiece | None
    reasons: tuple[str, ...] = ()
    words: tuple[ChangedWords, ...] = ()

    @property
    def piece(self) -> RecordedPiece:
        """The piece as it is, or was."""
        found = self.new or self.old
        assert found
        return found

    @property
    def copies(self) -> tuple[int, int]:
        """The numbers of copies, before and now."""
        return self.old.copies if self.old else 0, self.new.copies if self.new else 0


def find_differences(old: BuildRecord, new: BuildRecord) -> list[Difference]:
    """Return the differences in the order of the new edition, then what is gone. Names of pieces don't count."""
    before = {piece.label: piece for piece in old.pieces}
    now = {piece.label: piece for piece in new.pieces}
    gone = [piece for label, piece in before.items() if label not in now]
    came = [piece for label, piece in now.items() if label not in before]
    fonts = _Fonts(old.fonts, new.fonts)
    # new pieces that look like one that is gone; of several, the first by its name
    renamed: dict[str, RecordedPiece] = {}
    left: dict[object, list[RecordedPiece]] = {}
    for piece in sorted(gone, key=lambda piece: piece.label, reverse=True):
        left.setdefault(_look_of(piece, fonts.old), []).append(piece)
    for piece in sorted(came, key=lambda piece: piece.label):
        if alike := left.get(_look_of(piece, fonts.new)):
            renamed[piece.label] = alike.pop()
    found: list[Difference] = []
    for label, piece in now.items():
        if label in before:
            found += _compare_piece(before[label], piece, fonts)
        elif label in renamed:
            found.append(Difference("renamed", renamed[label], piece))
        else:
            found.append(Difference("added", None, piece))
    taken = {piece.label for piece in renamed.values()}
    return [*found, *(Difference("removed", piece, None) for piece in gone if piece.label not in taken)]


def _look_of(piece: RecordedPiece, fonts: Mapping[str, str]) -> object:
    return tuple([(face.side, face.words, face.whole, *map(fonts.get, face.fonts)) for face in piece.faces])


def _compare_piece(old: RecordedPiece, new: RecordedPiece, fonts: "_Fonts") -> Iterator[Difference]:
    before = {face.side: face for face in old.faces}
    now = {face.side: face for face in new.faces}
    reasons: set[str] = set()
    words: list[ChangedWords] = []
    for side in dict.fromkeys([*now, *before]):
        was, is_now = before.get(side, _NO_FACE), now.get(side, _NO_FACE)
        if (was.words, was.whole) != (is_now.words, is_now.whole) or fonts.differ(was, is_now):
            reasons |= _reasons(was, is_now, fonts)
            words += [ChangedWords(side, text) for text in changed_texts(was.words, is_now.words)]
    if reasons:
        yield Difference("changed", old, new, tuple([each for each in REASONS if each in reasons]), tuple(words))
    elif old.copies != new.copies:
        yield Difference("copies", old, new)


def _reasons(old: RecordedFace, new: RecordedFace, fonts: "_Fonts") -> set[str]:
    """Return why a face differs; other words alone may bring letters of another font or size."""
    found = {"words"} if old.words != new.words else set()
    if old.art != new.art:
        found.add("pictures")
    if fonts.differ(old, new) or (_are_replaced(old.fonts, new.fonts) if found else old.fonts != new.fonts):
        found.add("fonts")
    is_typed_anew = old.type != new.type if len(old.words) == len(new.words) else _are_replaced(old.type, new.type)
    if old.looks != new.looks or (is_typed_anew and "fonts" not in found) or not found:
        found.add("looks")
    return found


def _are_replaced(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    """Return whether some went and others came."""
    return bool(set(old) - set(new)) and bool(set(new) - set(old))


class _Fonts(NamedTuple):
    """Digests of both versions' fonts, by name."""

    old: Mapping[str, str]
    new: Mapping[str, str]

    def differ(self, old: RecordedFace, new: RecordedFace) -> bool:
        """Return whether a font of both faces is another file."""
        return any(self.old.get(name) != self.new.get(name) for name in set(old.fonts) & set(new.fonts))


def copies_to_print(difference: Difference) -> int:
    """Return how many copies of a piece have to be printed: all of a new one, otherwise those that are missing."""
    before, now = difference.copies
    return now if difference.kind in ("added", "changed") else max(0, now - before)


def copies_to_discard(difference: Difference) -> int:
    """Return how many printed copies of a piece are of no use any more."""
    before, now = difference.copies
    return before if difference.kind in ("removed", "changed") else max(0, before - now)


class Reprint:
    """Chooses, of what was laid out, what is to be `printed` since an earlier build, and what `discarded`."""

    def __init__(self, old: BuildRecord) -> None:
        self._old = old
        self.printed: list[tuple[Difference, int]] = []
        self.discarded: list[tuple[Difference, int]] = []

    def __call__(self, result: Result) -> Result:
        assert result.prepared and result.laid_out
        old, new = (_keep_printed_faces(each, result) for each in (self._old, result.laid_out))
        found = tuple(find_differences(old, new))
        sets = result.prepared.options.copies
        self.printed = [(each, count * sets) for each in found if (count := copies_to_print(each))]
        self.discarded = [(each, count * sets) for each in found if (count := copies_to_discard(each))]
        copies = {(each.new.component, each.new.id): copies_to_print(each) for each in found if each.new}
        wanted = [(leaf, copies.get((leaf.component, leaf.piece), 0)) for leaf in result.leaves]
        wanted = [(leaf, count) for leaf, count in wanted if not leaf.copy or leaf.copy > leaf.copies - count]
        leaves = tuple([leaf._replace(copies=count) for leaf, count in wanted if count])
        return result._replace(leaves=leaves, discarded=self.titles_discarded())

    def titles_discarded(self) -> dict[str, tuple[str, ...]]:
        """Return what can be thrown away, by the titles of components: "2 × Fox"."""
        found: dict[str, list[str]] = {}
        for each, count in self.discarded:
            piece = each.old or each.piece
            title = piece.title or piece.id
            found.setdefault(piece.component, []).append(f"{count} × {title}" if count > 1 else title)
        return {self._old.components.get(id, id): tuple(names) for id, names in found.items()}


def _keep_printed_faces(record: BuildRecord, result: Result) -> BuildRecord:
    """Return the record without the faces that this build doesn't print, of which pictures are drawn nevertheless."""
    assert result.prepared
    options = result.prepared.options
    if options.format != "pdf" or options.sides not in ("fronts", "backs"):
        return record
    both = {leaf.component for leaf in result.leaves if leaf.format.is_double_sided and options.sides == "fronts"}
    pieces: list[RecordedPiece] = []
    for piece in record.pieces:
        on_side = [face for face in piece.faces if ("back" in face.side.split()) == (options.sides == "backs")]
        pieces.append(piece if piece.component in both else piece._replace(faces=tuple(on_side)))
    return record._replace(pieces=tuple(pieces))
