"""A game and options → an edition: language and ink chosen, modules applied, texts filled in, what templates are told.

Applying modules reports nothing: whether two of them disagree is checked before, whichever are chosen.
"""

from collections import UserDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, lru_cache, partial
from itertools import cycle
from typing import TYPE_CHECKING

from pnp.cardtext.braces import HOLE, has_braces
from pnp.cardtext.marks import SIGN
from pnp.cardtext.suggest import did_you_mean
from pnp.io.project import Project, canonical_tag, is_tag
from pnp.localise.languages import ENGLISH, Words, find_tag, guess_language, plurals_of, spoken
from pnp.model.game import DATA, OVERLAY, Change, Component, Edition, Game, Module, Piece
from pnp.model.language import Plural, Said, Speech, Speeches, Translation
from pnp.model.options import INKS, PSEUDO
from pnp.model.patch import apply_modules
from pnp.model.problem import Problem, UsageError
from pnp.model.regex import regex
from pnp.model.rules import Expression
from pnp.model.span import Span
from pnp.model.values import Record, Unavailable, Value

if TYPE_CHECKING:
    from pnp.rules.world import World


def make_edition(
    game: Game, language: str, ink: str, modules: Iterable[str], translation: Translation | None = None
) -> Edition:
    """Apply modules and a translation, if the language isn't the data's. Raises UsageError for what can't be had."""
    language = language or game.languages[0]
    check_language(game, language)
    if ink not in INKS:
        raise UsageError(f"there is no ink {ink}: choose {', '.join(INKS[:-1])} or {INKS[-1]}", ink)
    ids = sorted(set(modules))
    named = tuple([id for id in ids if id != OVERLAY])  # which isn't chosen by name
    if game.base is not None:
        whole, brought = _apply_expansion(game, game.base, ids)
        edition = Edition(whole, language, ink, named, brought)
    else:
        for id in ids:
            _check_known(id, game.id, game.modules)
        chosen = [game.modules[id] for id in ids]
        for module in chosen:
            if missing := [need for need in module.needs if need not in ids]:
                hint = f"add --with {' --with '.join(missing)}"
                raise UsageError(f"{module.label} needs {' and '.join(missing)}: {hint}", module.id)
            if clash := [other for other in module.not_with if other in ids]:
                why = "".join(f": {module.not_with[other]}" for other in clash[:1] if module.not_with[other])
                raise UsageError(f"{module.label} can't be used with {' and '.join(clash)}{why}", module.id, *clash)
        if ids:
            check_choices(game, ids)
        whole = apply_modules(game, chosen)
        edition = Edition(whole, language, ink, named, whole.components)
    if not translation:
        return edition
    made = _translate(whole, translation)
    parts = _select_parts(made, edition)
    return replace(edition, game=made, components=parts, translation=translation, source=game)


def check_choices(game: Game, modules: Collection[str]) -> None:
    """Raise UsageError if one of some modules has to be chosen with these."""
    for name, ids in game.open_choices(modules).items():
        raise UsageError(f"{game.id} is played with one {name}: add --with {' or --with '.join(ids)}", *ids)


def _translate(game: Game, translation: Translation) -> Game:
    from pnp.localise.messages import translate_game  # like all that only translations need

    return translate_game(game, translation)


def check_language(game: Game, language: str) -> None:
    """Raise UsageError if the game isn't available in a language."""
    if language in game.languages or language in PSEUDO:
        return
    there, tag = ", ".join(game.languages), find_tag(language) or canonical_tag(language)
    hint = f"; pnp translate init {game.id} --lang {tag} begins it" if is_tag(tag) else ""
    if likely := guess_language(language, (*game.languages, *PSEUDO)):
        hint = f"; did you mean {likely}?"
    raise UsageError(f"{game.id} is not available in {language}: its languages are {there}{hint}", language)


def translation_of(project: Project, game: Game, language: str) -> tuple[Translation | None, list[Problem]]:
    """Return a translation and its problems; None in the data's language. Raises UsageError, FileError, LimitError."""
    if not language or language == game.languages[0]:
        return None, []
    if language in PSEUDO:
        return Pseudo(language), []
    check_language(game, language)
    from pnp.localise.catalogue import read_catalogues

    return read_catalogues(project, game, language)


def _select_pieces(component: Component, ids: Collection[str]) -> Component:
    return replace(component, pieces=tuple([piece for piece in component.pieces if piece.id in ids]))


def _select_parts(game: Game, edition: Edition) -> dict[str, Component]:
    """Return what an edition has of a changed game: of an expansion, some pieces of some components."""
    parts = dict(game.components)
    for id, part in edition.components.items():
        if len(parts[id].pieces) != len(part.pieces):
            parts[id] = _select_pieces(parts[id], {piece.id for piece in part.pieces})
    return {id: parts[id] for id in edition.components}


def _apply_expansion(game: Game, base: Game, ids: Sequence[str]) -> tuple[Game, dict[str, Component]]:
    """Return the whole game under its own rules, and what the expansion or these modules of it bring, once."""
    own = {id: module for id, module in game.modules.items() if module.game == game.id or id == OVERLAY}
    for id in ids:
        if id in base.modules:
            raise UsageError(f"{game.id} has no module {id}: it is one of {base.id}", id)
        _check_known(id, game.id, own)
    kinds = ("pieces", "groups", "icons", "components")
    bringing: list[Module] = []
    for patch in game.patches:
        if patch.game != base.id or patch.id in own:  # those that it needs of others, too
            brought = {
                section: Change(change.add, change.replace)
                for section, change in patch.changes.items()
                if section.partition(".")[0] in kinds
            }
            bringing.append(replace(patch, changes=brought, further=()))
    whole = apply_modules(game, bringing)
    everything = not any(id != OVERLAY for id in ids)
    modules = [each for each in bringing if each.parts[0] in own and (everything or each.parts[0] in ids)]
    new = {each.id for module in modules for each in module.change("components").add}
    if everything:
        outside = game.outside.get(game.id, ())
        new |= {id for id in game.components if f"components/{id}" in outside}
    components = dict(whole.components)
    for id, component in whole.components.items():
        if id not in new:
            changes = [module.change(f"pieces.{id}") for module in modules]
            pieces = {piece.id for change in changes for piece in (*change.add, *change.replace)}
            components[id] = _select_pieces(component, pieces)
    return whole, {id: component for id, component in components.items() if component.pieces}


def _check_known(id: str, game: str, modules: Collection[str]) -> None:
    if id not in modules:
        hint = did_you_mean(id, modules) if modules else "it has none"
        raise UsageError(f"{game} has no module {id}" + (f" ({hint})" if hint else ""), id)


LONGER = 0.4
OPENS, CLOSES = "«", "»"

_NO_WORDS = regex(rf"{HOLE}|{SIGN}|\s+|\d+")  # what means something, or isn't words
_ACCENTS = str.maketrans(
    "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpRrSsTtUuVvWwXxYyZz", "ÅåBbÇçĎďÉéFfĜĝĤĥÎîĴĵĶķĹĺMmÑñÖöPpŔŕŠšŤťÛûVvŴŵXxÝýŽž"
)
_PADDING = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_RIGHT_TO_LEFT, _POP, _MARK = "\u202e", "\u202c", "\u200f"


class Pseudo:
    """A translation made from the source, which is there for everything."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._make = accent if language == "en-XA" else mirror

    def find(self, context: str, source: str, plural: str = "") -> Said | None:
        if not source.strip():
            return None
        forms = (source, plural) if plural else (source,)
        return Said(tuple([self._make(form) for form in forms]), Span(""))

    @property
    def forms(self) -> int:
        return 0

    def form(self, count: int) -> int:
        return int(count != 1)

    def place_of(self, text: str) -> Span | None:
        return None


@lru_cache(4096)
def accent(text: str) -> str:
    letters = sum(map(str.isalpha, _NO_WORDS.sub("", text)))
    padding, words = "", cycle(_PADDING)
    while len(padding) < letters * LONGER:
        padding += f" {next(words)}"
    words_made = replace_words(text, lambda word: word.translate(_ACCENTS))
    return f"{OPENS}{words_made}{padding.translate(_ACCENTS)}{CLOSES}"


@lru_cache(4096)
def mirror(text: str) -> str:
    return _MARK + replace_words(text, lambda word: f"{_RIGHT_TO_LEFT}{word}{_POP}")


def replace_words(text: str, make: Callable[[str], str]) -> str:
    """Replace each stretch of words; marks, icons, braces, numbers and blanks stay as they are."""
    made, at = "", 0
    for match in _NO_WORDS.finditer(text):
        made += (make(text[at : match.start()]) if match.start() > at else "") + match[0]
        at = match.end()
    return made + (make(text[at:]) if at < len(text) else "")


def speeches(game: Game, translation: Translation | None = None) -> Speeches:
    """Return how each language says numbers; "" is the one that the data is written in."""

    @cache
    def speech(language: str) -> Speech:
        said = translation if language and translation and translation.forms else None  # else nobody counts in it
        own = said.language if said else game.languages[0]
        return Speech(own, lambda: words(own, said), lambda: plurals(own, said))

    def words(language: str, translation: Translation | None) -> Mapping[int, str]:
        # what the game's catalogue says, else what pnp does; none in a language that pnp doesn't speak
        known, english = dict(spoken("numbers", language)), dict(spoken("numbers"))
        by_name = Words("numbers", language, translation)
        said = {name: by_name.say(name) for name in english}
        return {int(name): word for name, word in said.items() if name in known or word != english[name]}

    def plurals(language: str, translation: Translation | None) -> tuple[int, Plural]:
        if translation is not None:
            return translation.forms, translation.form
        counts = plurals_of(language) or ENGLISH
        return counts.number, counts.form

    return speech


def world_of(edition: Edition) -> "World":
    """Return what the expressions of an edition know."""
    from pnp.rules.expressions.evaluator import Evaluator
    from pnp.rules.world import World

    translation = edition.translation
    evaluator = Evaluator(speeches=speeches(edition.source or edition.game, translation))
    modules = () if edition.game.base else edition.modules  # what an expansion brings isn't all that modules change
    if translation is None:
        return World(edition.game, modules, evaluator)
    return World(edition.game, modules, evaluator, lambda game: _translate(game, translation))


def fill_texts(edition: Edition) -> tuple[Edition, list[Problem]]:
    """Return the edition with its texts as they are printed, and what is wrong with those of its translation."""
    translated = edition.translation is not None
    has_own_ways = translated and any("|" in each.other and has_braces(each.other) for each in edition.game.sentences)
    if not (has_phrases(edition.game) or has_own_ways):
        return edition, []
    from pnp.rules.texts import fill_game_texts

    world = world_of(edition)
    game, problems = fill_game_texts(world)
    return replace(edition, game=game, components=_select_parts(game, edition)), problems


def has_phrases(game: Game) -> bool:
    """Tell whether any text of a game's pieces has something in braces."""
    pieces = [each.pieces for each in game.components.values()]
    entries = [each.entries.values() for each in game.groups.values()]
    return any(piece.phrases for some in (*pieces, *entries) for piece in some)


def has_any_phrases(game: Game) -> bool:
    """Tell whether any text of a game's pieces, modules or glossary has something in braces."""
    if has_phrases(game) or any(term.phrase for term in game.glossary):
        return True
    changes = [change for module in game.patches for change in module.changes.values()]
    brought = [each for change in changes for each in (*change.add, *change.replace)]
    pieces = [piece for each in brought for piece in (each.pieces if isinstance(each, Component) else (each,))]
    return any(isinstance(piece, Piece) and piece.phrases for piece in pieces)


class LazyRecord(UserDict[str, Value]):
    """A record that is made when it is needed."""

    def __init__(self, make: Callable[[], Record]) -> None:
        self._make = make

    @cached_property
    def data(self) -> Record:  # type: ignore[override]
        return self._make()


class Answers(dict[str, Value]):
    """Expressions → their values, as texts of pieces know them; a piece is its name."""

    def __init__(self, edition: Edition) -> None:
        super().__init__()
        self._edition = edition
        self._world: World | None = None

    def __missing__(self, text: str) -> Value:
        """Evaluate an expression; raise Unavailable if it can't be."""
        from pnp.rules.expressions.errors import EvalError

        self._world = self._world or world_of(self._edition)
        try:
            self[text] = self._world.texts.answer(Expression(text, Span("")))
        except EvalError as wrong:
            hint = f" ({wrong.problem.hint})" if wrong.problem.hint else ""
            raise Unavailable(f"data({text!r}): {wrong.problem.message}{hint}", wrong.problem.cause) from None
        return self[text]


def template_data(edition: Edition, players: int) -> dict[str, Mapping[str, Value]]:
    """Return what data and rules tell templates, computed when it is looked at; `players` is 0 for all numbers."""

    def make(name: str) -> Record:
        from pnp.localise.template_records import setup_record, victory_sheet

        if getattr(edition.game, name) is None:
            missing = f"{edition.game.id} has no {name}.yaml, which `{name}` would tell"
            raise Unavailable(missing, edition.game.cause(name))
        world = world_of(edition)
        return setup_record(edition, world, players) if name == "setup" else victory_sheet(edition, world)

    records = {name: LazyRecord(partial(make, name)) for name in ("setup", "victory")}
    return {**records, DATA: Answers(edition)}
