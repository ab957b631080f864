"""A language of a game beside the source: how many pages documents take, and which texts had to become smaller."""

import gc
from dataclasses import replace
from functools import cached_property

from pnp.build.pipeline import Stage, run
from pnp.build.results import Result, SharedGame
from pnp.io.project import Project
from pnp.localise.sizes import Compared, compared, sizes_of, wrong_sizes
from pnp.model.options import PSEUDO, Options
from pnp.model.problem import PnpError, Problem, has_errors


def differing_sizes(result: Result, game: SharedGame) -> list[Problem]:
    """Return what of a language that was checked is larger or smaller than in the source."""
    prepared = result.prepared
    if prepared is None or prepared.edition.translation is None or has_errors(result.problems):
        return []
    measuring = Measuring(prepared.loaded.project, prepared.options, game)
    differences = measuring.compared(prepared.options.language)
    if not any(differences):
        return []
    source = measuring.source.edition
    assert source
    return list(wrong_sizes(differences, source, prepared.edition))


class Measuring:
    """The sizes of a game as it was asked for, in any of its languages."""

    def __init__(self, project: Project, options: Options, game: SharedGame | None = None) -> None:
        asked = options.game, "", options.ink, options.modules, options.overlay
        self._options = Options(*asked, cache=options.cache, jobs=options.jobs, thorough=True)
        self._project, self._game, self._is_shared = project, game or SharedGame(), game is not None

    @cached_property
    def source(self) -> Result:
        """Raises UsageError, FileError, LimitError."""
        return self._lay_out("")

    def compared(self, language: str) -> Compared:
        """Compare it with the source; with nothing where it can't be laid out, which is said when it is built."""
        try:
            if language in ("", *PSEUDO) or not self.source.edition or language == self.source.edition.language:
                return Compared()
            found = compared(sizes_of(self.source.leaves), sizes_of(self._lay_out(language).leaves))
        except PnpError:
            return Compared()
        gc.collect()  # a layout knows itself by many ways: one for each language would take much memory
        return found

    def _lay_out(self, language: str) -> Result:
        options, game = replace(self._options, language=language), self._game
        if language and not self._is_shared:  # what is shared stays: one language after the other takes less memory
            game = SharedGame(game.loaded, options.modules)
        return run(self._project, options, Stage.LAY_OUT, game=game, judging=False)
