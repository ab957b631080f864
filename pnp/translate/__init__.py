"""What translators need of a whole game: messages with their room, catalogues begun, brought up to date, counted."""
