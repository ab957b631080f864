"""Translate a game.

Each language has a catalogue, card_data/GAME/locale/LANGUAGE.po, for any PO editor. init starts it, update follows
changes of the game, and status counts. pnp check GAME --lang LANGUAGE reports problems, and pnp build GAME --lang
LANGUAGE prints it.
"""

from typing import Annotated, Any

import typer

from pnp.cli import options as cli
from pnp.cli.terminal import complain, count_of, format_table, print_json, relative_path, say
from pnp.model.length import points, to_points
from pnp.model.problem import UsageError

if not cli.IS_COMPLETING:
    from pnp.build.translating import NoCatalogues, Status, begin_catalogue, count_translations, update_catalogues
    from pnp.cli.report import print_problems
    from pnp.localise.languages import language_name, spoken_languages
    from pnp.localise.messages import OF_PNP
    from pnp.localise.missing import Counts


def init(game: cli.GameArgument, lang: cli.NewLanguageOption = "", project: cli.ProjectOption = None) -> None:
    """Start a catalogue for a language.

    It has an entry for every text that is printed, with what the text is about and how much room it has. Texts that
    the glossary and pnp itself know in that language are filled in. An existing catalogue is left alone.
    """
    if not lang:
        raise UsageError("say which language: --lang de")
    at = cli.open_project(project)
    done = begin_catalogue(at, game, lang)
    if done.changes is None:
        print_problems(at, done.problems)
        complain(f"{relative_path(done.file)} is not begun: some of the game can't be read")
        raise typer.Exit(1)
    filled = f", {done.changes.translated} of them filled in" if done.changes.translated else ""
    known = spoken_languages()
    own = f"; pnp’s own among them come filled in for {' and '.join(map(language_name, known))} only"
    own = "" if lang.partition("-")[0] in known else own
    say(f"{relative_path(done.file)}: {done.changes.new} texts to say in {_name(lang)}{filled}{own}")


def _name(language: str) -> str:
    return f"{language_name(language)} ({language})"


_COLUMNS = {
    "translated": "translated",
    "copied": "as in source",
    "inherited": "inherited",
    "fuzzy": "fuzzy",
    "missing": "missing",
    "problems": "problems in texts",  # by themselves, not where they are printed
}
_ALWAYS = ("translated", "fuzzy", "missing", "problems")


def status(
    game: cli.GameArgument,
    lang: cli.CatalogueOption = "",
    project: cli.ProjectOption = None,
    json: cli.JsonOption = False,
) -> None:
    """Count translated texts.

    Shows for each component how many texts are translated, fuzzy or missing, and how many problems the translations
    have. pnp check GAME --lang LANGUAGE reports these, and also those of laying out, which aren't counted here.
    """
    at = cli.open_project(project)
    try:
        found = list(count_translations(at, game, lang))
    except NoCatalogues:
        if not json:
            raise
        found = []
    if json:
        print_json([_as_json(status) for status in found])
    else:
        say("\n\n".join(_describe_status(status, game) for status in found))
    raise typer.Exit(1 if any(status.has_errors for status in found) else 0)


def _describe_status(status: "Status", game: str) -> str:
    whole = status.whole
    columns = [name for name in _COLUMNS if name in _ALWAYS or getattr(whole, name)]

    def row(counts: "Counts", name: str) -> tuple[str, ...]:
        return (name, str(counts.all), *(str(getattr(counts, column)) for column in columns))

    parts = {part.part: row(part, part.part) for part in status.parts}
    of_pnp = parts.pop(OF_PNP, None)  # which need no translation where pnp knows the language
    rows = [("", "texts", *(_COLUMNS[name] for name in columns)), *parts.values(), row(whole, "all")]
    rows += [of_pnp] if of_pnp else []
    done = whole.translated / whole.all if whole.all else 1.0
    share = f"{int(done * 1000) / 10:g} %"  # never rounded up to 100
    lines = [f"{_name(status.language)}: {share} of {relative_path(status.file)}"]
    lines += format_table(rows, right=range(1, len(rows[0])))
    inherited = f"printed in {' and '.join(map(_name, status.inherits))}"
    copied = "as in the source; a name that stays can stand in the glossary"
    for count, how in ((whole.copied, copied), (whole.inherited, inherited)):
        lines += [f"{count_of(count, 'text')} {'is' if count == 1 else 'are'} {how}"] if count else []
    for each in status.beside_source.pages:
        lines.append(f"{each.piece}: {count_of(each.now, 'page')}, in the source {each.before}")
    sizes: dict[str, list[float]] = {}
    for smaller in status.beside_source.smaller:
        sizes.setdefault(smaller.component, []).append(smaller.now)
    if sizes:
        shrunk = [f"{id} {len(every)} (down to {points(every[0])})" for id, every in sizes.items()]
        lines.append(f"texts smaller than in the source: {', '.join(shrunk)}")
    more = "says more" if status.has_more else "looks at how it is printed, too"
    return "\n".join([*lines, f"pnp check {game} --lang {status.language} {more}"])


def _as_json(status: "Status") -> dict[str, Any]:
    def figures(counts: "Counts") -> dict[str, int]:
        return {"texts": counts.all, **{name: getattr(counts, name) for name in _COLUMNS}}

    found = status.beside_source
    return {
        "language": status.language,
        "file": relative_path(status.file),
        **figures(status.whole),
        "parts": {part.part: figures(part) for part in status.parts},
        "pages": {each.piece: {"source": each.before, "translated": each.now} for each in found.pages},
        "smaller": [
            {"piece": each.piece, "field": each.field, "source": to_points(each.before), "printed": to_points(each.now)}
            for each in found.smaller
        ],
    }


def update(
    game: cli.GameArgument,
    lang: cli.CatalogueOption = "",
    force: Annotated[bool, typer.Option("--force", help="Update even if most translations become obsolete.")] = False,
    project: cli.ProjectOption = None,
) -> None:
    """Update catalogues after the game has changed.

    New texts are added, changed ones become fuzzy and keep their former source, removed ones become obsolete.
    Translations, comments and unchanged entries stay byte for byte. Entries that lost their context are found by
    reference and source. A catalogue that can't be read, or would lose most of its translations, isn't touched.
    """
    at = cli.open_project(project)
    wrong = False
    for done in update_catalogues(at, game, lang, force=force):
        shown = relative_path(done.file)
        if done.changes is None:
            wrong = True
            print_problems(at, done.problems)
            complain(f"{shown} is left as it is: make it right first")
        elif not done.is_changed:
            say(f"{shown}: nothing to change")
        else:
            new, changed, vanished, found, unsure = done.changes[1:6]
            parts = [f"{new} new", f"{count_of(changed, 'text')} changed", f"{vanished} gone"]
            parts += [f"{found} found again by their source"] if found else []
            parts += [f"{unsure} of which more than one could be meant, now fuzzy"] if unsure else []
            is_same = not any(done.changes[1:6])
            say(f"{shown}: {'only notes and lines put in order' if is_same else ', '.join(parts)}")
    raise typer.Exit(1 if wrong else 0)


COMMANDS = {"init": init, "status": status, "update": update}
