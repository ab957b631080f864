"""Tables of cards: exported from a game, fetched for one, and made into a new game."""
