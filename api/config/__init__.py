"""Settings from the environment, and where the files lie that come with the program."""

from .installed_files import shipped_place
from .settings import Settings, SettingsError
from .values import ANY_ORIGIN, KeyHash, Rate

__all__ = ["ANY_ORIGIN", "KeyHash", "Rate", "Settings", "SettingsError", "shipped_place"]
