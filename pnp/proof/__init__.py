"""Two versions of a game side by side: what has changed, why, and what has to be printed again."""
