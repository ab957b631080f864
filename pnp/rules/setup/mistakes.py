"""What can be wrong with a setup, and how it is said."""

from pnp.model.problem import Severity, code

SHORT = code(
    "PNP550 pile is short",
    """A step of the setup takes more pieces than lie there, with the numbers of players named. Somebody would sit at
the table without cards.

Bad:  `{move: 6, from: market, to: hand}` with five players and 28 cards in the market
Good: `{move: 5, from: market, to: hand}`""",
    says="step {step}: {wanted} wanted from {zone}, {count} there",
    varies=("zone",),
)
LEFT = code(
    "PNP551 pieces left over",
    """After the last step pieces still lie where `starts` put them, in a zone that is only there to take pieces from:
no step moves anything into it, it has no `at` and no `face`, and it isn't `away`. The setup doesn't say what becomes of
them.

Bad:  `pile: {title: Creatures, starts: creatures}`, of which a step moves 70
Good: a last step `{move: all, from: pile, to: box}`, with `box: {title: Box, away: true}`""",
    says="{count} {what} {are} left in {zone}",
)
TWICE = code(
    "PNP552 piece starts in two zones",
    """A piece lies in one place. Where two zones start with the same pieces, or one starts with more of a piece than it
has copies, the counts of the whole setup are wrong.

Bad:  `pile: {starts: creatures}` and `guests: {starts: creatures|where(rare)}`
Good: `pile: {starts: creatures|where(not rare)}` and `guests: {starts: creatures|where(rare)}`""",
    says="{piece}{others} starts in {places}",
    varies=("others",),
)
NOBODY_LEFT = code(
    "PNP532 no number of players left",
    """With some modules no number of players is left with which the game can be played: each drops some, or one drops
what another replaces all by.

Bad:  `drop: {players: [2, 3]}` in one module, `drop: {players: [4]}` in another, where the game is for two to four
Good: the same with `not-with:` the other module in one of them""",
    says="with these modules nobody can play: all numbers of players are dropped",
)
NOWHERE = code(
    "PNP553 piece starts in no zone",
    """Zones start with some pieces of a component, but not with all: the others are neither on the table nor in the
box.

Bad:  `pile: {starts: creatures|where(not rare)}` alone
Good: `pile: {starts: creatures|where(not rare)}` and `box: {starts: creatures|where(rare), away: true}`""",
    says="{missing} of {whole} {component} start in no zone: {pieces}",
    varies=("pieces",),
)
UNKNOWN = code(
    "PNP554 setup names something that isn't there",
    """A step names a zone, a marker, another step or a piece that the game, with the modules chosen, doesn't have.

Bad:  `{move: 5, from: markt, to: hand}`
Good: `{move: 5, from: market, to: hand}`, with `zones: {market: …}`""",
)
ANCHOR_OF_ANOTHER_MODULE = UNKNOWN.also("step {step} comes {where} {anchor}, which another module brings")
ANCHOR_DROPPED = UNKNOWN.also("step {step} comes {where} {anchor}, which is dropped")
NO_SUCH_PIECE = UNKNOWN.also("step {step}: there is no piece {name}", varies=("step",), once=True)
PIECE_ELSEWHERE = UNKNOWN.also("step {step}: {name} is not in {zone}{others}", varies=("zone", "others"))
NO_SUCH_MARKER = UNKNOWN.also("step {step}: there is no marker {marker}", varies=("step",), once=True)
NO_SUCH_ZONE = UNKNOWN.also("step {step}: there is no zone {zone}", varies=("step",), once=True)
HIDDEN = code(
    "PNP555 named piece may be anywhere",
    """A step takes a piece by its name out of what has been shuffled, or dealt from. Named pieces are taken out before.

Bad:  `{shuffle: pile}`, then `{move: [old-owl], from: pile, to: meadow}`
Good: `{move: [old-owl], from: pile, to: meadow}`, then `{shuffle: pile}`""",
    says="step {step}: {name} has been shuffled into {zone}, or dealt out of it",
    varies=("zone",),
)
UNEQUAL = code(
    "PNP556 zones are not per the same",
    """Between two zones that are `per` something each part moves to its own: both must be per the same. What a zone is
per is a number (`players`) or a list (`seasons`).

Bad:  `{move: 1, from: hand, to: slot}` with a hand `per: players` and a slot `per: seasons`
Good: `{move: 1, from: hand, to: party}` with both `per: players`""",
)
PER_OUT_OF_RANGE = UNEQUAL.also("zone {zone}: per is {value}, not a number from 1 to {most}")
PER_NO_LIST = UNEQUAL.also("zone {zone}: per is {value}, neither a number nor a list", varies=("value",))
PER_OTHER_THINGS = UNEQUAL.also("step {step}: {source} and {target} are not per the same")
PARTS_DIFFER = UNEQUAL.also("step {step}: {source} has {of_source} parts, {target} has {of_target}")
NO_MOVE = code(
    "PNP557 move that moves nothing",
    """A step moves pieces from a zone to the same zone. One of the two names is wrong.

Bad:  `{move: 3, from: market, to: market}`
Good: `{move: 3, from: market, to: meadow}`""",
    says="step {step} moves from {source} to {target}",
)
NO_COUNT = code(
    "PNP558 not a number of pieces",
    """How many pieces a step moves must be a whole number, not below 0, for each number of players; or a list of
pieces.

Bad:  `{move: 12 / players, from: pile, to: hand}` for five players
Good: `{move: tables.hand, from: pile, to: hand}`""",
)
MOVES_NO_PIECE = NO_COUNT.also("step {step} moves {item}, which is no piece", varies=("item",))
MOVES_COUNT_AND_NAMES = NO_COUNT.also(
    "step {step} moves {count} pieces to one part, named ones to another", varies=("count",)
)
MOVES_BAD_COUNT = NO_COUNT.also("step {step} moves {count} pieces from {source}", varies=("count",))
OFF_TRACK = code(
    "PNP559 marker is put off its track",
    """A step puts a marker on a space that its variable in `victory.yaml` doesn't have.

Bad:  `{put: red, to: 13}` with `red: {from: 1, to: 12}`
Good: `{put: red, to: track.red.start}`""",
    says="step {step}: {marker} has no space {value}",
    varies=("value",),
)
BAD_ROWS = code(
    "PNP560 table doesn't fit the numbers of players",
    """A table has a row for each number of players that `players:` names, and no others.

Bad:  `players: [2, 3, 4, 5]` and `rows: {2: 8, 3: 7, 4: 7}`
Good: `players: [2, 3, 4, 5]` and `rows: {2: 8, 3: 7, 4: 7, 5: 6}`""",
)
ROW_MISSING = BAD_ROWS.also("table {table} has no row for {players}")
ROW_TOO_MANY = BAD_ROWS.also("table {table} has a row for {players}")
ORDER = code(
    "PNP561 order of two steps matters",
    """Two modules that can be chosen together add steps whose order nothing says, and the setup depends on it: their
players would not agree. `after:` or `before:` brings them in order, or into places where the order means nothing.

Bad:  one module's last step deals the pile out, another's last step adds cards to the pile
Good: the step that adds cards has `before: shuffle`""",
    says="nothing says whether {first} or {second} is done first, and it matters: {difference}",
    varies=("difference",),
)
NO_PIECE = code(
    "PNP562 zone starts with something that is no piece",
    """`starts` is a list of pieces: a component, or some of its pieces.

Bad:  `pile: {starts: seasons}`
Good: `pile: {starts: creatures|where(season == 'winter')}`""",
    says="zone {zone} starts with {item}, which is no piece",
    varies=("item",),
)
IMPOSSIBLE = code(
    "PNP588 condition that no dealing fulfils",
    """A step says what must hold of what was dealt (`so-that`). All dealings that there are were tried, and it holds
for none: nobody could set the game up.

Bad:  `{move: 1, from: coins, to: purse}`, `so-that: lies.purse|count == 2`
Good: `so-that: lies.purse|count == 1`""",
    says="step {step}: {condition} doesn't hold for {many}",
    varies=("many",),
)
NOT_FOUND = code(
    "PNP589 condition for which no dealing was found",
    """A step says what must hold of what was dealt (`so-that`). Of the dealings that were tried, 2,000 at most, it
holds for none. There may be one all the same: nobody knows. Players would deal for long.

Bad:  `so-that: lies.hand|all(hand = hand|sum(value) == 20)`, where that almost never comes
Good: `so-that: lies.hand|all(hand = hand|sum(value) >= 15)`""",
    Severity.WARNING,
    says="step {step}: {condition} holds for none of {tries:,} dealings that were tried",
)
