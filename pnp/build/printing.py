"""What was laid out → sheets behind their instructions → files."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from pnp.build.executors import Task, run_task
from pnp.build.record import SUFFIX, encode_record, settings_of
from pnp.build.results import Prepared, Progress, Result
from pnp.export.formats import FORMATS, Output, OutputFormat
from pnp.impose import Imposed
from pnp.impose import impose as impose_leaves
from pnp.impose.press import Captions, Press, adjusting, find_paper
from pnp.io.writing import write_changed
from pnp.localise.languages import Words
from pnp.model.game import Edition
from pnp.model.options import Options
from pnp.model.problem import Problem, Severity, code
from pnp.model.sheet import USUAL_MARGIN, Leaf, Paper, Sheet

_PATTERN = re.compile(r"[*?\[\]!]")  # what files aren't called
_SIGNS = {"!=": "not", ">=": "from", "<=": "to", ">": "above", "<": "below"}
_SIGN = re.compile("|".join(_SIGNS))
_NO_WORD = re.compile(r"\W+")
_LONGEST = 40  # characters of an expression in a file's name
_NAMED = ("marks", "marked", "safe", "bleed", "together", "skip", "instructions")  # options of sheets, where not usual
_USUAL = Options("")


def press_of(options: Options) -> Press:
    """Return the paper, the printer and what else sheets depend on.

    Raise UsageError for a paper or a printer that there isn't.
    """
    paper = find_paper(options.paper)
    if not options.printer:
        return Press(options, paper, USUAL_MARGIN, None)
    from pnp.impose.printers import find_printer

    printer = find_printer(options.printer)
    return Press(options, paper, printer.margin, printer)


def impose(result: Result, press: Press) -> Result:
    """Add sheets, unless single faces are wanted or something has no place; and notes on options without effect."""
    prepared = result.prepared
    assert prepared is not None, "only what was laid out goes on"
    options = prepared.options
    notes = unused_options(options, prepared.edition, result.leaves, tells_setup=result.tells_setup)
    result = result._replace(report=result.report.add(notes))
    if not FORMATS[options.format].takes_sheets:
        return result
    before, (sheets, found, printout) = _paginate(prepared, result, press)
    result = result._replace(report=result.report.add(found))
    return result._replace(before=before, sheets=sheets, printout=printout) if sheets and result.may_go_on else result


def emit(result: Result, press: Press, out: Path, progress: Progress) -> Result:
    """Write files below `out`, if there is anything to print, with the build record beside them."""
    prepared = result.prepared
    assert prepared is not None, "only what was laid out goes on"
    edition, options = prepared.edition, prepared.options
    format = FORMATS[options.format]
    if format.takes_sheets and not result.sheets:
        return result
    is_duplex = result.printout is not None and result.printout.sides == "duplex"
    sheets = (*result.before, *result.sheets)
    if edition.ink == "black":  # faces of pieces were laid out in it; marks and instructions weren't
        from pnp.layout.black import Black

        sheets = tuple(map(Black().sheet, sheets))
    within = prepared.loaded.project.writable(out)
    target = out / edition.game.id / edition.language / file_name(edition, options, format, press.paper)
    output = Output(
        edition=edition,
        options=options,
        leaves=result.leaves,
        sheets=sheets,
        printed=options.flip if is_duplex else "one-sided",
        target=target,
        within=within,
        progress=progress,
        mapped=lambda do, items: run_task(Task(do, items, [1] * len(items), tell=progress.tell), options.jobs),
    )
    result = result._replace(files=format.assemble(output))
    # single pictures are drawn to be looked at
    if not result.laid_out or not result.files or (options.pieces and not format.takes_sheets):
        return result
    name = target.stem if format.takes_sheets else "-".join([target.name, *options.only])
    path = target.with_name(name + SUFFIX)
    record = result.laid_out._replace(settings=settings_of(options))  # what was laid out may be printed in several ways
    write_changed(path, encode_record(record), within)
    return result._replace(record=path)


def _paginate(prepared: Prepared, result: Result, press: Press) -> tuple[tuple[Sheet, ...], Imposed]:
    """Return the instructions, and the sheets with what is wrong with them.

    Sheets are numbered behind the instructions, whose number of pages is only known when all is placed: then once more.
    """
    edition, options, leaves = prepared.edition, prepared.options, result.leaves
    if not options.instructions or options.sides == "backs":  # backs go with the fronts, which have their own
        return (), _number_sheets(prepared, leaves, press, 0)
    from pnp.impose.own_pages import PrintRun, empty_back, instruction_sheets, no_room

    missing = no_room(press, edition.game.span)
    whole = options.sides == "duplex"  # rules that go into the game's box share no paper with what is thrown away
    before = 0 if missing else 2 if whole else 1
    wrong: list[Problem] = []
    while True:
        imposed = _number_sheets(prepared, leaves, press, before)
        if missing or not imposed.sheets:
            return (), imposed._replace(problems=[*imposed.problems, missing]) if missing else imposed
        run = PrintRun(edition, press, imposed.printout, before, result.discarded)
        pages = instruction_sheets(run, prepared.loaded.project, wrong)
        if whole and len(pages) % 2:
            pages = (*pages, empty_back(pages[-1]))
        if len(pages) <= before:
            pages = tuple([page._replace(adjust=adjusting(page.paper, press.printer, page.side)) for page in pages])
            return pages, imposed._replace(problems=[*imposed.problems, *wrong])
        before = len(pages)


def _number_sheets(prepared: Prepared, leaves: tuple[Leaf, ...], press: Press, before: int) -> Imposed:
    """Return sheets that are numbered as if `before` pages came before them."""
    from pnp.typesetting import paragraph, placing, shape

    edition = prepared.edition
    game, words = edition.game, Words("sheet", edition.language, edition.translation)
    version = words.say("version", version=game.version) if game.version else ""
    scale = words.say("scale")
    modules = [game.modules[id].title for id in edition.modules if id in game.modules]

    def footer(title: str, page: int, pages: int) -> str:
        parts = (game.title, *modules, version, edition.language, title, game.credits, scale, f"{page}/{pages}")
        return " · ".join(part for part in parts if part)

    captions = Captions(footer, words.say("ruler"))
    spans = {component.id: component.span for component in edition.components.values()}
    paragraphs = paragraph.Paragraphs(shape.Shaper(prepared.fonts, edition.language), {}, edition.language)
    return impose_leaves(leaves, press, captions, partial(placing.typeset_line, paragraphs), spans, before)


def file_name(edition: Edition, options: Options, format: OutputFormat, paper: Paper) -> str:
    """Return a name after every option that changes the file, so that no edition replaces another: `mygame-low-a4.pdf`.

    Single faces lie in a folder, `mygame-low-300dpi`, that any choice of components shares; with bleed in another.
    """
    start = [edition.game.id, edition.ink]
    end = [f"since-{options.since}"] if options.since else []
    end += [f"{options.players}players"] if options.players else []
    end += ["draft"] if options.draft else []
    modules = [*edition.modules, *([f"overlay-{_slug(options.overlay.stem)}"] if options.overlay else ())]
    if not format.takes_sheets:
        size = f"{options.dpi}dpi" if "dpi" in format.options else format.name
        size += "-text" if options.text and "text" in format.options else ""
        return "-".join([*start, size, *modules, *(["bleed"] if options.bleed == "yes" else []), *end])
    parts = [paper.name, *modules, *(id for id in edition.components if id in options.only)]
    parts += _piece_parts(options)
    parts += [options.sides] if options.sides != "fronts" else []
    parts += [options.flip] if options.flip != "long" and options.sides in ("duplex", "backs") else []
    parts += [f"{options.copies}x"] if options.copies > 1 else []
    parts += [options.printer] if options.printer else []
    for name in _NAMED:
        if (value := getattr(options, name)) != getattr(_USUAL, name):
            parts.append(name if value is True else f"no-{name}" if value is False else f"{name}-{value}")
    return "-".join([*start, *parts, *end]) + f".{format.name}"


def picture_name(edition: Edition, options: Options) -> str:
    """Return a name for a picture of a few pieces: `mygame-low-owl-fox`."""
    return "-".join([edition.game.id, edition.ink, *edition.modules, *_piece_parts(options)])


def _slug(text: str) -> str:
    return _NO_WORD.sub("-", text).strip("-")[:_LONGEST].strip("-")


def _piece_parts(options: Options) -> list[str]:
    """Return the chosen pieces for a file's name: a few by their ids, more by how many they are.

    A reprint must not replace the whole game's file.
    """
    if options.where:
        return [_slug(_SIGN.sub(lambda sign: f" {_SIGNS[sign[0]]} ", options.where))]
    names = [_PATTERN.sub("", id.replace("/", "-")).strip("-") or "pieces" for id in options.pieces]
    return names if len(names) <= 3 else [f"{len(names)}pieces"]


NO_EFFECT = code("PNP460", Severity.NOTE, says="without effect here: {options}")

NO_BLEED = code("PNP461", Severity.NOTE, says="--bleed yes: {component} declares no bleed")
NO_BLEED_ANYWHERE = NO_BLEED.also("--bleed yes: {component} declares no bleed, nor does anything else that is printed")

_OF_PAPER = ("paper", "printer", "sides", "flip", "marks", "marked", "safe", "together", "copies", "skip")
FOR_SHEETS = (*_OF_PAPER, "instructions")
OF_FORMATS = frozenset(("dpi", "text"))  # options of which single formats say whom they concern


def unused_options(
    options: Options, edition: Edition, leaves: Sequence[Leaf], *, tells_setup: bool
) -> Iterator[Problem]:
    """Yield at most one note of each kind. `tells_setup`: a template that was laid out looked at the setup."""
    if not leaves:
        return
    reasons: dict[str, list[str]] = {}
    for option, reason in _idle_options(options, leaves, tells_setup=tells_setup):
        if option in options.given:
            typed = f"--no-{option}" if getattr(options, option) is False else f"--{option}"
            reasons.setdefault(reason, []).append(typed)
    if reasons:
        given = "; ".join(f"{', '.join(each)} ({reason})" for reason, each in reasons.items())
        yield NO_EFFECT.at(edition.game.span, options=given)
    has_bleed = any(leaf.format.bleed for leaf in leaves)
    if "bleed" in options.given and options.bleed == "yes" and not has_bleed:
        # the first component that is cut is named: a sheet to read needs none
        named = next((leaf.component for leaf in leaves if leaf.format.is_cut), leaves[0].component)
        code = NO_BLEED_ANYWHERE if len({leaf.component for leaf in leaves}) > 1 else NO_BLEED
        yield code.at(edition.components[named].span, component=named, hint="like bleed: 3mm beside its size")


def _idle_options(options: Options, leaves: Sequence[Leaf], *, tells_setup: bool) -> Iterator[tuple[str, str]]:
    """Yield each option that does nothing, and why."""
    chosen, sides = FORMATS[options.format], options.sides
    if not chosen.takes_sheets:
        yield from ((option, "pictures lie on no sheet") for option in FOR_SHEETS)
    for other in FORMATS.values() if not OF_FORMATS.isdisjoint(options.given) else ():
        yield from ((option, reason) for option, reason in other.options.items() if option not in chosen.options)
    if chosen.takes_sheets:
        if sides in ("fronts", "fold"):
            yield "flip", f"--sides {sides} prints one side of the paper"
        if options.marks == "none":
            yield "marked", "--marks none has none"
        elif sides in ("fronts", "backs") and options.marked in (sides, "both"):
            yield "marked", f"--sides {sides} prints no others"
        components = {leaf.component for leaf in leaves}
        if len(components) == 1:
            yield "together", f"only {components.pop()} is printed"
    if not tells_setup:
        yield "players", "nothing that is printed tells the setup"
