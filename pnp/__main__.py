"""`python -m pnp` is the same as `pnp`: modules that lie in the folder one stands in are none of its business."""

import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]  # that folder, as -m has it

from pnp.cli import main  # and whatever that imports

if __name__ == "__main__":
    main()
