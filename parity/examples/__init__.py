"""Clients to begin from."""
