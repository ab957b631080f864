"""A language of a game beside the source: how many pages documents take, and which texts had to become smaller.

Both are laid out for it, which is what a check of a translation costs more than another. So sizes are remembered, each
language's by itself, until something changes that they depend on; a build doesn't ask for them.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.desk import Laid
from pnp.fine import Fine
from pnp.folders import cache_folder
from pnp.ignoring import sort_out
from pnp.layout import Layout
from pnp.load import load_chosen, load_fonts, load_style
from pnp.localise import make_edition, translation_of
from pnp.localise.sizes import Compared, Sizes, compared, sizes_of, told
from pnp.model.choices import PSEUDO
from pnp.model.game import Edition
from pnp.model.problem import PnpError, has_errors, in_reading_order
from pnp.model.project import Project
from pnp.request import Request
from pnp.telling import tellings


def with_sizes(project: Project, request: Request, laid: Laid) -> Laid:
    """What was found in checking a language, and what of it is larger or smaller than in the source."""
    if laid.edition is None or laid.edition.translation is None or has_errors(laid.problems):
        return laid
    found = beside_source(project, request)
    if found is None:
        return laid
    differences, source, here = found
    kept, ignored = sort_out(told(differences, source, here), project)
    return laid._replace(problems=in_reading_order([*laid.problems, *kept]), ignored=(*laid.ignored, *ignored))


def beside_source(project: Project, request: Request) -> tuple[Compared, Edition, Edition] | None:
    """With both editions; None where there is no such language, or something can't be laid out."""
    if request.language in ("", *PSEUDO):
        return None
    try:
        asked = Request(request.game, request.language, request.ink, request.modules, request.overlay)
        (source, before), (here, now) = (_measured(project, each) for each in (replace(asked, language=""), asked))
    except PnpError:  # said when it is built
        return None
    return compared(before, now), source, here


def _measured(project: Project, request: Request) -> tuple[Edition, Sizes]:
    """Raises PnpError where it can't be."""
    game, modules, _ = load_chosen(project, request.game, request.modules, request.overlay)
    if game is None:
        raise PnpError(f"{request.game} can't be read")
    translation, _ = translation_of(project, game, request.language)
    edition = make_edition(game, request.language, request.ink, modules, translation)
    edition = replace(edition, told=tellings(edition, 0))
    style, _ = load_style(project, *game.ids)
    fonts, problems = load_fonts(project)
    if has_errors(problems):
        raise PnpError("there are no fonts")
    fine = Fine(project, edition, fonts, request)
    file, key = _file(project, edition), fine.key()
    if (known := _read(file, key)) is None:
        layout = Layout(edition, style, fonts, project, cache=cache_folder("templates"))
        known = sizes_of(layout.leaves(lambda component, _: bool(component.front))[0])
        _write(file, key, known)
    return edition, known


def _file(project: Project, edition: Edition) -> Path | None:
    from hashlib import blake2b

    folder = cache_folder("sizes")
    asked = repr((str(project.root), edition.game.id, edition.language, edition.ink, edition.modules))
    return folder / blake2b(asked.encode(errors="surrogatepass"), digest_size=16).hexdigest() if folder else None


def _read(file: Path | None, key: str) -> Sizes | None:
    """None where it isn't known, or of something else."""
    try:
        kept: Any = json.loads(file.read_bytes()) if file else None
        if not isinstance(kept, dict) or kept.get("key") != key:
            return None
        texts = {(piece, field): float(size) for piece, field, size in kept["texts"]}
        pages, lines = ({str(k): int(v) for k, v in kept[name].items()} for name in ("pages", "lines"))
        return Sizes(pages, lines, texts)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _write(file: Path | None, key: str, sizes: Sizes) -> None:
    from pnp.emit.files import write_atomically

    texts = [(piece, field, round(size, 4)) for (piece, field), size in sizes.texts.items()]
    data = json.dumps({"key": key, "pages": sizes.pages, "lines": sizes.lines, "texts": texts})
    try:
        if file is not None:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(file, data.encode())
    except (OSError, PnpError):
        return
