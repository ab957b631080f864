"""Who wins: every state of the track, proofs about the conditions, the verdict on a finished table, the map."""
