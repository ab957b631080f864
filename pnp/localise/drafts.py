"""An entry of a PO file while its lines are read."""

from pnp.localise.entry import Entry


class Draft:
    """An entry being read: the lines of each of its parts."""

    def __init__(self) -> None:
        self.line = 0  # 0: only comments so far
        self.obsolete = False
        self.parts: dict[str, list[str]] = {}
        self.lines: dict[str, int] = {}
        self.kept: dict[str, list[str]] = {" ": [], ".": [], ":": [], ",": [], "|": []}
        self.commented = 0  # the line of its last comment
        self.first = 0  # of its lines; 0: none so far
        self.last = 0
        self.open = ""  # the part to which a text by itself belongs
        self.is_broken = False
        self.is_said = False  # it has a translation, if an empty one

    @property
    def is_begun(self) -> bool:
        return bool(self.line)

    def entry(self) -> Entry:
        parts = {name: "".join(strings) for name, strings in self.parts.items()}
        said = [name for name in parts if name.startswith("msgstr")]
        return Entry(
            parts.get("msgctxt", ""),
            parts["msgid"],
            tuple([parts[name] for name in said]),
            parts.get("msgid_plural", ""),
            self.line,
            self.lines[said[0]],
            tuple(self.kept[" "]),
            tuple([note.strip() for note in self.kept["."]]),
            tuple([line.strip() for line in self.kept[":"]]),
            tuple([flag for line in self.kept[","] for flag in filter(None, map(str.strip, line.split(",")))]),
            tuple([line.strip() for line in self.kept["|"]]),
            self.obsolete,
            tuple([self.lines[name] for name in said]),
        )
