"""Which precision the networks calculate in: bfloat16 where the processor multiplies it itself, else float32."""

from __future__ import annotations

from typing import Literal

import torch

Precision = Literal["float32", "bfloat16"]
PRECISIONS: tuple[Precision, ...] = ("float32", "bfloat16")


def choose_precision(wanted: Precision | Literal["auto"]) -> Precision:
    """`wanted`, or for `auto` what suits this processor: the choice is made once a run and recorded."""
    if wanted != "auto":
        return wanted
    # Emulated bfloat16 (AVX-512 without its bf16 part) is slower than float32, so ask for the instructions themselves.
    probes = ("_is_avx512_bf16_supported", "_is_amx_tile_supported")
    return "bfloat16" if any(getattr(torch.cpu, probe, bool)() for probe in probes) else "float32"


def autocast(precision: str) -> torch.autocast:
    """A context in which networks calculate in `precision`; weights and gradients stay float32."""
    return torch.autocast("cpu", torch.bfloat16, enabled=precision == "bfloat16")
