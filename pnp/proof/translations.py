"""A language of the game → all that it is to say, what is missing or doubted first, and how far each language is."""

from collections.abc import Mapping
from typing import Any

from pnp.build.results import Prepared
from pnp.edition.texts import speeches
from pnp.edition.untranslated import label_messages, whole_edition, word_messages
from pnp.layout.elements.text import Room
from pnp.localise.catalogue import Catalogues
from pnp.localise.entry import Entry
from pnp.localise.messages import Message, messages_of
from pnp.localise.missing import State, Survey, survey
from pnp.model.problem import PnpError
from pnp.proof.addresses import piece_of
from pnp.proof.details import rooms_of, terms_in
from pnp.proof.editions import EditionChoice
from pnp.proof.session import ProofSession

Values = dict[str, Any]
_FIRST = (State.MISSING, State.FUZZY, State.INHERITED, State.COPIED, State.TRANSLATED)


def translations(session: ProofSession, choice: EditionChoice) -> Values:
    """Empty in the language that the data is written in. Raises UsageError, FileError, LimitError."""
    prepared = session.prepared(choice)
    catalogues = prepared.edition.translation
    found = _surveyed(session, prepared)
    if found is None or not isinstance(catalogues, Catalogues):
        return {"language": prepared.edition.language, "texts": []}
    own = [each for each in catalogues.all if each.language == prepared.edition.language]
    entries = {entry.key: (each.file, entry) for each in reversed(own) for entry in each.entries if not entry.obsolete}
    ordered = sorted(found.states, key=lambda each: _FIRST.index(each[1]))
    texts = [_text(prepared, message, state, *entries.get(message.key, ("", None))) for message, state in ordered]
    return {"language": prepared.edition.language, "forms": catalogues.forms, "texts": texts}


def _surveyed(session: ProofSession, prepared: Prepared) -> Survey | None:
    edition, catalogues = prepared.edition, prepared.edition.translation
    if not isinstance(catalogues, Catalogues):
        return None
    source = edition.source or edition.game
    own = messages_of(source)
    labels = label_messages(session.project, whole_edition(edition))
    messages = [*own, *labels, *word_messages(source, edition.language, own, catalogues.all)]
    folder = session.project.display(source.folder)
    return survey(catalogues, messages, source.glossary, folder, speeches(source, catalogues))


def _text(prepared: Prepared, message: Message, state: State, file: str, entry: Entry | None) -> Values:
    context, source, plural = message.key
    forms = prepared.edition.translation.forms if plural and prepared.edition.translation else 1
    said = [*(entry.forms if entry else ()), *([""] * forms)][:forms]
    return {
        "context": context,
        "source": source,
        "plural": plural,
        "file": file,
        "said": said,
        "state": str(state),
        "isFuzzy": bool(entry and entry.is_fuzzy),
        "isThere": entry is not None,
        "comments": [each.strip() for each in entry.comments] if entry else [],
        "before": _before(entry),
        "part": message.part,
        "about": message.about,
        "place": str(message.span) if message.span.file else "",
        "label": message.subject,
        "path": message.path,
    }


def _before(entry: Entry | None) -> str:
    """The source that a doubted translation was made from."""
    lines = [line.partition('"')[2].rpartition('"')[0] for line in entry.previous if "msgid" in line] if entry else []
    return " ".join(lines)


def about_text(session: ProofSession, choice: EditionChoice, source: str, label: str, path: str) -> Values:
    """What helps with one of them: the glossary's words, and how much room there is."""
    prepared = session.prepared(choice)
    found = piece_of(prepared.edition, label)
    rooms: Mapping[tuple[str, str], Room] = rooms_of(prepared, *found) if found else {}
    room = next((room for (field, _), room in rooms.items() if field == path), None)
    terms = terms_in(prepared.game, source, prepared.edition.language)
    return {"terms": terms, "room": room.characters if room else None}


def progress(session: ProofSession, choice: EditionChoice) -> Values:
    """Of each language, by the parts of the game."""
    found: list[Values] = []
    prepared = session.prepared(choice._replace(language=""))
    for tag in prepared.game.languages[1:]:
        try:
            counted = _surveyed(session, session.prepared(choice._replace(language=tag)))
        except PnpError as error:
            found.append({"language": tag, "refused": str(error), "parts": []})
            continue
        parts = [{"part": part, **counts} for part, counts in counted.counts().items()] if counted else []
        found.append({"language": tag, "parts": parts})
    return {"languages": found}
