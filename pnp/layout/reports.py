"""Findings of many faces → problems: those of a piece's text at its place in the data, those of a template once."""

from collections.abc import Iterable, Sequence

from pnp.layout.element import Finding
from pnp.layout.stamps import read_stamp
from pnp.model.game import Component, Piece
from pnp.model.problem import Problem

Reported = tuple[Component, Piece, Sequence[Finding]]


def problems_of(reported: Iterable[Reported]) -> list[Problem]:
    """All of them; what was reported stands in the order of the pieces."""
    reports = _Reports()
    for component, piece, findings in reported:
        reports.add(component, piece, findings)
    return reports.problems()


class _Reports:
    """Collects findings piece by piece."""

    def __init__(self) -> None:
        self._of_pieces: dict[tuple[Finding, str], Problem] = {}
        self._of_templates: dict[Finding, list[tuple[Component, Piece]]] = {}

    def add(self, component: Component, piece: Piece, findings: Iterable[Finding]) -> None:
        for finding in findings:
            if finding.field:
                self._of_pieces.setdefault((finding, piece.label), self._at_field(piece, finding))
            else:
                pieces = self._of_templates.setdefault(finding, [])
                if not pieces or pieces[-1][1] is not piece:
                    pieces.append((component, piece))

    def problems(self) -> list[Problem]:
        return [*self._of_pieces.values(), *(self._of_template(f, who) for f, who in self._of_templates.items())]

    def _at_field(self, piece: Piece, finding: Finding) -> Problem:
        place, origin = piece.span_of(finding.field), read_stamp(finding.origin)
        message = f"{piece.label}: {finding.message}"
        return finding.code.at(place, message, hint=finding.hint, origin=origin, subject=piece.label)

    def _of_template(self, finding: Finding, pieces: list[tuple[Component, Piece]]) -> Problem:
        """At the template's line, naming the first piece; at the piece where the line isn't known."""
        component, piece = pieces[0]
        others = f" and {len(pieces) - 1} more" if len(pieces) > 1 else ""
        message = f"{piece.label}{others}: {finding.message}"
        place = read_stamp(finding.origin)
        if place is None:
            return finding.code.at(component.layout_span, message, hint=finding.hint, subject=piece.label)
        return finding.code.at(place, message, hint=finding.hint, origin=piece.span, subject=piece.label)
