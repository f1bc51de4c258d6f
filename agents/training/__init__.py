"""The trainer: a run from its command line to its last checkpoint."""
