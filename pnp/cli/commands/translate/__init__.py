"""`pnp translate`: the catalogues of a game."""

HELP = """Translate a game.

Each language has a catalogue, card_data/GAME/locale/LANGUAGE.po, which any PO editor opens. init makes it, update
brings it up to date when the game has changed, status counts. Then pnp check GAME --lang LANGUAGE says what is wrong
with it, and pnp build GAME --lang LANGUAGE prints it."""
EXAMPLES = (
    "pnp translate init mygame --lang fr",
    "pnp translate update mygame",
    "pnp translate status mygame --lang fr",
)
