"""A human at the table with agents, in the terminal: what `play.py` is made of."""
