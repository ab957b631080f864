"""Messages and a game's catalogues → what is translated of them, and what isn't; and all that is wrong with the rest.

What isn't translated for sure is printed as the source has it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from pnp.localise.catalogue import Catalogue, Catalogues
from pnp.localise.checks import About, check_catalogue
from pnp.localise.checks._pairs import bare
from pnp.localise.checks.terms import forms_in
from pnp.localise.entry import Entry, is_unseen
from pnp.localise.messages import Message
from pnp.model.glossary import Glossary
from pnp.model.problem import Code, Problem, Severity, code
from pnp.model.span import Span
from pnp.model.speech import Speeches, untold
from pnp.model.translation import shortened

MISSING = code(
    "PNP610",
    "text without an entry",
    """
    The catalogue has no entry for a text of the game: it was written after the catalogue was. The text prints as the
    data has it.

    Bad:  a new card, and no `msgctxt "cards.fox.name"` in the catalogue
    Good: `pnp translate update GAME`, which adds all entries that are missing
    """,
    Severity.WARNING,
)
FUZZY = code(
    "PNP611",
    "fuzzy translation",
    """
    An entry is marked `fuzzy`: its source has changed since it was translated, or somebody wasn't sure. It isn't used;
    the text prints as the data has it. What it was translated from stands above it, behind `#|`.

    Bad:  `#, fuzzy` above a translation of what the text said before
    Good: the translation made right, and the mark deleted, which PO editors do by themselves
    """,
    Severity.WARNING,
)
EMPTY = code(
    "PNP612",
    "untranslated text",
    """
    An entry's translation is empty, or one of its plural forms is; blanks and other characters that nobody sees are
    nothing. The text prints as the data has it.

    Bad:  `msgstr ""`
    Good: `msgstr "Fuchs"`
    """,
    Severity.WARNING,
)
OUTDATED = code(
    "PNP613",
    "translation of what the text said before",
    """
    A text of the game has changed, and the catalogue doesn't know yet: its entry has the old source. The text prints as
    the data has it now.

    Bad:  `msgid "Take a coin."` where the card says `Take 2 coins.`
    Good: `pnp translate update GAME`, which makes the entry fuzzy and keeps what it was translated from
    """,
    Severity.WARNING,
)
OF_NOTHING = code(
    "PNP614",
    "translation of nothing",
    """
    An entry's context is none of the game's: what it named is gone, or the context was changed by hand. Contexts are
    how texts find their translations; translators leave them alone.

    Bad:  `msgctxt "cards.fix.name"`
    Good: `msgctxt "cards.fox.name"`; or `pnp translate update GAME`, which makes the entry obsolete
    """,
    Severity.WARNING,
)


class State(StrEnum):
    """Of a message in a language."""

    TRANSLATED = "translated"
    COPIED = "copied"  # the translation is the source
    INHERITED = "inherited"  # it isn't translated, but is in the language that stands in for it: in `fr` for `fr-CA`
    FUZZY = "fuzzy"
    MISSING = "missing"


class Judged(NamedTuple):
    """Each message with its state, and the problems, each with the part of the game that it is about."""

    states: tuple[tuple[Message, State], ...]
    problems: tuple[tuple[str, Problem], ...]

    def counts(self) -> Mapping[str, Counter[str]]:
        """Part → how many of its messages are in which state, and how many problems there are besides."""
        found: dict[str, Counter[str]] = {}
        for message, state in self.states:
            found.setdefault(message.part, Counter())[state] += 1
        for part, problem in self.problems:
            if problem.code not in _UNTRANSLATED:
                found.setdefault(part, Counter())["problems"] += 1
        return found


_UNTRANSLATED = {MISSING.id, FUZZY.id, EMPTY.id, OUTDATED.id}


def judged(
    catalogues: Catalogues,
    messages: Sequence[Message],
    glossary: Glossary,
    home: str,
    speeches: Speeches = untold,
) -> Judged:
    """`home` is the game's folder: what the catalogues of others say besides is their business.

    Of a catalogue that can't be read to its end, nothing is said: that it can't is the problem.
    """
    known = {message.key: message for message in messages}
    own = [each for each in catalogues.all if each.language == catalogues.language]
    standing_in = [each for each in catalogues.all if each.language != catalogues.language]
    behind = Catalogues(catalogues.language, standing_in)
    entries = {entry.key: (each, entry) for each in reversed(own) for entry in each.entries if _lives(entry)}
    contexts: dict[str, list[tuple[Catalogue, Entry]]] = {}
    for catalogue, entry in entries.values():
        if entry.key not in known:
            contexts.setdefault(entry.context, []).append((catalogue, entry))
    torn = {each.file for each in catalogues.all if not each.is_whole}
    broken = {context for each in own for context in each.broken}
    names = {form for term in glossary for form in forms_in(term, catalogues.language)}
    states: list[tuple[Message, State]] = []
    problems: list[tuple[str, Problem]] = []
    for message in messages:
        state, problem = _judge(message, entries.get(message.key), contexts, catalogues)
        if problem and behind.find(*message.key):
            state, problem = State.INHERITED, None
        elif state is State.TRANSLATED and message.key in entries:
            state = State.COPIED if _is_copy(entries[message.key][1], message, names) else state
        states.append((message, state))
        if problem and not (problem.code == MISSING.id and message.context in broken):
            problems.append((message.part, problem))
    problems += [("other", problem) for problem in _of_nothing(contexts, messages, home)]
    parts = {message.context: message.part for message in messages}
    inherited = {message.key for message, state in states if state is State.INHERITED}
    for catalogue in [*own, *(_only(each, inherited) for each in standing_in)]:
        for problem in check_catalogue(About(catalogue, known, glossary, speeches)):
            problems.append((parts.get(problem.message.partition(": ")[0], "other"), problem))
    return Judged(tuple(states), tuple([each for each in problems if each[1].span.file not in torn]))


def _only(catalogue: Catalogue, keys: Collection[tuple[str, str, str]]) -> Catalogue:
    """As far as another language prints it: the rest is said where this one is checked."""
    return catalogue._replace(entries=tuple([entry for entry in catalogue.entries if entry.key in keys]))


def _is_copy(entry: Entry, message: Message, names: Collection[str]) -> bool:
    """Of something that has words, which neither the glossary nor pnp itself has like this in the language."""
    if message.has_words or message.text in names or not set(entry.forms) <= {entry.source, entry.plural}:
        return False
    return any(map(str.isalpha, bare(message.text)))


def _lives(entry: Entry) -> bool:
    return not entry.obsolete


def _judge(
    message: Message,
    found: tuple[Catalogue, Entry] | None,
    contexts: Mapping[str, Sequence[tuple[Catalogue, Entry]]],
    catalogues: Catalogues,
) -> tuple[State, Problem | None]:
    if message.has_words and (found is None or found[1].is_empty):
        return State.TRANSLATED, None
    what = f"{message.context}: “{shortened(message.text)}”"
    if found is None and len(other := contexts.get(message.context, ())) == 1:
        catalogue, entry = other[0]
        at = Span(catalogue.file, entry.says)
        said = f"{message.context} is translated from “{shortened(entry.plural or entry.source)}”, and says now "
        hint = "pnp translate update makes it fuzzy"
        return State.MISSING, _at(OUTDATED, at, f"{said}“{shortened(message.text)}”", message, hint)
    if found is None:
        at = Span(_home(message, catalogues))
        return State.MISSING, _at(MISSING, at, f"{what} has no entry", message, "pnp translate update adds it")
    catalogue, entry = found
    at = Span(catalogue.file, entry.says)
    if entry.is_empty:
        blanks = any(form and is_unseen(form) for form in entry.forms)
        lacks = "lacks a form" if not all(map(is_unseen, entry.forms)) else "is not translated"
        said = f"{what} {lacks}" + (": there are only blanks" if blanks else "")
        return State.MISSING, _at(EMPTY, at, said, message)
    if entry.is_fuzzy:
        return State.FUZZY, _at(FUZZY, at, f"{what} is fuzzy, and not used", message)
    return State.TRANSLATED, None


def _at(code: Code, span: Span, text: str, message: Message, hint: str = "") -> Problem:
    return code.at(span, text, hint=hint, origin=message.span if message.span.file else None, subject=message.subject)


def _home(message: Message, catalogues: Catalogues) -> str:
    """The catalogue beside the file that says it, or the first."""
    folder = message.span.file.rpartition("/")[0]
    for catalogue in catalogues.all:
        if folder and catalogue.file.startswith(f"{folder}/"):
            return catalogue.file
    return catalogues.all[0].file


def _of_nothing(
    contexts: Mapping[str, Sequence[tuple[Catalogue, Entry]]], messages: Iterable[Message], home: str
) -> Iterator[Problem]:
    named = {message.context for message in messages}
    for context, found in contexts.items():
        if context in named and len(found) == 1:
            continue  # said as outdated
        if not context.isprintable() and context not in named:
            continue  # said by the check of control characters
        for catalogue, entry in found:
            if catalogue.file.startswith(f"{home}/") and (any(entry.forms) or context not in named):
                what = f"the entry {context}" if context else f"the entry “{shortened(entry.source)}” without a context"
                hint = (
                    "pnp translate update makes it obsolete" if context else "pnp translate update finds what it is of"
                )
                yield OF_NOTHING.at(Span(catalogue.file, entry.says), f"{what} is nothing in the game", hint=hint)
