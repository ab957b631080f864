"""Setups: dealt for every number of players, proved, and written as a guide."""
