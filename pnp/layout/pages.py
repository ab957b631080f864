"""How far a document has come: what the next face of a flow begins with."""


class Pages:
    """Kept by whoever makes one face after the other; a flow reads and sets it as it fills its page."""

    def __init__(self) -> None:
        self.start = 0  # the slice that the next page begins with
        self.done = True  # until a flow says that something is left
        self.flows = 0  # on this page
