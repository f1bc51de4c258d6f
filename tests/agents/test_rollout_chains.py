"""Chains where one seat decides several times running, or for another's card: widow, exchange, Jambone."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from agents.networks.policy import Policy
from agents.networks.symmetry import exchanged
from agents.training.experience import Experience
from euchre_env import KINDS, VectorEuchre
from tests.agents.small_runs import rollout_of


def played(policy: Policy, variant: str, needed: int) -> tuple[Experience, list[list[int]]]:
    """Experience and the rows of each of its chains."""
    number = policy.encoding.variants.index(variant)
    experience = rollout_of(policy, variant, num_tables=64).collect(needed, np.random.default_rng(2))
    assert (experience.variant == number).all()
    ends = np.flatnonzero(experience.last)
    assert ends[-1] == len(experience) - 1
    return experience, [list(range(a + 1, b + 1)) for a, b in zip([-1, *ends[:-1]], ends, strict=True)]


def hand_at(policy: Policy, experience: Experience, row: int) -> set[str]:
    """The cards in the hand of who decides, as they are encoded: other rows may be turned round."""
    bits = np.unpackbits(experience.decisions.features[row])
    names = zip(policy.encoding.layout.names, bits, strict=False)
    return {name for name, bit in names if bit and name.startswith("own_hand[")}


def kinds_of(experience: Experience, chain: list[int]) -> list[str]:
    return [KINDS[experience.decisions.kind[row]] for row in chain]


@pytest.mark.parametrize("variant", ["british", "railroad_full", "five_handed", "seven_handed"])
def test_a_chain_is_all_that_one_seat_decided_in_one_deal(family: Policy, variant: str) -> None:
    experience, chains = played(family, variant, 3000)
    d, owners = experience.decisions, set()
    for chain in chains:
        (owner,) = {(d.table[row], d.deal[row], d.seat[row]) for row in chain}
        assert len({experience.margin[row] for row in chain}) == 1
        owners.add(owner)
    assert len(owners) == len(chains)
    deals = {owner[:2] for owner in owners}
    assert len(deals) > 20


@pytest.mark.parametrize("variant, widow, partners", [("five_handed", 3, {1, 2}), ("seven_handed", 4, {2, 3})])
def test_the_bidder_buries_and_chooses_partners_running(
    family: Policy, variant: str, widow: int, partners: set[int]
) -> None:
    """4.5, 4.6: `widow` cards are buried, then partners chosen, all by the bidder and all in his chain."""
    experience, chains = played(family, variant, 6000)
    buried, chosen = 0, set()
    for chain in chains:
        kinds = kinds_of(experience, chain)
        if "bury" in kinds:
            first = kinds.index("bury")
            assert kinds[:first] == ["bid"] * first
            assert kinds[first : first + widow] == ["bury"] * widow
            assert "bury" not in kinds[first + widow :]
            for row, after in pairwise(chain[first : first + widow]):
                hand, card = hand_at(family, experience, row), experience.decisions.action[row]
                left = hand - {family.encoding.action_names[card].replace("card", "own_hand")}
                assert len(left) == len(hand) - 1
                assert hand_at(family, experience, after) in (left, set(map(exchanged, left)))
            buried += 1
        chosen.add(kinds.count("partner"))
    assert buried > 20
    assert max(chosen) in partners


def test_a_lone_hand_gives_a_card_and_then_discards(family: Policy) -> None:
    """R12: a lone dealer gives a card, his partner answers in a chain of his own, then the dealer discards."""
    experience, chains = played(family, "railroad_full", 6000)
    d = experience.decisions
    kinds = [kinds_of(experience, chain) for chain in chains]
    running = [k for k in kinds if "give" in k and k[k.index("give") + 1 :][:1] == ["discard"]]
    assert len(running) > 3
    who = list(zip(d.table.tolist(), d.deal.tolist(), d.seat.tolist(), strict=True))
    seats = {kind: {who[row] for row in np.flatnonzero(d.kind == KINDS.index(kind))} for kind in ("give", "best")}
    assert len(seats["best"]) > 3
    for table, deal, seat in seats["best"]:
        assert (table, deal, (seat + 2) % 4) in seats["give"]  # his partner's


def test_who_calls_a_card_of_a_jambone_gets_his_own_reward(family: Policy) -> None:
    """R31: the card is the lone player's, the decision and what comes of it the adversary's who calls."""
    experience, chains = played(family, "railroad_full", 6000)
    d, margins = experience.decisions, experience.margin
    announced = [family.encoding.action_names[action] == "announce_jambone" for action in d.action]
    maker = {(d.table[row], d.deal[row]): row for row in np.flatnonzero(announced)}
    callers = [chain for chain in chains if "call" in kinds_of(experience, chain)]
    assert len(callers) > 50
    for chain in callers:
        row = maker[d.table[chain[0]], d.deal[chain[0]]]
        assert d.seat[chain[0]] % 2 != d.seat[row] % 2
        assert margins[chain[0]] == -margins[row] != 0
    makers_kinds = [kinds_of(experience, chain) for chain in chains if set(chain) & set(maker.values())]
    assert all("play" not in kinds and "call" not in kinds for kinds in makers_kinds)  # he plays no card himself


@pytest.mark.parametrize("variant", ["railroad", "railroad_full", "british", "five_handed", "seven_handed"])
def test_skipping_forced_decisions_changes_nothing_else(variant: str) -> None:
    """Whoever decides the same where there is a choice meets the same decisions and gets the same points."""
    found = []
    for skip_forced in (False, True):
        tables = VectorEuchre(variant, num_tables=16, seed=6, skip_forced=skip_forced)
        decided: list[list[object]] = [[] for _ in range(16)]
        while min(map(len, decided)) < 100:
            mask, observed, asked = tables.action_mask, tables.observe(), ~tables.forced
            actions = np.where(asked, _some_action(mask, observed), tables.forced_action)
            for table in np.flatnonzero(asked):
                decided[table].append((int(tables.seat[table]), int(actions[table]), observed[table].tobytes()))
            reward, over, _ = tables.step(actions)
            for table in np.flatnonzero(over):
                decided[table].append(reward[table].tolist())
        found.append([entries[:100] for entries in decided])
    assert found[0] == found[1]


def _some_action(mask: np.ndarray, observed: np.ndarray) -> np.ndarray:
    """A legal action that depends on what is observed alone, and takes every turn now and then."""
    legal = mask.sum(axis=1)
    chosen = observed.astype(np.int64).dot(np.arange(observed.shape[1]) ** 2 % 97) % legal
    return (np.cumsum(mask, axis=1) > chosen[:, None]).argmax(axis=1)
