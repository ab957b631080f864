"""A game → the files by which editors complete and check its own: JSON Schemas, a grammar of its layouts."""

import json
from typing import Any

from pnp.build.loading import json_schemas
from pnp.model.game import Game
from pnp.model.style import Style

GRAMMAR = "layout.rng"


def editor_files(game: Game, style: Style) -> dict[str, bytes]:
    """By their names, in alphabetical order."""
    from pnp.layout.grammar import layout_grammar, names_of

    files = {name: as_json(schema) for name, schema in json_schemas(game).items()}
    return dict(sorted({**files, GRAMMAR: layout_grammar(names_of(game, style))}.items()))


def as_json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


def layout_snippets() -> dict[str, Any]:
    """As `pnp.layout.grammar` has them."""
    from pnp.layout import grammar

    return grammar.layout_snippets()
