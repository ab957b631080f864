"""`pnp translate status`: how far a translation is."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import typer

from pnp.cli.options import CatalogueOption, GameArgument, JsonOption, ProjectOption, the_project

if TYPE_CHECKING:
    from pnp.translate.catalogues import Counts, Status

EXAMPLES = ("pnp translate status mygame", "pnp translate status mygame --lang de --json")

_COLUMNS = {
    "translated": "translated",
    "copied": "as in source",
    "inherited": "inherited",
    "fuzzy": "fuzzy",
    "missing": "missing",
    "problems": "problems",
}
_ALWAYS = ("translated", "fuzzy", "missing", "problems")


def command(
    game: GameArgument, lang: CatalogueOption = "", project: ProjectOption = None, json: JsonOption = False
) -> None:
    """Count what is translated.

    For each component, and for all else that is printed: how many texts are translated, fuzzy or missing, and how many
    problems there are with what is translated. pnp check GAME --lang LANGUAGE names them.
    """
    from pnp.cli.report import print_json, say
    from pnp.translate.catalogues import NoCatalogues, status_of

    where = the_project(project)
    try:
        found = list(status_of(where, game, lang))
    except NoCatalogues:
        if not json:
            raise
        found = []
    if json:
        print_json([_as_json(status) for status in found])
    else:
        say("\n\n".join(_in_full(status, game) for status in found))
    raise typer.Exit(1 if any(status.has_errors for status in found) else 0)


def _in_full(status: "Status", game: str) -> str:
    from pnp.cli.report import shown_path
    from pnp.translate.catalogues import in_words

    whole = status.whole
    columns = [name for name in _COLUMNS if name in _ALWAYS or getattr(whole, name)]
    rows = [("", "texts", *(_COLUMNS[name] for name in columns))]
    rows += [_row(part, part.part, columns) for part in status.parts]
    rows += [_row(whole, "all", columns)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]
    done = whole.translated / whole.all if whole.all else 1.0
    share = f"{int(done * 1000) / 10:g} %"  # never rounded up to 100
    heading = f"{in_words(status.language)}: {share} of {shown_path(status.file)}"
    said = [heading, *(f"  {line}" for line in lines), *_explained(status), *_sizes(status)]
    said += [f"pnp check {game} --lang {status.language} says more"] if status.has_more else []
    return "\n".join(said)


def _explained(status: "Status") -> Iterator[str]:
    from pnp.cli.report import counted
    from pnp.translate.catalogues import in_words

    whole = status.whole
    if whole.copied:
        what = "is" if whole.copied == 1 else "are"
        yield f"{counted(whole.copied, 'text')} {what} as in the source; a name that stays can stand in the glossary"
    if whole.inherited:
        by = " and ".join(in_words(tag) for tag in status.inherits)
        yield f"{counted(whole.inherited, 'text')} {'is' if whole.inherited == 1 else 'are'} printed in {by}"


def _sizes(status: "Status") -> Iterator[str]:
    """What became of pages and sizes."""
    from pnp.cli.report import counted
    from pnp.model.length import points

    found = status.beside_source
    for each in found.pages:
        yield f"{each.piece}: {counted(each.now, 'page')}, in the source {each.before}"
    by_component: dict[str, list[float]] = {}
    for smaller in found.smaller:
        by_component.setdefault(smaller.component, []).append(smaller.now)
    parts = [f"{id} {len(every)} (down to {points(every[0])})" for id, every in by_component.items()]
    if parts:
        yield f"texts smaller than in the source: {', '.join(parts)}"


def _row(counts: "Counts", name: str, columns: list[str]) -> tuple[str, ...]:
    return (name, str(counts.all), *(str(getattr(counts, column)) for column in columns))


def _as_json(status: "Status") -> dict[str, Any]:
    from pnp.cli.report import shown_path
    from pnp.model.length import in_points

    found = status.beside_source
    return {
        "language": status.language,
        "file": shown_path(status.file),
        **_figures(status.whole),
        "parts": {part.part: _figures(part) for part in status.parts},
        "pages": {each.piece: {"source": each.before, "translated": each.now} for each in found.pages},
        "smaller": [
            {"piece": each.piece, "field": each.field, "source": in_points(each.before), "printed": in_points(each.now)}
            for each in found.smaller
        ],
    }


def _figures(counts: "Counts") -> dict[str, int]:
    return {"texts": counts.all, **{name: getattr(counts, name) for name in _COLUMNS}}
