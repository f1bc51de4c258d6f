"""The commands of `python -m euchre_env`, a module each: `add_arguments(parser)` and `run(arguments) -> exit code`."""
