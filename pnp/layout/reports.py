"""Findings of many faces → problems: those of a piece's text at its place in the data, those of a template once."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from pnp.cardtext.marks import find_lone_marks
from pnp.io.opening import explain_outside, path_inside
from pnp.layout.artwork import MISSING_PICTURE, UNKNOWN_ICON
from pnp.layout.attributes import UNKNOWN_COLOUR
from pnp.layout.elements.text import LONE_IN_TEMPLATE, LOW_BOX
from pnp.layout.markup import read_stamp
from pnp.layout.printable import BEYOND, CROPPED, UNSAFE
from pnp.model.game import Component, Edition, Piece
from pnp.model.language import script_of, shorten
from pnp.model.problem import Finding, Problem
from pnp.model.records import NO_ICON, NO_PICTURE, PICTURE_OUTSIDE, find_colours, find_name, find_words
from pnp.typesetting.fonts import MISSING_SCRIPT

_NAMED = ((UNKNOWN_ICON.id, "icon", "name"), (MISSING_PICTURE.id, "picture", "href"))

NO_COLOUR_SAID = UNKNOWN_COLOUR.also('"{path}" names no colour: {name}', varies=("path",), once=True)

_OF_LOOKS = frozenset({UNSAFE.says, CROPPED.says, BEYOND.says, LOW_BOX.says})  # a text that says less is no help

Reported = tuple[Component, Piece, Iterable[Finding]]


def problems_of(reported: Iterable[Reported], edition: Edition) -> list[Problem]:
    """Return the problems of pieces, which stand in their order: of each text, and once of what a template does."""
    in_texts: dict[object, tuple[Finding, list[Piece]]] = {}
    in_templates: dict[Finding, tuple[Finding, list[tuple[Component, Piece]]]] = {}
    lacking = set[object]()
    for component, piece, findings in reported:
        for finding in findings:
            any_figures = finding._replace(details=())
            if finding.field:
                # what many texts of one template have in common is one problem, since only that is wrong
                key = any_figures if finding.code.says in _OF_LOOKS else (finding, piece.label)
                in_texts.setdefault(key, (finding, []))[1].append(piece)
            elif not _is_told(finding, component, piece, edition):
                if edition.translation is None:  # who shortens which text, nobody but an author knows
                    finding, any_figures = finding._replace(longest=("", "")), any_figures._replace(longest=("", ""))
                # findings at a place that only differ in their figures count as one; the least of them is told
                least, pieces = in_templates.get(any_figures, (finding, []))
                figures = [[v for _, v in each.details if isinstance(v, int | float)] for each in (least, finding)]
                in_templates[any_figures] = least if figures[0] <= figures[1] else finding, pieces
                if not pieces or pieces[-1][1] is not piece:
                    pieces.append((component, piece))
            if finding.code.says == MISSING_SCRIPT.says:
                lacking.add(dict(finding.values)["script"])
    # a font that lacks Japanese lacks it for Japanese texts without kana, too, which alone look Chinese
    lacks_kana = {"Japanese", "Chinese"} <= lacking and script_of(edition.language) not in ("Hans", "Hant")

    def name_script(finding: Finding) -> Finding:
        """Name Japanese as the script that a font lacks where it seemed to be Chinese."""
        if not lacks_kana or finding.code.says != MISSING_SCRIPT.says:
            return finding
        values = [(name, "Japanese" if value == "Chinese" else value) for name, value in finding.values]
        return finding._replace(values=tuple(values))

    problems = [_text_problem(name_script(finding), texts) for finding, texts in in_texts.values()]
    problems += [_template_problem(name_script(finding), pieces, edition) for finding, pieces in in_templates.values()]
    return problems


def _text_problem(finding: Finding, pieces: Sequence[Piece]) -> Problem:
    """At what is printed: of a translated text that is its catalogue's line, and the source is where it is from."""
    first, labels = pieces[0], dict.fromkeys(piece.label for piece in pieces)
    about = f"{first.label} and {len(labels) - 1} more" if len(labels) > 1 else first.label
    printed = [(piece.span_of(finding.field), piece.source_of(finding.field)) for piece in pieces]
    spans = [*dict.fromkeys(place if place.file else source for place, source in printed)]
    template, source = read_stamp(finding.origin), printed[0][1]
    origin, template = (template, None) if spans[0] == source else (source, template)
    span, *others = [span.at(finding.word) if finding.word else span for span in spans]
    said = finding.code.says, finding.values, finding.details, finding.hint, origin, first.label, template, (about,)
    return Problem(finding.code.id, finding.code.severity, span, *said, others=tuple(others), cause=finding.cause)


def _template_problem(finding: Finding, pieces: Sequence[tuple[Component, Piece]], edition: Edition) -> Problem:
    """At the template's line, naming the first piece; at the piece where the line isn't known."""
    component, piece = pieces[0]
    if finding.code.id == UNKNOWN_COLOUR.id and (miscoloured := _miscoloured(finding, component, piece, edition)):
        return miscoloured
    finding = finding._replace(cause=finding.cause or _explain_name(finding, component, piece))
    about = (f"{piece.label} and {len(pieces) - 1} more" if len(pieces) > 1 else piece.label,)
    place, translation = read_stamp(finding.origin), edition.translation
    named = dict((*finding.values, *finding.details)).get("named")
    said = translation.place_of(str(named).strip('"')) if translation and named else None
    field, text = finding.longest
    if not (said and said.file) and translation and text:  # of the texts in a box that is too small
        said = piece.translated.get(field) or translation.place_of(shorten(text))
        if said and said.file:
            finding = finding._replace(hint=f"the longest of its texts is “{shorten(text)}”")
    span, origin, template = place or component.layout_span, piece.span if place else None, None
    if said and said.file:
        span, origin, template = said, place or piece.span, place
    span = span.at(finding.word) if finding.word else span
    told = finding.code.says, finding.values, finding.details, finding.hint, origin, piece.label, template, about
    return Problem(finding.code.id, finding.code.severity, span, *told, cause=finding.cause)


def _miscoloured(finding: Finding, component: Component, piece: Piece, edition: Edition) -> Problem | None:
    """Report a colour that a template only prints where the piece, or a thing that it refers to, says it."""
    name = str(dict(finding.values).get("name", "")).strip('"')
    for teller, path, value in find_colours(component, piece, edition.game):
        if value == name:
            said = NO_COLOUR_SAID.at(teller.source_of(path), path=path, name=name)
            told = said._replace(hint=finding.hint, origin=read_stamp(finding.origin), cause=finding.cause)
            return told._replace(subject=piece.label, about=(teller.label,))
    return None


def _explain_name(finding: Finding, component: Component, piece: Piece) -> Problem | None:
    """Return the problem in the piece's data, where the template only asks for what that names."""
    for code, field_type, place in _NAMED:
        name = str(dict(finding.values).get(place, ""))
        if finding.code.id == code and (span := find_name(piece, component.fields, field_type, name)):
            if field_type == "icon":
                return NO_ICON.at(span, path="", name=name)
            if path_inside(Path(), name) is None:
                return PICTURE_OUTSIDE.at(span, path="", file=name, why=explain_outside(name, "the game's folder")[0])
            return NO_PICTURE.at(span, path="", file=name)
    return None


def _is_told(finding: Finding, component: Component, piece: Piece, edition: Edition) -> bool:
    """Whether the mark may come from a text that the template fills in, or from a translation: told where it stands."""
    if finding.code.id != LONE_IN_TEMPLATE.id:
        return False
    said = find_words(component, piece, edition.game)
    return edition.translation is not None or any(
        lone.mark.sign == finding.word for _, _, _, text in said for lone in find_lone_marks(text)
    )
