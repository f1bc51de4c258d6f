"""The distribution over legal actions: no NaN, no gradient where there is no choice, nothing illegal ever drawn."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from agents.networks.masking import MaskedCategorical


def random_rows(seed: int, rows: int = 64, actions: int = 9) -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(seed)
    logits = torch.randn(rows, actions, generator=generator) * 30
    mask = torch.rand(rows, actions, generator=generator) < 0.3
    mask[torch.arange(rows), torch.randint(actions, (rows,), generator=generator)] = True
    return logits, mask


def test_probabilities_are_a_softmax_over_the_legal_actions() -> None:
    logits, mask = random_rows(0)
    found = MaskedCategorical(logits, mask).log_probs.exp()
    for row in range(len(logits)):
        expected = torch.softmax(logits[row][mask[row]], 0)
        torch.testing.assert_close(found[row][mask[row]], expected)
    assert (found[~mask] == 0).all()


def test_gradients_are_finite_with_one_legal_action() -> None:
    logits = torch.tensor([[3.0, -1e6, 1e6, 0.0], [1.0, 2.0, 3.0, 4.0]], requires_grad=True)
    mask = torch.tensor([[False, True, False, False], [True, True, False, True]])
    distribution = MaskedCategorical(logits, mask)
    (distribution.log_prob(torch.tensor([1, 0])).sum() + distribution.entropy().sum()).backward()
    assert logits.grad is not None
    assert torch.isfinite(logits.grad).all()
    assert (logits.grad[0] == 0).all()  # no choice, nothing to learn
    assert (logits.grad[~mask] == 0).all()
    assert (logits.grad[1][mask[1]] != 0).all()


def test_entropy_counts_legal_actions_only() -> None:
    mask = torch.tensor([[True, False, False], [True, True, False], [True, True, True]])
    entropy = MaskedCategorical(torch.zeros(3, 3), mask).entropy()
    torch.testing.assert_close(entropy.exp(), torch.tensor([1.0, 2.0, 3.0]))


@given(seed=st.integers(0, 10_000), uniform=st.floats(0, 1, exclude_max=True, width=32))
def test_samples_are_legal(seed: int, uniform: float) -> None:
    logits, mask = random_rows(seed)
    actions = MaskedCategorical(logits, mask).sample(torch.full((len(logits),), uniform))
    assert mask.gather(1, actions[:, None]).all()


def test_the_greatest_number_below_one_draws_a_legal_action() -> None:
    logits, mask = random_rows(1, rows=4096)
    largest = torch.nextafter(torch.ones(4096), torch.zeros(4096))
    assert mask.gather(1, MaskedCategorical(logits, mask).sample(largest)[:, None]).all()


def test_samples_follow_the_probabilities() -> None:
    distribution = MaskedCategorical(torch.tensor([[0.0, 1.0, 9.0, 2.0]]), torch.tensor([[True, True, False, True]]))
    grid = (torch.arange(10_000) + 0.5) / 10_000
    repeated = MaskedCategorical(distribution.log_probs.expand(10_000, 4), torch.ones(10_000, 4, dtype=torch.bool))
    counts = torch.bincount(repeated.sample(grid), minlength=4) / 10_000
    torch.testing.assert_close(counts, distribution.log_probs[0].exp(), atol=2e-4, rtol=0)


def test_the_mode_is_legal_and_likeliest() -> None:
    logits, mask = random_rows(2)
    expected = logits.masked_fill(~mask, -torch.inf).argmax(1)
    assert torch.equal(MaskedCategorical(logits, mask).mode(), expected)


def test_the_divergence_by_hand() -> None:
    """Half and half, from a quarter and three quarters: ln 2 / 2 + ln (2/3) / 2; an illegal action adds nothing."""
    mask = torch.tensor([[True, False, True]])
    here = MaskedCategorical(torch.tensor([[0.0, 9.0, 0.0]]), mask)
    there = MaskedCategorical(torch.tensor([[0.25, -9.0, 0.75]]).log().nan_to_num(7), mask)
    expected = 0.5 * math.log(2) + 0.5 * math.log(2 / 3)
    assert here.divergence_from(there.log_probs).tolist() == [pytest.approx(expected)]
    assert here.divergence_from(here.log_probs).tolist() == [0]


def test_the_gradient_of_the_divergence() -> None:
    """Of each legal logit it is p (ln p - ln q - divergence), of an illegal one 0."""
    logits, mask = random_rows(3)
    logits = (logits / 10).requires_grad_()
    there = MaskedCategorical(random_rows(4)[0] / 10, mask).log_probs
    distribution = MaskedCategorical(logits, mask)
    divergence = distribution.divergence_from(there)
    divergence.sum().backward()
    with torch.no_grad():
        p = distribution.log_probs.exp()
        expected = torch.where(mask, p * (distribution.log_probs - there - divergence[:, None]), 0)
    assert logits.grad is not None
    torch.testing.assert_close(logits.grad, expected)
    assert (logits.grad[~mask] == 0).all()


def test_a_row_without_legal_action_is_refused() -> None:
    with pytest.raises(ValueError, match="row 1 has no legal action"):
        MaskedCategorical(torch.zeros(2, 2), torch.tensor([[True, False], [False, False]]))
