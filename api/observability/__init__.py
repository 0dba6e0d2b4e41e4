"""What the service tells its operators: log lines and metrics."""

from . import metrics
from .access_log import log_access

__all__ = ["log_access", "metrics"]
