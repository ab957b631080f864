"""What was printed before → what of an edition is printed now, and what can be thrown away."""

from pnp.build.face_records import RecordedFace
from pnp.build.record import BuildRecord, RecordedPiece
from pnp.build.results import Result
from pnp.proof.comparing import Difference, differences


def printed(difference: Difference) -> int:
    """Copies of a piece that have to be printed: all that are new, of others what is missing."""
    before, now = difference.copies
    return now if difference.kind in ("added", "changed") else max(0, now - before)


def _discarded(difference: Difference) -> int:
    before, now = difference.copies
    return before if difference.kind in ("removed", "changed") else max(0, before - now)


class Since:
    """Choose, of all that was laid out, what has to be printed; `printed` and `discarded` are known from then on."""

    def __init__(self, old: BuildRecord) -> None:
        self._old = old
        self.printed: list[tuple[Difference, int]] = []
        self.discarded: list[tuple[Difference, int]] = []

    def __call__(self, result: Result) -> Result:
        assert result.prepared and result.laid_out
        old, new = (_with_printed_faces(each, result) for each in (self._old, result.laid_out))
        found = tuple(differences(old, new))
        sets = result.prepared.options.copies
        self.printed = [(each, count * sets) for each in found if (count := printed(each))]
        self.discarded = [(each, count * sets) for each in found if (count := _discarded(each))]
        copies = {(each.new.component, each.new.id): printed(each) for each in found if each.new}
        wanted = [(leaf, copies.get((leaf.component, leaf.piece), 0)) for leaf in result.leaves]
        wanted = [(leaf, count) for leaf, count in wanted if not leaf.copy or leaf.copy > leaf.copies - count]
        leaves = tuple([leaf._replace(copies=count) for leaf, count in wanted if count])
        return result._replace(leaves=leaves, discarded=self.titles_discarded())

    def titles_discarded(self) -> dict[str, tuple[str, ...]]:
        """What can be thrown away, by the titles of components: "2 × Fox"."""
        found: dict[str, list[str]] = {}
        for each, count in self.discarded:
            piece = each.old or each.piece
            what = piece.title or piece.id
            found.setdefault(piece.component, []).append(f"{count} × {what}" if count > 1 else what)
        return {self._old.components.get(id, id): tuple(names) for id, names in found.items()}


def _with_printed_faces(record: BuildRecord, result: Result) -> BuildRecord:
    """Return the record without the faces that stay off the sheets of this build: backs where fronts are printed, and
    the other way round. Pictures are drawn of both."""
    assert result.prepared
    options = result.prepared.options
    if options.format != "pdf" or options.sides not in ("fronts", "backs"):
        return record
    both = {leaf.component for leaf in result.leaves if leaf.format.is_double_sided and options.sides == "fronts"}

    def is_printed(piece: RecordedPiece, face: RecordedFace) -> bool:
        return piece.component in both or ("back" in face.side.split()) == (options.sides == "backs")

    pieces = [
        piece._replace(faces=tuple([face for face in piece.faces if is_printed(piece, face)]))
        for piece in record.pieces
    ]
    return record._replace(pieces=tuple(pieces))
