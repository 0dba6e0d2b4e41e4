"""Where the files lie that come with the program and are no modules."""

import sys
from pathlib import Path


def shipped_places(name: str) -> tuple[Path, ...]:
    """Return where the file `name` may be: in a checkout, and in an installation.

    The latter are the data-files in pyproject.toml.
    """
    checkout = Path(__file__).resolve().parents[2]
    return (checkout / name, Path(sys.prefix) / "share" / "rummy-referee" / name)
