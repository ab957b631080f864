"""Who wins: every state of the track, proofs about the conditions, the verdict on a finished table, the map."""

from pnp.rules.victory.examine import examine_victory
from pnp.rules.victory.judging import judge_table
from pnp.rules.victory.map import Wording, victory_record
from pnp.rules.victory.states import all_states

__all__ = ["Wording", "all_states", "examine_victory", "judge_table", "victory_record"]
