"""What the workers of one server share: slots for bulk work, metrics files, identities."""

from .bulk_slots import bulk_slot
from .shared_files import fast_temporary_folder, reserve_metrics_files
from .worker_slots import process_identity

__all__ = ["bulk_slot", "fast_temporary_folder", "process_identity", "reserve_metrics_files"]
