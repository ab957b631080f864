"""The words in which a user chooses: the command line offers them, the rooms act on them."""

DESIGNS = ("low", "full")  # with a palette each
INKS = (*DESIGNS, "black")
SIDES = ("fronts", "duplex", "fold", "backs")
FLIPS = ("long", "short")
MARKS = ("lines", "edges", "corners", "none")
MARKED = ("fronts", "backs", "both")
BLEEDS = ("auto", "yes", "perimeter", "no")
TOGETHER = ("auto", "yes", "no")
PSEUDO = ("en-XA", "ar-XB")  # languages that nobody speaks, made from the source: for drafts
FORMATS = ("pdf", "png")


def design_of(ink: str) -> str:
    """Which design is printed in an ink: black is the low one with every colour turned black."""
    return "low" if ink == "black" else ink
