"""Face of this folder."""

from .installed_files import shipped_places
from .settings import Settings, SettingsError
from .values import ANY_ORIGIN, KeyHash, Rate

__all__ = ["ANY_ORIGIN", "KeyHash", "Rate", "Settings", "SettingsError", "shipped_places"]
