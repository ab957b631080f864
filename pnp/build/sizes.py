"""A language of a game beside the source: how many pages documents take, and which texts had to become smaller."""

import gc
from dataclasses import replace
from functools import cache

from pnp.build.pieces import leaves_of
from pnp.build.preparing import localise
from pnp.build.results import Loaded, Prepared, Result
from pnp.localise.sizes import Compared, compared, sizes_of, wrong_sizes
from pnp.model.options import PSEUDO, Options
from pnp.model.problem import PnpError, Problem, has_errors


def differing_sizes(result: Result) -> list[Problem]:
    """What of a language that was checked is larger or smaller than in the source."""
    prepared = result.prepared
    if prepared is None or prepared.edition.translation is None or has_errors(result.problems):
        return []
    measuring = Measuring(prepared.loaded, prepared.options)
    differences, source = measuring.compared(prepared.options.language), measuring.source
    if source is None:
        return []
    return list(wrong_sizes(differences, source, prepared.edition))


class Measuring:
    """Of a game as it was asked for, in any of its languages."""

    def __init__(self, loaded: Loaded, options: Options) -> None:
        asked = options.game, "", options.ink, options.modules, options.overlay
        self._options = Options(*asked, cache=options.cache, jobs=options.jobs, thorough=True)
        self._loaded = loaded
        source = self._prepared("") if loaded.has_fonts else None
        self.source = source.edition if source else None
        self._before = cache(lambda: sizes_of(leaves_of(source) if source else ()))

    def compared(self, language: str) -> Compared:
        """With the source; nothing where it can't be laid out, which is said when it is built."""
        if self.source is None or language in ("", *PSEUDO, self.source.language):
            return Compared()
        try:
            prepared = self._prepared(language)
            found = compared(self._before(), sizes_of(leaves_of(prepared))) if prepared else Compared()
        except PnpError:
            return Compared()
        gc.collect()  # a layout knows itself by many ways: one for each language would take much memory
        return found

    def _prepared(self, language: str) -> Prepared | None:
        try:
            return localise(self._loaded, replace(self._options, language=language))
        except PnpError:
            return None
