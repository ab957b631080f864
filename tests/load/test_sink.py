"""Which sections of a game a slip costs, and what is missing because of it."""

import pytest

from pnp.load.sink import note_file_of_rules, note_game_file
from pnp.model.problem import Problem, Severity
from pnp.model.span import Span
from pnp.model.values import UnreadParts

SLIP = Problem("PNP030", Severity.ERROR, Span("game.yaml", 1, 1), "unknown key")


@pytest.mark.parametrize(
    ("path", "sections"),
    [
        ("components", {"components", "pieces"}),
        ("components.cards", {"components/cards", "pieces.cards"}),
        ("components.cards.data", {"pieces.cards"}),
        ("components.cards.fields", {"fields.cards"}),
        ("components.cards.size", set()),
        ("groups.suits", {"groups/suits", "groups.suits"}),
        ("groups.suits.entries", {"groups.suits"}),
        ("groups.suits.entries.hearts", {"groups.suits/hearts"}),
        ("icons", {"icons"}),
        ("icons.coin", {"icons/coin"}),
        ("modules", {"modules"}),
        ("modules.night", {"modules/night"}),
        ("modules.night.title", set()),
        ("modules.night.add", {"modules.pieces"}),
        ("modules.night.add.cards", {"modules.pieces.cards"}),
        ("modules.night.components.cards", {"modules.components/cards", "modules.pieces.cards"}),
        ("modules.night.groups.suits.hearts", {"modules.groups.suits/hearts"}),
        ("modules.night.icons.coin", {"modules.icons/coin"}),
        ("modules.night.rules", {"modules.rules"}),
        ("modules.night.when-with.dawn.rules", {"modules/night"}),
        ("title", set()),
    ],
)
def test_paths_of_game_yaml(path: str, sections: set[str]) -> None:
    unread = UnreadParts()
    note_game_file({path: SLIP}, unread)
    assert unread == dict.fromkeys(sections, SLIP)


@pytest.mark.parametrize(
    ("name", "path", "section", "of_module"),
    [
        ("rules", "", "rules", "add"),
        ("setup", "", "setup", ""),
        ("setup", "zones", "setup.zones", "add.zones"),
        ("setup", "zones.hand.title", "setup.zones/hand", "replace.zones.hand"),
        ("victory", "player.side", "victory.player/side", "add.player.side"),
        ("selections", "army.fields", "selections/army", "add.army"),
    ],
)
def test_paths_of_files_of_rules(name: str, path: str, section: str, of_module: str) -> None:
    own = UnreadParts()
    note_file_of_rules(name, {path: SLIP}, own)
    changed = UnreadParts()
    note_file_of_rules(name, {of_module: SLIP, "drop": SLIP}, changed, of_module=True)
    assert ([*own], [*changed]) == ([section], [f"modules.{section}"])


@pytest.mark.parametrize(
    ("unread", "section", "id", "is_cause", "of_modules"),
    [
        ("pieces.cards/owl", "pieces.cards", "owl", True, True),
        ("pieces.cards/owl", "pieces.cards", "elk", False, False),
        ("pieces.cards/owl", "pieces.cards", "", True, True),
        ("pieces.cards", "pieces.cards", "owl", True, True),
        ("pieces", "pieces.cards", "owl", True, True),
        ("pieces.stones", "pieces.cards", "owl", False, False),
        ("modules.pieces.cards", "pieces.cards", "owl", False, True),
        ("modules.pieces.cards/owl", "pieces.cards", "owl", False, True),
        ("modules.pieces.cards/owl", "pieces.cards", "elk", False, False),
        ("modules.pieces", "pieces.cards", "owl", False, True),
        ("modules/night", "pieces.cards", "owl", False, True),
        ("modules/night", "modules", "night", True, True),
        ("modules/night", "modules", "dawn", False, False),
        ("modules.rules", "rules", "harbor", False, True),
        ("setup", "setup.zones", "hand", True, True),
    ],
)
def test_what_is_missing_because_of_it(unread: str, section: str, id: str, is_cause: bool, of_modules: bool) -> None:
    parts = UnreadParts({unread: SLIP})
    assert (parts.cause_in_game(section, id, of_modules=False) is not None) == is_cause
    assert (parts.cause_in_game(section, id) is not None) == of_modules
