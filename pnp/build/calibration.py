"""A paper → the two sides of its calibration sheet, from which one reads the numbers of a printer's profile.

Rows of boxes stand on all four sides: A above and B below for what is to the right and left, C and D at the sides for
up and down. Behind each box the back has a line, a quarter of a millimetre farther from box to box: where the line
meets the ticks of its box, the number beside it is what backs have to be moved by.
"""

from math import degrees
from pathlib import Path

from pnp.export.pdf import Info, write_pdf
from pnp.impose.own_pages import OwnPage, draw
from pnp.impose.patterns import both_ways
from pnp.impose.press import Press, adjusting, size_of
from pnp.impose.printers import MEASURES, measured
from pnp.io.project import Project
from pnp.io.writing import write_atomically
from pnp.localise.languages import SPOKEN, Words
from pnp.model.display import AnyFace
from pnp.model.length import mm
from pnp.model.problem import UsageError
from pnp.model.sheet import Paper, Placement, Printer, Rect, Sheet
from pnp.model.values import Record, Value

SMALLEST = (210.0, 279.4)  # as wide as A4, as high as Letter
STEPS = tuple(n / 4 for n in range(-8, 9))  # millimetres
PITCH = 9.5  # from box to box
INSET = 17.0  # of the rows' middle from the paper's edges
_SIGNS = {  # of the rows where each number is read
    **{"offset-x": ("A", "B"), "offset-y": ("C", "D"), "rotate": ("A − B",)},
    **{"scale-x": ("mm",), "scale-y": ("mm",), "margin": ()},
}
_LABEL = 5.6  # from the middle of a box to its number


def calibration_sheets(project: Project, press: Press) -> tuple[Sheet, Sheet]:
    """Return front and back. Raise UsageError where the paper is too small."""
    paper, _ = both_ways(press.paper)  # upright, as printers take it
    if paper.w < SMALLEST[0] or paper.h < SMALLEST[1]:
        size, least = size_of(paper.w, paper.h), size_of(*SMALLEST)
        why = f"{paper.name} is {size}: the calibration sheet needs {least} (a4 and letter have them)"
        raise UsageError(why, paper.name)
    language = press.options.language or SPOKEN
    words = Words("calibrate", language)
    front, back = "calibrate-front.xml.j2", "calibrate-back.xml.j2"
    values = _template_values(paper, press, words)
    page = OwnPage("calibration", words.say("title"), paper.w, paper.h, front, values, back)
    leaves, _ = draw([page], project, language)
    assert leaves[0].back is not None
    whole = Rect(0.0, 0.0, paper.w, paper.h)

    def sheet(side: str, face: AnyFace) -> Sheet:
        """Return a side as a build with this profile prints it: scaled, and the back turned and moved."""
        placement = Placement(face, 0.0, 0.0, paper.w, paper.h)
        made = Sheet(paper, f"calibration {side}", "calibration", page.title, side, (placement,), (), whole)
        return made._replace(adjust=adjusting(paper, press.printer, side))

    return sheet("front", leaves[0].front), sheet("back", leaves[0].back)


def write_calibration(project: Project, press: Press, out: Path) -> Path:
    """Write the PDF, named after what it is made for."""
    sheets = calibration_sheets(project, press)
    options = press.options
    parts = ["calibration", press.paper.name]
    parts += ["short"] if options.flip == "short" else []
    parts += [press.printer.name] if press.printer else []
    target = out / ("-".join(parts) + ".pdf")
    info = Info(sheets[0].title, language=options.language or SPOKEN, printed=options.flip)
    write_atomically(target, write_pdf(sheets, info), project.writable(out))
    return target


def _template_values(paper: Paper, press: Press, words: Words) -> dict[str, Value]:
    """Return what the templates see."""
    flip = press.options.flip
    other = "long" if flip == "short" else "short"
    name = press.printer.name if press.printer else "NAME"
    texts = words.all(
        paper=paper.name,
        w=mm(paper.w).removesuffix(" mm"),
        h=mm(paper.h).removesuffix(" mm"),
        flip=words.say(f"edge-{flip}"),
        like=words.say(f"print-like-{flip}"),
        other=f"pnp calibrate --flip {other}",
        printer=name,
        name=name,
        also=(f" --paper {paper.name}" if paper.name != "a4" else "") + (" --flip short" if other == "long" else ""),
    )
    # what is read is added to what the profile says already
    now = measured(press.printer or Printer(name))
    factor = f"{degrees(1 / (paper.h - 2 * INSET)):.2f}"
    lines: list[Record] = []
    for option, signs in _SIGNS.items():
        what = words.say(option, factor=factor, whole=f"{100 + 100 * now[option]:g}")
        unit = MEASURES[option].unit
        adds = unit != "%" and option != "margin" and now[option]
        how_much = f"{_format_number(now[option])} + {what}" if adds else what
        lines.append(Record({"option": option, "signs": signs, "how": how_much, "unit": unit}))
    return {
        "text": texts,
        "flip": flip,
        "printer": press.printer.name if press.printer else "",
        "rows": tuple(_row(paper, flip, sign) for sign in "ABCD"),
        "corners": tuple(_corner(paper, flip, x, y) for y in (0, 1) for x in (0, 1)),
        "lines": tuple(lines),
    }


def _row(paper: Paper, flip: str, sign: str) -> Record:
    """Return a row: A and B go across, C and D down.

    A is where the back's top is, so that A − B turns the right way.
    """
    is_across, is_first = sign in "AB", sign in ("A" if flip == "long" else "B", "C")
    along = paper.w / 2 if is_across else paper.h / 2
    beside = INSET if is_first else (paper.h if is_across else paper.w) - INSET
    boxes = []
    for n, step in enumerate(STEPS):
        at = along + (n - (len(STEPS) - 1) / 2) * PITCH
        x, y = (at, beside) if is_across else (beside, at)
        back_x, back_y = back_position(paper, flip, x, y)
        move = (step, 0.0) if is_across else (0.0, step)
        box: dict[str, Value] = {"x": x, "y": y, "back_x": back_x + move[0], "back_y": back_y + move[1]}
        reading = f"+{step:g}" if step > 0 else _format_number(step)
        label: dict[str, Value] = {"reading": reading, "is_middle": step == 0, "is_whole": step == int(step)}
        boxes.append(Record({**box, **label}))
    inwards = 1 if is_first else -1
    start = along - len(STEPS) / 2 * PITCH - 2.2
    return Record(
        {
            "sign": sign,
            "is_across": is_across,
            "boxes": tuple(boxes),
            "label_x": 0.0 if is_across else inwards * (_LABEL + 1.4),
            "label_y": inwards * _LABEL if is_across else 0.0,
            "badge_x": start if is_across else beside,
            "badge_y": beside if is_across else start,
        }
    )


def _corner(paper: Paper, flip: str, right: int, below: int) -> Record:
    """Return a corner; the first one has the dot that shows whether a sheet is flipped along the wrong edge."""
    x = paper.w - INSET + 2 if right else INSET - 2
    y = paper.h - INSET + 2 if below else INSET - 2
    back_x, back_y = back_position(paper, flip, x, y)
    return Record({"x": x, "y": y, "back_x": back_x, "back_y": back_y, "is_marked": not (right or below)})


def back_position(paper: Paper, flip: str, x: float, y: float) -> tuple[float, float]:
    """Return the place on the back page that lies under a place of the front."""
    return (paper.w - x, y) if flip == "long" else (x, paper.h - y)


def _format_number(value: float) -> str:
    return f"{value:g}".replace("-", "−")
