"""Findings of many faces → problems: those of a piece's text at its place in the data, those of a template once."""

import re
from collections.abc import Iterable, Sequence

from pnp.layout.element import Finding
from pnp.layout.stamps import read_stamp
from pnp.model.game import Component, Piece
from pnp.model.problem import Problem
from pnp.model.span import Span
from pnp.model.translation import Translation, shortened

_QUOTED = re.compile('"(.+)"')

Reported = tuple[Component, Piece, Sequence[Finding]]


def problems_of(reported: Iterable[Reported], translation: Translation | None) -> list[Problem]:
    """All of them; what was reported stands in the order of the pieces."""
    reports = _Reports(translation)
    for component, piece, findings in reported:
        reports.add(component, piece, findings)
    return reports.problems()


class _Reports:
    """Collects findings piece by piece."""

    def __init__(self, translation: Translation | None) -> None:
        self._translation = translation
        self._of_pieces: dict[tuple[Finding, str], Problem] = {}
        self._of_templates: dict[Finding, list[tuple[Component, Piece]]] = {}
        self._least: dict[Finding, Finding] = {}

    def add(self, component: Component, piece: Piece, findings: Iterable[Finding]) -> None:
        for finding in findings:
            if finding.field:
                self._of_pieces.setdefault((finding, piece.label), self._at_field(piece, finding))
            else:
                if self._translation is None:  # who shortens which text, nobody but an author knows
                    finding = finding._replace(longest=("", ""))
                pieces = self._of_templates.setdefault(self._counted(finding), [])
                if not pieces or pieces[-1][1] is not piece:
                    pieces.append((component, piece))

    def _counted(self, finding: Finding) -> Finding:
        """What all findings at a place that only differ in an amount are counted as; the least of them is kept."""
        if finding.amount is None:
            return finding
        any_amount = finding._replace(message="", amount=0.0)
        least = self._least.setdefault(any_amount, finding)
        if least.amount is None or finding.amount < least.amount:
            self._least[any_amount] = finding
        return any_amount

    def problems(self) -> list[Problem]:
        of_templates = [(self._least.get(found, found), who) for found, who in self._of_templates.items()]
        return [*self._of_pieces.values(), *(self._of_template(found, who) for found, who in of_templates)]

    def _at_field(self, piece: Piece, finding: Finding) -> Problem:
        """At what is printed: of a translated text that is its catalogue's line, and the source is where it is from."""
        place, template = piece.span_of(finding.field), read_stamp(finding.origin)
        message = f"{piece.label}: {finding.message}"
        source = piece.source_of(finding.field)
        if place == source or not place.file:
            return finding.code.at(source, message, hint=finding.hint, origin=template, subject=piece.label)
        found = finding.code.at(place, message, hint=finding.hint, origin=source, subject=piece.label)
        return found._replace(template=template)

    def _of_template(self, finding: Finding, pieces: list[tuple[Component, Piece]]) -> Problem:
        """At the template's line, naming the first piece; at the piece where the line isn't known."""
        component, piece = pieces[0]
        others = f" and {len(pieces) - 1} more" if len(pieces) > 1 else ""
        message = f"{piece.label}{others}: {finding.message}"
        place = read_stamp(finding.origin)
        if said := self._translated(finding.message):
            found = finding.code.at(said, message, hint=finding.hint, origin=place or piece.span, subject=piece.label)
            return found._replace(template=place)
        if said := self._longest(piece, finding):
            hint = f"the longest of its texts is “{shortened(finding.longest[1])}”"
            found = finding.code.at(said, message, hint=hint, origin=place or piece.span, subject=piece.label)
            return found._replace(template=place)
        if place is None:
            return finding.code.at(component.layout_span, message, hint=finding.hint, subject=piece.label)
        return finding.code.at(place, message, hint=finding.hint, origin=piece.span, subject=piece.label)

    def _longest(self, piece: Piece, finding: Finding) -> Span | None:
        """Where the longest text of a box that is too small stands, if a catalogue says it."""
        field, text = finding.longest
        if self._translation is None or not text:
            return None
        span = piece.translated.get(field) or self._translation.place_of(shortened(text))
        return span if span and span.file else None

    def _translated(self, message: str) -> Span | None:
        """Where the text stands that a message quotes, if it is one that a catalogue says and a template prints."""
        quoted = _QUOTED.search(message)
        span = self._translation.place_of(quoted[1]) if self._translation and quoted else None
        return span if span and span.file else None
