"""What travels through the pipeline: what was loaded → an edition ready to be laid out → all that came of it."""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pnp.build.inputs import EditionInputs, PassedChecks
from pnp.diagnostics.report import Report
from pnp.io.project import Project
from pnp.model.game import OVERLAY, Component, Edition, Game, Piece
from pnp.model.options import INKS, Options
from pnp.model.problem import Problem, has_errors
from pnp.model.sheet import Leaf, Printout, Sheet
from pnp.model.style import FontTable, Style

if TYPE_CHECKING:
    from pnp.build.drawing import PieceDrawer
    from pnp.build.record import BuildRecord
    from pnp.layout.context import Read
    from pnp.layout.editions import Layout
    from pnp.typesetting.fonts import FontStore

    Drawers = dict[tuple[str, str], PieceDrawer]  # by language and ink

PieceFilter = Callable[[Component, Piece], bool]


class Progress(Protocol):
    """Shows how far a result is."""

    def __call__(self, what: str, done: int, total: int, /) -> None:
        """Show what is being done, how much of it is done, of how much."""

    def tell(self, line: str, /) -> None:
        """Report what happened on the way and changes no result: help that couldn't be had. A line counts once."""


class Silence(Progress):
    """Shows nothing."""

    def __call__(self, what: str, done: int, total: int, /) -> None:
        pass

    def tell(self, line: str, /) -> None:
        pass


SILENT = Silence()


class Interrupted(Exception):
    """Raised by a Progress to abandon what it shows."""


@contextmanager
def pause_collector() -> Iterator[None]:
    """Pause the garbage collector.

    Many small values are made and few of them are garbage: looking for it costs a tenth of the time, in vain.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class LoadedFile(NamedTuple):
    """A data file as it was read."""

    data: bytes
    digest: str


class Loaded(NamedTuple):
    """The files from which all editions of a game are made."""

    project: Project
    game: Game | None  # None where not even game.yaml can be read
    modules: tuple[str, ...]  # that were chosen, with those that they bring along
    style: Style
    fonts: FontTable
    has_fonts: bool  # nothing is wrong with them
    of_game: list[Problem]  # what is wrong with its own files
    problems: list[Problem]  # with those, its styles and the project's fonts
    sources: Mapping[str, LoadedFile] = {}  # data files as they were read, by name: for sessions that edit them


_EDITIONS = 60  # of a game that are remembered, localised


class SharedGame:
    """Results that all editions of a game share. The first one that needs a result computes it for all others."""

    def __init__(
        self, loaded: Loaded | None = None, modules: tuple[str, ...] = (), *, keeps_drawers: bool = False
    ) -> None:
        """Begin with what was loaded with these modules.

        With `keeps_drawers`, editions that are wanted one after the other share what was laid out, for which memory is
        needed, and digests of files.
        """
        self.loaded, self._modules = loaded, modules
        # what is wrong with its data and rules, by modules, where these aren't examined for all sets of them
        self.wrong: dict[tuple[str, ...], tuple[Problem, ...]] = {}
        self.untranslated: dict[str, tuple[Problem, ...]] = {}  # by language
        self._prepared: dict[Options, Prepared] = {}  # of any ink
        self._file_digests: dict[Path, bytes] = {}
        self._drawers: Drawers | None = {} if keeps_drawers else None

    def load_once(self, modules: tuple[str, ...], load: Callable[[], Loaded]) -> Loaded:
        """Return what was loaded, with these modules chosen; an overlay stays."""
        if self.loaded is None:
            self.loaded, self._modules = load(), modules
        if modules == self._modules:
            return self.loaded
        overlay = (OVERLAY,) if self.loaded.game and OVERLAY in self.loaded.game.modules else ()
        return self.loaded._replace(modules=(*modules, *overlay))

    def localise_once(self, options: Options, localise: Callable[[], "Prepared | None"]) -> "Prepared | None":
        """Return what was localised, in this ink and for this format: all else is the same in each.

        The source language has two names.
        """
        source = self.loaded.game.languages[0] if self.loaded and self.loaded.game else ""
        ink = "" if options.ink in INKS else options.ink
        key = replace(options, ink=ink, language=options.language or source, format="", jobs=0)
        if key not in self._prepared:
            made = localise()
            if made is None:
                return None
            while len(self._prepared) >= _EDITIONS:
                del self._prepared[next(iter(self._prepared))]
            self._prepared[key] = made
        known = self._prepared[key]
        edition = replace(known.edition, ink=options.ink)
        own = {name: getattr(options, name) for name in ("ink", "language", "format", "jobs")}
        options, digests = replace(known.options, **own), {} if self._drawers is None else self._file_digests
        return replace(known, options=options, edition=edition, drawers=self._drawers, file_digests=digests)


@dataclass(frozen=True)
class Prepared:
    """An edition that is ready to be laid out."""

    loaded: Loaded
    options: Options
    edition: Edition
    wanted: PieceFilter
    problems: list[Problem]  # of what was loaded, and of the edition's language
    drawers: "Drawers | None" = None  # by what editions with other modules were drawn
    # what templates that look at one thing find, and digests of what they find of several; each ink finds the same
    read_values: "dict[Read, str]" = field(default_factory=dict)
    read_digests: "dict[tuple[Read, ...], bytes]" = field(default_factory=dict)
    file_digests: dict[Path, bytes] = field(default_factory=dict)  # of all editions

    @property
    def game(self) -> Game:
        """Return the game as it was loaded."""
        assert self.loaded.game is not None
        return self.loaded.game

    @cached_property
    def inputs(self) -> EditionInputs:
        """Return digests of the files and values of the edition."""
        return EditionInputs(self.loaded.project, self.edition, self.loaded.fonts, self.options, self.file_digests)

    @cached_property
    def passed(self) -> PassedChecks:
        """Return what is known to be right."""
        return PassedChecks(self.inputs, wanted=self.options.cache)

    @cached_property
    def layout(self) -> "Layout":
        """Return the layout, made when it is first needed: where nothing is laid out, there is none."""
        from pnp.layout.editions import Layout

        loaded = self.loaded
        return Layout(self.edition, loaded.style, loaded.fonts, loaded.project, draft=self.options.draft)

    @cached_property
    def fonts(self) -> "FontStore":
        from pnp.typesetting.fonts import FontStore

        return FontStore(self.loaded.fonts)

    @cached_property
    def pieces(self) -> list[tuple[Component, Piece]]:
        """Return the pieces that are wanted, by whose numbers work is shared out."""
        components = self.edition.components.values()
        return [(each, piece) for each in components for piece in each.pieces if self.wanted(each, piece)]

    @property
    def is_whole(self) -> bool:
        """Return whether all of the game is wanted."""
        return not (self.options.only or self.options.pieces)


# problems of a game that don't depend on what is printed of it: of its data and rules, of its language
GameFindings = tuple[tuple[Problem, ...], tuple[Problem, ...]]


class PieceFindings(NamedTuple):
    """Problems found in drawing the pieces of an edition; and by the label of a piece, what it shows of others."""

    in_pieces: list[Problem]
    on_faces: list[Problem]  # with all that was drawn
    reads: "Mapping[str, frozenset[Read]]"


class Result(NamedTuple):
    """The result for an edition, as far as it got."""

    report: Report
    edition: Edition | None = None
    prepared: Prepared | None = None  # None where nothing could be laid out
    leaves: tuple[Leaf, ...] = ()
    discarded: Mapping[str, tuple[str, ...]] = {}  # printed before and of no use any more: names, by component
    tells_setup: bool = False  # a template that was laid out looked at the setup
    laid_out: "BuildRecord | None" = None  # of all leaves, where sheets may be made of them
    before: tuple[Sheet, ...] = ()  # instructions
    sheets: tuple[Sheet, ...] = ()  # of pieces
    printout: Printout | None = None  # what there is to do with the sheets
    files: tuple[Path, ...] = ()
    record: Path | None = None  # beside the files

    @property
    def problems(self) -> list[Problem]:
        """Return the problems as they are reported."""
        return self.report.problems

    @property
    def may_go_on(self) -> bool:
        """Return whether there can be a next stage: nothing is wrong, or a draft is wanted."""
        return self.prepared is not None and (self.prepared.options.draft or not has_errors(self.problems))

    @property
    def pages(self) -> int:
        """Return the number of pages of the file."""
        return len(self.before) + len(self.sheets)

    @property
    def papers(self) -> int:
        """Return the number of sheets of paper that the file takes."""
        if self.printout is None:
            return 0
        before = len(self.before)
        return self.printout.papers + (-(-before // 2) if self.printout.sides == "duplex" else before)
