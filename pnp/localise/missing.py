"""Messages and a game's catalogues → the state of each translation, and the problems of catalogues."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from pnp.localise.catalogue import Catalogue, Catalogues
from pnp.localise.checks import About, check_catalogue, words_in
from pnp.localise.checks.consistency import forms_in
from pnp.localise.messages import Message
from pnp.localise.po import Entry, group_by, is_unseen
from pnp.model.language import Glossary, Speeches, default_speech, shorten
from pnp.model.problem import Problem, Severity, code
from pnp.model.span import Span

MISSING = code("PNP610", Severity.WARNING, says="{context}: “{text}” has no entry")
FUZZY = code("PNP611", Severity.WARNING, says="{context}: “{text}” is fuzzy, and not used")
EMPTY = code("PNP612", Severity.WARNING, says="{context}: “{text}” is not translated")
ONLY_BLANKS = EMPTY.also("{context}: “{text}” is not translated: there are only blanks")
FORM_MISSING = EMPTY.also("{context}: “{text}” lacks a form")
FORM_BLANK = EMPTY.also("{context}: “{text}” lacks a form: there are only blanks")
OUTDATED = code("PNP613", Severity.WARNING, says="{context} is translated from “{before}”, and says now “{text}”")
OF_NOTHING = code("PNP614", Severity.WARNING, says="the entry {context} is nothing in the game")
STRAY_ENTRY = OF_NOTHING.also("the entry “{source}” without a context is nothing in the game")
_MANY = (  # of texts that aren't translated: the same of many in one sentence
    MISSING.also("{texts} texts have no entry", many="pnp translate update adds them"),
    EMPTY.also("{texts} texts are not translated", many="pnp translate status counts them"),
    OUTDATED.also(
        "{texts} texts are translated from what the game said before", many="pnp translate update makes them fuzzy"
    ),
    FUZZY.also("{texts} texts are fuzzy, and not used", many="pnp translate status counts them"),
)
_UNTRANSLATED = frozenset(code.id for code in _MANY)


class State(StrEnum):
    """The state of a message in a language."""

    TRANSLATED = "translated"
    COPIED = "copied"  # the translation is the source
    INHERITED = "inherited"  # it isn't translated, but is in the language that stands in for it: in `fr` for `fr-CA`
    FUZZY = "fuzzy"
    MISSING = "missing"


class Counts(NamedTuple):
    """How many texts of a part of a game, or of the whole, are in which state, and how many problems they have."""

    part: str
    translated: int
    copied: int  # as in the source
    inherited: int  # from another language, as by `fr-CA` from `fr`
    fuzzy: int
    missing: int
    problems: int

    @property
    def all(self) -> int:
        return sum(self[1:-1])


class Survey(NamedTuple):
    """Each message with its state, and the problems; the detail `part` names the part of the game that one is about."""

    states: tuple[tuple[Message, State], ...]
    problems: tuple[Problem, ...]

    def counts(self) -> tuple[Counts, ...]:
        """Count each part's messages by their states, and the problems in what is translated."""
        found: dict[str, Counter[str]] = {}
        for message, state in self.states:
            found.setdefault(message.part, Counter())[state] += 1
        for problem in self.problems:
            if problem.code not in _UNTRANSLATED and problem.cause is None:
                found.setdefault(str(problem.value("part")), Counter())["problems"] += 1
        return tuple([Counts(part, *(each[kind] for kind in Counts._fields[1:])) for part, each in found.items()])


def survey(
    catalogues: Catalogues, messages: list[Message], glossary: Glossary, home: str, speeches: Speeches = default_speech
) -> Survey:
    """Find the state of each message, and check catalogues, those in the game's folder for needless entries."""
    known = {message.key: message for message in messages}
    own = [each for each in catalogues.all if each.language == catalogues.language]
    parents = [each for each in catalogues.all if each.language != catalogues.language]
    behind = Catalogues(catalogues.language, parents)
    entries = {entry.key: (each, entry) for each in reversed(own) for entry in each.entries if not entry.obsolete}
    contexts = group_by((each for each in entries.values() if each[1].key not in known), lambda each: each[1].context)
    torn = {each.file: each.torn for each in catalogues.all if each.torn}
    unreadable = {context: problem for each in reversed(own) for context, problem in each.unreadable.items()}
    names = {form for term in glossary for form in forms_in(term, catalogues.language)}
    states: list[tuple[Message, State]] = []
    problems: list[tuple[str, Problem]] = []
    for message in messages:
        state, problem = _judge(message, entries.get(message.key), contexts, catalogues)
        if problem and behind.find(*message.key):
            state, problem = State.INHERITED, None
        elif state is State.TRANSLATED and message.key in entries:
            entry = entries[message.key][1]
            # the source itself, if it has words that neither the glossary nor pnp has like this in the language
            is_copy = set(entry.forms) <= {entry.source, entry.plural} and any(map(str.isalpha, words_in(message.text)))
            state = State.COPIED if is_copy and not message.has_words and message.text not in names else state
        states.append((message, state))
        if problem:
            cause = unreadable.get(message.context) if problem.code == MISSING.id else None
            problems.append((message.part, problem._replace(cause=cause)))
    problems += [("other", problem) for problem in _find_strays(contexts, messages, home)]
    parts = {message.context: message.part for message in messages}
    inherited = {message.key for message, state in states if state is State.INHERITED}
    # of another language only what is printed: the rest is reported where that language is checked
    printed = [each._replace(entries=tuple([e for e in each.entries if e.key in inherited])) for each in parents]
    for catalogue in [*own, *printed]:
        for problem in check_catalogue(About(catalogue, known, glossary, speeches)):
            problems.append((parts.get(problem.about[0] if problem.about else "", "other"), problem))
    found = [
        each._replace(cause=torn.get(each.span.file, each.cause), details=(*each.details, ("part", part)))
        for part, each in problems
    ]
    return Survey(tuple(states), tuple(found))


def _judge(
    message: Message,
    found: tuple[Catalogue, Entry] | None,
    contexts: Mapping[str, Sequence[tuple[Catalogue, Entry]]],
    catalogues: Catalogues,
) -> tuple[State, Problem | None]:
    if message.has_words and (found is None or found[1].is_empty):
        return State.TRANSLATED, None
    text, context = shorten(message.text), message.context
    if found is None and len(other := contexts.get(context, ())) == 1:
        catalogue, entry = other[0]
        at, before = Span(catalogue.file, entry.says), shorten(entry.plural or entry.source)
        problem = OUTDATED.at(at, context=context, before=before, text=text, hint="pnp translate update makes it fuzzy")
        return State.MISSING, _concern(message, problem)
    if found is None:
        # the catalogue beside the file that says it, otherwise the first one
        folder = message.span.file.rpartition("/")[0]
        beside = (each.file for each in catalogues.all if folder and each.file.startswith(f"{folder}/"))
        at = Span(next(beside, catalogues.all[0].file))
        problem = MISSING.at(at, context=context, text=text, hint="pnp translate update adds it")
        return State.MISSING, _concern(message, problem)
    catalogue, entry = found
    at = Span(catalogue.file, entry.says)
    if entry.is_empty:
        has_blanks = any(form and is_unseen(form) for form in entry.forms)
        says_nothing = all(map(is_unseen, entry.forms))
        if says_nothing and has_blanks:
            problem = ONLY_BLANKS.at(at, context=context, text=text)
        elif says_nothing:
            problem = EMPTY.at(at, context=context, text=text)
        elif has_blanks:
            problem = FORM_BLANK.at(at, context=context, text=text)
        else:
            problem = FORM_MISSING.at(at, context=context, text=text)
        return State.MISSING, _concern(message, problem)
    if entry.is_fuzzy:
        return State.FUZZY, _concern(message, FUZZY.at(at, context=context, text=text))
    return State.TRANSLATED, None


def _concern(message: Message, problem: Problem) -> Problem:
    """Add to a problem the message's place and its piece."""
    return problem._replace(origin=message.span if message.span.file else None, subject=message.subject)


def _find_strays(
    contexts: Mapping[str, Sequence[tuple[Catalogue, Entry]]], messages: Iterable[Message], home: str
) -> Iterator[Problem]:
    named = {message.context for message in messages}
    for context, found in contexts.items():
        if len(found) == 1 if context in named else not context.isprintable():
            continue  # reported as outdated, or by the check of control characters
        for catalogue, entry in found:
            if catalogue.file.startswith(f"{home}/") and (any(entry.forms) or context not in named):
                at = Span(catalogue.file, entry.says)
                if context:
                    yield OF_NOTHING.at(at, context=context, hint="pnp translate update makes it obsolete")
                else:
                    hint = "pnp translate update finds what it is of"
                    yield STRAY_ENTRY.at(at, source=shorten(entry.source), hint=hint)
