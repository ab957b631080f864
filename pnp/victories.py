"""An edition → what the victory map says: its record with the words around it, in the edition's language."""

from pnp.model.game import Edition
from pnp.model.values import Record
from pnp.speaking import world_of
from pnp.words import Words


def victory_sheet(edition: Edition) -> Record:
    """What templates see as `victory`."""
    from pnp.rules.victory import Wording, victory_record

    text = Words("victory", edition.language, edition.translation).all()
    wording = Wording(str(text["said_yes"]), str(text["said_no"]), str(text["either"]))
    record = victory_record(world_of(edition), wording)
    assert record is not None, "only asked for where there is a victory"
    return Record({**record, "text": text})
