"""A game and options → an edition: language and ink chosen, modules applied.

Applying modules reports nothing. Their changes are checked before: whether two of them disagree doesn't depend on which
are chosen together.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import cycle

from pnp.cardtext.braces import HOLE
from pnp.cardtext.marks import SIGN
from pnp.cardtext.suggest import did_you_mean
from pnp.io.project import Project, canonical_tag, is_tag
from pnp.model.game import OVERLAY, Change, Component, Edition, Game, Module
from pnp.model.language import Said, Translation
from pnp.model.options import INKS, PSEUDO
from pnp.model.patch import apply_modules
from pnp.model.problem import Problem, UsageError
from pnp.model.regex import regex
from pnp.model.span import Span


def make_edition(
    game: Game, language: str, ink: str, modules: Iterable[str], translation: Translation | None = None
) -> Edition:
    """Apply modules and a translation; the language of the data needs none.

    Raises UsageError for a language, an ink or a set of modules that can't be had.
    """
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
        whole = apply_modules(game, chosen)
        edition = Edition(whole, language, ink, named, whole.components)
    if not translation:
        return edition
    from pnp.localise.messages import translate_game  # like all that only translations need

    translated = translate_game(whole, translation)
    components = translated.components
    if game.base is not None:  # some pieces of some components
        components = {
            id: _select_pieces(components[id], {piece.id for piece in part.pieces})
            for id, part in edition.components.items()
        }
    return replace(edition, game=translated, components=components, translation=translation, source=game)


def check_language(game: Game, language: str) -> None:
    """Raise UsageError if the game isn't available in a language."""
    if language in game.languages or language in PSEUDO:
        return
    from pnp.localise.languages import find_tag, guess_language

    there, tag = ", ".join(game.languages), find_tag(language) or canonical_tag(language)
    hint = f"; pnp translate init {game.id} --lang {tag} begins it" if is_tag(tag) else ""
    if likely := guess_language(language, (*game.languages, *PSEUDO)):
        hint = f"; did you mean {likely}?"
    raise UsageError(f"{game.id} is not available in {language}: its languages are {there}{hint}", language)


def translation_of(project: Project, game: Game, language: str) -> tuple[Translation | None, list[Problem]]:
    """Return a game's translation with its problems; None in the language that the data is written in.

    Raises UsageError for a language that the game can't be had in, FileError, LimitError.
    """
    if not language or language == game.languages[0]:
        return None, []
    if language in PSEUDO:
        return Pseudo(language), []
    check_language(game, language)
    from pnp.localise.catalogue import read_catalogues

    return read_catalogues(project, game, language)


def _select_pieces(component: Component, ids: Collection[str]) -> Component:
    return replace(component, pieces=tuple([piece for piece in component.pieces if piece.id in ids]))


def _apply_expansion(game: Game, base: Game, ids: Sequence[str]) -> tuple[Game, dict[str, Component]]:
    """Return the whole game, and what the expansion or only these modules of it bring: each piece once.

    Modules bring pieces, entries, icons and components. Setup and rules stay those of the base game.
    """
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
