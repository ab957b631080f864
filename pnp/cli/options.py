"""Arguments and options that several commands share, and what they mean to a command."""

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

import typer

from pnp.cardtext.suggest import did_you_mean
from pnp.io.project import Project, find_project, list_games
from pnp.model.options import FLIPS, INKS, MARKED, MARKS, PSEUDO, SIDES, Options
from pnp.model.problem import FileError, PnpError, UsageError

# A shell asks how a word of a command line goes on. Then no command runs, and none imports what it needs to run.
IS_COMPLETING = bool(os.environ.get("_PNP_COMPLETE"))

# What pnp.toml may set. Every other option is accepted on the command line alone, and so is a new one until it is named
# here: the file may be a stranger's, and must not reach other programs, machines or folders, or take more of this one.
SETTABLE = frozenset(
    (
        *("all", "all-warnings", "bleed", "cache", "copies", "dpi", "draft", "flip", "format", "ignore", "ink"),
        *("instructions", "json", "lang", "marked", "marks", "only", "out", "overlay", "paper", "pieces", "players"),
        *("printer", "safe", "select", "sides", "skip", "strict", "text", "together", "where", "with"),
    )
)


def choice(option: str, choices: Collection[str], help: str, *, show_default: bool = True) -> Any:
    """Return an option with few values: named in the help, completed and checked."""

    def check(value: str) -> str:
        if value not in choices:
            raise UsageError(f'there is no {option} "{value}" ({did_you_mean(value, choices)})')
        return value

    def complete(incomplete: str) -> list[str]:
        return [each for each in choices if each.startswith(incomplete)]

    return typer.Option(
        option, metavar="|".join(choices), help=help, callback=check, autocompletion=complete, show_default=show_default
    )


def whole_number(option: str, least: int, most: int, help: str, *, unset: int | None = None) -> Any:
    """Return an option that is a number of things; its bounds stand in the help.

    `unset` is a default outside of them, which the help doesn't show.
    """

    def parse(value: str | int) -> int:
        if isinstance(value, int) and value == unset:
            return value
        text = str(value)
        if not (text.isascii() and text.isdecimal() and len(text) < 6 and least <= int(text) <= most):
            raise UsageError(f"{option} is a whole number from {least} to {most}, not {text}")
        return int(text)

    return typer.Option(option, metavar="N", parser=parse, help=f"{help} ({least}–{most}).", show_default=unset is None)


def option(name: str, metavar: str, help: str, kind: str = "") -> Any:
    """Return an option that takes a value; a shell completes it to values of a kind that `list_values` knows."""
    return typer.Option(name, metavar=metavar, help=help, autocompletion=_completion(kind))


def argument(metavar: str, help: str, kind: str = "") -> Any:
    """Return an argument; a shell completes it to values of a kind that `list_values` knows."""
    return typer.Argument(metavar=metavar, help=help, autocompletion=_completion(kind))


LISTS = ("codes", "components", "modules")  # kinds of which an option takes several, with commas between them


def complete(kind: str, ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the values of a kind that begin with a word, or with the last word of a list; nothing after an error."""
    before, comma, last = incomplete.rpartition(",") if kind in LISTS else ("", "", incomplete)
    with suppress(PnpError, OSError):
        known = list_values(kind, ctx)
        return [before + comma + each for each in known if each.startswith(last) and each not in before.split(",")]
    return []


def list_values(kind: str, ctx: typer.Context) -> Iterable[str]:
    """Return all values of a kind. Raises PnpError."""
    named = ctx.params.get("project")
    # while an option has no value, arguments before it aren't parameters yet
    game = ctx.params.get("game") or next(iter(ctx.args), "")
    match kind:
        case "codes":
            from pnp.diagnostics.codes import code_ids

            return code_ids()
        case "looks":
            from pnp.importing.new_games import list_looks

            return list_looks()
        case "papers":
            from pnp.impose.press import read_papers

            return read_papers()
        case "printers":
            from pnp.impose.printers import load_printers

            return load_printers()
        case "new-languages":
            from pnp.localise.languages import USUAL

            own = complete("languages", ctx, "")  # none without a game
            return [tag for tag in USUAL if tag not in own]
    project = find_project(Path.cwd(), Path(named) if named else None)
    if kind == "games":
        return list_games(project)
    from pnp.build.loading import describe, piece_names, read_game

    if kind == "pieces":
        return piece_names(project, game)
    if kind == "catalogues":
        from pnp.localise.catalogue import list_catalogues

        read, _ = read_game(project, game)
        return list_catalogues(read) if read else []
    found = describe(project, game)[0] or {"languages": [], "components": [], "modules": []}
    match kind:
        case "languages":
            return [*found["languages"], *PSEUDO]
        case "components":
            return [each["id"] for each in found["components"] if each["printed"]]
        case "modules":
            return [each["id"] for each in found["modules"]]
    raise KeyError(kind)


def _completion(kind: str) -> Callable[[typer.Context, str], list[str]] | None:
    def complete_kind(ctx: typer.Context, incomplete: str) -> list[str]:
        return complete(kind, ctx, incomplete)

    return complete_kind if kind else None


def _check_executor(value: str) -> str:
    """Return where faces are drawn. Raises UsageError for an address of nothing."""
    if value != "here":
        from pnp.build.executors import parse_address

        parse_address(value)
    return value


ProjectOption = Annotated[
    Path | None, option("--project", "DIR", "The project's folder (default: the nearest one above with card_data/).")
]
GameArgument = Annotated[str, argument("GAME", "A game's folder name in card_data/.", "games")]
OwnGamesArgument = Annotated[str, argument("[GAME]", "A game (default: all games of the project).", "games")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
AllWarningsOption = Annotated[
    bool,
    typer.Option(
        "--all-warnings", help="Show every problem (default: the first five warnings and 50 errors of each kind)."
    ),
]
LanguageOption = Annotated[
    str, option("--lang", "TAG", "Language of the edition (default: the game's own).", "languages")
]
CatalogueOption = Annotated[
    str, option("--lang", "TAG", "Only this language (default: all that have a catalogue).", "catalogues")
]
NewLanguageOption = Annotated[str, option("--lang", "TAG", "The language's tag: de, pt-BR, zh-Hant.", "new-languages")]
InkOption = Annotated[str, choice("--ink", INKS, "Little ink, full colour, or pure black for laser printers.")]
OnlyOption = Annotated[
    list[str] | None,
    option("--only", "COMPONENT", "Use only this component. Several: a,b or --only a --only b.", "components"),
]
WithOption = Annotated[
    list[str] | None,
    option("--with", "MODULE", "Add a module of the game. Several: a,b or --with a --with b.", "modules"),
]
OverlayOption = Annotated[
    Path | None, option("--overlay", "FILE", "Change the game with your own module in this file.")
]
PiecesOption = Annotated[
    list[str] | None, option("--pieces", "ID", "Use only these pieces: fox,creatures/owl or 'winter-*'.", "pieces")
]
WhereOption = Annotated[
    str, option("--where", "EXPRESSION", "Use only pieces for which this is true: \"season == 'winter'\".")
]
PlayersOption = Annotated[int, whole_number("--players", 1, 99, "Number of players, for setup sheets", unset=0)]
CacheOption = Annotated[bool, typer.Option("--cache/--no-cache", help="Use the cache in your cache folder.")]
JobsOption = Annotated[
    int, whole_number("--jobs", 1, 256, "Number of processes (default: one for each processor)", unset=0)
]
ExecutorOption = Annotated[
    str,
    typer.Option(
        "--executor",
        metavar="WHERE",
        callback=_check_executor,
        help="Draw here or on a dask cluster: dask://HOST:PORT or tls://HOST:PORT. A cluster can run programs as you: "
        "use only one that you trust.",
    ),
]
DpiOption = Annotated[int, whole_number("--dpi", 20, 1200, "Resolution of pictures, in pixels per inch")]
TextOption = Annotated[bool, typer.Option("--text", help="Keep text as text in SVG files (default: outlines).")]
PaperOption = Annotated[
    str, option("--paper", "NAME|WxH", "Paper name or size: letter, a3, 210x297, 8.5in x 11in.", "papers")
]
PrinterOption = Annotated[
    str, option("--printer", "NAME", "Correct for this printer (see pnp printer add).", "printers")
]
FlipOption = Annotated[str, choice("--flip", FLIPS, "Edge over which the printer turns the sheet.")]
SidesOption = Annotated[
    str, choice("--sides", SIDES, "Fronts only, backs printed behind them, both beside a fold, or backs only.")
]
MarksOption = Annotated[str, choice("--marks", MARKS, "Kind of cut marks.")]
MarkedOption = Annotated[str, choice("--marked", MARKED, "Sides that get cut marks.")]
SafeOption = Annotated[bool, typer.Option("--safe", help="Draw the safe area as a dashed line.")]
CopiesOption = Annotated[int, whole_number("--copies", 1, 99, "Number of copies of every piece")]
SkipOption = Annotated[int, whole_number("--skip", 0, 999, "Number of places to leave empty on the first sheet")]
InstructionsOption = Annotated[
    bool,
    typer.Option("--instructions/--no-instructions", help="Begin with a drawn page on how to print, cut and fold."),
]
OpenOption = Annotated[bool, typer.Option("--open", help="Open the result when it is written.")]
OutOption = Annotated[Path | None, option("--out", "DIR", "Folder to write to (default: the project's output/).")]


def typed_options(ctx: typer.Context) -> frozenset[str]:
    """Return the names of options on the command line, without hyphens; those in pnp.toml don't count."""
    named = {param.name: param.opts[0] for param in ctx.command.params if param.opts[0][:2] == "--"}
    sources = ((option, ctx.get_parameter_source(name)) for name, option in named.items() if name)
    return frozenset(option[2:] for option, source in sources if getattr(source, "name", "") == "COMMANDLINE")


def make_options(ctx: typer.Context, params: Mapping[str, Any] | None = None, **others: Any) -> Options:
    """Return a command's parameters, as far as `Options` has a field for them, and others."""
    values = ctx.params if params is None else params
    known = {field.name for field in fields(Options)} - others.keys()
    made: dict[str, Any] = {}
    for param in ctx.command.params:
        if (name := param.name) and name in known:
            value = made[name] = values[name]
            if param.multiple:
                made[name] = split_names(param.opts[0], value)
            elif vars(param)["type_descriptor"].is_path:
                made[name] = Path(value) if value else None
    return Options(**made, given=typed_options(ctx), **others)


def split_names(option: str, words: Iterable[str] | None) -> tuple[str, ...]:
    """Return a, b, c, each once, for `--only a,b --only c`."""
    found = [name.strip() for word in words or () for name in word.split(",")]
    if "" in found:
        raise UsageError(f"{option} names nothing")
    return tuple(dict.fromkeys(found))


def open_project(named: Path | None) -> Project:
    """Return the project in a folder, or the nearest one above the current folder."""
    try:
        return find_project(Path.cwd(), named)
    except FileNotFoundError:
        raise FileError("the folder you are in is gone") from None


def chosen_games(project: Project, named: str) -> list[str]:
    """Return the game that was named, or all of the project's own."""
    from pnp.build.loading import own_games

    games = [named] if named else own_games(project)
    if not games:
        has_data = (project.root / "card_data").is_dir()
        missing = "no game here" if has_data else "no card_data/ here or in a folder above"
        raise UsageError(f"there is {missing}: pnp new mygame begins one")
    return games
