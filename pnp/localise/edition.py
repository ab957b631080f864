"""A game, what was asked for → an edition: language and ink chosen, modules applied.

What modules change has been checked when we come here: whether two of them disagree doesn't depend on which are chosen
together. So applying them reports nothing.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import cycle

from pnp.files.catalogues import canonical, is_tag
from pnp.files.project import Project
from pnp.model.game import OVERLAY, Change, Component, Edition, Game, Module
from pnp.model.language import Said, Translation
from pnp.model.options import INKS, PSEUDO
from pnp.model.patch import patched
from pnp.model.problem import Problem, UsageError
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.text.holes import HOLE
from pnp.text.marks import SIGN
from pnp.text.suggest import did_you_mean


def make_edition(
    game: Game, language: str, ink: str, modules: Iterable[str], translation: Translation | None = None
) -> Edition:
    """Raises UsageError for a language, an ink or a set of modules that can't be had.

    In the language of the data there is no translation.
    """
    language = language or game.languages[0]
    check_language(game, language)
    if ink not in INKS:
        raise UsageError(f"there is no ink {ink}: choose {', '.join(INKS[:-1])} or {INKS[-1]}", ink)
    ids = sorted(set(modules))
    if game.base is not None:
        edition = _of_expansion(game, game.base, language, ink, ids)
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
        changed = patched(game, chosen)
        edition = Edition(changed, language, ink, _named(ids), changed.components)
    return replace(_translated(edition, translation), source=game) if translation else edition


def check_language(game: Game, language: str) -> None:
    """Raises UsageError where the game can't be had in it."""
    if language in game.languages or language in PSEUDO:
        return
    from pnp.localise.languages import find_tag, guess_language

    there, tag = ", ".join(game.languages), find_tag(language) or canonical(language)
    hint = f"; pnp translate init {game.id} --lang {tag} begins it" if is_tag(tag) else ""
    if likely := guess_language(language, (*game.languages, *PSEUDO)):
        hint = f"; did you mean {likely}?"
    raise UsageError(f"{game.id} is not available in {language}: its languages are {there}{hint}", language)


def translation_of(project: Project, game: Game, language: str) -> tuple[Translation | None, list[Problem]]:
    """What a language says of a game, and what is wrong with it; None in the language that the data is written in.

    Raises UsageError for a language that the game can't be had in, FileError, LimitError.
    """
    if not language or language == game.languages[0]:
        return None, []
    if language in PSEUDO:
        return Pseudo(language), []
    check_language(game, language)
    from pnp.localise.catalogue import read_catalogues

    return read_catalogues(project, game, language)


def _translated(edition: Edition, translation: Translation) -> Edition:
    from pnp.localise.messages import translate_game  # like all that only translations need

    game = translate_game(edition.game, translation)
    components = game.components
    if edition.components is not edition.game.components:  # of an expansion: some pieces of some components
        parts = {id: {piece.id for piece in part.pieces} for id, part in edition.components.items()}
        components = {id: _with_pieces(components[id], ids) for id, ids in parts.items()}
    return replace(edition, game=game, components=components, translation=translation)


def _with_pieces(component: Component, ids: Collection[str]) -> Component:
    """It with these pieces alone."""
    return replace(component, pieces=tuple([piece for piece in component.pieces if piece.id in ids]))


def _named(ids: Iterable[str]) -> tuple[str, ...]:
    """Without the overlay, which nobody chose by name."""
    return tuple(id for id in ids if id != OVERLAY)


def _of_expansion(game: Game, base: Game, language: str, ink: str, ids: Sequence[str]) -> Edition:
    """What the expansion brings, or only these modules of it: each piece once, whatever can be combined."""
    own = {id: module for id, module in game.modules.items() if module.game == game.id or id == OVERLAY}
    for id in ids:
        if id in base.modules:
            raise UsageError(f"{game.id} has no module {id}: it is one of {base.id}", id)
        _check_known(id, game.id, own)
    bringing = {
        patch.id: replace(patch, changes=_brought(patch), further=())
        for patch in game.patches
        if patch.game != base.id or patch.id in own  # those that it needs of others, too
    }
    whole = patched(game, bringing.values())
    everything = not _named(ids)
    ours = [patch for patch in bringing.values() if patch.parts[0] in own]
    modules = [patch for patch in ours if everything or patch.parts[0] in ids]
    declared = [id for id in game.components if everything and f"components/{id}" in game.outside.get(game.id, ())]
    parts = [_part(component, modules, declared=component.id in declared) for component in whole.components.values()]
    return Edition(whole, language, ink, _named(ids), {part.id: part for part in parts if part.pieces})


def _brought(module: Module) -> dict[str, Change]:
    """What there is more of: pieces, entries, icons, components. Setup and rules stay those of the base game."""
    kinds = ("pieces", "groups", "icons", "components")
    found = {section: change for section, change in module.changes.items() if section.partition(".")[0] in kinds}
    return {section: Change(change.add, change.replace) for section, change in found.items()}


def _part(component: Component, modules: Collection[Module], *, declared: bool = False) -> Component:
    """The pieces that these modules bring; all of them of a component that is brought itself."""
    if declared or any(each.id == component.id for module in modules for each in module.change("components").add):
        return component
    changes = [module.change(f"pieces.{component.id}") for module in modules]
    return _with_pieces(component, {piece.id for change in changes for piece in (*change.add, *change.replace)})


def _check_known(id: str, game: str, modules: Collection[str]) -> None:
    if id not in modules:
        hint = did_you_mean(id, modules) if modules else "it has none"
        raise UsageError(f"{game} has no module {id}" + (f" ({hint})" if hint else ""), id)


LONGER = 0.4
OPENS, CLOSES = "«", "»"

_KEPT = regex(rf"{HOLE}|{SIGN}|\s+|\d+")  # what means something, or isn't words
_ACCENTS = str.maketrans(
    "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpRrSsTtUuVvWwXxYyZz", "ÅåBbÇçĎďÉéFfĜĝĤĥÎîĴĵĶķĹĺMmÑñÖöPpŔŕŠšŤťÛûVvŴŵXxÝýŽž"
)
_PADDING = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_RIGHT_TO_LEFT, _POP, _MARK = "\u202e", "\u202c", "\u200f"


class Pseudo:
    """A translation that is there for everything."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._make = accented if language == "en-XA" else mirrored

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
def accented(text: str) -> str:
    letters = sum(map(str.isalpha, _KEPT.sub("", text)))
    padding, words = "", cycle(_PADDING)
    while len(padding) < letters * LONGER:
        padding += f" {next(words)}"
    said = kept_apart(text, lambda word: word.translate(_ACCENTS))
    return f"{OPENS}{said}{padding.translate(_ACCENTS)}{CLOSES}"


@lru_cache(4096)
def mirrored(text: str) -> str:
    return _MARK + kept_apart(text, lambda word: f"{_RIGHT_TO_LEFT}{word}{_POP}")


def kept_apart(text: str, make: Callable[[str], str]) -> str:
    """Each stretch of words made into another one, all that means something left as it is."""
    made, at = "", 0
    for match in _KEPT.finditer(text):
        made += (make(text[at : match.start()]) if match.start() > at else "") + match[0]
        at = match.end()
    return made + (make(text[at:]) if at < len(text) else "")
