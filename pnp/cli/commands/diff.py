"""`pnp diff`: what has changed on a game's pieces, and why."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cli import options as cli
from pnp.cli.report import complain, counted, harmless, print_json, shown_path
from pnp.model.problem import UsageError

if TYPE_CHECKING:
    from pnp.model.game import Piece
    from pnp.model.span import Span
    from pnp.proof.comparing import ChangedWords, Difference
    from pnp.proof.states import GameState

_Parts = Sequence[tuple[str, str]]  # text and its style
_SAID = {"added": "added", "removed": "removed", "changed": "changed", "renamed": "renamed", "copies": "kept"}
_STYLES = {"added": "green", "removed": "red"}


class _PiecePlaces:
    """Where pieces, and words on them, are written in the newer version, if that is a folder that stays."""

    def __init__(self, new: "GameState") -> None:
        from pnp.proof.compared_page import StateFaces

        self._new = new
        self._faces = StateFaces(new)
        self._pieces: Mapping[str, Piece] = {}
        if new.laid_out and new.laid_out.edition and new.project and new.stays:
            components = new.laid_out.edition.components.values()
            self._pieces = {piece.label: piece for each in components for piece in each.pieces}

    def span(self, difference: "Difference") -> "Span | None":
        """Of the first text that changed, or of the piece."""
        piece = self._pieces.get(difference.new.label) if difference.new else None
        if piece is None:
            return None
        return piece.span_of(next(filter(None, (self._field(difference, each) for each in difference.words)), ""))

    def _field(self, difference: "Difference", words: "ChangedWords") -> str:
        piece = difference.piece
        face = self._faces.of(piece.component, piece.id).get(words.side)
        from pnp.model.display import facts_of

        texts = facts_of(face[1]).set_texts if face else ()
        return next((text.field for text in texts if text.says == words.text.new), "")

    def of(self, difference: "Difference") -> str:
        span = self.span(difference)
        if span is None or self._new.project is None:
            return ""
        return str(span._replace(file=shown_path(self._new.project.root / span.file)))


EXAMPLES = (
    "pnp diff mygame HEAD",
    "pnp diff mygame v22 v23 --html changes.html",
    "pnp diff mygame output/mygame/en/mygame-low-a4.pnp.json",
)


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
    """Show which pieces are new, gone or changed, and why.

    A piece has changed if you can see it: in its words, pictures, fonts or looks. Ids, order and comments don't count.
    The exit code is 1 if something has changed, or if errors prevent the comparison.
    """
    from pnp.cli.report import ProgressLine
    from pnp.cli.since import refused
    from pnp.proof.comparing import differences
    from pnp.proof.states import GameState, state

    where = cli.the_project(project)
    options = cli.options_of(ctx)
    with (
        ProgressLine() as progress,
        state(where, old, options, progress) as before,
        state(where, new, options, progress) as now,
    ):
        for each in (before, now):
            if not isinstance(each, GameState):
                raise refused(each.name, each.project, each.problems)
        assert isinstance(before, GameState) and isinstance(now, GameState)
        _check_named(options.only, before, now)
        found = differences(before.record, now.record)
        if html is not None:
            _write_page(html, before, now, found, options.jobs)
    print_differences(before, now, found, json=json)
    raise typer.Exit(1 if found else 0)


def _check_named(only: tuple[str, ...], *states: "GameState") -> None:
    """Raises UsageError for a component that neither state prints."""
    from pnp.cardtext.suggest import did_you_mean

    there = dict.fromkeys(id for each in states for id in each.record.components)
    for id in only:
        if id not in there:
            raise UsageError(f"neither version prints a component {id} ({did_you_mean(id, there)})", id)


def _write_page(path: Path, old: "GameState", new: "GameState", found: "list[Difference]", jobs: int) -> None:
    from pnp.io.writing import write_atomically
    from pnp.proof.compared_page import page

    title = f"{new.record.title}: {old.name} → {new.name or 'now'}"
    target = path.absolute()
    write_atomically(target, page(title, old, new, found, jobs).encode(), target.parent)


def print_differences(old: "GameState", new: "GameState", found: "Sequence[Difference]", *, json: bool) -> None:
    """What has changed, on standard output."""
    places = _PiecePlaces(new)
    if json:
        print_json(_as_json(old, new, found, places))
        return
    if old.record.pnp != new.record.pnp:
        versions = f"pnp {old.record.pnp} and pnp {new.record.pnp}"
        complain(f"the records are of {versions}: what these draw in another way counts as looks")
    for each in found:
        _print_parts(list(_headline(each, places)))
        for words in each.words:
            _print_parts([("  ", ""), *_marked(words)])
    from pnp.proof.comparing import KINDS

    kinds = [each.kind for each in found]
    names = {kind: kind for kind in KINDS} | {"copies": "in another number"}
    counts = [f"{kinds.count(kind)} {names[kind]}" for kind in KINDS if kind in kinds]
    _print_parts([((f"{counted(len(kinds), 'piece')}: {', '.join(counts)}" if counts else "nothing has changed"), "")])


def _headline(difference: "Difference", places: "_PiecePlaces") -> Iterator[tuple[str, str]]:
    """`card_data/tiny/cards.yaml:4:3: cards/one “First” changed (words), 2 → 3 copies`"""
    if place := places.of(difference):
        yield f"{place}: ", "bold"
    piece, (before, now) = difference.piece, difference.copies
    if difference.kind == "renamed" and difference.old:
        yield f"{difference.old.label} → ", ""
    title = f" “{piece.title}”" if piece.title else ""
    yield f"{piece.label}{title} ", ""
    if difference.kind != "copies":
        yield _SAID[difference.kind], _STYLES.get(difference.kind, "yellow")
        if difference.reasons:
            yield f" ({', '.join(difference.reasons)})", ""
    if difference.old and difference.new and before != now:
        between = "" if difference.kind == "copies" else ", "
        yield f"{between}{before} → {now} copies", "yellow"
    elif difference.kind in ("added", "removed") and max(before, now) > 1:
        yield f", {max(before, now)} copies", ""


def _marked(words: "ChangedWords") -> Iterator[tuple[str, str]]:
    for old, new in words.text.stretches:
        if old == new:
            yield new, ""
        else:
            if old:
                yield f"[-{old}-]", "red"
            if new:
                yield f"{{+{new}+}}", "green"


def _print_parts(parts: _Parts) -> None:
    parts = [(harmless(text), style) for text, style in parts]
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        print("".join(text for text, _ in parts))
        return
    from rich.console import Console
    from rich.text import Text

    Console().print(Text.assemble(*parts), soft_wrap=True)


def _as_json(old: "GameState", new: "GameState", found: "Sequence[Difference]", places: _PiecePlaces) -> dict[str, Any]:
    return {
        "game": new.record.game,
        "old": _state_json(old),
        "new": _state_json(new),
        "language": new.record.language,
        "ink": new.record.ink,
        "differences": [_difference_json(each, places) for each in found],
    }


def _state_json(state: "GameState") -> dict[str, str]:
    return {"name": state.name, "version": state.record.version, "pnp": state.record.pnp}


def _difference_json(difference: "Difference", places: _PiecePlaces) -> dict[str, Any]:
    piece, (before, now) = difference.piece, difference.copies
    return {
        "kind": difference.kind,
        "component": piece.component,
        "id": piece.id,
        "title": piece.title,
        "old_id": difference.old.label if difference.old else None,
        "copies": [before, now],
        "reasons": list(difference.reasons),
        "place": places.of(difference) or None,
        "words": [
            {"side": each.side, "old": each.text.old, "new": each.text.new, "marked": str(each.text)}
            for each in difference.words
        ],
    }
