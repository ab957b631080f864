"""How many pieces a request prints: an end to it before anything is laid out."""

from pnp.model.game import Edition
from pnp.model.problem import LimitError, code
from pnp.request import Request, Wanted

MOST = 100_000

TOO_MANY = code(
    "PNP008",
    "too many pieces to print",
    f"""
All copies together are more than {MOST:,} pieces: thousands of sheets, which no printer and no memory holds. Mostly
`copies` has a digit too many. It stops `pnp check`, too.

Bad:  `copies: 999` for each of 5000 cards
Good: `copies: 9`, or one component after the other with `--only`
""",
)


def check_amount(edition: Edition, wanted: Wanted, request: Request) -> None:
    """Raises LimitError."""
    printed = {
        id: request.copies * sum(piece.copies for piece in component.pieces if wanted(component, piece))
        for id, component in edition.components.items()
    }
    if (all := sum(printed.values())) > MOST:
        largest = max(printed, key=lambda id: printed[id])
        message = f"{all} pieces would be printed, and {MOST} are the most"
        raise LimitError(
            str(TOO_MANY.at(edition.components[largest].span, message, hint=f"{printed[largest]} of {largest}"))
        )
