"""Face of this folder."""

from .access_log import log_access

__all__ = ["log_access"]
