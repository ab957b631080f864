"""A game's folder and what is asked for → the edition that is laid out, its texts filled in, its rules judged."""
