"""A language of a game beside the source: how many pages documents take, and which texts had to become smaller.

Both are laid out for it, which is what a check of a translation costs more than another. So sizes are remembered, each
language's by itself, until something changes that they depend on; a build doesn't ask for them.
"""

import gc
import json
from dataclasses import replace
from typing import Any

from pnp.desk import Laid
from pnp.fine import Fine
from pnp.folders import cache_folder
from pnp.ignoring import sort_out
from pnp.layout import Layout
from pnp.load import load_fonts, load_style
from pnp.loading import load_chosen
from pnp.localise import make_edition, translation_of
from pnp.localise.sizes import Compared, Sizes, compared, sizes_of, told
from pnp.model.cache import Cache
from pnp.model.choices import PSEUDO
from pnp.model.game import Edition
from pnp.model.problem import PnpError, UsageError, has_errors, in_reading_order
from pnp.model.project import Project
from pnp.model.translation import Translation
from pnp.request import Request
from pnp.speaking import with_texts
from pnp.telling import tellings


def with_sizes(project: Project, request: Request, laid: Laid) -> Laid:
    """What was found in checking a language, and what of it is larger or smaller than in the source."""
    if laid.edition is None or laid.edition.translation is None or has_errors(laid.problems):
        return laid
    measuring = Measuring(project, request)
    differences, source = measuring.compared(request.language), measuring.source
    if source is None:
        return laid
    kept, ignored = sort_out(told(differences, source, laid.edition), project)
    return laid._replace(problems=in_reading_order([*laid.problems, *kept]), ignored=(*laid.ignored, *ignored))


class Measuring:
    """Of a game as it was asked for, in any of its languages."""

    def __init__(self, project: Project, request: Request) -> None:
        self._project = project
        self._asked = Request(request.game, "", request.ink, request.modules, request.overlay)
        self._fonts, problems = load_fonts(project)
        self._game, self._modules, _ = load_chosen(project, request.game, request.modules, request.overlay)
        self.source = None if has_errors(problems) else self._edition("")
        self._before: Sizes | None = None
        self._cache = Cache(cache_folder("sizes"))

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
        if self._game is None:
            return None
        try:
            edition = make_edition(self._game, language, self._asked.ink, self._modules, translation)
        except UsageError:
            return None
        edition, _ = with_texts(edition)
        return replace(edition, told=tellings(edition, 0))

    def _sizes(self, language: str, plain: Edition) -> Sizes:
        """`plain`: the edition before it is translated, enough to know whether anything has changed."""
        name = _name(self._project, plain)
        key = Fine(self._project, plain, self._fonts, replace(self._asked, language=language)).key()
        known = _unpacked(self._cache.read(name), key)
        if known is None:
            translation, _ = translation_of(self._project, plain.source or plain.game, language)
            known = self._measured(self._edition(language, translation) or plain)
            gc.collect()  # a layout knows itself by many ways: one for each language would take much memory
            self._cache.write(name, _packed(key, known))
        return known

    def _measured(self, edition: Edition) -> Sizes:
        """One piece after the other: all leaves at once would take much memory."""
        style, _ = load_style(self._project, *edition.game.ids)
        layout = Layout(edition, style, self._fonts, self._project, cache=cache_folder("templates"))
        pieces = [(each, piece) for each in edition.components.values() if each.front for piece in each.pieces]
        try:
            return sizes_of(leaf for component, piece in pieces for leaf in layout.piece(component, piece)[0])
        finally:
            layout.rest()


def _name(project: Project, edition: Edition) -> str:
    """Of the file in the cache."""
    from hashlib import blake2b

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
