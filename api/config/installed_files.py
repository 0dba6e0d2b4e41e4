"""Where the files lie that come with the program and are no modules."""

from pathlib import Path


def shipped_place(name: str) -> Path:
    """Return where the file or folder `name` is: beside the packages, installed or not."""
    return Path(__file__).resolve().parents[2] / name
