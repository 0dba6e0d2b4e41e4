"""Where the files lie that come with the program and are no modules."""

from pathlib import Path


def shipped_places(name: str) -> tuple[Path, ...]:
    """Return where the file `name` may be: beside the packages, in a checkout and installed."""
    return (Path(__file__).resolve().parents[2] / name,)
