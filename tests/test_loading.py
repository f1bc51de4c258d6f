"""Ctrl-C while a program is still loaded: one line, and no library meddles with the signals of other programs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

INTERRUPTING = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"
STRANGER = "import signal, euchre_env\nassert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
ROOT = Path(__file__).parents[1]


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Python with the modules of a folder before all others, where Ctrl-C is heeded."""
    path = os.pathsep.join((str(folder), str(ROOT)))
    heed = lambda: signal.signal(signal.SIGINT, signal.default_int_handler)  # noqa: E731 - a shell may ignore it
    return subprocess.run(
        [sys.executable, *words],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        preexec_fn=heed,
        timeout=60,
    )


@pytest.mark.parametrize("program", ["euchre_env", "agents.match_chances", "agents.double_dummy", "agents.export"])
def test_ctrl_c_while_numpy_is_loaded_is_one_line(program: str, tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text(INTERRUPTING)
    ended = run(tmp_path, "-m", program)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", f"python -m {program}: interrupted\n")


def test_ctrl_c_while_torch_is_loaded_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "torch.py").write_text(INTERRUPTING)
    ended = run(tmp_path, "-m", "agents.match_chances", "four_handed", "--agent", "random")
    said = "python -m agents.match_chances: interrupted\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", said)


def test_signals_of_other_programs_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "stranger").mkdir()
    (tmp_path / "stranger" / "__init__.py").write_text(STRANGER)
    (tmp_path / "stranger" / "__main__.py").write_text(STRANGER)
    ended = run(tmp_path, "-m", "stranger")
    assert (ended.returncode, ended.stderr) == (0, "")
