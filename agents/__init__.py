"""Agents that play euchre, and the trainer that makes them: PyTorch on top of the public names of `euchre_env`."""

import sys

if sys.argv[:1] == ["-m"]:  # while Python loads `python -m agents...`, `euchre_env` is what meets Ctrl-C
    from euchre_env import interrupts_raise  # noqa: F401
