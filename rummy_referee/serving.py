"""Starts the service, where what it needs is installed."""

import os
import sys
from importlib.util import find_spec
from typing import Final

NEEDED: Final = (
    "flask",
    "flask_swagger_ui",
    "gevent",
    "gunicorn",
    "limits",
    "marshmallow",
    "prometheus_client",
)
"""What the extra ``service`` brings."""


class CannotServe(Exception):
    """The service cannot be started; the message says what is missing or wrong."""


def serve(port: int | None) -> None:
    """Become the service, on this port or the one that the environment names.

    :raises CannotServe: when what it needs is not installed, or a setting is wrong.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise CannotServe(
            f"the service needs {', '.join(missing)}: pip install 'rummy-referee[service]'"
        )
    from api.serve import main

    if port is not None:
        os.environ["PORT"] = str(port)
    # The options of this command are none of gunicorn's.
    sys.argv = sys.argv[:1]
    try:
        main()
    except SystemExit as ended:
        # A text is what a wrong setting ends with; a number is gunicorn's own.
        if isinstance(ended.code, str):
            raise CannotServe(ended.code.removeprefix("rummy-referee: ")) from None
        raise
