"""What can go wrong with a run: on the kit's side, or on the client's."""


class BrokenKit(Exception):
    """The kit itself, or what it was told, is at fault; no client is."""


class Breach(Exception):
    """The client crashed, or what it sent is no answer. The message says which, and how."""
