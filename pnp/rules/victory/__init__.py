"""Who wins: every state of the track, proofs about the conditions, the verdict on a finished table, the map."""

from pnp.rules.victory.conditions import examine_victory, note_victory, states_at_fault, verdicts_at_fault
from pnp.rules.victory.map import Wording, victory_record
from pnp.rules.victory.states import all_states
from pnp.rules.victory.verdicts import judge_table

__all__ = [
    "Wording",
    "all_states",
    "examine_victory",
    "judge_table",
    "note_victory",
    "states_at_fault",
    "verdicts_at_fault",
    "victory_record",
]
