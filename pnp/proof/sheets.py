"""An edition → its sheets as they will print, each a picture of its own."""

from dataclasses import replace
from hashlib import blake2b
from typing import Any

from pnp.build.printing import impose, press_of
from pnp.impose.press import known_papers
from pnp.model.options import MARKS, SIDES
from pnp.model.problem import UsageError
from pnp.model.sheet import Sheet
from pnp.proof.editions import ProofedEdition
from pnp.proof.session import ProofSession

Values = dict[str, Any]


def sheets(session: ProofSession, known: ProofedEdition, paper: str, sides: str, marks: str) -> Values:
    """Placed anew for each paper. Raises UsageError, LimitError."""
    result = known.result
    if sides not in SIDES or marks not in MARKS:
        raise UsageError("there is no such way to print")
    if result is None or result.prepared is None:
        return {"sheets": [], "papers": [], "refused": "there is nothing to print yet"}
    options = replace(result.prepared.options, paper=paper, sides=sides, marks=marks, draft=True)
    asked = result._replace(prepared=replace(result.prepared, options=options))
    placed = impose(asked, press_of(options))
    shown: dict[str, Sheet] = {}
    told = []
    for number, sheet in enumerate((*placed.before, *placed.sheets), 1):
        digest = _digest(session.revision, options.paper, sides, marks, known.options, number)
        shown[digest] = sheet
        told.append(
            {"digest": digest, "w": sheet.paper.w, "h": sheet.paper.h, "label": sheet.label, "title": sheet.title}
        )
    session.show(shown)
    return {
        "sheets": told,
        "papers": list(known_papers()),
        "sides": list(SIDES),
        "marks": list(MARKS),
        "pages": placed.pages,
        "leaves": placed.papers,
    }


def _digest(*asked: object) -> str:
    """Of what a sheet comes from: the same question in the same revision has the same answer."""
    return blake2b(repr(asked).encode(), digest_size=12).hexdigest()
