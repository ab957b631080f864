"""`pnp printer`: the profiles of the user's printers."""

HELP = """Keep profiles of your printers.

With one, backs lie under their fronts. It is what you read off the sheet that pnp calibrate prints, and --printer NAME
applies it. Profiles belong to you, not to a project: they are in one file, printers.yaml, in your configuration
folder."""
EXAMPLES = (
    "pnp calibrate",
    "pnp printer add office --offset-x 0.5 --offset-y -0.25",
    "pnp build mygame --printer office",
)
