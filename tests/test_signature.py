"""The signature of every variant: what a fixed random play sees, decides and scores, in sixteen digits.

A difference means that behaviour has changed: the deals, the rules, the order of play, the observation or the points.
If that is meant, put the new digits here and say in CHANGELOG.md what changed.
"""

from __future__ import annotations

import pytest

from euchre_env import rules_for, variants
from euchre_env.commands.bench import signature

SIGNATURES = {
    "two_handed": "69fedf2786e94cbd",
    "three_handed": "51cfcfb0b7167449",
    "three_handed_hoffmann": "4874ef660d2b36e4",
    "three_handed_set_back": "da123997fced5298",
    "four_handed": "4e1a62c334f9d350",
    "north_american": "fd284a25a42cd4cb",
}


def test_every_variant_has_a_signature() -> None:
    assert tuple(SIGNATURES) == variants()


@pytest.mark.parametrize("variant", variants())
def test_behaviour_is_what_the_signature_says(variant: str) -> None:
    assert signature(rules_for(variant)) == SIGNATURES[variant]
