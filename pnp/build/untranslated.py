"""A game and one of its languages → all messages to translate, and what is wrong with their translation.

`pnp.localise` knows the game's data; what pnp itself prints beside it is added here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.io.project import Project
from pnp.layout.editions import labels_of
from pnp.localise.catalogue import Catalogues
from pnp.localise.checks.signs import PLACEHOLDERS
from pnp.localise.edition import speeches
from pnp.localise.messages import Message, messages_of, word_messages
from pnp.localise.missing import OF_NOTHING, Survey, survey
from pnp.model.game import Edition
from pnp.model.problem import Problem


def label_messages(project: Project, edition: Edition) -> Iterator[Message]:
    """Yield the texts of templates themselves, of all components that there are or could be, whatever is chosen."""
    source = edition.source or edition.game
    brought = [each for module in source.patches for each in module.change("components").add]
    components = {each.id: each for each in (*brought, *source.components.values())}
    for label in labels_of(project, replace(edition, game=source, components=components)):
        one, text = (label.text, label.plural) if label.plural else ("", label.text)
        yield Message(label.context, text, label.span, "templates", one, about="label of a template")


def survey_edition(project: Project, edition: Edition, catalogues: Catalogues) -> Survey:
    """Return the state of all texts of an edition in its language."""
    source = edition.source or edition.game
    folder = source.span.file.rpartition("/")[0]  # as spans name it
    own = messages_of(source)
    messages = [*own, *label_messages(project, edition), *word_messages(source, edition.language, own, catalogues.all)]
    return survey(catalogues, messages, source.glossary, folder, speeches(source, catalogues))


def find_untranslated(project: Project, edition: Edition) -> list[Problem]:
    """Return what the edition's language lacks, and what is wrong with its translations."""
    catalogues, source = edition.translation, edition.source or edition.game
    if not isinstance(catalogues, Catalogues) or not catalogues.all:
        return []
    found = survey_edition(project, edition, catalogues)
    of_base = source.base.span.file.rpartition("/")[0] + "/" if source.base else ""  # reported where that is checked
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


def add_causes(found: Sequence[Problem], translated: Sequence[Problem], edition: Edition) -> Sequence[Problem]:
    """Return problems with their causes in the translation.

    What is wrong with an entry that has other names in braces than its source follows from that; `translated` is what
    is wrong with entries.
    """
    misnamed = {(each.span.file, each.span.line): each for each in translated if each.code == PLACEHOLDERS.id}
    if not misnamed or not isinstance(edition.translation, Catalogues):
        return found
    place = edition.translation.beginning
    return [each._replace(cause=each.cause or misnamed.get(place(each.span))) for each in found]
