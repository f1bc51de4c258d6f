"""Agents that play euchre, and the trainer that makes them: PyTorch on top of the public names of `euchre_env`."""
