"""Flips that change nothing, by regular expressions of their names, with the reasons."""

REASONS = {}
# Flips of the tables that the translation to a formula refuses, because it could not be exact.
REFUSED = {}
