"""Report every problem of a game, or of a player's file.

Checks the data and lays out every piece, without writing anything: in each language, in low and full ink, with and
without modules. --lang, --ink and --with narrow it down. A player's file is an army, a deck or a finished table;
the game that it names judges it. The exit code is 1 if there are errors.

To ignore a problem, write a comment at the end of its line or above it: # pnp: ignore PNP350 in YAML, {# pnp:
ignore PNP350 #} in templates, <!-- pnp: ignore PNP257 --> in SVG. An ignored error becomes a note.
"""

import hashlib
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import Annotated, Any
from urllib.parse import quote

import typer

from pnp import __version__
from pnp.cardtext.suggest import did_you_mean
from pnp.cli import options as cli
from pnp.cli.options import choice, option
from pnp.cli.report import load_pinpoint, print_problems, problems_by_place, problems_json, summary
from pnp.cli.terminal import ProgressLine, escape_controls, escape_controls_in_lines, print_json, say
from pnp.diagnostics.codes import all_codes, code_ids, complete_code, read_explanation
from pnp.diagnostics.ignores import is_code
from pnp.diagnostics.report import OthersOfKind, limit_each_kind
from pnp.diagnostics.sources import Sources
from pnp.io.project import Project
from pnp.model.options import INKS
from pnp.model.problem import Code, Problem, Severity, UsageError, has_errors
from pnp.model.regex import regex
from pnp.model.span import Span

if not cli.IS_COMPLETING:
    from pnp.build.edition_checks import check_each, check_one
    from pnp.build.playing import judge_file
    from pnp.load.examples_file import is_user_file

Found = Iterable[tuple[str, Sequence[Problem]]]  # game by game

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _IN_MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_BASE = "SRCROOT"
_WORD = regex(r"[A-Za-z0-9]+")


def print_text(project: Project, found: Found, all_warnings: bool) -> None:
    """Print problems on standard error, each above its line with a caret, then a line for each game."""
    for game, problems in found:
        print_problems(project, problems, all_warnings=all_warnings)
        sys.stderr.flush()
        say(f"{game}: {summary(problems) or 'no problems'}")
    sys.stdout.flush()


def print_concise(project: Project, found: Found, all_warnings: bool) -> None:
    """Print a line for each place of each problem, as editors read them; on standard error, a line for each game."""
    for game, problems in found:
        lines, others = list(problems_by_place(project, problems)), list[OthersOfKind]()
        if not all_warnings:
            lines, others = limit_each_kind(lines)
        for line in (*lines, *others):
            print(escape_controls(str(line)))
        sys.stdout.flush()
        print(escape_controls_in_lines(f"{game}: {summary(problems) or 'no problems'}"), file=sys.stderr)


def print_as_json(project: Project, found: Found, _all_warnings: bool) -> None:
    """Print one JSON value: for each game a list of its problems."""
    print_json({game: problems_json(project, problems) for game, problems in found})


def print_github(project: Project, found: Found, _all_warnings: bool) -> None:
    """Print commands of GitHub's workflows, which show each problem beside its line of a pull request."""
    for _, problems in found:
        for problem in problems_by_place(project, problems):
            print(github_command(problem))


def github_command(problem: Problem) -> str:
    """Return `::error file=card_data/mygame/cards.yaml,line=5,col=3,title=PNP032::"name" is missing`."""
    span = problem.span
    end = max(0, span.end - 1)  # theirs is the last column, ours the one behind it
    places = {"file": span.path, "line": span.line, "col": span.column, "endColumn": end, "title": problem.code}
    shown = {name: escape_controls(str(value).translate(_IN_PROPERTY)) for name, value in places.items() if value}
    properties = ",".join(f"{name}={value}" for name, value in shown.items())
    text = _text(problem) + (f" [{problem.origin}]" if problem.origin else "")
    return f"::{_COMMANDS[problem.severity]} {properties}::{escape_controls(text.translate(_IN_MESSAGE))}"


def _text(problem: Problem) -> str:
    cell = f"{problem.span.cell}: " if problem.span.cell else ""
    return cell + problem.message + (f" ({problem.hint})" if problem.hint else "")


def print_sarif(project: Project, found: Found, _all_warnings: bool) -> None:
    """Print a log in SARIF 2.1.0, as code scanning reads it: https://docs.oasis-open.org/sarif/sarif/v2.1.0/.

    It is a single run with all results, whose paths are relative to SRCROOT and name no folder of this machine.
    """
    problems = list(dict.fromkeys(each for _, of_game in found for each in of_game))  # games may share files
    # prefer the current folder, mostly the repository's, if the project is in it
    root, here = project.root.resolve(), Path.cwd().resolve()
    if root.is_relative_to(here):
        root = here
    codes = all_codes()
    ids = sorted({problem.code for problem in problems})
    # a fingerprint stays the same while line and problem do, even if the line moves within its file
    sources, seen = Sources(project), Counter[str]()
    prints = []
    for problem in problems:
        line = (sources.line(problem.span) or "").strip()
        key = "\0".join((problem.code, problem.span.file, problem.subject, line, problem.message))
        seen[key] += 1
        prints.append(hashlib.sha256(f"{key}\0{seen[key]}".encode(errors="replace")).hexdigest()[:32])
    results = []
    for problem, fingerprint in zip(load_pinpoint()(sources, problems), prints, strict=True):
        places: list[dict[str, Any]] = [{"physicalLocation": _location(project, root, span)} for span in problem.places]
        if problem.subject:
            places[0]["logicalLocations"] = [{"fullyQualifiedName": problem.subject}]
        result: dict[str, Any] = {
            "ruleId": problem.code,
            "ruleIndex": ids.index(problem.code),
            "level": str(problem.severity),
            "message": {"text": _text(problem)},
            "locations": places,
            "partialFingerprints": {"pnpProblem/v1": fingerprint},
        }
        if problem.origin:
            result["relatedLocations"] = [{"id": 1, "physicalLocation": _location(project, root, problem.origin)}]
        results.append(result)
    driver = {"name": "pnp", "version": __version__, "rules": [_rule(codes[id]) for id in ids]}
    run = {
        "tool": {"driver": driver},
        "originalUriBaseIds": {_BASE: {"description": {"text": "The folder that paths are relative to."}}},
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    print_json({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: Code) -> dict[str, Any]:
    title, text = read_explanation(code.id)
    first, _, _ = text.partition("\n\n")
    return {
        "id": code.id,
        "name": "".join(word[:1].upper() + word[1:] for word in _WORD.findall(title)),
        "shortDescription": {"text": title[:1].upper() + title[1:] + "."},
        "fullDescription": {"text": " ".join(first.split())},
        "help": {"text": text},
        "defaultConfiguration": {"level": str(code.severity)},
    }


def _location(project: Project, root: Path, span: Span) -> dict[str, Any]:
    path = project.root.resolve() / span.path
    location: dict[str, Any] = {"artifactLocation": {"uri": path.as_uri()}}
    if path.is_relative_to(root):
        location["artifactLocation"] = {"uri": quote(PurePath(path.relative_to(root)).as_posix()), "uriBaseId": _BASE}
    if span.line and not span.cell:
        column = {"startColumn": span.column} if span.column else {}
        location["region"] = {"startLine": span.line} | column | ({"endColumn": span.end} if span.end else {})
    return location


# each gets the project, each game with its problems as soon as they are found, and whether people want to read every
# warning; programs are given all of them
FORMATS: dict[str, Callable[[Project, Found, bool], None]] = {
    "concise": print_concise,
    "github": print_github,
    "json": print_as_json,
    "sarif": print_sarif,
    "text": print_text,
}


def command(
    ctx: typer.Context,
    game: Annotated[
        str, cli.argument("[GAME|FILE]", "A game or a player's YAML file (default: all games of the project).", "games")
    ] = "",
    language: Annotated[
        str, option("--lang", "TAG", "Check only this language (default: all of the game's).", "languages")
    ] = "",
    ink: Annotated[
        str, choice("--ink", INKS, "Check only this ink (default: low and full).", show_default=False)
    ] = "low",
    modules: cli.WithOption = None,
    overlay: cli.OverlayOption = None,
    select: Annotated[
        list[str] | None,
        option(
            "--select",
            "CODE",
            "Report only these problems; PNP3 means all that begin so. Several: a,b or --select a --select b.",
            "codes",
        ),
    ] = None,
    ignore: Annotated[list[str] | None, option("--ignore", "CODE", "Leave these problems out.", "codes")] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Treat warnings as errors.")] = False,
    report: Annotated[str, choice("--format", FORMATS, "Format of the report; text also shows the source.")] = "text",
    all_warnings: cli.AllWarningsOption = False,
    cache: cli.CacheOption = True,
    jobs: cli.JobsOption = 0,
    executor: cli.ExecutorOption = "here",
    project: cli.ProjectOption = None,
    json: cli.JsonOption = False,
) -> None:
    if overlay is not None and not game:
        raise UsageError("--overlay changes one game: say which")
    selected, ignored = _codes("--select", select), _codes("--ignore", ignore)
    at = cli.open_project(project)
    if json:  # the command line counts more than the project's file
        ranks = ("DEFAULT", "DEFAULT_MAP", "COMMANDLINE")
        of_json, of_report = (ranks.index(getattr(ctx.get_parameter_source(n), "name", "")) for n in ("json", "report"))
        if of_json == of_report and report != "json":
            raise UsageError(f"--json is short for --format json: choose one of json and {report}", report)
        report = report if of_report > of_json else "json"
    if is_user_file(game) and overlay is not None:
        raise UsageError("--overlay changes a game, not a player's file")
    names_edition = not cli.typed_options(ctx).isdisjoint(("lang", "ink", "with"))  # pnp.toml restricts no check
    wrong: list[str] = []

    def check_games() -> Iterator[tuple[str, list[Problem]]]:
        for id in [game] if is_user_file(game) else cli.chosen_games(at, game):
            if is_user_file(id):
                problems = judge_file(at, Path(id), cli.make_options(ctx, game="")).problems
            else:
                with ProgressLine() as progress:
                    check = check_one if names_edition else check_each
                    problems = check(at, cli.make_options(ctx, game=id, thorough=True), progress)
            problems = filter_codes(problems, selected, ignored, strict=strict)
            wrong.extend([id] if has_errors(problems) else [])
            yield id, problems

    FORMATS[report](at, check_games(), all_warnings)
    raise typer.Exit(1 if wrong else 0)


def filter_codes(
    problems: Iterable[Problem], select: tuple[str, ...], ignore: tuple[str, ...], *, strict: bool
) -> list[Problem]:
    """Return the problems of selected codes, or of all, except ignored ones; if `strict`, warnings become errors."""
    kept: list[Problem] = []
    for problem in problems:
        is_error = strict and problem.severity is Severity.WARNING
        if (not select or problem.code.startswith(select)) and not problem.code.startswith(ignore):
            kept.append(problem._replace(severity=Severity.ERROR) if is_error else problem)
    return kept


def _codes(option: str, given: Iterable[str] | None) -> tuple[str, ...]:
    """Return beginnings of codes in full. Raises UsageError for a code that doesn't exist."""
    found = cli.split_names(option, given)
    for name in found:
        if not is_code(complete_code(name)):
            hint = did_you_mean(complete_code(name), code_ids()) or "pnp explain lists all"
            raise UsageError(f"{option}: there is no code {name} ({hint})", name)
    return tuple(complete_code(name) for name in found)
