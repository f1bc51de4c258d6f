"""Checkpoints on the disk, and agents made of them."""
