"""A game's folder → `Game`, and everything that is wrong with its files, in one go."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yaml.nodes import MappingNode

from pnp.files.catalogues import catalogues_in, nameless_in
from pnp.files.inside import is_file
from pnp.files.project import Project, game_folder
from pnp.load import limits
from pnp.load.components import RESERVED_NAME, ComponentReader
from pnp.load.expansions import PARTS, Expansion, Others, base_of, load_each, with_expansions
from pnp.load.files import named_file
from pnp.load.game_file import GAME
from pnp.load.glossary_file import read_glossary
from pnp.load.group_keys import FILES_OF_RULES
from pnp.load.kinds import wrong_type
from pnp.load.phrases import read_definitions
from pnp.load.sink import Sink, shown
from pnp.load.structures import DUPLICATE_KEY
from pnp.load.targets import Targets, fields_of, known_targets, note_game_file
from pnp.load.yaml_nodes import opened
from pnp.model.game import OVERLAY, Game, KindSetting, Module
from pnp.model.problem import LimitError, Problem, Severity, code, in_reading_order
from pnp.model.rulebook import RuleBook
from pnp.model.rules import TAKEN, Definition
from pnp.model.span import Span
from pnp.model.values import Poison

if TYPE_CHECKING:
    from pnp.load.examples_file import Unread
    from pnp.load.files_of_rules import OwnFiles

NO_CATALOGUE = code(
    "PNP105 language without a catalogue",
    """A language after the first, which is the one that the data is written in, has no translations in
`locale/<language>.po` in the game's folder. A language whose catalogue is there needn't be named; naming it says that
the game is to be had in it, so that nobody loses it. Until then it can be had in the others.

Bad:  `languages: [en, de]` without a file `locale/de.po`
Good: the same with that file, which `pnp translate init GAME --lang de` begins""",
    Severity.WARNING,
    says="language {language} has no catalogue {file}",
)
NO_FILE = NO_CATALOGUE.also("{file} is not a file")
NO_LANGUAGE = code(
    "PNP107 catalogue of no language",
    """A PO file in `locale/` isn't called like a language, so that pnp doesn't know whose it is and leaves it alone. A
catalogue is called by the tag of its language: two or three letters, with a script or a country behind a hyphen where
there is more than one way to write it. As other tools call them, `pt_BR.po`, `sr@latin.po` or
`de/LC_MESSAGES/game.po`, they are found, too.

Bad:  `locale/deutsch.po`, `locale/ca@valencia.po`
Good: `locale/de.po`, `locale/pt-BR.po`, `locale/pt_BR.po`""",
    Severity.WARNING,
    says="{name} is not the tag of a language",
)
TWO_CATALOGUES = code(
    "PNP626 two catalogues of one language",
    """Two files in `locale/` are called like the same language, each in a way of its own: nobody knows which of them
holds. Put into one what both say, and delete the other.

Bad:  `locale/pt-BR.po` beside `locale/pt_BR.po`
Good: one of them""",
    says="{other} is a catalogue of {language}, too",
)
TAKEN_NAME = RESERVED_NAME.also("{name} means something in expressions already")
A_GROUP = RESERVED_NAME.also("{id} is a group already")
NAMED_BEFORE = RESERVED_NAME.also("{game} has {id} among its {part} already")


def load_game(
    project: Project, game_id: str, book: RuleBook, modules: Collection[str] = ()
) -> tuple[Game | None, list[Problem]]:
    """As much of the game as could be read, None where not even game.yaml; raises UsageError, FileError, LimitError.

    Modules that the game lacks are looked for in its expansions; the game then has all of theirs, too.
    """
    load = partial(load_folder, book=book)
    game, problems = load(project, game_id)
    missing = [id for id in modules if game and id not in game.modules]
    if game is not None and game.base is None and missing:
        game, found = with_expansions(project, game, missing, load)
        problems += found
        game = book.settle(game, problems)
    return game, in_reading_order(problems)


def brought_along(game: Game, modules: tuple[str, ...]) -> tuple[str, ...]:
    """These modules, and what they need of expansions other than their own: who chooses them need not know of those."""
    if game.base is not None:
        return modules
    found = [id for id in modules if id in game.modules]
    for id in found:  # grows on the way
        needed = (need for need in game.modules[id].needs if need in game.modules and need not in found)
        found += [need for need in needed if game.modules[need].game not in (game.id, game.modules[id].game)]
    return (*modules, *(id for id in found if id not in modules))


def load_expansions(project: Project, game: Game, book: RuleBook) -> list[Expansion]:
    """All expansions for a game, each with the game; raises FileError, LimitError."""
    return load_each(project, game, partial(load_folder, book=book))


def load_folder(
    project: Project, game_id: str, base: Game | None = None, *, book: RuleBook
) -> tuple[Game | None, list[Problem]]:
    """`base` is the game that an expansion is for, where that has been loaded already."""
    folder = game_folder(project, game_id)
    problems: list[Problem] = []
    whole = Span(project.display(folder / "game.yaml"))
    file = opened(project, named_file(folder, "game.yaml", whole, problems), problems)
    if isinstance(file, Poison):
        return None, problems
    root, sink = file
    if not isinstance(root, MappingNode):
        wrong_type(root, "", sink, "a mapping", "required: title")
        return None, problems
    raw = GAME.read(root, "", sink) or {}
    if raw["components"] is None and not raw["for"]:
        GAME.missing(root, "components", "", sink, sink.lost.get("components") or sink.lost.get("for"))
    if raw["for"] and base is None:
        base = base_of(project, game_id, raw["for"], sink, partial(load_folder, book=book))
    others = Others(project, game_id, base, partial(load_folder, project, base=base, book=book))
    problems += others.bring(raw["modules"] or {})
    return _Builder(project, folder, game_id, others, sink, book).build(raw), problems


@dataclass(slots=True, eq=False, repr=False)
class _Builder:
    """What game.yaml says, key by key, → the parts of a Game; `sink.places` knows where it says so."""

    project: Project
    folder: Path
    id: str
    others: Others
    sink: Sink
    book: RuleBook

    def build(self, raw: Mapping[str, Any]) -> Game:
        base = self.others.around
        groups, components, said = raw["groups"] or {}, raw["components"] or {}, raw["modules"] or {}
        brought = [name for each in said.values() if each for name in each["components"] or {}]
        groups, components = self._check_names(groups, components)
        targets = replace(known_targets(base, groups, [*components, *brought]), poisoned=self._poisoned(base))
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
        own["modules"], examples = self._modules(said, reader) if said else ({}, {})
        note_game_file(self.sink.lost, self.sink.poisoned)
        files = self._files_of_rules(targets)
        game = Game(
            id=self.id,
            title=raw["title"] or self.id,
            version=raw["version"] or "",
            languages=_languages(self.id, raw["languages"] or (), self.folder, self.project, self.sink),
            **{part: self._over(part, things) for part, things in own.items()},
            folder=self.folder,
            span=self.sink.span(),
            credits=raw["credits"] or "",
            rules=files.rules() if files else {},
            setup=files.setup() if files else None,
            victory=files.victory() if files else None,
            selections=files.selections() if files else {},
            examples=base.examples if base else {},
            base=self.others.base,
            plain=None,
            outside=self._outside({*(files.own if files else ()), *(f"components/{id}" for id in components)}),
            glossary=(*(base.glossary if base else ()), *read_glossary(self.project, self.folder, self.sink.problems)),
            checks=(*(base.checks if base else ()), *self._checks(raw["checks"] or {})),
            poisoned=self.sink.poisoned,
        )
        game = self.book.settle(game, self.sink.problems)
        if files or examples:
            from pnp.load.examples_file import with_examples

            game = with_examples(game, files.examples() if files else (), examples)
        return replace(game, poisoned={**game.poisoned, **self.sink.poisoned})

    def _modules(
        self, said: Mapping[str, Any], reader: ComponentReader
    ) -> tuple[dict[str, Module], Mapping[str, list["Unread"]]]:
        """Read what stands under `modules:`, and the examples of each, which nobody has read yet."""
        from pnp.load.listed import TOO_MANY
        from pnp.load.modules import ModuleReader
        from pnp.load.rules_file import RuleReader

        if len(said) > limits.MODULES:
            problem = TOO_MANY.at(self.sink.span("modules"), count=len(said), what="modules", most=limits.MODULES)
            raise LimitError(str(problem))
        around, rules = self.others.around, RuleReader(self.book.kinds)
        names, components = [*(around.modules if around else ()), *said], reader.targets.components
        modules = ModuleReader(
            self.project, self.folder, self.id, names, components, reader, self.sink, self.others, rules
        )
        if OVERLAY in said:
            place, hint = self.sink.place("modules", OVERLAY), "choose another id"
            self.sink.report(RESERVED_NAME, place, hint=hint, what="module", name=OVERLAY)
        for key, each in said.items():
            if each:
                modules.declare(key, each, f"modules.{key}")
        return {key: modules.read(key, each, f"modules.{key}") for key, each in said.items() if each}, modules.examples

    def _files_of_rules(self, targets: Targets) -> "OwnFiles | None":
        """Return the reader of rules.yaml, setup.yaml and their like, where there are any."""
        base = self.others.around
        if base is None and not any((self.folder / f"{name}.yaml").exists() for name in FILES_OF_RULES):
            return None
        from pnp.load.files_of_rules import OwnFiles
        from pnp.load.rules_file import RuleReader
        from pnp.load.victory_file import VictoryReader

        return OwnFiles(self.project, self.folder, base, VictoryReader(targets, RuleReader(self.book.kinds)), self.sink)

    def _poisoned(self, base: Game | None) -> dict[str, Problem]:
        """What can't be read of the game that this is an expansion for, and of what it declares itself."""
        sink, of_base = self.sink, self.sink.lost.get("for")
        if of_base:
            sink.poisoned.update(dict.fromkeys(base.poisoned if base else (*PARTS, *FILES_OF_RULES, "pieces"), of_base))
        elif base:
            sink.poisoned.update(base.poisoned)
        note_game_file(sink.lost, sink.poisoned)
        return sink.poisoned

    def _outside(self, own: Collection[str]) -> Mapping[str, frozenset[str]]:
        """Of an expansion, and of those that it needs."""
        if self.others.around is None:
            return {}
        return {**self.others.around.outside, self.id: frozenset(own)}

    def _checks(self, said: Mapping[str, Any]) -> Iterator[KindSetting]:
        for name in ("ignore", "error"):
            for number, kind in enumerate(said.get(name) or ()):
                if isinstance(kind, str):
                    yield KindSetting(kind, name == "ignore", self.sink.span("checks", name, str(number)))

    def _define(self, said: Mapping[str, Any] | None, there: Collection[str]) -> dict[str, Definition]:
        """Names that mean nothing else."""
        taken = {*TAKEN, *(id.replace("-", "_") for id in there)}
        for name in sorted(taken & (said or {}).keys()):
            self.sink.report(TAKEN_NAME, self.sink.place("define", name), hint="choose another name", name=name)
        return read_definitions(said, "define", self.sink)

    def _check_names(
        self, groups: Mapping[str, Any], components: Mapping[str, Any]
    ) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """What is declared, without what the base game has already."""
        sink = self.sink
        for id in components:
            if id in groups:
                origin = sink.span("groups", id)
                sink.report(A_GROUP, sink.place("components", id), origin=origin, id=id)
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
            place, origin = self.sink.place(part, id), before[id].span
            self.sink.report(NAMED_BEFORE, place, origin=origin, game=whose, id=id, part=part)
        return {id: each for id, each in own.items() if id not in before}


def _languages(game: str, said: tuple[str, ...], folder: Path, project: Project, sink: Sink) -> tuple[str, ...]:
    """`said` is what stands under `languages:`; a language whose catalogue isn't there is left out."""
    there = catalogues_in(folder)
    lost = set(_without_catalogue(game, said, there, sink))
    sink.problems += _wrong_files(there, folder, project)
    kept = [tag for tag in said or ("en",) if tag not in lost]
    return tuple(dict.fromkeys((*kept, *sorted(there))))


def _without_catalogue(game: str, said: tuple[str, ...], there: Mapping[str, list[Path]], sink: Sink) -> Iterator[str]:
    for number, tag in enumerate(said):
        place = sink.place("languages", str(number))
        if tag in said[:number]:
            origin = sink.span("languages", str(said.index(tag)))
            sink.report(DUPLICATE_KEY, place, hint="delete one", origin=origin, name=shown(tag))
        elif number and not any(map(is_file, there.get(tag, ()))):
            if tag in there:
                sink.report(NO_FILE, place, hint="move it away", file=f"locale/{tag}.po")
            else:
                hint = f"pnp translate init {game} --lang {tag} begins it"
                sink.report(NO_CATALOGUE, place, hint=hint, language=tag, file=f"locale/{tag}.po")
            yield tag


def _wrong_files(there: Mapping[str, list[Path]], folder: Path, project: Project) -> Iterator[Problem]:
    for path in nameless_in(folder):
        hint = "call it like de.po, pt-BR.po or zh-Hant.po"
        yield NO_LANGUAGE.at(Span(project.display(path)), hint=hint, name=shown(path.stem))
    for tag, paths in there.items():
        if len(paths) > 1:
            first, second = (project.display(path) for path in paths[:2])
            hint, origin = "put all into one, delete the other", Span(first)
            yield TWO_CATALOGUES.at(Span(second), hint=hint, origin=origin, other=first, language=tag)
