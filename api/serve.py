"""Starts the service: `python -m api.serve`, with options of gunicorn's behind it if need be.

Checks the settings before gunicorn is imported, which reads WEB_CONCURRENCY itself and would answer
a wrong one with a traceback.
"""

import os
import sys

from .config import Settings, SettingsError, shipped_place


def main() -> None:
    """Runs gunicorn with `gunicorn.conf.py`, or exits naming every wrong setting."""
    try:
        settings = Settings.from_environment(os.environ)
    except SettingsError as error:
        sys.exit(f"rummy-referee: {error}")
    # An empty variable is a missing one here, but not to gunicorn.
    os.environ["WEB_CONCURRENCY"] = str(settings.web_concurrency)
    configuration = shipped_place("gunicorn.conf.py")
    # On SIGUSR2 gunicorn starts Python with this again. In one word, to be no argument to gunicorn.
    sys.argv = ["-mapi.serve", "--config", str(configuration), *sys.argv[1:]]
    from gunicorn.app.wsgiapp import run

    run("rummy-referee")


if __name__ == "__main__":
    main()
