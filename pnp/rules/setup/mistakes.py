"""What can be wrong with a setup, and how it is said."""

from pnp.model.problem import Severity, code

SHORT = code("PNP550", says="step {step}: {wanted} wanted from {zone}, {count} there", varies=("zone",))
LEFT = code("PNP551", says="{count} {what} {are} left in {zone}")
TWICE = code("PNP552", says="{piece}{others} starts in {places}", varies=("others",))
NOBODY_LEFT = code("PNP532", says="with these modules nobody can play: all numbers of players are dropped")
NOWHERE = code("PNP553", says="{missing} of {whole} {component} start in no zone: {pieces}", varies=("pieces",))
UNKNOWN = code("PNP554")
ANCHOR_OF_ANOTHER_MODULE = UNKNOWN.also("step {step} comes {where} {anchor}, which another module brings")
ANCHOR_DROPPED = UNKNOWN.also("step {step} comes {where} {anchor}, which is dropped")
NO_SUCH_PIECE = UNKNOWN.also("step {step}: there is no piece {name}", varies=("step",), once=True)
PIECE_ELSEWHERE = UNKNOWN.also("step {step}: {name} is not in {zone}{others}", varies=("zone", "others"))
NO_SUCH_MARKER = UNKNOWN.also("step {step}: there is no marker {marker}", varies=("step",), once=True)
NO_SUCH_ZONE = UNKNOWN.also("step {step}: there is no zone {zone}", varies=("step",), once=True)
HIDDEN = code("PNP555", says="step {step}: {name} has been shuffled into {zone}, or dealt out of it", varies=("zone",))
UNEQUAL = code("PNP556")
PER_OUT_OF_RANGE = UNEQUAL.also("zone {zone}: per is {value}, not a number from 1 to {most}")
PER_NO_LIST = UNEQUAL.also("zone {zone}: per is {value}, neither a number nor a list", varies=("value",))
PER_OTHER_THINGS = UNEQUAL.also("step {step}: {source} and {target} are not per the same")
PARTS_DIFFER = UNEQUAL.also("step {step}: {source} has {of_source} parts, {target} has {of_target}")
NO_MOVE = code("PNP557", says="step {step} moves from {source} to {target}")
NO_COUNT = code("PNP558")
MOVES_NO_PIECE = NO_COUNT.also("step {step} moves {item}, which is no piece", varies=("item",))
MOVES_COUNT_AND_NAMES = NO_COUNT.also(
    "step {step} moves {count} pieces to one part, named ones to another", varies=("count",)
)
MOVES_BAD_COUNT = NO_COUNT.also("step {step} moves {count} pieces from {source}", varies=("count",))
OFF_TRACK = code("PNP559", says="step {step}: {marker} has no space {value}", varies=("value",))
BAD_ROWS = code("PNP560")
ROW_MISSING = BAD_ROWS.also("table {table} has no row for {players}")
ROW_TOO_MANY = BAD_ROWS.also("table {table} has a row for {players}")
ORDER = code(
    "PNP561",
    says="nothing says whether {first} or {second} is done first, and it matters: {difference}",
    varies=("difference",),
)
NO_PIECE = code("PNP562", says="zone {zone} starts with {item}, which is no piece", varies=("item",))
IMPOSSIBLE = code("PNP588", says="step {step}: {condition} doesn't hold for {many}", varies=("many",))
NOT_FOUND = code(
    "PNP589", Severity.WARNING, says="step {step}: {condition} holds for none of {tries:,} dealings that were tried"
)
