"""How much a stranger's file may ask for. Real games stay far below; what exceeds a limit stops the command."""

FILE_BYTES = 8 * 1024 * 1024
DEPTH = 60  # of nested lists and mappings
NODES = 600_000  # values in one file, aliases counted as what they stand for
PIECES = 20_000  # in one file
COLUMNS = 1_000  # of a table
MODULES = 200  # of a game: each two of them are compared
TEXT_LENGTH = 20_000  # characters of one value
RULES = 2_000  # in one list: rules, examples, conditions
STEPS = 500  # of a setup
EXPRESSION = 2_000  # characters
PLAYERS = 99
VALUES = 1_000  # that a variable of the track can have
COPIES = 999
NUMBER = 1_000_000_000_000  # the largest amount where a field sets no bound of its own
SHORTEST_SIDE = 3.0  # of a piece, millimetres
LONGEST_SIDE = 2000.0
