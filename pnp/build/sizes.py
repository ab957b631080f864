"""A language of a game beside the source: how many pages documents take, and which texts had to become smaller.

Both are laid out for it, which is what a check of a translation costs more than another. So sizes are remembered, each
language's by itself, until something changes that they depend on; a build doesn't ask for them.
"""

import gc
import json
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from pnp.build.cache import user_cache
from pnp.build.passed import Passed
from pnp.build.preparing import edition_of
from pnp.build.results import Loaded, Result
from pnp.files.project import Project
from pnp.layout import Layout
from pnp.localise import translation_of
from pnp.localise.sizes import Compared, Sizes, compared, sizes_of, wrong_sizes
from pnp.model.game import Edition
from pnp.model.language import Translation
from pnp.model.options import PSEUDO, Options
from pnp.model.problem import PnpError, Problem, UsageError, has_errors
from pnp.problems.ignores import without_ignored


def differing_sizes(result: Result) -> list[Problem]:
    """What of a language that was checked is larger or smaller than in the source."""
    prepared = result.prepared
    if prepared is None or prepared.edition.translation is None or has_errors(result.problems):
        return []
    measuring = Measuring(prepared.loaded, prepared.options)
    differences, source = measuring.compared(prepared.options.language), measuring.source
    if source is None:
        return []
    return without_ignored(wrong_sizes(differences, source, prepared.edition), prepared.loaded.project)


class Measuring:
    """Of a game as it was asked for, in any of its languages."""

    def __init__(self, loaded: Loaded, options: Options) -> None:
        self._loaded = loaded
        self._options = Options(options.game, "", options.ink, options.modules, options.overlay, cache=options.cache)
        self.source = self._edition("") if loaded.has_fonts else None
        self._before: Sizes | None = None
        self._cache = user_cache("sizes", wanted=options.cache)

    def compared(self, language: str) -> Compared:
        """With the source; nothing where it can't be laid out, which is said when it is built."""
        if self.source is None or language in ("", *PSEUDO, self.source.language):
            return Compared()
        try:
            self._before = self._before or self._sizes("", self.source)
            plain = self._edition(language)
            return compared(self._before, self._sizes(language, plain)) if plain else Compared()
        except PnpError:
            return Compared()

    def _edition(self, language: str, translation: Translation | None = None) -> Edition | None:
        if self._loaded.game is None:
            return None
        try:
            return edition_of(self._loaded, replace(self._options, language=language), translation)[0]
        except UsageError:
            return None

    def _sizes(self, language: str, plain: Edition) -> Sizes:
        """`plain`: the edition before it is translated, enough to know whether anything has changed."""
        project = self._loaded.project
        name = _name(project, plain)
        key = Passed(project, plain, self._loaded.fonts, replace(self._options, language=language)).key().hex()
        known = _unpacked(self._cache.read(name), key)
        if known is None:
            translation, _ = translation_of(project, plain.source or plain.game, language)
            known = self._measured(self._edition(language, translation) or plain)
            gc.collect()  # a layout knows itself by many ways: one for each language would take much memory
            self._cache.write(name, _packed(key, known))
        return known

    def _measured(self, edition: Edition) -> Sizes:
        """One piece after the other: all leaves at once would take much memory."""
        loaded = self._loaded
        compiled = user_cache("templates", wanted=self._options.cache)
        layout = Layout(edition, loaded.style, loaded.fonts, loaded.project, compiled=compiled)
        pieces = [(each, piece) for each in edition.components.values() if each.front for piece in each.pieces]
        try:
            return sizes_of(leaf for component, piece in pieces for leaf in layout.piece(component, piece)[0])
        finally:
            layout.rest()


def _name(project: Project, edition: Edition) -> str:
    """Of the file in the cache."""
    asked = repr((str(project.root), edition.game.id, edition.language, edition.ink, edition.modules))
    return blake2b(asked.encode(errors="surrogatepass"), digest_size=16).hexdigest()


def _unpacked(data: bytes, key: str) -> Sizes | None:
    """None where it isn't known, or of something else."""
    try:
        kept: Any = json.loads(data) if data else None
        if not isinstance(kept, dict) or kept.get("key") != key:
            return None
        texts = {(piece, field): float(size) for piece, field, size in kept["texts"]}
        pages, lines = ({str(k): int(v) for k, v in kept[name].items()} for name in ("pages", "lines"))
        return Sizes(pages, lines, texts)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _packed(key: str, sizes: Sizes) -> bytes:
    texts = [(piece, field, round(size, 4)) for (piece, field), size in sizes.texts.items()]
    return json.dumps({"key": key, "pages": sizes.pages, "lines": sizes.lines, "texts": texts}).encode()
