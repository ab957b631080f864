"""A game's folder → `Game`, and everything that is wrong with its files, in one go."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from yaml.nodes import MappingNode

from pnp.load.components import RESERVED_NAME, ComponentReader
from pnp.load.examples_file import with_examples
from pnp.load.expansions import Expansion, base_of, load_each, with_expansions
from pnp.load.fields import Fields
from pnp.load.files import named_file, read_source
from pnp.load.game_file import GAME
from pnp.load.glossary_file import read_glossary
from pnp.load.kinds import wrong_type
from pnp.load.modules import ModuleReader
from pnp.load.others import Others
from pnp.load.own_files import OwnFiles
from pnp.load.patch_files import PATCHES
from pnp.load.project import game_folder
from pnp.load.sink import Sink, shown
from pnp.load.structures import DUPLICATE_KEY
from pnp.load.targets import Targets
from pnp.load.victory_file import read_definitions
from pnp.load.yaml_nodes import compose
from pnp.model.bulk import Settle, as_read
from pnp.model.catalogues import catalogues_in, nameless_in
from pnp.model.game import OVERLAY, Game
from pnp.model.inside import is_file
from pnp.model.problem import Problem, Severity, code, in_reading_order
from pnp.model.project import Project
from pnp.model.rules import TAKEN, Definition
from pnp.model.span import Span

NO_CATALOGUE = code(
    "PNP105",
    "language without a catalogue",
    """
A language after the first, which is the one that the data is written in, has no translations in
`locale/<language>.po` in the game's folder. A language whose catalogue is there needn't be named; naming it says that
the game is to be had in it, so that nobody loses it. Until then it can be had in the others.

Bad:  `languages: [en, de]` without a file `locale/de.po`
Good: the same with that file, which `pnp translate init GAME --lang de` begins
""",
    Severity.WARNING,
)

NO_LANGUAGE = code(
    "PNP107",
    "catalogue of no language",
    """
A PO file in `locale/` isn't called like a language, so that pnp doesn't know whose it is and leaves it alone. A
catalogue is called by the tag of its language: two or three letters, with a script or a country behind a hyphen where
there is more than one way to write it. As other tools call them, `pt_BR.po`, `sr@latin.po` or
`de/LC_MESSAGES/game.po`, they are found, too.

Bad:  `locale/deutsch.po`, `locale/ca@valencia.po`
Good: `locale/de.po`, `locale/pt-BR.po`, `locale/pt_BR.po`
""",
    Severity.WARNING,
)
TWO_CATALOGUES = code(
    "PNP626",
    "two catalogues of one language",
    """
Two files in `locale/` are called like the same language, each in a way of its own: nobody knows which of them holds.
Put into one what both say, and delete the other.

Bad:  `locale/pt-BR.po` beside `locale/pt_BR.po`
Good: one of them
""",
)


def load_game(
    project: Project, game_id: str, modules: Collection[str] = (), settle: Settle = as_read
) -> tuple[Game | None, list[Problem]]:
    """As much of the game as could be read, None where not even game.yaml; raises UsageError, FileError, LimitError.

    Modules that the game lacks are looked for in its expansions; the game then has all of theirs, too. `settle` finds
    the pieces that modules mean by what holds for them.
    """
    load = partial(load_folder, settle=settle)
    game, problems = load(project, game_id)
    missing = [id for id in modules if game and id not in game.modules]
    if game is not None and game.base is None and missing:
        game, found = with_expansions(project, game, missing, load)
        problems += found
        game = settle(game, problems)
    return game, in_reading_order(problems)


def load_expansions(project: Project, game: Game, settle: Settle = as_read) -> list[Expansion]:
    """All expansions for a game, each with the game; raises FileError, LimitError."""
    return load_each(project, game, partial(load_folder, settle=settle))


def load_folder(
    project: Project, game_id: str, base: Game | None = None, settle: Settle = as_read
) -> tuple[Game | None, list[Problem]]:
    """`base` is the game that an expansion is for, where that has been loaded already."""
    folder = game_folder(project, game_id)
    problems: list[Problem] = []
    whole = Span(project.display(folder / "game.yaml"))
    path = named_file(folder, "game.yaml", whole, problems)
    source = read_source(project, path, problems) if path else None
    root = compose(source, problems) if source else None
    if source is None or root is None:
        return None, problems
    sink = Sink(source.name, problems, source.text)
    if not isinstance(root, MappingNode):
        wrong_type(root, "", sink, "a mapping", "required: title, version, languages, components")
        return None, problems
    raw = GAME.read(root, "", sink) or {}
    if raw["components"] is None and not raw["for"]:
        GAME.report_missing(root, "components", "", sink)
    if raw["for"] and base is None:
        base = base_of(project, game_id, raw["for"], sink, partial(load_folder, settle=settle))
    others = Others(project, game_id, base, partial(load_folder, project, base=base, settle=settle))
    problems += others.bring(raw["modules"] or {})
    return _Builder(project, folder, game_id, others, sink, settle).build(raw), problems


@dataclass(slots=True)
class _Builder:
    """What game.yaml says, key by key, → the parts of a Game; `sink.places` knows where it says so."""

    project: Project
    folder: Path
    id: str
    others: Others
    sink: Sink
    settle: Settle

    def build(self, raw: Mapping[str, Any]) -> Game:
        base = self.others.around
        groups, components, said = raw["groups"] or {}, raw["components"] or {}, raw["modules"] or {}
        brought = [name for each in said.values() if each for name in each["components"] or {}]
        groups, components = self._check_names(groups, components)
        targets = known_targets(base, groups, [*components, *brought])
        lost = not self.sink.misspelt.isdisjoint(("groups", "components", "for"))
        targets = replace(targets, are_all=not lost and (base is not None or not raw["for"]))
        filled = frozenset(name for each in said.values() if each for name in each["add"] or {})
        reader = ComponentReader(self.project, self.folder, targets, self.sink, *fields_of(base), filled)
        own: dict[str, dict[str, Any]] = {
            "icons": {icon.name: icon for icon in reader.icons(raw["icons"] or {}, "icons")},
            "groups": {key: reader.group(key, each) for key, each in groups.items() if each},
            "define": self._define(raw["define"], [*groups, *components]),
            "components": {
                key: reader.component(key, each, f"components.{key}") for key, each in components.items() if each
            },
        }
        names = [*(base.modules if base else ()), *said]
        modules = ModuleReader(
            self.project, self.folder, self.id, names, targets.components, reader, self.sink, self.others
        )
        if OVERLAY in said:
            message = f"no module can be called {OVERLAY}"
            self.sink.report(RESERVED_NAME, self.sink.place("modules", OVERLAY), message, "choose another id")
        for key, each in said.items():
            if each:
                modules.declare(key, each, f"modules.{key}")
        own["modules"] = {key: modules.read(key, each, f"modules.{key}") for key, each in said.items() if each}
        files = OwnFiles(self.project, self.folder, base, targets, self.sink.problems)
        game = Game(
            id=self.id,
            title=raw["title"] or self.id,
            version=raw["version"] or "",
            languages=self._languages(raw["languages"] or ()),
            **{part: self._over(part, things) for part, things in own.items()},
            folder=self.folder,
            span=self.sink.span(),
            credits=raw["credits"] or "",
            rules=files.rules(),
            setup=files.setup(),
            victory=files.victory(),
            selections=files.selections(),
            examples=base.examples if base else {},
            base=self.others.base,
            plain=None,
            outside=self._outside(files.own | {f"components/{id}" for id in components}),
            glossary=(*(base.glossary if base else ()), *read_glossary(self.project, self.folder, self.sink.problems)),
            unread=frozenset(
                [
                    *(() if targets.are_all else PATCHES),
                    *(base.unread if base else ()),
                    *files.unread,
                    *modules.unread,
                    *reader.unread,
                    *({"icons", "modules"} & self.sink.misspelt),
                    *_without_pieces(own),
                ]
            ),
        )
        game = self.settle(game, self.sink.problems)
        return with_examples(game, files.examples(), modules.examples)

    def _outside(self, own: Collection[str]) -> Mapping[str, frozenset[str]]:
        """Of an expansion, and of those that it needs."""
        if self.others.around is None:
            return {}
        return {**self.others.around.outside, self.id: frozenset(own)}

    def _define(self, said: Mapping[str, Any] | None, there: Collection[str]) -> dict[str, Definition]:
        """Names that mean nothing else."""
        taken = {*TAKEN, *(id.replace("-", "_") for id in there)}
        for name in sorted(taken & (said or {}).keys()):
            message = f"{name} means something in expressions already"
            self.sink.report(RESERVED_NAME, self.sink.place("define", name), message, "choose another name")
        return read_definitions(said, "define", self.sink)

    def _check_names(
        self, groups: Mapping[str, Any], components: Mapping[str, Any]
    ) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """What is declared, without what the base game has already."""
        sink = self.sink
        for id in components:
            if id in groups:
                origin = sink.span("groups", id)
                sink.report(RESERVED_NAME, sink.place("components", id), f"{id} is a group already", "", origin)
        if self.others.around is None:
            return groups, components
        return self._new("groups", groups), self._new("components", components)

    def _over(self, part: str, own: Mapping[str, Any]) -> dict[str, Any]:
        """What the base game has of this, and what is declared here."""
        around = self.others.around
        return {**getattr(around, part), **self._new(part, own)} if around else dict(own)

    def _new(self, part: str, own: Mapping[str, Any]) -> dict[str, Any]:
        base, before = self.others.base, getattr(self.others.around, part)
        for id in own.keys() & before.keys():
            whose = base.id if base and id in getattr(base, part) else "another expansion"
            message = f"{whose} has {id} among its {part} already"
            self.sink.report(RESERVED_NAME, self.sink.place(part, id), message, "", before[id].span)
        return {id: each for id, each in own.items() if id not in before}

    def _languages(self, tags: tuple[str, ...]) -> tuple[str, ...]:
        """Those in which the game can be had."""
        sink, there, lost = self.sink, catalogues_in(self.folder), set()
        for number, tag in enumerate(tags):
            place = sink.place("languages", str(number))
            if tag in tags[:number]:
                origin = sink.span("languages", str(tags.index(tag)))
                sink.report(DUPLICATE_KEY, place, f"{shown(tag)} is given twice", "delete one", origin)
            elif number and not any(map(is_file, there.get(tag, ()))):
                hint = f"pnp translate init {self.id} --lang {tag} begins it"
                message = f"language {tag} has no catalogue locale/{tag}.po"
                if tag in there:
                    message, hint = f"locale/{tag}.po is not a file", "move it away"
                sink.report(NO_CATALOGUE, place, message, hint)
                lost.add(tag)
        sink.problems += [self._of_no_language(path) for path in nameless_in(self.folder)]
        sink.problems += [self._twice(tag, paths) for tag, paths in there.items() if len(paths) > 1]
        kept = [tag for tag in tags or ("en",) if tag not in lost]
        return tuple(dict.fromkeys((*kept, *sorted(there))))

    def _of_no_language(self, path: Path) -> Problem:
        message = f"{shown(path.stem)} is not the tag of a language"
        hint = "call it like de.po, pt-BR.po or zh-Hant.po"
        return NO_LANGUAGE.at(Span(self.project.display(path)), message, hint=hint)

    def _twice(self, tag: str, paths: list[Path]) -> Problem:
        first, second = (self.project.display(path) for path in paths[:2])
        message = f"{first} is a catalogue of {tag}, too"
        return TWO_CATALOGUES.at(Span(second), message, hint="put all into one, delete the other", origin=Span(first))


def _without_pieces(own: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Components whose file can't be read; a file without pieces is a mistake, too."""
    for component in own["components"].values():
        if not component.pieces:
            yield f"pieces.{component.id}"
    for module in own["modules"].values():
        for component in module.change("components").add:
            if not component.pieces:
                yield f"modules.pieces.{component.id}"


def known_targets(base: Game | None, groups: Collection[str], components: Collection[str]) -> Targets:
    """What fields may refer to: what there is before, that of modules, too, and these."""
    if base is None:
        return Targets(tuple(groups), tuple(dict.fromkeys(components)))
    brought = [each.id for module in base.modules.values() for each in module.change("components").add]
    there = dict.fromkeys((*base.components, *brought, *components))
    return Targets(tuple(dict.fromkeys((*base.groups, *groups))), tuple(there))


def fields_of(game: Game | None) -> tuple[dict[str, Fields], dict[str, Fields]]:
    """What pieces may say, by component, and entries, by group, in a game that has been read."""
    if game is None:
        return {}, {}
    brought = [each for module in game.modules.values() for each in module.change("components").add]
    components = {each.id: Fields(each.fields) for each in (*brought, *game.components.values())}
    return components, {id: Fields(group.fields) for id, group in game.groups.items()}
