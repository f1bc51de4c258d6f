"""Makes a small agent of a run: its weights in half precision, without what only the learner needs.

    python -m agents.export runs/four_handed agents/pretrained/four_handed

The result is a checkpoint that plays and is measured like any other; it cannot be trained on.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from agents import console


def main(given: Sequence[str]) -> int:
    """Run the command line; the exit status."""
    from agents.arguments import program_parser  # here: Ctrl-C while it loads is met like any other

    parser = program_parser("python -m agents.export", __doc__)
    parser.add_argument("run", type=Path, help="a run, which means its latest checkpoint, or a checkpoint")
    parser.add_argument("folder", type=Path, help="where the agent is written")
    asked = parser.parse_args(given)
    from agents.saving.checkpoint import Checkpoint
    from agents.training.export import export

    folder = export(Checkpoint(asked.run), asked.folder)
    size = sum(path.stat().st_size for path in folder.iterdir())
    print(f"{folder}: {size / 1e6:.2f} MB, hash {Checkpoint(folder).hash[:12]}")
    return 0


if __name__ == "__main__":
    sys.exit(console.run("python -m agents.export", lambda: main(sys.argv[1:])))
