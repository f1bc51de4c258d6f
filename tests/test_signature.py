"""The signature of every variant: what a fixed random play sees, decides and scores, in sixteen digits.

A difference means that behaviour has changed: the deals, the rules, the order of play, the observation or the points.
If that is meant, put the new digits here and say in CHANGELOG.md what changed.
"""

from __future__ import annotations

import pytest

from euchre_env import rules_for, variants
from euchre_env.commands.bench import signature

SIGNATURES = {
    "two_handed": "aac9146780f4c98c",
    "three_handed": "b98b351ad76034ec",
    "three_handed_hoffmann": "590f5fce05444466",
    "three_handed_set_back": "296e43113c4f2a7e",
    "four_handed": "88d26b8501eb43c3",
    "north_american": "34cc0f1b2a2a6390",
    "railroad": "d828f93547b1f28d",
    "railroad_full": "c0941180c4301dc3",
    "british": "cb32be850f56bd14",
    "five_handed": "25ec1017a48cca65",
    "seven_handed": "5b03698966b1fe17",
}


def test_every_variant_has_a_signature() -> None:
    assert tuple(SIGNATURES) == variants()


@pytest.mark.parametrize("variant", variants())
def test_behaviour_is_what_the_signature_says(variant: str) -> None:
    assert signature(rules_for(variant)) == SIGNATURES[variant]
