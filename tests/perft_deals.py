"""Listed deals, and in how many ways they can go on: the numbers were counted by `by_the_book`, which shares no code
with the package."""

from __future__ import annotations

from typing import NamedTuple

from euchre_env import Deal, Rules, rules_for


class Listed(NamedTuple):
    """A deal after some decisions, and how many sequences of 1, 2, 3 ... decisions can follow."""

    title: str
    rules: Rules
    dealer: int
    hands: str  # seats divided by commas
    upcard: str | None
    stock: str
    decisions: str
    counts: list[int]

    @property
    def deal(self) -> Deal:
        return Deal(
            tuple(tuple(hand.split()) for hand in self.hands.split(",")), self.upcard, tuple(self.stock.split())
        )


DEALS = [
    Listed(
        "two-handed from the beginning",
        rules_for("two_handed"),
        0,
        "7S TS JC TD QD,8S 9S KC 7H QH",
        "JS",
        "QS KS AS 7C 8C 9C TC QC AC 8H 9H TH JH KH AH 7D 8D 9D JD KD AD",
        "",
        [2, 7, 34, 153, 605, 1913, 5608, 13848, 28956],
    ),
    Listed(
        "two-handed to the end",
        rules_for("two_handed"),
        1,
        "7D 9H TH 8C KC,AD JC QC JS KS",
        "KD",
        "8D 9D TD QD JH JD 7H 8H QH KH AH 7C 9C TC AC 7S 8S 9S TS QS AS",
        "pass order_up discard_AD",
        [5, 15, 60, 140, 420, 828, 1656, 2624, 2624, 2624],
    ),
    Listed(
        "three-handed from the beginning",
        rules_for("three_handed"),
        2,
        "TH JH 8D QD KC,JD 7S 8S QS KS,QH TD 8C JC AC",
        "7H",
        "8H 9H KH AH 7D 9D KD AD 9S TS JS AS 7C 9C TC QC",
        "",
        [2, 7, 32, 119, 297, 991, 2810],
    ),
    Listed(
        "three-handed three tricks to the end",
        rules_for("three_handed", pack=24),
        0,
        "TH QH AH QS KS,9D TD AD TS 9C,9H 9S TC KC AC",
        "JH",
        "KH JD QD KD JS AS JC QC",
        "pass pass pass name_D play_TS play_9S play_QS play_KS play_9D play_9H",
        [3, 9, 27, 54, 108, 216, 216, 216, 216],
    ),
    Listed(
        "four-handed from the beginning",
        rules_for("four_handed"),
        3,
        "7D 8D JS 9C AC,QH JH 7S QS KC,7H 9D AS 8C QC,9H JD QD KS JC",
        "AH",
        "8H TH KH TD KD AD 8S 9S TS 7C TC",
        "",
        [3, 13, 63, 192, 359, 979, 2523, 5841, 15439],
    ),
    Listed(
        "four-handed dealer's partner alone",
        rules_for("four_handed"),
        1,
        "7H 7D QD 9S QS,TH 9D TS 9C KC,QH KH AH AD 8C,JH 8D KD 7C AC",
        "9H",
        "8H JD TD 7S 8S JS KS AS TC JC QC",
        "pass order_up_alone",
        [5, 7, 17, 68, 128, 264, 792],
    ),
    Listed(
        "four-handed pone alone",
        rules_for("four_handed", lone_lead="left_of_lone_player"),
        2,
        "JC JS TC 7D JD,AS KC 9H TD QD,7S 9C JH QH KD,TS 7C AC AH 9D",
        "8S",
        "9S QS KS 8C QC 7H 8H TH KH 8D AD",
        "pass pass order_up_alone",
        [5, 25, 70, 78, 312, 665],
    ),
    Listed(
        "four-handed lone hand to the end",
        rules_for("four_handed"),
        0,
        "7C 9C TC 9H QH,8C AC JS JC KD,KS 7D 8H KH AH,TS 8D 9D QD AD",
        "QC",
        "KC 7S 8S 9S QS AS TD JD 7H TH JH",
        "pass pass pass pass pass name_D_alone play_JC play_KH play_TS play_KD play_7D play_AD",
        [3, 9, 27, 54, 108, 216, 216, 216, 216],
    ),
    Listed(
        "four-handed with the Joker turned up and 33 cards",
        rules_for("four_handed", pack=33, joker_suit="D", may_discard_turnup=True),
        1,
        "KH 8C JC 8S AS,TD QD AD TH TS,8D QH AH QS KS,JH TC KC AC 7S",
        "JK",
        "7D 9D KD JD 7H 8H 9H 7C 9C QC 9S JS",
        "",
        [3, 15, 74, 214, 430],
    ),
    Listed(
        "Canadian loners",
        rules_for("four_handed", pack=25, assist_must_be_alone=True),
        0,
        "QS 9D TD JD AD,JK 9S KS 9H JH,QC KC JS TH QH,TC JC QD KD AH",
        "9C",
        "AC TS AS KH",
        "",
        [3, 12, 58, 200, 632, 1852],
    ),
    Listed(
        "north american from the beginning",
        rules_for("north_american"),
        0,
        "JH KC AC TS JS,KD TH AH 9S AS,TD AD JD QH QC,9D 9H TC JC KS",
        "QD",
        "KH 9C QS",
        "pass pass pass pass",
        [7, 37, 129, 282, 715, 2083, 4656, 11886, 26796],
    ),
    Listed(
        "north american stuck dealer to the end",
        rules_for("north_american"),
        3,
        "TC QC AC KS TH,JC 9S TS QS QH,9C JS JD KD AH,TD QD AD 9H JH",
        "KC",
        "AS 9D KH",
        "pass pass pass pass pass pass pass name_D "
        "play_TH play_QH play_AH play_9H play_JS play_AD play_KS play_QS play_QD",
        [3, 9, 18, 36, 72, 144, 240, 240, 240, 240, 240],
    ),
    Listed(
        "railroad from the beginning",
        rules_for("railroad"),
        0,
        "9H AS TC QC KC,TH QH TD AD 9C,AH JD JH JS QS,9D QD KD JC AC",
        "KH",
        "JK 9S TS KS",
        "",
        [3, 10, 42, 156, 537, 1775, 6685],
    ),
    Listed(
        "railroad dealer alone asks for the best",
        rules_for("railroad"),
        1,
        "9H JD 9D KS TC,JK TD JS AS QC,QD 9S QS 9C KC,TH KH JH TS AC",
        "QH",
        "AH KD AD JC",
        "pass pass pass order_up_alone ask_best",
        [5, 5, 25, 50, 100, 425, 767, 2371],
    ),
    Listed(
        "railroad the dealer gives his lone partner the turn-up",
        rules_for("railroad"),
        2,
        "9S JK QC QH QD,QS TC JH AH JD,KC 9H TH 9D KD,TS JC AC TD AD",
        "AS",
        "KS JS 9C KH",
        "pass order_up_alone ask_best give_QD best_AS",
        [2, 4, 17, 38, 88, 255, 738, 1769],
    ),
    Listed(
        "railroad free best, dealer's partner alone",
        rules_for("railroad", best_card_mode="free"),
        2,
        "JS TC KC 9H 9D,KS AS JC QH AH,TS TH JH KH QD,9S QC AC JD AD",
        "QS",
        "JK 9C TD KD",
        "pass order_up_alone ask_best give_KC",
        [6, 12, 24, 102, 351, 1516, 4327],
    ),
    Listed(
        "railroad a lone dealer against a lone pone to the end",
        rules_for("railroad"),
        3,
        "TH QD 9C TC KC,JK AS JC QC AC,QH AH 9D TD TS,JH AD 9S JS QS",
        "9H",
        "KH JD KD KS",
        "pass pass order_up_alone pat oppose_alone",
        [2, 10, 30, 73, 317, 644, 2224, 4020, 10152],
    ),
    Listed(
        "railroad the dealer's partner opposes, the dealer gives (R19a)",
        rules_for("railroad"),
        0,
        "QC JD 9H JH AH,TC JS KD AD QH,JK QS AS QD KH,AC 9S TS 9D TD",
        "9C",
        "KC JC KS TH",
        "order_up_alone ask_best give_TC best_AC oppose_alone ask_best give_QD",
        [1, 5, 15, 60, 156, 468, 996, 1992, 3216, 3216, 3216],
    ),
    Listed(
        "railroad full Jamboree with the turn-up",
        rules_for("railroad_full"),
        1,
        "TS KC 9D TD AD,KS AS JC JK QD,TC QC 9H TH KD,QS AC KH AH JD",
        "JS",
        "9S 9C JH QH",
        "pass pass pass",
        [3, 12, 42, 121, 315, 888, 3139, 9913],
    ),
    Listed(
        "railroad full Jambone to the end",
        rules_for("railroad_full"),
        2,
        "AS JS AC TH KD,9H QH TD JD QD,9C QC JH AH AD,9S JC TC KC KH",
        "KS",
        "TS QS JK 9D",
        "order_up_alone ask_best give_TC best_QD announce_jambone discard_AD call_KH play_TH",
        [2, 8, 14, 32, 96, 182, 287, 574, 880, 1156, 1156, 1156, 1156],
    ),
    Listed(
        "railroad full pat lone hand of the dealer",
        rules_for("railroad_full"),
        3,
        "TS QS JC JK TC,KS 9C JH TD AD,QC AC KH AH KD,AS JS KC QH QD",
        "9S",
        "9H TH 9D JD",
        "pass pass pass order_up_alone pat",
        [2, 10, 44, 84, 336, 1054, 1872],
    ),
    Listed(
        "british Joker turned up",
        rules_for("british"),
        0,
        "TC 9S TS KH AH,9C JC AS TD JH,KC AC JS 9D QH,QC KS QD KD TH",
        "JK",
        "QS JD AD 9H",
        "",
        [4, 24, 120, 198, 228, 515, 2060],
    ),
    Listed(
        "british two rounds",
        rules_for("british"),
        1,
        "JK TS JD TH JH,QC JC TD AD QH,QS KS 9D 9H AH,9C TC KC AS KH",
        "AC",
        "JS 9S QD KD",
        "pass pass pass pass pass",
        [7, 37, 91, 247, 615, 1790, 4833, 12230],
    ),
    Listed(
        "five-handed bids",
        rules_for("five_handed"),
        4,
        "QS KS 9D JD AD,AC JS AS 8H JH,JC 9S TS 8D TH,8C QC KC TD QH,TC QD KD 9H AH",
        None,
        "9C 8S KH",
        "pass bid_4_H",
        [13, 73, 245, 1444, 6844],
    ),
    Listed(
        "five-handed widow, partners and the first trick",
        rules_for("five_handed"),
        0,
        "TC JC QD KD TH,QC KS 9D JD AH,9C KC AD JH KH,QS 8D TD 8H 9H,AC 8S TS AS QH",
        None,
        "8C JS 9S",
        "pass bid_4_H pass pass bid_5_C",
        [8, 56, 336, 1008, 2016, 10080],
    ),
    Listed(
        "five-handed two tricks to the end",
        rules_for("five_handed"),
        3,
        "KS AS QD KD AD,9C TC QC TH JH,8C KC 8D KH AH,9S QS JD 8H QH,JS JC TS 9D 9H",
        None,
        "AC 8S TD",
        "bid_3_S pass pass pass pass bury_TD bury_TS bury_9D partner_0 play_JC play_KS play_QC play_8C "
        "play_QS play_AC play_AD play_9C play_KC play_9S play_QH play_9H play_KD",
        [2, 4, 8, 8, 16, 24, 32, 32, 32, 32, 32, 32],
    ),
    Listed(
        "seven-handed bids",
        rules_for("seven_handed"),
        2,
        "4C 7C 8C TC KS 7D TH,5C AC JS 8D 9D TD 7H,9C JC JK 3S JD KD 9H,5S 8S 5D 6D 5H KH AH,6C 7S 9S 3D 4H "
        "8H QH,3C QC TS QD AD 3H 6H,2S 6S QS AS 2D 4D 2H",
        None,
        "2C KC 4S JH",
        "pass bid_7_D pass",
        [9, 33, 73, 129, 971],
    ),
    Listed(
        "seven-handed widow and three partners",
        rules_for("seven_handed"),
        6,
        "6C QC 8S 5D 2H 7H QH,2C 3S 6S TD QD 9H AH,7C TS AS 2D 7D KD 3H,4C 5C 9C 7S 3D JD KH,KC JC JK 4S QS "
        "4D 9D,5S KS 8D AD 4H 5H 6H,8C AC JS 9S 8H TH JH",
        None,
        "3C TC 2S 6D",
        "pass bid_6_S pass pass pass pass pass bury_6D bury_TC bury_TD",
        [8, 32, 80, 160, 1120, 1820, 2800],
    ),
    Listed(
        "seven-handed without the widow",
        rules_for("seven_handed"),
        1,
        "3C 6C AS 5D TD 9H JH,8C 9C 3S KS 3D 2H 8H,4C 9S 9D QD 4H 5H KH,2C 4S 8S 2D 4D 6D KD,5C 7C KC JC 6S "
        "JD 7H,JS 5S 7S TS 7D 8D TH,TC JK 2S AD 3H 6H AH",
        None,
        "QC AC QS QH",
        "bid_20_H pass pass pass pass pass pass",
        [7, 32, 104, 190, 316, 624, 1024],
    ),
]
