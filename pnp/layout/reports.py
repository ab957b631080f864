"""Findings of many faces → problems: those of a piece's text at its place in the data, those of a template once."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pnp.files.inside import path_inside, why_outside
from pnp.layout.artwork import MISSING_PICTURE, UNKNOWN_ICON
from pnp.layout.attributes import UNKNOWN_COLOUR
from pnp.layout.element import Finding
from pnp.layout.elements.text import LONE_IN_TEMPLATE, LOW_BOX
from pnp.layout.markup import read_stamp
from pnp.layout.printable import BEYOND, CROPPED, UNSAFE
from pnp.layout.text.fonts import MISSING_SCRIPT
from pnp.model.game import Component, Edition, Piece
from pnp.model.language import script_of, shortened
from pnp.model.problem import Problem
from pnp.model.records import NO_ICON, NO_PICTURE, PICTURE_OUTSIDE, colours_said, named_by, words_said
from pnp.model.span import Span
from pnp.text.marks import lone_marks

_NAMED = ((UNKNOWN_ICON.id, "icon", "name"), (MISSING_PICTURE.id, "picture", "href"))

NO_COLOUR_SAID = UNKNOWN_COLOUR.also('"{path}" names no colour: {name}', varies=("path",), once=True)

_OF_LOOKS = frozenset({UNSAFE.says, CROPPED.says, BEYOND.says, LOW_BOX.says})  # a text that says less is no help

Reported = tuple[Component, Piece, Sequence[Finding]]


def problems_of(reported: Iterable[Reported], edition: Edition) -> list[Problem]:
    """All of them; what was reported stands in the order of the pieces."""
    reports = _Reports(edition)
    for component, piece, findings in reported:
        reports.add(component, piece, findings)
    return reports.problems()


class _Reports:
    """Collects findings piece by piece."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._translation = edition.translation
        self._of_pieces: dict[tuple[Finding, str], Problem] = {}
        self._of_templates: dict[Finding, list[tuple[Component, Piece]]] = {}
        self._least: dict[Finding, Finding] = {}

    def add(self, component: Component, piece: Piece, findings: Iterable[Finding]) -> None:
        for finding in findings:
            if finding.field:
                self._of_pieces.setdefault((finding, piece.label), self._at_field(piece, finding))
            elif not _is_told(finding, component, piece, self._edition):
                if self._translation is None:  # who shortens which text, nobody but an author knows
                    finding = finding._replace(longest=("", ""))
                # findings at a place that only differ in their figures count as one; the least of them is told
                any_figures = finding._replace(details=())
                least = self._least.setdefault(any_figures, finding)
                if _figures(finding) < _figures(least):
                    self._least[any_figures] = finding
                pieces = self._of_templates.setdefault(any_figures, [])
                if not pieces or pieces[-1][1] is not piece:
                    pieces.append((component, piece))

    def problems(self) -> list[Problem]:
        of_templates = [(self._least[found], who) for found, who in self._of_templates.items()]
        found = [*_joined(self._of_pieces), *(self._of_template(each, who) for each, who in of_templates)]
        # a font that lacks Japanese lacks it for Japanese texts without kana, too, which alone look Chinese
        lacking = {each.value("script") for each in found if each.says == MISSING_SCRIPT.says}
        if not {"Japanese", "Chinese"} <= lacking or script_of(self._edition.language) in ("Hans", "Hant"):
            return found
        meant = ("script", "Japanese")
        return [
            each._replace(values=tuple([meant if value == ("script", "Chinese") else value for value in each.values]))
            if each.says == MISSING_SCRIPT.says
            else each
            for each in found
        ]

    def _at_field(self, piece: Piece, finding: Finding) -> Problem:
        """At what is printed: of a translated text that is its catalogue's line, and the source is where it is from."""
        place, template = piece.span_of(finding.field), read_stamp(finding.origin)
        source = piece.source_of(finding.field)
        if place == source or not place.file:
            return _problem(finding, (piece.label,), source, template, piece.label)
        return _problem(finding, (piece.label,), place, source, piece.label)._replace(template=template)

    def _of_template(self, finding: Finding, pieces: list[tuple[Component, Piece]]) -> Problem:
        """At the template's line, naming the first piece; at the piece where the line isn't known."""
        component, piece = pieces[0]
        if finding.code.id == UNKNOWN_COLOUR.id and (miscoloured := self._miscoloured(finding, component, piece)):
            return miscoloured
        finding = finding._replace(cause=finding.cause or _named_wrongly(finding, component, piece))
        about = (f"{piece.label} and {len(pieces) - 1} more" if len(pieces) > 1 else piece.label,)
        place = read_stamp(finding.origin)
        named = dict((*finding.values, *finding.details)).get("named")
        span = self._translation.place_of(str(named).strip('"')) if self._translation and named else None
        said = span if span and span.file else None
        if said is None and (said := self._longest(piece, finding)):
            finding = finding._replace(hint=f"the longest of its texts is “{shortened(finding.longest[1])}”")
        if said:
            return _problem(finding, about, said, place or piece.span, piece.label)._replace(template=place)
        if place is None:
            return _problem(finding, about, component.layout_span, None, piece.label)
        return _problem(finding, about, place, piece.span, piece.label)

    def _miscoloured(self, finding: Finding, component: Component, piece: Piece) -> Problem | None:
        """What a template only prints is told where the piece, or a thing that it refers to, says it."""
        name = str(dict(finding.values).get("name", "")).strip('"')
        for teller, path, value in colours_said(component, piece, self._edition.game):
            if value == name:
                said = NO_COLOUR_SAID.at(teller.source_of(path), path=path, name=name)
                told = said._replace(hint=finding.hint, origin=read_stamp(finding.origin), cause=finding.cause)
                return told._replace(subject=piece.label, about=(teller.label,))
        return None

    def _longest(self, piece: Piece, finding: Finding) -> Span | None:
        """Where the longest text of a box that is too small stands, if a catalogue says it."""
        field, text = finding.longest
        if self._translation is None or not text:
            return None
        span = piece.translated.get(field) or self._translation.place_of(shortened(text))
        return span if span and span.file else None


def _joined(of_pieces: Mapping[tuple[Finding, str], Problem]) -> list[Problem]:
    """What many pieces of one template have in common, since only that is wrong, as one with all places."""
    alike: dict[object, list[Problem]] = {}
    for (finding, label), problem in of_pieces.items():
        is_of_looks = finding.code.says in _OF_LOOKS
        key = (finding._replace(details=()), problem.severity) if is_of_looks else (finding, label)
        alike.setdefault(key, []).append(problem)
    joined: list[Problem] = []
    for found in alike.values():
        first, pieces = found[0], len({problem.subject for problem in found})
        if len(found) > 1:
            about = (f"{first.subject} and {pieces - 1} more",) if pieces > 1 else first.about
            others = dict.fromkeys(problem.span for problem in found if problem.span != first.span)
            first = first._replace(about=about, others=tuple(others))
        joined.append(first)
    return joined


def _named_wrongly(finding: Finding, component: Component, piece: Piece) -> Problem | None:
    """What the piece's data is told for, where the template only asks for what that names."""
    for code, field_type, place in _NAMED:
        name = str(dict(finding.values).get(place, ""))
        if finding.code.id == code and (span := named_by(piece, component.fields, field_type, name)):
            is_icon = field_type == "icon"
            if is_icon:
                return NO_ICON.at(span, path="", name=name)
            if path_inside(Path(), name) is None:
                return PICTURE_OUTSIDE.at(span, path="", file=name, why=why_outside(name, "the game's folder")[0])
            return NO_PICTURE.at(span, path="", file=name)
    return None


def _problem(finding: Finding, about: tuple[str, ...], span: Span, origin: Span | None, subject: str) -> Problem:
    code, place = finding.code, span.at(finding.word) if finding.word else span
    said = code.says, finding.values, finding.details, finding.hint
    return Problem(code.id, code.severity, place, *said, origin, subject, about=about, cause=finding.cause)


def _figures(finding: Finding) -> tuple[float, ...]:
    return tuple([value for _, value in finding.details if isinstance(value, int | float)])


def _is_told(finding: Finding, component: Component, piece: Piece, edition: Edition) -> bool:
    """Whether the mark may come from a text that the template fills in, or from a translation: told where it stands."""
    if finding.code.id != LONE_IN_TEMPLATE.id:
        return False
    said = words_said(component, piece, edition.game)
    return edition.translation is not None or any(
        lone.mark.sign == finding.word for _, _, _, text in said for lone in lone_marks(text)
    )
