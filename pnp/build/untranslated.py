"""A game and one of its languages → all messages that the language should say, and what is wrong with how it does.

`pnp.localise` knows the game's data; what pnp itself prints beside it is added here.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pnp.io.project import Project
from pnp.layout.editions import labels_of
from pnp.localise.catalogue import Catalogues
from pnp.localise.checks.kept import PLACEHOLDERS
from pnp.localise.messages import Message, messages_of, word_messages
from pnp.localise.missing import OF_NOTHING, survey
from pnp.localise.texts import speeches
from pnp.model.game import Edition, Game
from pnp.model.problem import Problem


def label_messages(project: Project, edition: Edition) -> Iterator[Message]:
    """What templates say themselves."""
    for label in labels_of(project, edition):
        one, text = (label.text, label.plural) if label.plural else ("", label.text)
        yield Message(label.context, text, label.span, "templates", one, about="label of a template")


def untranslated(project: Project, edition: Edition) -> list[Problem]:
    """Return what the edition's language lacks, and what is wrong with what it says."""
    if edition.translation is None:
        return []
    catalogues = edition.translation
    if not isinstance(catalogues, Catalogues) or not catalogues.all:
        return []
    source = edition.source or edition.game
    labels = label_messages(project, whole_edition(edition))
    own = messages_of(source)
    messages = [*own, *labels, *word_messages(source, edition.language, own, catalogues.all)]
    found = survey(catalogues, messages, source.glossary, _folder(source), speeches(source, catalogues))
    of_base = f"{_folder(source.base)}/" if source.base else ""  # said where that is checked
    problems: list[Problem] = []
    for each in found.problems:
        if of_base and each.span.file.startswith(of_base):
            continue
        cause = each.cause
        if each.code == OF_NOTHING.id and not cause:  # what the entry is of may be in pieces that can't be read
            component, _, _ = str(dict(each.values)["context"]).partition(".")
            cause = source.cause(f"pieces.{component}")
        problems.append(each._replace(cause=cause))
    return problems


def with_causes(found: Iterable[Problem], translated: Sequence[Problem], edition: Edition) -> list[Problem]:
    """Return problems with their causes in the translation.

    What is wrong with an entry that has other names in braces than its source follows from that; `translated` is what
    is wrong with entries.
    """
    if not translated:
        return list(found)
    misnamed = {(each.span.file, each.span.line): each for each in translated if each.code == PLACEHOLDERS.id}
    if not misnamed or not isinstance(edition.translation, Catalogues):
        return list(found)
    place = edition.translation.beginning
    return [each._replace(cause=each.cause or misnamed.get(place(each.span))) for each in found]


def whole_edition(edition: Edition) -> Edition:
    """With all components that there are or could be, whatever modules are chosen."""
    source = edition.source or edition.game
    brought = [each for module in source.patches for each in module.change("components").add]
    components = {each.id: each for each in (*brought, *source.components.values())}
    return replace(edition, game=source, components=components)


def _folder(game: Game) -> str:
    """As spans name it."""
    return game.span.file.rpartition("/")[0]


def of_game(messages: Iterable[Message], folder: str) -> list[Message]:
    """Those that a folder's own files say."""
    return [message for message in messages if message.span.file.startswith(f"{folder}/")]
