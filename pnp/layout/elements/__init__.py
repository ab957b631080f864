"""The elements of the layout language, one file a kind; importing this package registers them all."""

from pnp.registry import import_all

import_all(__name__)
