"""Clients that are wrong in one way each; the kit has to say in which."""
