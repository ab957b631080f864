"""The name of an icon that a text speaks of → a drawing to begin with, of those in `pnp/data/from_table/icons/`."""

from collections.abc import Mapping

_MEANT: Mapping[str, tuple[str, ...]] = {
    "coin": ("coins", "gold", "money", "cash", "silver", "muenze", "munze", "geld", "or", "oro"),
    "heart": ("hearts", "life", "health", "hp", "herz", "leben", "vie", "vida"),
    "sword": ("swords", "attack", "atk", "fight", "strength", "damage", "might", "schwert", "angriff", "kampf"),
    "shield": ("shields", "defense", "defence", "def", "armor", "armour", "block", "schild", "abwehr"),
    "star": ("stars", "vp", "victory", "point", "points", "glory", "stern", "punkt", "punkte"),
    "sun": ("day", "light", "sonne", "tag", "soleil", "sol"),
    "moon": ("night", "dark", "mond", "nacht", "lune", "luna"),
    "leaf": ("leaves", "wood", "plant", "nature", "food", "earth", "blatt", "holz", "natur"),
    "flame": ("fire", "flames", "heat", "feuer", "flamme", "feu", "fuego"),
    "drop": ("water", "mana", "blood", "ice", "wasser", "blut", "eau", "agua"),
    "bolt": ("energy", "lightning", "power", "action", "blitz", "energie", "aktion"),
    "card": ("cards", "draw", "hand", "karte", "karten", "carte", "carta"),
    "die": ("dice", "roll", "d6", "wuerfel", "wurfel"),
    "gem": ("gems", "crystal", "ruby", "diamond", "stone", "stein", "edelstein"),
    "crown": ("king", "queen", "leader", "krone", "konig"),
    "arrow": ("move", "right", "go", "next", "pfeil"),
}
_MARKS = 8  # drawings that mean nothing


def simple_icon(name: str, number: int) -> str:
    """`number`: the how many-eth icon it is, so that those that nobody knows differ."""
    words = name.replace("_", "-").split("-")
    for drawing, names in _MEANT.items():
        if any(word == drawing or word in names for word in words):
            return f"icons/{drawing}.svg"
    return f"icons/mark-{number % _MARKS + 1}.svg"
