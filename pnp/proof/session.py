"""A game on its way: its editions as they were last seen whole, what changed in them, and what is broken meanwhile.

A change is shown in two steps: at first the pieces that say something else now are drawn alone; then all is checked as
by `pnp check`, from what is in the cache. Of an edition whose files can't be read the last good state stays.
"""

import gc
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from pnp.build.drawn_pieces import draw_alone
from pnp.build.pipeline import Stage, run
from pnp.build.preparing import load
from pnp.build.results import SILENT, Interrupted, LoadedFile, Prepared, Progress, Result, SharedGame, Silence
from pnp.diagnostics.report import list_problems
from pnp.edit.editing import EDITABLE
from pnp.edit.edits import digest
from pnp.io.project import Project
from pnp.load.files import record_reads
from pnp.model.options import Options
from pnp.model.problem import PnpError, Problem, Severity
from pnp.model.sheet import Sheet
from pnp.proof.wall import ShownFace, Values, Wall, look_of, make_wall, piece_values, problem_values

_LOOKS = (".j2", ".svg", "style.yaml", "fonts.yaml", "game.yaml")  # mistakes there concern whatever is drawn by them


class EditionChoice(NamedTuple):
    """An edition as it is chosen on the page."""

    language: str = ""
    ink: str = "low"
    modules: tuple[str, ...] = ()


class ProofedEdition:
    """One edition, as it is shown."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.prepared: Prepared | None = None
        self.result: Result | None = None
        self.wall: Wall | None = None
        self.broken: list[Values] = []  # problems that keep the files from being shown as they are
        self.is_unread = False  # these are problems of data, not of looks
        self.changed_at: dict[str, int] = {}  # piece → the revision in which its look last changed
        self.order_at = 0
        self.revision = 0  # in which the wall was made
        self.is_settled = False  # nothing is left to be checked
        self._breaking: set[tuple[str, str]] = set()
        self._first: dict[str, Any] = {}  # pieces as they looked at first

    def take(self, wall: Wall, revision: int) -> None:
        """Show a wall from now on."""
        before = self.wall
        for label, piece in wall.pieces.items():
            if before is None:
                self._first[label] = look_of(piece)
            if self._first.get(label) != look_of(piece):
                piece["flags"] = [*piece["flags"], "changed"]
            if before is None or (known := before.pieces.get(label)) != piece:
                self.changed_at[label] = revision
            else:
                wall.pieces[label] = known  # what lives long stays where it is, and leaves no holes in memory
        if before is None or before.order != wall.order or before.components != wall.components:
            self.order_at = revision
        self.wall = wall
        self.revision = revision  # at last: a page that asks meanwhile asks again

    def find_new_breakages(self, prepared: Prepared, problems: Sequence[Problem] = ()) -> list[Problem]:
        """Return new problems by which pieces are missing, or can't be drawn: the last good state is shown instead."""
        if self.wall is None:
            return []
        found = _find_breakages(prepared, problems)
        return [each for key, each in found.items() if key not in self._breaking]

    def settle(self, prepared: Prepared, result: Result, wall: Wall, revision: int) -> None:
        """Show an edition that was checked as a whole. What is broken in it isn't new any more."""
        self._breaking = set(_find_breakages(prepared, result.problems))
        self.broken, self.prepared, self.result = [], prepared, result
        self.take(wall, revision)


_EDITIONS = 4  # that are kept up to date, those that were shown last
_SPARE = 40  # faces in the cache that no edition has any more
_OTHERS = 40  # faces and sheets that aren't on a wall, but whose pictures can be had
_FEW = 40  # pieces that are worth drawing before all is checked


class _InterruptibleProgress(Silence):
    """The progress of a recheck, which is abandoned as soon as a change waits to be shown."""

    def __init__(self) -> None:
        self.is_awaited = threading.Event()

    def __call__(self, what: str, done: int, total: int, /) -> None:
        """Raise Interrupted if another request waits for the session."""
        if self.is_awaited.is_set():
            raise Interrupted


class ProofSession:
    """A game whose editions are kept up to date, for several threads; what takes long is done by one at a time."""

    def __init__(self, project: Project, options: Options) -> None:
        self.project, self.options = project, options
        self.revision = 0
        self.building = threading.RLock()
        self._progress = _InterruptibleProgress()
        self._game: SharedGame | None = None  # as its files were last read
        self._own = ""  # the language of the data
        self._editions: OrderedDict[EditionChoice, ProofedEdition] = OrderedDict()
        self._others: OrderedDict[str, ShownFace | Sheet] = OrderedDict()

    @property
    def choice(self) -> EditionChoice:
        """The edition that the command line names."""
        return EditionChoice(self.options.language, self.options.ink, self.options.modules)

    def edition(self, choice: EditionChoice) -> ProofedEdition:
        """Return an edition as last checked, or now if it is new. Raises UsageError, FileError, LimitError."""
        if known := self._editions.get(self._add_language(choice)):
            with suppress(KeyError):  # it was dropped this moment
                self._editions.move_to_end(self._add_language(choice))
            return known
        with self.building:
            choice = self._name_language(choice)
            if (known := self._editions.get(choice)) is None:
                known = ProofedEdition(self._options_of(choice))
                self._settle(known, SILENT)
                self._editions[choice] = known
                while len(self._editions) > _EDITIONS:
                    self._editions.popitem(last=False)
            return known

    def prepare(self, choice: EditionChoice) -> Prepared:
        """Return an edition that needn't have been laid out. Raises UsageError, FileError, LimitError."""
        if (known := self._editions.get(self._add_language(choice))) and known.prepared:
            return known.prepared
        with self.building:
            if (prepared := self._localise(self._options_of(self._name_language(choice)))) is None:
                raise PnpError("the game can't be read")
            return prepared

    def _options_of(self, choice: EditionChoice) -> Options:
        return replace(self.options, language=choice.language, ink=choice.ink, modules=choice.modules)

    def _add_language(self, choice: EditionChoice) -> EditionChoice:
        return choice._replace(language=choice.language or self._own)

    def _name_language(self, choice: EditionChoice) -> EditionChoice:
        """Return a choice that names its language, even that of the data."""
        self._game = self._game or self._load()
        if self._game.loaded and self._game.loaded.game:
            self._own = self._game.loaded.game.languages[0]
        return self._add_language(choice)

    def _load(self) -> SharedGame:
        """Load the game, and keep the data files that texts are edited in exactly as they were read."""
        with record_reads() as reads:
            loaded = load(self.project, self.options)
        edited = {name: data for name, data in reads.items() if name.casefold().endswith(EDITABLE)}
        sources = {name: LoadedFile(data, digest(data)) for name, data in edited.items()}
        return SharedGame(loaded._replace(sources=sources), self.options.modules)

    def _localise(self, options: Options) -> Prepared | None:
        """Return an edition that isn't laid out, None where the game can't be read. Raises UsageError, LimitError."""
        return run(self.project, options, Stage.LOCALISE, game=self._game).prepared

    def refresh(self) -> int:
        """Show at once what can be shown of changed files, abandon a former recheck, and return the new revision."""
        self._progress.is_awaited.set()
        with self.building:
            self._progress.is_awaited.clear()
            self.revision += 1
            for each in self._editions.values():
                each.is_settled = False
            try:
                self._game = self._load()
            except PnpError as error:
                for each in self._editions.values():
                    each.broken, each.is_unread, each.is_settled = [_error_values(error)], True, True
                return self.revision
            for each in list(self._editions.values()):
                self._sketch(each)
            return self.revision

    def settle(self) -> int:
        """Check all that isn't checked yet, beginning with the edition that was shown last. Return the revision."""
        with self.building:
            left = [each for each in reversed(self._editions.values()) if not each.is_settled]
            if left:
                self.revision += 1
            with suppress(Interrupted):
                for each in left:
                    gc.collect()  # layouts hold references to themselves
                    self._settle(each, self._progress)
            gc.collect()
            return self.revision

    def find(self, digest: str) -> ShownFace | Sheet | None:
        """Return the face or sheet of that digest, if it is shown."""
        for each in list(self._editions.values()):
            if each.wall and digest in each.wall.faces:
                return each.wall.faces[digest]
        return self._others.get(digest)

    def show(self, shown: Mapping[str, ShownFace | Sheet]) -> None:
        """Let pictures of other faces and sheets be had, until there are many more of them."""
        self._others.update(shown)
        while len(self._others) > max(_OTHERS, len(shown)):
            self._others.popitem(last=False)

    def _sketch(self, known: ProofedEdition) -> None:
        """Draw the pieces whose values have changed alone; the rest waits for `settle`."""
        before, wall = known.prepared, known.wall
        if before is None or wall is None:
            return
        try:
            if (prepared := self._localise(known.options)) is None or known.find_new_breakages(prepared):
                return
            was = {piece.label: (piece.fields, piece.copies) for _, piece in before.pieces}
            new = [each for each in prepared.pieces if was.get(each[1].label) != (each[1].fields, each[1].copies)]
            if not 0 < len(new) <= _FEW or any(piece.label not in was for _, piece in new):
                return
            drawn, _ = draw_alone(prepared, new)
        except PnpError:  # which is reported when all is checked
            return
        faces, pieces = dict(wall.faces), dict(wall.pieces)
        for component, piece in new:
            leaves = [leaf for leaf in drawn if (leaf.component, leaf.piece) == (component.id, piece.id)]
            pieces[piece.label] = piece_values(prepared.edition, component, piece, leaves, faces)
        for label in pieces.keys() - {piece.label for _, piece in new}:
            pieces[label] = {**pieces[label], "flags": [flag for flag in pieces[label]["flags"] if flag != "changed"]}
        known.prepared = prepared
        sides = (side for piece in pieces.values() for leaf in piece["leaves"] for side in leaf.values() if side)
        shown = {side["digest"]: faces[side["digest"]] for side in sides}
        self.show({digest: face for digest, face in faces.items() if digest not in shown})  # a page may be loading them
        known.take(replace(wall, pieces=pieces, faces=shown), self.revision)

    def _settle(self, known: ProofedEdition, progress: Progress) -> None:
        """Check an edition as a whole. Raises Interrupted."""
        try:
            result = run(self.project, known.options, Stage.LAY_OUT, game=self._game, spare=_SPARE, progress=progress)
            prepared = result.prepared or self._localise(known.options)  # it can be shown without fonts
        except PnpError as error:
            if known.wall is None:
                raise
            known.broken, known.is_unread, known.is_settled = [_error_values(error)], False, True
            return
        known.is_settled = True
        if prepared is None:
            self._break(known, result.problems, is_unread=True)
            return
        prepared = replace(prepared)  # without its layout, which remembers all faces that there ever were
        result = result._replace(prepared=prepared)
        wall = make_wall(result)
        breakages = known.find_new_breakages(prepared, result.problems)
        if wall is None or breakages:
            is_unread = any(each in prepared.game.unread.values() for each in breakages)
            self._break(known, list_problems(breakages) or result.problems, is_unread=is_unread)
        else:
            before = known.wall.faces if known.wall else {}
            self.show({digest: face for digest, face in before.items() if digest not in wall.faces})
            known.settle(prepared, result, wall, self.revision)

    def _break(self, known: ProofedEdition, problems: list[Problem], *, is_unread: bool) -> None:
        known.is_unread = is_unread
        known.broken = problem_values(self.project, None, problems)
        known.broken = known.broken or [_error_values(PnpError("the game can't be read"))]


def _error_values(error: PnpError) -> Values:
    """Return an error in the form of a problem."""
    texts = dict.fromkeys(("code", "title", "hint", "place", "origin"), "")
    return {**texts, "severity": "error", "message": str(error), "others": [], "excerpt": [], "pieces": []}


def _find_breakages(prepared: Prepared, problems: Sequence[Problem]) -> dict[tuple[str, str], Problem]:
    """Return by code and file the problems that keep more than what they name from being drawn."""
    found = list(prepared.game.unread.values())
    for each in (*prepared.problems, *problems):
        if each.severity is Severity.ERROR and (each.template or each.span).file.endswith(_LOOKS):
            found.append(each)
    return {(each.code, each.span.file): each for each in found}
