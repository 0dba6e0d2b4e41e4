"""Face of this folder."""
