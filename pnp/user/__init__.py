"""What belongs to the user: folders, printers, new games, the games that are there, schemas beside them."""
