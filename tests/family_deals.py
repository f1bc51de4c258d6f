"""Deals of the games in which cards change hands, as records without a result, each cut where it is of use."""

from typing import Any

from euchre_env import rules_for


def record_of(variant: str, deal: dict[str, Any], **options: Any) -> dict[str, Any]:
    """A record with the rules of a variant, at nothing to nothing unless the deal says otherwise."""
    rules = rules_for(variant, **options)
    nothing = {"scores": [0] * rules.sides, "games": [0] * rules.sides, "upcard": None}
    return {"variant": variant, "rules": rules.options(), "deal": 2} | nothing | deal


# Diamonds; the dealer's partner assists alone and is given the turn-up (R13), the seat on his left opposes alone (R16).
RAILROAD = record_of(
    "railroad_full",
    {
        "deal": 9,
        "dealer": 1,
        "hands": ["JK AD KS 9S TC", "9D TS JS 9H TH", "KD AS QS KC 9C", "JD JH TD AH AC"],
        "upcard": "QD",
        "stock": "JC QC QH KH",
        "scores": [2, 0],
        "games": [1, 0],
        "actions": [
            [2, "pass"], [3, "order_up_alone"], [3, "ask_best"], [3, "give_AC"], [1, "best_QD"], [3, "play_on"],
            [0, "oppose_alone"], [0, "ask_best"], [0, "give_TC"], [2, "best_KD"],
            [3, "play_JD"], [0, "play_JK"], [0, "play_KS"], [3, "play_TD"], [3, "play_QD"], [0, "play_KD"],
            [0, "play_AD"], [3, "play_JH"], [3, "play_AH"], [0, "play_9S"],
        ],
    },
)  # fmt: skip

# The same cards: the maker lays his hand open, nobody may oppose alone, and his cards are called (R30-R33).
JAMBONE = RAILROAD | {
    "actions": [
        *RAILROAD["actions"][:5], [3, "announce_jambone"],
        [2, "play_KD"], [2, "call_TD"], [0, "play_AD"], [0, "play_JK"], [2, "play_QS"], [2, "call_JH"],
        [0, "play_KS"], [2, "play_AS"], [2, "call_QD"], [0, "call_AH"], [0, "play_TC"], [2, "play_9C"],
        [0, "call_JD"], [0, "play_9S"], [2, "play_KC"],
    ]
}  # fmt: skip

# The dealer holds four of the five highest trumps, and the fifth is turned up (R38).
JAMBOREE = record_of(
    "railroad_full",
    {
        "dealer": 0,
        "hands": ["JK JS JC AS 9D", "TS 9C TC QC KC", "QS 9H TH JH QH", "9S TD JD QD KD"],
        "upcard": "KS",
        "stock": "AC AD AH KH",
        "actions": [
            [1, "pass"], [2, "pass"], [3, "pass"], [0, "order_up_alone"], [0, "take_up"],
            [0, "play_on"], [0, "discard_9D"], [0, "play_on"], [1, "defend"], [3, "defend"], [1, "play_TS"],
        ],
    },
)  # fmt: skip

# The dealer turns up the Benny and makes trump before he looks (C9).
BRITISH = record_of(
    "british",
    {
        "dealer": 2,
        "hands": ["9C TC JC QC KC", "9S TS JS QS KS", "9D TD JD QD AH", "9H TH JH QH KH"],
        "upcard": "JK",
        "stock": "AC AD AS KD",
        "actions": [[2, "name_H"], [2, "discard_9D"], [3, "play_9H"]],
    },
)

# Eight on hearts, alone with the widow, over two on spades.
FIVE_HANDED = record_of(
    "five_handed",
    {
        "dealer": 2,
        "hands": ["JH JD AH KH 9S", "8C 9C TC JC QC", "8D 9D TD QD KD", "8S TS JS QS KS", "8H 9H TH QH AD"],
        "stock": "KC AC AS",
        "scores": [92, 0, 3, 15, 0],
        "actions": [
            [3, "bid_2_S"], [4, "pass"], [0, "bid_8_H"], [1, "pass"], [2, "pass"],
            [0, "bury_9S"], [0, "bury_KC"], [0, "bury_AC"],
            [0, "play_JH"], [1, "play_8C"], [2, "play_8D"], [3, "play_8S"], [4, "play_8H"],
            [0, "play_JD"], [1, "play_9C"], [2, "play_9D"], [3, "play_TS"], [4, "play_9H"],
            [0, "play_AH"], [1, "play_TC"], [2, "play_TD"], [3, "play_JS"], [4, "play_TH"],
            [0, "play_KH"], [1, "play_JC"], [2, "play_QD"], [3, "play_QS"], [4, "play_QH"],
            [0, "play_AS"], [1, "play_QC"], [2, "play_KD"], [3, "play_KS"], [4, "play_AD"],
        ],
    },
)  # fmt: skip

# Five on spades, with two partners, over three on clubs.
SEVEN_HANDED = record_of(
    "seven_handed",
    {
        "deal": 3,
        "dealer": 4,
        "hands": [
            "4S 9S TD AD 5H 7H 9H", "TC JK 5S 6S 8S 2D 5D", "5C AC AS 3D 4D 6D 9D", "7C QS KS 8D 3H JH QH",
            "8C 9C 3S 7S QD 6H KH", "3C QC KC JC 2S 7D AH", "2C 4C JS KD 2H 8H TH",
        ],
        "stock": "6C TS JD 4H",
        "scores": [0, 9, 4, 0, 0, 5, 4],
        "actions": [
            [5, "bid_3_C"], [6, "pass"], [0, "pass"], [1, "bid_5_S"], [2, "pass"], [3, "pass"], [4, "pass"],
            [1, "bury_2D"], [1, "bury_5D"], [1, "bury_4H"], [1, "bury_6C"], [1, "partner_3"], [1, "partner_6"],
            [1, "play_JK"], [2, "play_AS"], [3, "play_QS"], [4, "play_3S"], [5, "play_JC"], [6, "play_JS"],
            [0, "play_4S"], [1, "play_TS"],
        ],
    },
)  # fmt: skip

DEALS = {
    "railroad": RAILROAD,
    "jambone": JAMBONE,
    "jamboree": JAMBOREE,
    "british": BRITISH,
    "five_handed": FIVE_HANDED,
    "seven_handed": SEVEN_HANDED,
}
