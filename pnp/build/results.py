"""What travels through the pipeline: what was loaded → an edition ready to be laid out → all that came of it."""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pnp.build.inputs import EditionInputs, Passed
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
    from pnp.layout.editions import Layout
    from pnp.layout.reads import Read
    from pnp.typesetting.fonts import FontStore

    Drawers = dict[tuple[str, str], PieceDrawer]  # by language and ink

Wanted = Callable[[Component, Piece], bool]


class Progress(Protocol):
    """Somebody who waits for a result."""

    def __call__(self, what: str, done: int, total: int, /) -> None:
        """What is being done, how much of it is done, of how much."""

    def tell(self, line: str, /) -> None:
        """What happened on the way that changes no result: help that couldn't be had. The same line counts once."""


class Interrupted(Exception):
    """Raised by a Progress to abandon what it is told of."""


class _Nobody:
    """Who waits for nothing."""

    def __call__(self, what: str, done: int, total: int, /) -> None:
        pass

    def tell(self, line: str, /) -> None:
        pass


SILENT = _Nobody()


@contextmanager
def collector_paused() -> Iterator[None]:
    """Many small values are made and few of them are garbage: looking for it costs a tenth of the time, in vain."""
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
    """What all editions of a game are made from."""

    project: Project
    game: Game | None  # None where not even game.yaml can be read
    modules: tuple[str, ...]  # that were chosen, with those that they bring along
    style: Style
    fonts: FontTable
    has_fonts: bool  # nothing is wrong with them
    of_game: list[Problem]  # what is wrong with its own files
    problems: list[Problem]  # with those, its styles and the project's fonts
    sources: Mapping[str, LoadedFile] = {}  # data files as they were read, by name: for sessions that edit them

    def choosing(self, modules: tuple[str, ...]) -> "Loaded":
        """For another edition of the game; an overlay stays."""
        overlay = (OVERLAY,) if self.game and OVERLAY in self.game.modules else ()
        return self._replace(modules=(*modules, *overlay))


_EDITIONS = 60  # of a game that are remembered, localised


class SharedGame:
    """What all editions of a game share. The first one that needs a part of it finds it, for all others."""

    def __init__(
        self, loaded: Loaded | None = None, modules: tuple[str, ...] = (), *, keeps_drawers: bool = False
    ) -> None:
        """`modules` are those that `loaded` was asked for with. `keeps_drawers`: editions that are wanted one after the
        other share what was laid out, for which memory is needed, and digests of files."""
        self.loaded, self._modules = loaded, modules
        # what is wrong with its data and rules, by modules, where these aren't examined for all sets of them
        self.wrong: dict[tuple[str, ...], tuple[Problem, ...]] = {}
        self.untranslated: dict[str, tuple[Problem, ...]] = {}  # by language
        self._prepared: dict[Options, Prepared] = {}  # of any ink
        self._file_digests: dict[Path, bytes] = {}
        self._drawers: Drawers | None = {} if keeps_drawers else None

    def loaded_with(self, modules: tuple[str, ...], load: Callable[[], Loaded]) -> Loaded:
        """Return what was loaded, with these modules chosen."""
        if self.loaded is None:
            self.loaded, self._modules = load(), modules
        return self.loaded if modules == self._modules else self.loaded.choosing(modules)

    def prepared_for(self, options: Options, localise: Callable[[], "Prepared | None"]) -> "Prepared | None":
        """Return what was localised, in this ink and for this format: all else is the same in each. The source language
        has two names."""
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
        of_this = {name: getattr(options, name) for name in ("ink", "language", "format", "jobs")}
        asked, digests = replace(known.options, **of_this), {} if self._drawers is None else self._file_digests
        return replace(known, options=asked, edition=edition, drawers=self._drawers, file_digests=digests)


@dataclass(frozen=True)
class Prepared:
    """An edition, and all that laying it out begins with."""

    loaded: Loaded
    options: Options
    edition: Edition
    wanted: Wanted
    problems: list[Problem]  # of what was loaded, and of the edition's language
    drawers: "Drawers | None" = None  # by what editions with other modules were drawn
    # what templates that look at one thing find, and digests of what they find of several; each ink finds the same
    read_values: "dict[Read, str]" = field(default_factory=dict)
    read_digests: "dict[tuple[Read, ...], bytes]" = field(default_factory=dict)
    file_digests: dict[Path, bytes] = field(default_factory=dict)  # of all editions

    @property
    def game(self) -> Game:
        """As it was loaded."""
        assert self.loaded.game is not None
        return self.loaded.game

    @cached_property
    def inputs(self) -> EditionInputs:
        """Digests of all that it is made of."""
        return EditionInputs(self.loaded.project, self.edition, self.loaded.fonts, self.options, self.file_digests)

    @cached_property
    def passed(self) -> Passed:
        """What is known to be right."""
        return Passed(self.inputs, wanted=self.options.cache)

    @cached_property
    def layout(self) -> "Layout":
        """Made when it is first needed: where nothing is laid out, there is none."""
        from pnp.layout.editions import Layout

        loaded = self.loaded
        return Layout(self.edition, loaded.style, loaded.fonts, loaded.project, draft=self.options.draft)

    @cached_property
    def fonts(self) -> "FontStore":
        from pnp.typesetting.fonts import FontStore

        return FontStore(self.loaded.fonts)

    @cached_property
    def pieces(self) -> list[tuple[Component, Piece]]:
        """Those that are wanted, by whose numbers work is shared out."""
        components = self.edition.components.values()
        return [(each, piece) for each in components for piece in each.pieces if self.wanted(each, piece)]

    def printed_by(self, options: Options) -> "Prepared":
        """The same pieces, for other sheets: what laying them out took is kept."""
        other = replace(self, options=options)
        vars(other).update({name: value for name, value in vars(self).items() if name == "layout"})
        return other

    @property
    def is_whole(self) -> bool:
        """Whether all of the game is wanted."""
        return not (self.options.only or self.options.pieces)


class AboutGame(NamedTuple):
    """What is wrong with a game whatever is printed of it."""

    problems: tuple[Problem, ...] = ()  # its data and rules
    untranslated: tuple[Problem, ...] = ()  # its language


class PieceFindings(NamedTuple):
    """What was found in drawing the pieces of an edition, and what each, by its label, shows of others."""

    in_pieces: list[Problem]
    on_faces: list[Problem]  # with all that was drawn
    reads: "Mapping[str, frozenset[Read]]"


class Result(NamedTuple):
    """What came of an edition, as far as it got."""

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
        """As they are reported."""
        return self.report.problems

    @property
    def may_go_on(self) -> bool:
        """To the next stage: nothing is wrong, or a draft was asked for."""
        return self.prepared is not None and (self.prepared.options.draft or not has_errors(self.problems))

    def printed_by(self, options: Options) -> "Result":
        """Return the same leaves for other sheets."""
        return self._replace(prepared=self.prepared and self.prepared.printed_by(options))

    @property
    def pages(self) -> int:
        """Of the file."""
        return len(self.before) + len(self.sheets)

    @property
    def papers(self) -> int:
        """Sheets of paper that the file takes."""
        if self.printout is None:
            return 0
        before = len(self.before)
        return self.printout.papers + (-(-before // 2) if self.printout.sides == "duplex" else before)
