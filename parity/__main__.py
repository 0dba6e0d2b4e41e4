"""``python -m parity``."""

import gc
import signal
import sys
from types import FrameType
from typing import NoReturn

from parity.cli import main


def _end(signal_number: int, frame: FrameType | None) -> NoReturn:
    """End in order, so that no client is left behind."""
    del frame
    sys.exit(128 + signal_number)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _end)
    # A run keeps what it has found and makes no cycles; looking for some costs an eighth of it.
    gc.disable()
    sys.exit(main())
