"""The game as somebody proofs it: every piece, every mistake, every change, on a local page on which it is mended."""
