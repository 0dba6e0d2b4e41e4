"""The parity kit: holds a client's own rules against the referee's, question by question.

A client is any program that answers the questions of `parity.protocol`; `python -m parity run`
asks it, compares, and reports where the two differ and why. docs/parity.md is the way in.
"""
