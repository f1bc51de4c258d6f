"""Ratings of several agents from all pairs of them, and the cycles in which no rating can be right.

Bradley-Terry: the odds that one agent wins a block against another are the ratio of their strengths; a rating is the
logarithm of the strength in Elo points. What counts is whether a block (one deal in all its seatings) is won, drawn or
lost, a drawn one as half a win: there are blocks in every variant, whatever the number of sides, and a block of
duplicate deals tells more than a match. So these are Elo points of duplicate deals; a match, which adds up many deals,
magnifies them.

Every pair plays the same deals, so what a deal favours is not independent from pair to pair: intervals come from the
spread of whole deals, all pairs together (the "sandwich" of P. J. Huber, 1967, deals as clusters).

R. A. Bradley, M. E. Terry, Rank analysis of incomplete block designs (1952).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.measuring.statistics import ELO_PER_LOGIT, Z95, Interval

Pair = tuple[int, int]
"""Two agents by number; the blocks of a pair count for the first of them."""

IMAGINED = 1
"""Drawn blocks that every pair begins with, so that somebody who wins all blocks gets a finite rating."""

STEPS, LONGEST_STEP, CLOSE = 200, 1.0, 1e-10
"""Newton's method: steps at most, the longest of them and when it is near enough, in logits."""


@dataclass(frozen=True)
class Rating:
    """How strong an agent is, in Elo points above the first agent, which has 0."""

    elo: float
    interval: Interval


def bradley_terry(blocks: Mapping[Pair, NDArray[np.float64]], agents: int) -> list[Rating]:
    """The ratings of agents 0 .. agents - 1, the first of which is at 0.

    Args:
        blocks: for every pair the points of its blocks, float64 [n], on the same n deals.
        agents: how many agents there are.

    >>> won, lost = np.array([1.0, 1.0, 1.0, -1.0] * 100), np.array([-1.0, -1.0, -1.0, 1.0] * 100)
    >>> [round(rating.elo) for rating in bradley_terry({(0, 1): lost, (0, 2): lost, (1, 2): np.zeros(400)}, agents=3)]
    [0, 190, 190]
    """
    scores = np.stack([(np.sign(points) + 1) / 2 for points in blocks.values()], axis=1)  # float64 [n, pairs]
    design = np.zeros((len(blocks), agents))
    for row, (one, other) in enumerate(blocks):
        design[row, one], design[row, other] = 1, -1
    design = design[:, 1:]  # the first agent stays at 0
    strengths = _most_likely(scores, design)
    expected = _chances(design @ strengths)
    inverse = np.linalg.inv(_information(len(scores), expected, design))
    of_deals = (scores - expected) @ design  # float64 [n, agents - 1]: how each deal pulls at the ratings
    covariance = inverse @ (of_deals.T @ of_deals) @ inverse
    elos = ELO_PER_LOGIT * np.concatenate([[0.0], strengths])
    halves = ELO_PER_LOGIT * Z95 * np.sqrt(np.concatenate([[0.0], np.diag(covariance)]))
    return [Rating(float(elo), (float(elo - half), float(elo + half))) for elo, half in zip(elos, halves, strict=True)]


def _most_likely(scores: NDArray[np.float64], design: NDArray[np.float64]) -> NDArray[np.float64]:
    """The strengths, in logits, that make the scores likeliest."""
    strengths = np.zeros(design.shape[1])
    won = scores.sum(axis=0) + IMAGINED / 2
    for _ in range(STEPS):
        expected = _chances(design @ strengths)
        gradient = design.T @ (won - (len(scores) + IMAGINED) * expected)
        step = np.linalg.solve(_information(len(scores), expected, design), gradient)
        strengths += step / max(1.0, float(np.abs(step).max()) / LONGEST_STEP)
        if np.abs(step).max() < CLOSE:
            break
    return strengths


def _information(blocks: int, expected: NDArray[np.float64], design: NDArray[np.float64]) -> NDArray[np.float64]:
    """The curvature of the log-likelihood, float64 [agents - 1, agents - 1]."""
    return (design.T * ((blocks + IMAGINED) * expected * (1 - expected))) @ design


def _chances(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chances of winning with these logarithms of the odds."""
    return 1 / (1 + np.exp(-logits))


def cycles(intervals: Mapping[Pair, Interval], agents: int) -> list[tuple[int, ...]]:
    """The shortest cycles of agents each of which beats the next beyond doubt: 95 % interval of points above 0.

    A rating puts agents in a row, so wherever there is a cycle it must be wrong. Of every agent in a cycle a shortest
    one is given, each cycle once, its lowest number first.

    >>> sure = (0.1, 0.2)
    >>> cycles({(0, 1): sure, (1, 2): sure, (0, 2): (-0.2, -0.1)}, agents=3)
    [(0, 1, 2)]
    """
    beats: list[list[int]] = [[] for _ in range(agents)]
    for (one, other), (low, high) in intervals.items():
        if low > 0:
            beats[one].append(other)
        if high < 0:
            beats[other].append(one)
    found = [cycle for agent in range(agents) if (cycle := _shortest(beats, agent))]
    turned = [cycle[cycle.index(min(cycle)) :] + cycle[: cycle.index(min(cycle))] for cycle in found]
    return list(dict.fromkeys(turned))


def _shortest(beats: Sequence[Sequence[int]], start: int) -> tuple[int, ...] | None:
    """A shortest way along `beats` from an agent back to it, breadth first."""
    ways: list[tuple[int, ...]] = [(start,)]
    seen: set[int] = set()
    for way in ways:  # grows as it is walked
        for following in beats[way[-1]]:
            if following == start:
                return way
            if following not in seen:
                seen.add(following)
                ways.append((*way, following))
    return None
