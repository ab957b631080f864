"""A text on the page → where it is written, and what its editor sees there: a value of a data file, a translation."""

from typing import NamedTuple

from pnp.build.results import LoadedFile, Prepared
from pnp.edit.editing import reason_not_editable
from pnp.edit.edits import EntryAt, ValueAt, digest
from pnp.io.opening import read_input
from pnp.io.project import Project
from pnp.localise.catalogue import Catalogue, Catalogues, catalogue_path
from pnp.localise.po import MAX_BYTES, Entry
from pnp.model.game import Component, Edition, Piece
from pnp.model.options import PSEUDO
from pnp.model.values import value_at
from pnp.proof.values import Datum, data_of


class TextAddress(NamedTuple):
    """`said` is what stood there when the game was read, in the words of the file."""

    file: str  # as spans name it
    at: ValueAt | EntryAt
    said: str
    is_fuzzy: bool = False

    def asked(self, prepared: Prepared, label: str, path: str) -> dict[str, str | int]:
        """What a page sends back to save this text, so that the edit is of what its editor saw and of nothing else."""
        target: dict[str, str | int] = {"label": label, "path": path, "file": self.file}
        if isinstance(self.at, EntryAt):
            context, source, plural, form, _ = self.at
            return target | {"context": context, "source": source, "plural": plural, "form": form}
        return target | {"digest": loaded_file(prepared, self.file).digest}


def piece_of(edition: Edition, label: str) -> tuple[Component, Piece] | None:
    """By `component/id`."""
    id, _, name = label.partition("/")
    component = edition.components.get(id)
    piece = next((each for each in component.pieces if each.id == name), None) if component else None
    return (component, piece) if component and piece else None


def written_in_data(piece: Piece, path: str) -> str | None:
    """A text of the edition's own as its file has it, with what it has in braces."""
    phrase = piece.phrases.get(path)
    value = phrase.other if phrase else value_at(piece.fields, path)
    return value if isinstance(value, str) else None


def source_of(prepared: Prepared, piece: Piece) -> Piece:
    """The piece as it is in the language of the data. Of one that a module replaces there are two."""
    edition = prepared.edition
    if edition.translation is None:
        return piece
    for each in _as_in_data(prepared, piece.component):
        if each.id == piece.id and each.span == piece.span:
            return each
    return piece


def _as_in_data(prepared: Prepared, component: str) -> list[Piece]:
    game = prepared.edition.source or prepared.game
    changes = [module.change(f"pieces.{component}") for module in game.patches]
    brought = [piece for each in changes for piece in (*each.add, *each.replace)]
    declared = [each for module in game.patches for each in module.change("components").add if each.id == component]
    own = [game.components[component]] if component in game.components else []
    return [*(piece for each in (*own, *declared) for piece in each.pieces), *brought]


def address_of(project: Project, prepared: Prepared, label: str, path: str) -> TextAddress | None:
    """None where there is no such text, or it can't be mended: it is said by default, or by pnp."""
    found = piece_of(prepared.edition, label)
    datum = next((each for each in data_of(*found) if each.path == path), None) if found else None
    if found is None or datum is None or not may_be_mended(prepared, found[1], datum):
        return None
    _, piece = found
    source = source_of(prepared, piece)
    said = written_in_data(source, path)
    if said is None:
        return None
    if prepared.edition.translation is None or not datum.translatable:
        if reason_not_editable(piece.file):
            return None
        return TextAddress(piece.file, ValueAt.from_span(piece.source_of(path), piece.id, *path.split(".")), said)
    return entry_address(project, prepared, f"{piece.component}.{piece.id}.{path}", said)


def may_be_mended(prepared: Prepared, piece: Piece, datum: Datum) -> bool:
    is_written = datum.type == "text" and datum.path in piece.places
    is_spoken = prepared.edition.translation is None or datum.translatable
    return is_written and is_spoken and prepared.edition.language not in PSEUDO


def entry_address(
    project: Project, prepared: Prepared, context: str, source: str, plural: str = "", form: int = 0
) -> TextAddress:
    """Of a translation, which needn't be there yet. Raises FileError where the catalogue leads out of the game."""
    at = EntryAt(context, source, plural, form)
    found = entry_of(prepared, at)
    if found is None:
        path = catalogue_path(prepared.game.folder, prepared.edition.language)
        return TextAddress(project.display(path), at, "")
    catalogue, entry = found
    said = entry.forms[form] if form < len(entry.forms) else ""
    return TextAddress(catalogue.file, at, said, entry.is_fuzzy)


def entry_of(prepared: Prepared, at: EntryAt) -> tuple[Catalogue, Entry] | None:
    """Of the language itself, not of one that stands in for it."""
    translation = prepared.edition.translation
    if not isinstance(translation, Catalogues):
        return None
    key = at.context, at.source, at.plural
    for catalogue in translation.all:
        if catalogue.language == prepared.edition.language:
            for entry in catalogue.entries:
                if entry.key == key and not entry.obsolete:
                    return catalogue, entry
    return None


def loaded_file(prepared: Prepared, file: str) -> LoadedFile:
    """Return a data file as this edition was loaded from it; an empty one where that isn't known."""
    return prepared.loaded.sources.get(file, LoadedFile(b"", ""))


def digest_of_file(project: Project, file: str) -> str:
    """Of what stands in it now; "" where it can't be read."""
    path = project.root / file
    try:
        return digest(read_input(path, MAX_BYTES, project.bounds(path)))
    except OSError:
        return ""
