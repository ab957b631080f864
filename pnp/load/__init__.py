"""Folders → `Game`, `Style`, `FontTable`, each with everything that is wrong with its files, in one go."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from yaml.nodes import MappingNode, SequenceNode

from pnp.io.opening import is_file
from pnp.io.project import Project, find_catalogues, find_nameless_catalogues, find_project, game_folder, list_games
from pnp.load.components import FILE_OF_RULES, RESERVED_NAME, ComponentReader
from pnp.load.expansions import (
    PARTS,
    Expansion,
    Others,
    add_expansions,
    add_needed_modules,
    find_base,
    find_expansions,
    join_expansions,
    read_base_id,
)
from pnp.load.fields import NO_MODULE, Targets, collect_fields, collect_targets
from pnp.load.files import find_file
from pnp.load.fonts import load_fonts
from pnp.load.game_file import GAME, GLOSSARY
from pnp.load.kinds import FILES_OF_RULES, report_type
from pnp.load.pieces import DUPLICATE_ID
from pnp.load.scalars import read_definitions
from pnp.load.sink import Sink, note_file_of_rules, note_game_file, quote_value
from pnp.load.structures import DUPLICATE_KEY
from pnp.load.style import load_style
from pnp.load.yaml_nodes import Opened, open_yaml
from pnp.model.game import Game, KindSetting
from pnp.model.problem import Problem, Severity, code, sort_problems
from pnp.model.rules import TAKEN, RuleBook
from pnp.model.span import Span
from pnp.model.values import Poison, Unreadable, UnreadParts, attempt

__all__ = [
    "Expansion",
    "find_expansions",
    "find_project",
    "game_folder",
    "join_expansions",
    "list_games",
    "load_chosen",
    "load_expansions",
    "load_fonts",
    "load_game",
    "load_style",
    "read_base_id",
]


NO_CATALOGUE = code("PNP105", Severity.WARNING, says="language {language} has no catalogue {file}")
NO_FILE = NO_CATALOGUE.also("{file} is not a file")
NO_LANGUAGE = code("PNP107", Severity.WARNING, says="{name} is not the tag of a language")
TWO_CATALOGUES = code("PNP626", says="{other} is a catalogue of {language}, too")
TAKEN_NAME = RESERVED_NAME.also("{name} means something in expressions already")
A_GROUP = RESERVED_NAME.also("{id} is a group already")
NAMED_BEFORE = RESERVED_NAME.also("{game} has {id} among its {part} already")
NOT_OF_AN_EXPANSION = code("PNP036", says="an expansion has no {file} of its own")


def load_game(
    project: Project, game_id: str, book: RuleBook, modules: Collection[str] = ()
) -> tuple[Game | None, list[Problem]]:
    """Load as much of the game as can be read: None where not even game.yaml can.

    Modules that the game lacks are looked for in its expansions; the game then has all of theirs, too.
    Raises UsageError, FileError, LimitError.
    """
    load = partial(load_folder, book=book)
    game, problems = load(project, game_id)
    missing = [id for id in modules if game and id not in game.modules]
    if game is not None and game.base is None and missing:
        game, found = add_expansions(project, game, missing, load)
        problems += found
        game = book.settle(game, problems)
    return game, sort_problems(problems)


def load_expansions(project: Project, game: Game, book: RuleBook) -> list[Expansion]:
    """Load all expansions for a game, each with the game; raises FileError, LimitError."""
    return [Expansion(id, *load_folder(project, id, game, book=book)) for id in find_expansions(project, game.id)]


def load_chosen(
    project: Project, game_id: str, book: RuleBook, modules: tuple[str, ...] = (), overlay: Path | None = None
) -> tuple[Game | None, tuple[str, ...], list[Problem]]:
    """Load a game with modules and an overlay; tell which modules it has. Raises UsageError, FileError, LimitError."""
    game, problems = load_game(project, game_id, book, modules)
    modules = add_needed_modules(game, modules) if game else modules
    if game is None or overlay is None:
        return game, modules, problems
    from pnp.load.modules import add_overlay

    whole, chosen, found = add_overlay(project, overlay, game, book, modules)
    return whole, chosen, sort_problems([*problems, *found])


def load_folder(
    project: Project, game_id: str, base: Game | None = None, *, book: RuleBook
) -> tuple[Game | None, list[Problem]]:
    """Load the game in a folder; `base` is the one that it is an expansion for, if that has been loaded already."""
    folder = game_folder(project, game_id)
    problems: list[Problem] = []
    try:
        path = find_file(folder, "game.yaml", Span(project.display(folder / "game.yaml")), problems)
        root, sink = open_yaml(project, path, problems)
        if not isinstance(root, MappingNode):
            raise report_type(root, "", sink, "a mapping", "required: title")
    except Unreadable:
        return None, problems
    raw = GAME.read(root, "", sink) or {}
    if raw["components"] is None and not raw["for"]:
        GAME.report_missing(root, "components", "", sink, sink.lost.get("components") or sink.lost.get("for"))
    if raw["for"] and base is None:
        base = find_base(project, game_id, raw["for"], sink, partial(load_folder, book=book))
    others = Others(project, game_id, base, partial(load_folder, project, base=base, book=book))
    problems += others.bring(raw["modules"] or {})
    return _Builder(project, folder, game_id, others, sink, book).build(raw), problems


@dataclass(slots=True, eq=False, repr=False)
class _Builder:
    """Turns what game.yaml and the files beside it say, key by key, into the parts of a Game."""

    project: Project
    folder: Path
    id: str
    others: Others
    sink: Sink
    book: RuleBook

    def build(self, raw: Mapping[str, Any]) -> Game:
        sink, others, base = self.sink, self.others, self.others.around
        groups, components, modules = (raw[key] or {} for key in ("groups", "components", "modules"))
        for id in [id for id in components if id in groups]:
            sink.report(A_GROUP, sink.place("components", id), origin=sink.span("groups", id), id=id)
        groups, components = self._drop_known("groups", groups), self._drop_known("components", components)
        if of_base := sink.lost.get("for"):
            sink.unread.update(dict.fromkeys(base.unread if base else (*PARTS, *FILES_OF_RULES, "pieces"), of_base))
        elif base:
            sink.unread.update(base.unread)
        note_game_file(sink.lost, sink.unread)
        brought = [name for each in modules.values() if each for name in each["components"] or {}]
        targets = replace(collect_targets(base, groups, [*components, *brought]), unread=sink.unread)
        filled = frozenset(name for each in modules.values() if each for name in each["add"] or {})
        reader = ComponentReader(self.project, self.folder, targets, sink, *collect_fields(base), filled)
        own: dict[str, dict[str, Any]] = {
            "icons": {icon.name: icon for icon in reader.read_icons(raw["icons"] or {}, "icons")},
            "groups": {key: reader.read_group(key, each) for key, each in groups.items() if each},
        }
        taken = {*TAKEN, *(id.replace("-", "_") for id in (*groups, *components))}
        for name in sorted(taken & {*(raw["define"] or ())}):
            sink.report(TAKEN_NAME, sink.place("define", name), hint="choose another name", name=name)
        own["define"] = read_definitions(raw["define"], "define", sink)
        own["components"] = {
            key: reader.read_component(key, each, f"components.{key}") for key, each in components.items() if each
        }
        own["modules"] = {}
        examples: Mapping[str, list[Any]] = {}
        if modules:
            from pnp.load.modules import read_modules

            own["modules"], examples = read_modules(modules, self.id, reader, others, self.book.kinds)
        note_game_file(sink.lost, sink.unread)
        checks = [
            KindSetting(kind, name == "ignore", sink.span("checks", name, str(number)))
            for name in ("ignore", "error")
            for number, kind in enumerate((raw["checks"] or {}).get(name) or ())
        ]
        files, new = self._read_rules(targets)
        glossary = self._open_beside("glossary")
        terms = attempt(GLOSSARY.read, glossary.root, "terms", glossary.sink) if glossary else ()
        own_ids = frozenset((*new, *(f"components/{id}" for id in components)))
        game = Game(
            id=self.id,
            title=raw["title"] or self.id,
            version=raw["version"] or "",
            languages=self._find_languages(raw["languages"] or ()),
            **{part: {**(getattr(base, part) if base else {}), **self._drop_known(part, own[part])} for part in own},
            folder=self.folder,
            span=sink.span(),
            credits=raw["credits"] or "",
            rules=files.get("rules") or {},
            setup=files.get("setup"),
            victory=files.get("victory"),
            selections=files.get("selections") or {},
            examples=base.examples if base else {},
            base=self.others.base,
            plain=None,
            outside={**base.outside, self.id: own_ids} if base else {},
            glossary=(*(base.glossary if base else ()), *(() if isinstance(terms, Poison) else terms)),
            checks=(*(base.checks if base else ()), *checks),
            unread=sink.unread,
        )
        game = self.book.settle(self._share_out_rows(game), sink.problems)
        if files or examples:
            from pnp.load.examples_file import add_examples

            game = add_examples(game, self._open_beside("examples"), examples)
        return replace(game, unread=UnreadParts({**game.unread, **sink.unread}))

    def _share_out_rows(self, game: Game) -> Game:
        """Give modules the rows of tables that the game's setup says for them."""
        modules = dict(game.modules)
        own = game.setup.tables.values() if game.setup and game.base is None else ()
        for id, plus in [each for table in own for each in table.by_module.items()]:
            if module := modules.get(id):
                tables = module.change("setup.tables")
                changes = {**module.changes, "setup.tables": tables._replace(plus=(*tables.plus, plus))}
                modules[id] = replace(module, changes=changes)
            else:
                self.sink.report_name(NO_MODULE, plus.span, id, modules, game.cause("modules", id))
        return replace(game, modules=modules)

    def _read_rules(self, targets: Targets) -> tuple[dict[str, Any], list[str]]:
        """Read rules.yaml, setup.yaml and their like by name, where there are any.

        The second value lists what an expansion has there besides its game, like "rules/night".
        """
        base = self.others.around
        if base is None and not any((self.folder / f"{name}.yaml").exists() for name in FILES_OF_RULES):
            return {}, []
        from pnp.load.victory_file import make_readers

        problems, display = self.sink.problems, self.project.display
        found: dict[str, Any] = {}
        new: list[str] = []
        for name, read in make_readers(targets, self.book.kinds).items():
            path = self.folder / f"{name}.yaml"
            if base and name in ("setup", "victory"):
                found[name] = getattr(base, name)
                if path.exists():
                    hint = "its modules can name files that change the game's"
                    self.sink.report(NOT_OF_AN_EXPANSION, Span(display(path), 1, 1), hint=hint, file=path.name)
                continue
            file, before = self._open_beside(name), len(problems)
            found[name] = read(*file) if file else None
            if file:
                of_files = (problem for problem in problems if problem.says == FILE_OF_RULES.says)
                cause = next((problem for problem in of_files if problem.value("file") == path.name), None)
                if cause and isinstance(file.root, SequenceNode):  # a component names it as the file of its pieces
                    problems[before:] = [problem._replace(cause=cause) for problem in problems[before:]]
                note_file_of_rules(name, file.sink.lost, self.sink.unread)
            if name in ("rules", "selections"):
                own, known = found[name] or {}, getattr(base, name) if base else {}
                problems += [
                    DUPLICATE_ID.at(own[id].span, origin=known[id].span, id=quote_value(id))
                    for id in own.keys() & known.keys()
                ]
                new += [f"{name}/{id}" for id in own if id not in known]
                found[name] = {**own, **known}
        return found, new

    def _open_beside(self, name: str) -> Opened | None:
        """Open rules.yaml or another file beside game.yaml; None if there is none or it can't be read."""
        path, problems = self.folder / f"{name}.yaml", self.sink.problems
        if not path.exists():
            return None
        try:
            file = find_file(self.folder, path.name, Span(self.project.display(path)), problems)
            return open_yaml(self.project, file, problems, self.sink.unread)
        except Unreadable as error:
            if name in FILES_OF_RULES:  # nothing else depends on a glossary
                self.sink.unread.note(name, error.problem)
            return None

    def _drop_known(self, part: str, own: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is declared without what the base game, or another expansion, has already, which is reported."""
        base, around = self.others.base, self.others.around
        before = getattr(around, part) if around else {}
        for id in own.keys() & before.keys():
            whose = base.id if base and id in getattr(base, part) else "another expansion"
            place, origin = self.sink.place(part, id), before[id].span
            self.sink.report(NAMED_BEFORE, place, origin=origin, game=whose, id=id, part=part)
        return {id: each for id, each in own.items() if id not in before}

    def _find_languages(self, said: tuple[str, ...]) -> tuple[str, ...]:
        """Return the languages under `languages:` that have a catalogue, and those of all other catalogues."""
        there, sink, display = find_catalogues(self.folder), self.sink, self.project.display
        lost: list[str] = []
        for number, tag in enumerate(said):
            place = sink.place("languages", str(number))
            if tag in said[:number]:
                origin = sink.span("languages", str(said.index(tag)))
                sink.report(DUPLICATE_KEY, place, hint="delete one", origin=origin, name=quote_value(tag))
            elif number and not any(map(is_file, there.get(tag, ()))):
                lost.append(tag)
                if tag in there:
                    sink.report(NO_FILE, place, hint="move it away", file=f"locale/{tag}.po")
                else:
                    hint = f"pnp translate init {self.id} --lang {tag} begins it"
                    sink.report(NO_CATALOGUE, place, hint=hint, language=tag, file=f"locale/{tag}.po")
        for path in find_nameless_catalogues(self.folder):
            hint = "call it like de.po, pt-BR.po or zh-Hant.po"
            sink.report(NO_LANGUAGE, Span(display(path)), hint=hint, name=quote_value(path.stem))
        for tag, paths in there.items():
            if len(paths) > 1:
                first, hint = display(paths[0]), "put all into one, delete the other"
                second, origin = Span(display(paths[1])), Span(first)
                sink.report(TWO_CATALOGUES, second, hint=hint, origin=origin, other=first, language=tag)
        return tuple(dict.fromkeys((*(tag for tag in said or ("en",) if tag not in lost), *sorted(there))))
