"""A request → all that laying it out begins with, and in the end all that is wrong."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from pnp.amount import check_amount
from pnp.echoes import each_once, without_echoes
from pnp.fine import Fine
from pnp.folders import cache_folder
from pnp.ignoring import sort_out
from pnp.model.game import OVERLAY, Edition, Game
from pnp.model.problem import Problem, has_errors, in_reading_order
from pnp.model.project import Project
from pnp.model.reads import Read
from pnp.model.sheet import Leaf
from pnp.model.style import FontTable, Style
from pnp.request import Request, Wanted, problems_concerning, wanted_pieces
from pnp.setups import check_players
from pnp.speaking import with_texts
from pnp.telling import tellings
from pnp.translations import in_short, without_misnamed, without_named

if TYPE_CHECKING:
    from pnp.impose import Typeset
    from pnp.layout import Layout


class Laid(NamedTuple):
    """A game laid out: its edition, its leaves, all that is wrong so far, and how to set a line on a sheet."""

    edition: Edition | None
    leaves: tuple[Leaf, ...]
    problems: list[Problem]
    typeset: "Typeset | None" = None
    ignored: tuple[Problem, ...] = ()  # what comments beside it tell to ignore
    is_whole: bool = False  # all that is wanted was laid out, now or before
    desk: "Desk | None" = None
    about_game: tuple[Problem, ...] = ()  # what is wrong with its data and rules, whatever the edition
    untranslated: Mapping[Problem, str] = {}  # in its language, whatever else is chosen
    tells_setup: bool = False  # a template that was laid out looked at the setup


class Desk(NamedTuple):
    """All that laying out a game begins with."""

    project: Project
    game: Game
    edition: Edition
    wanted: Wanted
    style: Style
    fonts: FontTable
    fine: Fine
    make_layout: Callable[[], "Layout"]  # the same one each time: where nothing is laid out, there is none
    loaded: list[Problem]
    problems: list[Problem]  # those and what is wrong with styles and fonts

    @property
    def layout(self) -> "Layout":
        return self.make_layout()


class _Files(NamedTuple):
    """What all editions of a game are made from."""

    game: Game | None
    modules: tuple[str, ...]
    style: Style
    fonts: FontTable
    loaded: list[Problem]
    problems: list[Problem]
    fonts_are_wrong: bool


def _read(project: Project, request: Request) -> _Files:
    from pnp.load import load_fonts, load_style
    from pnp.loading import load_chosen

    game, modules, loaded = load_chosen(project, request.game, request.modules, request.overlay)
    style, style_problems = load_style(project, *(game.ids if game else (request.game,)))
    fonts, font_problems = load_fonts(project)
    problems = [*loaded, *style_problems, *font_problems]
    return _Files(game, modules, style, fonts, loaded, problems, has_errors(font_problems))


def _as_read(desk: Desk, request: Request) -> _Files:
    """For another edition of the same game."""
    overlay = (OVERLAY,) if OVERLAY in desk.game.modules else ()
    modules = (*request.modules, *overlay)
    return _Files(desk.game, modules, desk.style, desk.fonts, desk.loaded, desk.problems, False)


def prepare(project: Project, request: Request, other: Desk | None = None) -> Desk | Laid:
    """Loads, localises and makes ready to lay out; or all there is to say where nothing can be laid out.

    `other` is another edition of the same game, whose files are read already.
    """
    from pnp.localise import make_edition, translation_of

    game, modules, style, fonts, loaded, problems, fonts_are_wrong = (
        _as_read(other, request) if other else _read(project, request)
    )
    if game is None:
        return Laid(None, (), in_reading_order(problems))
    translation, wrong = translation_of(project, game, request.language)
    problems = [*problems, *wrong]
    edition, wrong = with_texts(make_edition(game, request.language, request.ink, modules, translation))
    problems = [*problems, *wrong]
    if request.players:
        check_players(edition.game, request.players)
    edition = replace(edition, told=tellings(edition, request.players))
    wanted = wanted_pieces(edition, request)
    check_amount(edition, wanted, request)
    if fonts_are_wrong:
        from pnp.check import check_game

        return Laid(edition, (), in_reading_order([*problems, *check_game(game, project, loaded)]))

    @cache
    def make_layout() -> "Layout":
        from pnp.layout import Layout

        return Layout(edition, style, fonts, project, draft=request.draft, cache=cache_folder("templates"))

    fine = Fine(project, edition, fonts, request)
    return Desk(project, game, edition, wanted, style, fonts, fine, make_layout, loaded, problems)


def concluded(
    desk: Desk,
    leaves: tuple[Leaf, ...],
    about_game: list[Problem],
    found: list[Problem],
    others: list[Problem],
    reads: Mapping[str, frozenset[Read]],
    parts: Mapping[Problem, str],
) -> Laid:
    """All problems: of the game's data, found in laying it out, and others; without those to be ignored.

    `reads`: what pieces, by their labels, show of others; `parts`: what is `untranslated`.
    """
    about_game = without_misnamed(about_game, parts)
    problems = [*desk.problems, *about_game, *others, *parts]
    found = without_named(found, parts)

    def sorted_out(found: list[Problem]) -> tuple[list[Problem], tuple[Problem, ...]]:
        return sort_out(problems_concerning([*problems, *found], desk.edition, desk.wanted), desk.project)

    told = without_echoes(found, problems, reads, desk.edition)
    kept, ignored = sorted_out(told)
    if len(told) < len(found) and not has_errors(kept):  # what they are echoes of is ignored, or concerns others
        kept, ignored = sorted_out(found)
    told = each_once(in_reading_order(in_short(kept, parts)))
    return Laid(desk.edition, leaves, told, None, ignored, True, desk, tuple(about_game), parts)
