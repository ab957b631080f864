"""A desk to lay elements out on: the small game in `project/`, whose first creature is the piece that templates see."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from facts import list_facts, read_facts
from listing import listing

from pnp.build.loading import load_game
from pnp.export.pdf.operators import as_rectangle
from pnp.io.project import Project
from pnp.layout.editions import Layout
from pnp.load import load_fonts, load_style
from pnp.localise import make_edition
from pnp.model.display import Face, Group, Item, Shape, Text
from pnp.model.game import Format, Outline
from pnp.model.problem import Problem
from pnp.model.sheet import Leaf
from pnp.model.values import Value

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
GAME = "night"

Golden = Callable[[str, str], None]  # the fixture of tests/conftest.py


@dataclass(frozen=True)
class Laid:
    """What came of a template."""

    leaves: tuple[Leaf, ...]
    problems: list[Problem]

    @property
    def faces(self) -> list[Face]:
        return [leaf.front for leaf in self.leaves]

    @property
    def lines(self) -> list[str]:
        """Return the facts of all problems."""
        return list_facts(self.problems)

    @property
    def mistakes(self) -> list[str]:
        """Return the codes and values of all problems, wherever they are."""
        return [str(fact._replace(place="", about="", origin="", also="")) for fact in read_facts(self.problems)]

    @property
    def listing(self) -> str:
        assert not self.problems, self.lines
        return "\n".join(listing(face) for face in self.faces)

    @property
    def texts(self) -> list[str]:
        """Return the texts of the first face."""
        return [text.says for text in texts_of([self.faces[0].content])]


def texts_of(items: list[Item] | tuple[Item, ...]) -> list[Text]:
    found: list[Text] = []
    for item in items:
        if isinstance(item, Text):
            found.append(item)
        elif isinstance(item, Group):
            found += texts_of(item.items)
    return found


class Desk:
    """Lays templates out. Each file it is given stays until it is replaced."""

    def __init__(self, root: Path, game_id: str = GAME) -> None:
        shutil.copytree(HERE / "project", root, dirs_exist_ok=True)
        self.root = root
        self.project = Project(root, REPOSITORY)
        game, problems = load_game(self.project, game_id)
        assert game is not None and not problems, problems
        self.game = game
        self.style, problems = load_style(self.project, game_id)
        assert not problems, problems
        self.fonts, problems = load_fonts(self.project)
        assert not problems, problems

    def file(self, name: str, content: str | bytes) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def template(self, source: str, name: str = "card.xml.j2") -> Path:
        return self.file(f"layouts/{self.game.id}/{name}", source)

    def face(self, xml: str, w: float = 60, h: float = 40, **options: object) -> Laid:
        """Return a face that holds these elements."""
        return self.lay_out(f"<face>{xml}</face>", w, h, **options)

    def gallery(self, cases: Mapping[str, str], w: float = 60, h: float = 40) -> str:
        """Each case's elements and what they draw, for golden files."""
        parts = []
        for title, xml in cases.items():
            shown = "\n".join(f"  {line}" for line in xml.splitlines())
            drawn = "\n".join(line[2:] for line in self.face(xml, w, h).listing.splitlines()[2:])
            parts.append(f"{title}\n\n{shown}\n\n{drawn}\n")
        return "\n".join(parts)

    def lay_out(
        self,
        source: str | None = None,
        w: float = 60,
        h: float = 40,
        *,
        outline: Outline = Outline.RECTANGLE,
        safe: float = 0.0,
        fields: Mapping[str, Value] | None = None,
        pieces: int = 1,
        back: str = "",
        draft: bool = False,
        ink: str = "low",
        language: str = "en",
        mirror: bool = False,
    ) -> Laid:
        """Return the faces of the first pieces by this template; `fields` replace some of theirs."""
        if source is not None:
            self.template(source)
        edition = make_edition(self.game, "en", ink, ())
        component = edition.components["creatures"]
        format = Format(w, h, outline, safe=safe)
        changed = tuple(piece._replace(fields={**piece.fields, **(fields or {})}) for piece in component.pieces)
        component = replace(component, format=format, pieces=changed, front="card.xml.j2", back=back)
        edition = replace(edition, components={**edition.components, "creatures": component})
        edition = replace(edition, language=language)
        layout = Layout(edition, replace(self.style, mirror=mirror), self.fonts, self.project, draft=draft)
        leaves, problems = layout.leaves(lambda owner, piece: owner is component and piece in changed[:pieces])
        return Laid(leaves, problems)


def boxes(face: Face) -> list[str]:
    """Return the filled rectangles of a face in order, each as `x y w h` on the face."""
    return [" ".join(f"{round(value, 2) + 0.0:g}" for value in box) for box in _boxes((face.content,), 0.0, 0.0)]


def _boxes(items: tuple[Item, ...], x: float, y: float) -> Iterator[tuple[float, float, float, float]]:
    for item in items:
        if isinstance(item, Group):
            assert item.transform[:4] == (1, 0, 0, 1), "only moved, not turned"
            yield from _boxes(item.items, x + item.transform[4], y + item.transform[5])
        elif isinstance(item, Shape) and item.fill is not None and (rectangle := as_rectangle(item.path)):
            yield x + rectangle.x, y + rectangle.y, rectangle.w, rectangle.h
