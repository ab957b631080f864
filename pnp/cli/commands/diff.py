"""Show which pieces are new, gone or changed, and why.

A piece has changed if you can see it: in its words, pictures, fonts or looks. Ids, order and comments don't count.
The exit code is 1 if something has changed, or if errors prevent the comparison.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from pnp.cardtext.suggest import did_you_mean
from pnp.cli import options as cli
from pnp.cli.terminal import ProgressLine, complain, count_of, escape_controls, print_json, print_styled
from pnp.model.problem import UsageError

if not cli.IS_COMPLETING:
    from pnp.cli.report import refuse_comparison, relative_span
    from pnp.io.writing import write_atomically
    from pnp.model.display import facts_of
    from pnp.proof.compared_page import VersionFaces, make_page
    from pnp.proof.differences import KINDS, Difference, find_differences
    from pnp.proof.versions import GameVersion, open_version

_STYLES = {"added": "green", "removed": "red"}


def command(
    ctx: typer.Context,
    game: cli.GameArgument,
    old: Annotated[str, cli.argument("OLD", "A git revision, a project folder or a build record (.pnp.json).")],
    new: Annotated[str, cli.argument("[NEW]", "As OLD (default: the project as it is).")] = "",
    language: cli.LanguageOption = "",
    ink: cli.InkOption = "low",
    only: cli.OnlyOption = None,
    modules: cli.WithOption = None,
    draft: Annotated[bool, typer.Option("--draft", help="Compare despite errors, as far as possible.")] = False,
    html: Annotated[Path | None, cli.option("--html", "FILE", "Write a page with pictures before and after.")] = None,
    cache: cli.CacheOption = True,
    jobs: cli.JobsOption = 0,
    project: cli.ProjectOption = None,
    json: cli.JsonOption = False,
) -> None:
    at = cli.open_project(project)
    options = cli.make_options(ctx)
    with (
        ProgressLine() as progress,
        open_version(at, old, options, progress) as before,
        open_version(at, new, options, progress) as now,
    ):
        for each in (before, now):
            if not isinstance(each, GameVersion):
                raise refuse_comparison(each.name, each.project, each.problems)
        assert isinstance(before, GameVersion) and isinstance(now, GameVersion)
        components = dict.fromkeys((*before.record.components, *now.record.components))
        for id in options.only:
            if id not in components:
                hint = did_you_mean(id, components)
                raise UsageError(f"neither version prints a component {id} ({hint})", id)
        found = find_differences(before.record, now.record)
        if html is not None:
            title = f"{now.record.title}: {before.name} → {now.name or 'now'}"
            target = html.absolute()
            write_atomically(target, make_page(title, before, now, found, options.jobs).encode(), target.parent)
    print_differences(before, now, found, json=json)
    raise typer.Exit(1 if found else 0)


def print_differences(old: "GameVersion", new: "GameVersion", found: "Sequence[Difference]", *, json: bool) -> None:
    """Print on standard output what has changed."""
    found_at = _places(new, found)
    if json:
        versions = {
            key: {"name": each.name, "version": each.record.version, "pnp": each.record.pnp}
            for key, each in (("old", old), ("new", new))
        }
        differences = [
            {
                **{
                    "kind": each.kind,
                    "component": each.piece.component,
                    "id": each.piece.id,
                    "title": each.piece.title,
                },
                "old_id": each.old.label if each.old else None,
                "copies": list(each.copies),
                "reasons": list(each.reasons),
                "place": place or None,
                "words": [
                    {"side": words.side, "old": words.text.old, "new": words.text.new, "marked": str(words.text)}
                    for words in each.words
                ],
            }
            for each, place in zip(found, found_at, strict=True)
        ]
        about = {"language": new.record.language, "ink": new.record.ink, "differences": differences}
        print_json({"game": new.record.game, **versions, **about})
        return
    if old.record.pnp != new.record.pnp:
        both = f"pnp {old.record.pnp} and pnp {new.record.pnp}"
        complain(f"the records are of {both}: what these draw in another way counts as looks")
    for each, place in zip(found, found_at, strict=True):
        _print_parts(_headline(each, place))
        for words in each.words:
            parts = [("  ", "")]
            for before, now in words.text.stretches:
                if before == now:
                    parts.append((now, ""))
                else:
                    parts += [(f"[-{before}-]", "red")] if before else []
                    parts += [(f"{{+{now}+}}", "green")] if now else []
            _print_parts(parts)
    kinds = [each.kind for each in found]
    names = {kind: kind for kind in KINDS} | {"copies": "in another number"}
    counts = [f"{kinds.count(kind)} {names[kind]}" for kind in KINDS if kind in kinds]
    _print_parts([((f"{count_of(len(kinds), 'piece')}: {', '.join(counts)}" if counts else "nothing has changed"), "")])


def _places(new: "GameVersion", found: "Sequence[Difference]") -> list[str]:
    """Return the file and line of each piece, or of its first changed text, in a newer version whose files stay."""
    project, edition = new.project, new.laid_out.edition if new.laid_out else None
    if project is None or edition is None or not new.stays:
        return [""] * len(found)
    faces = VersionFaces(new)
    pieces = {piece.label: piece for each in edition.components.values() for piece in each.pieces}

    places = []
    for each in found:
        piece = pieces.get(each.new.label) if each.new else None
        field = ""
        for words in each.words if piece else ():
            face = faces.find(each.piece.component, each.piece.id).get(words.side)
            texts = facts_of(face[1]).set_texts if face else ()
            field = field or next((text.field for text in texts if text.says == words.text.new), "")
        places.append(str(relative_span(project, piece.span_of(field))) if piece else "")
    return places


def _headline(difference: "Difference", place: str) -> Iterator[tuple[str, str]]:
    """Yield `card_data/tiny/cards.yaml:4:3: cards/one “First” changed (words), 2 → 3 copies` in parts."""
    if place:
        yield f"{place}: ", "bold"
    piece, (before, now) = difference.piece, difference.copies
    if difference.kind == "renamed" and difference.old:
        yield f"{difference.old.label} → ", ""
    title = f" “{piece.title}”" if piece.title else ""
    yield f"{piece.label}{title} ", ""
    if difference.kind != "copies":
        yield difference.kind, _STYLES.get(difference.kind, "yellow")
        if difference.reasons:
            yield f" ({', '.join(difference.reasons)})", ""
    if difference.old and difference.new and before != now:
        between = "" if difference.kind == "copies" else ", "
        yield f"{between}{before} → {now} copies", "yellow"
    elif difference.kind in ("added", "removed") and max(before, now) > 1:
        yield f", {max(before, now)} copies", ""


def _print_parts(parts: Iterable[tuple[str, str]]) -> None:
    print_styled([(escape_controls(text), style) for text, style in parts], sys.stdout)
