"""The figures found for each family of games on duplicate deals, and the family that a game belongs to."""

from __future__ import annotations

from agents.rule.parameters import (
    BiddingWeights,
    LoneWeights,
    MakingWeights,
    Parameters,
    PlayWeights,
)
from euchre_env import Rules

# ---- the play: leads by the maker, by his side, by adversaries; follows by the makers, by adversaries ----------------

PARTNERS = PlayWeights(
    {
        "chance to win the trick": (3.01, 1.69, 2.67, 5.08, 4.43),
        "chance, of a trick that decides": (-2.18, 0.33, 2.82, 0.13, 0.74),
        "chance, in a lone hand": (0.95, 0.0, -1.09, 0.58, 2.45),
        "is the best card so far": (0.0, 0.0, 0.0, 0.31, 1.09),
        "overtakes a friend": (0.0, 0.0, 0.0, -0.05, -0.84),
        "top trump": (2.53, 0.44, 0.41, -2.54, -3.25),
        "trump, one above": (0.22, 0.12, 0.06, -1.04, -1.55),
        "trump, two above": (-0.36, -0.83, -1.39, -0.42, -0.58),
        "trump, three above": (-0.42, -0.31, -0.36, 0.11, -0.09),
        "trump, more above": (-0.18, -0.16, 0.05, 0.61, 0.24),
        "trump, for each held beyond two": (2.1, 2.34, -1.51, -0.34, -0.57),
        "trump, for each that is out": (-0.03, 0.64, -0.9, -0.27, -0.27),
        "trump, in a lone hand": (0.56, 0.0, -0.13, 0.15, 0.29),
        "top of a plain suit": (0.85, 0.47, 0.55, -0.42, -0.64),
        "plain, one above": (0.34, -0.07, 0.23, -0.25, -0.32),
        "plain, for each rank": (-0.01, 0.26, 0.03, -0.07, -0.07),
        "plain, for each other of its suit": (-0.46, -0.26, -0.24, 0.57, -0.09),
        "plain, for each of its suit played": (-0.27, -0.19, 0.18, 0.1, 0.13),
        "last of a plain suit beside trumps": (-0.64, 0.34, -0.67, 1.28, 0.53),
    }
)

TWO = PlayWeights(
    {
        "chance to win the trick": (4.5, 1.47, 0.42, 3.63, 3.38),
        "chance, of a trick that decides": (-1.01, 0.23, 3.08, 0.13, 0.42),
        "chance, in a lone hand": (0.25, 0.0, -0.33, 0.76, 1.94),
        "is the best card so far": (0.0, 0.0, 0.0, 0.38, 0.56),
        "overtakes a friend": (0.0, 0.0, 0.0, -0.17, -0.19),
        "top trump": (2.56, 0.35, 1.37, -1.59, -2.24),
        "trump, one above": (1.47, 0.32, 1.18, -0.88, -1.71),
        "trump, two above": (0.6, -0.09, -0.88, -0.33, -0.39),
        "trump, three above": (-1.09, -0.57, -1.86, 0.2, 0.32),
        "trump, more above": (-1.9, -0.42, -2.0, 0.96, 1.22),
        "trump, for each held beyond two": (0.98, 1.75, -1.94, -0.3, -1.09),
        "trump, for each that is out": (0.07, 0.25, -0.59, -0.07, -0.37),
        "trump, in a lone hand": (0.73, 0.0, 0.68, 0.08, 0.19),
        "top of a plain suit": (-0.26, -0.48, -0.5, -1.23, 0.0),
        "plain, one above": (-0.1, -0.49, -0.34, -1.23, 0.0),
        "plain, for each rank": (-0.05, 0.19, 0.21, -0.27, -0.26),
        "plain, for each other of its suit": (1.0, -0.34, 0.48, 0.45, 1.05),
        "plain, for each of its suit played": (0.07, 0.05, 1.13, 0.45, 0.21),
        "last of a plain suit beside trumps": (-0.84, -0.44, -0.78, 0.82, 0.34),
    }
)

THREE = PlayWeights(
    {
        "chance to win the trick": (3.83, 1.47, 2.07, 4.4, 4.45),
        "chance, of a trick that decides": (-3.34, 0.23, 3.59, 0.0, 0.66),
        "chance, in a lone hand": (0.25, 0.0, -0.33, 0.76, 1.94),
        "is the best card so far": (0.0, 0.0, 0.0, 0.74, 0.51),
        "overtakes a friend": (0.0, 0.0, 0.0, -0.17, 0.23),
        "top trump": (2.08, 0.35, 0.63, -1.94, -2.97),
        "trump, one above": (0.51, 0.32, 0.41, -0.81, -2.39),
        "trump, two above": (0.19, -0.09, 0.77, -0.14, -1.1),
        "trump, three above": (0.06, -0.57, -0.79, 0.27, -0.63),
        "trump, more above": (0.09, -0.42, -0.28, 0.65, 0.37),
        "trump, for each held beyond two": (2.75, 1.75, -1.53, -0.53, -1.36),
        "trump, for each that is out": (0.37, 0.25, -0.68, -0.38, -0.29),
        "trump, in a lone hand": (0.73, 0.0, 0.68, 0.08, 0.19),
        "top of a plain suit": (0.19, -0.48, 0.95, -0.72, -0.32),
        "plain, one above": (0.01, -0.49, 0.45, -0.13, -0.28),
        "plain, for each rank": (0.07, 0.19, -0.08, -0.23, -0.17),
        "plain, for each other of its suit": (-0.38, -0.34, -0.29, 0.18, 0.58),
        "plain, for each of its suit played": (-0.08, 0.05, 0.38, -0.04, 0.23),
        "last of a plain suit beside trumps": (-0.34, -0.44, -0.16, 1.28, 1.6),
    }
)

FIVE = PlayWeights(
    {
        "chance to win the trick": (2.37, 1.5, 2.42, 4.89, 3.73),
        "chance, of a trick that decides": (-0.13, 0.51, 2.36, 1.43, 1.01),
        "chance, in a lone hand": (0.25, 0.0, -0.33, 0.76, 1.94),
        "is the best card so far": (0.0, 0.0, 0.0, 0.31, 0.59),
        "overtakes a friend": (0.0, 0.0, 0.0, -0.4, -0.42),
        "top trump": (2.85, 0.07, 0.33, -1.48, -2.71),
        "trump, one above": (0.51, 0.44, -0.56, -0.09, -1.11),
        "trump, two above": (-0.25, -0.31, -0.4, 0.54, -0.64),
        "trump, three above": (-0.51, -0.57, 0.0, 0.54, -0.28),
        "trump, more above": (-0.09, -0.37, 0.0, 0.71, 1.36),
        "trump, for each held beyond two": (1.68, 1.97, 0.04, 0.0, 0.38),
        "trump, for each that is out": (0.11, 0.81, -1.36, -0.18, -0.17),
        "trump, in a lone hand": (0.73, 0.0, 0.68, 0.08, 0.19),
        "top of a plain suit": (0.5, 0.28, 0.32, -1.49, -0.26),
        "plain, one above": (-0.42, -1.1, 0.01, -0.1, -0.01),
        "plain, for each rank": (-0.07, 0.2, -0.04, -0.11, -0.21),
        "plain, for each other of its suit": (-0.45, 0.67, -0.93, 0.01, 0.5),
        "plain, for each of its suit played": (0.65, 0.46, 0.31, 0.18, -0.14),
        "last of a plain suit beside trumps": (-0.88, -0.39, 0.66, 0.73, 0.49),
    }
)

SEVEN = PlayWeights(
    {
        "chance to win the trick": (2.42, 2.08, 1.99, 5.28, 3.42),
        "chance, of a trick that decides": (-0.06, 0.48, 2.01, 0.79, -0.22),
        "chance, in a lone hand": (0.25, 0.0, -0.33, 0.76, 1.94),
        "is the best card so far": (0.0, 0.0, 0.0, 0.31, 0.99),
        "overtakes a friend": (0.0, 0.0, 0.0, -0.02, 0.33),
        "top trump": (0.49, 0.71, 0.79, -2.41, -3.14),
        "trump, one above": (-0.61, 0.53, 0.08, -0.41, -0.95),
        "trump, two above": (-0.66, 0.05, -0.4, 0.17, -0.48),
        "trump, three above": (-0.87, -0.45, 0.0, 0.35, 0.03),
        "trump, more above": (0.9, -0.85, 0.0, 0.53, 0.83),
        "trump, for each held beyond two": (2.04, 2.88, -0.98, -0.59, -0.05),
        "trump, for each that is out": (-0.22, 0.41, -0.83, -0.11, 0.04),
        "trump, in a lone hand": (0.73, 0.0, 0.68, 0.08, 0.19),
        "top of a plain suit": (0.34, 0.24, 1.14, -0.82, -0.75),
        "plain, one above": (-1.1, 0.27, -0.85, -0.63, 0.0),
        "plain, for each rank": (-0.01, 0.31, -0.05, -0.06, -0.05),
        "plain, for each other of its suit": (-0.25, -0.51, 0.48, 0.37, 0.7),
        "plain, for each of its suit played": (0.19, 0.16, -0.05, 0.19, -0.32),
        "last of a plain suit beside trumps": (-1.4, -0.24, 0.47, 0.2, 2.2),
    }
)

# ---- the making ------------------------------------------------------------------------------------------------------

TWO_MAKE = MakingWeights(
    holdings=(0.66, 0.52, 0.54, 0.54, 0.57, 0.0, 1.01, 0.31, 0.18, 0.1, 0.26),
    turn_up=(0.0, -0.2),
    first=(-1.06, -2.56),
    next=(-0.7, -0.84),
    cross=(-0.77, -1.2),
)

THREE_MAKE = MakingWeights(
    holdings=(1.32, 0.88, 0.68, 0.57, 0.48, 0.69, 0.93, 0.69, 0.88, 0.53, 0.37),
    turn_up=(0.0, -0.31),
    first=(-3.28, -4.14, -4.2),
    next=(-3.28, -3.08, -3.22),
    cross=(-3.34, -3.38, -3.58),
    last_chance=0.4,
)

THREE_MAKE_FOR_TWO = MakingWeights(
    holdings=(1.04, 0.63, 0.43, 0.32, 0.18, 1.03, 1.67, 0.81, 0.84, 0.5, 0.35),
    turn_up=(-0.01, -0.29),
    first=(-2.89, -3.45, -3.71),
    next=(-2.84, -2.72, -2.96),
    cross=(-2.96, -2.91, -3.12),
    last_chance=0.4,
)

FOUR_MAKE = MakingWeights(
    holdings=(0.72, 0.46, 0.44, 0.41, 0.4, 0.29, 0.0, 0.1, 0.14, 0.03, 0.12),
    turn_up=(-0.06, -0.14),
    first=(-1.2, -1.9, -0.96, -1.8),
    next=(-1.07, -0.82, -1.29, -0.8),
    cross=(-0.99, -1.34, -0.96, -1.0),
    alone=(0.01, -0.19, -0.31, -0.39, -0.43, 1.01, 0.92, 0.51, 0.63, 0.44, 0.49),
    alone_first=-1.52,
    alone_later=-1.42,
)

NORTH_AMERICAN_MAKE = MakingWeights(
    holdings=(0.62, 0.23, 0.31, 0.33, 0.33, 0.44, 0.01, 0.36, 0.07, 0.02, 0.13),
    turn_up=(-0.02, -0.09),
    first=(-0.96, -1.59, -0.84, -1.65),
    next=(0.24, -0.67, -0.9, -0.96),
    cross=(-0.01, -1.45, -1.04, -0.69),
    alone=(0.13, -0.14, -0.32, -0.34, -0.36, 1.05, 1.01, 0.55, 0.9, 0.46, 0.54),
    alone_first=-2.31,
    alone_later=-2.17,
)

JOKER_MAKE = MakingWeights(
    holdings=(0.0, 0.17, 0.04, 0.12, 0.14, 0.56, 0.48, 0.04, 0.14, 0.0, 0.17),
    turn_up=(-0.11, -0.14),
    first=(-0.77, -1.66, -0.69, -1.5),
    next=(-0.69, -0.6, -0.85, -0.43),
    cross=(-0.64, -1.15, -0.68, -0.63),
    alone=(0.12, -0.53, -0.83, -0.92, -1.03, 1.45, 2.05, 1.43, 1.34, 0.57, 0.92),
    alone_first=-2.87,
    alone_later=-2.59,
)

BEST_MAKE = MakingWeights(
    holdings=(0.0, 0.29, 0.17, 0.24, 0.25, 0.34, 0.23, 0.27, 0.13, 0.06, 0.18),
    turn_up=(-0.01, -0.22),
    first=(-0.77, -1.69, -1.17, -1.65),
    next=(-0.54, -0.72, -1.28, -0.65),
    cross=(-0.64, -1.17, -0.74, -0.96),
    alone=(0.41, 0.25, -0.21, -0.35, -0.35, 0.99, 1.23, 0.78, 0.18, 0.06, -0.11),
    alone_first=-0.85,
    alone_later=-0.58,
)

PAT_MAKE = MakingWeights(
    holdings=(0.0, 0.29, 0.14, 0.23, 0.25, 0.34, 0.24, 0.99, 0.13, 0.04, 0.2),
    turn_up=(-0.01, -0.21),
    first=(-0.76, -1.71, -1.3, -1.79),
    next=(-0.4, -0.67, -1.23, -0.61),
    cross=(-0.62, -1.21, -0.71, -0.76),
    alone=(0.49, 0.34, -0.11, -0.2, -0.27, 1.01, 1.18, 0.65, 0.18, -0.05, -0.23),
    alone_first=-0.93,
    alone_later=-0.8,
)

# ---- the bidding -----------------------------------------------------------------------------------------------------

FIVE_BID = BiddingWeights(
    holdings=(1.12, 0.59, 0.49, 0.41, 0.34, 0.23, 0.21, 0.0, 0.42, -0.02, 0.07),
    alone=(0.98, 0.19, -0.11, -0.19, -0.4, 0.78, 0.71, 0.11, 0.6, -0.07, 0.42),
    bids={1: 3.54, 2: 0.97, 3: -0.47, 4: -0.68, 5: -2.15, 8: -3.58, 15: -5.74},
    enough=-1.0,
    same_suit=2.0,
)

SEVEN_BID = BiddingWeights(
    holdings=(0.6, 0.51, 0.36, 0.28, 0.18, 0.46, 0.37, 0.26, 0.3, -0.01, 0.02),
    alone=(0.46, 0.01, -0.27, -0.37, -0.83, -0.33, 0.4, 0.58, -0.03, -0.1, 0.18),
    bids={1: 4.39, 2: 2.55, 3: 0.95, 4: -0.32, 5: -1.42, 6: -1.6, 7: -3.08, 10: -2.52, 20: -4.05},
    enough=-1.0,
    same_suit=2.0,
)

# ---- lone hands ------------------------------------------------------------------------------------------------------

LONE = LoneWeights(
    oppose=(0.43, 0.85, 0.45, 0.42, 0.41, 0.04, 0.0, 0.0, -0.01, -0.01, 0.24),
    base=-0.66,
    pat=4,
)


def parameters_for(rules: Rules) -> Parameters:
    """The figures for a game, by the number of players, the pack and what a lone player may take."""
    match rules.players:
        case 2:
            return Parameters(TWO, TWO_MAKE)
        case 3:
            making = THREE_MAKE if rules.march_points == 3 else THREE_MAKE_FOR_TWO
            return Parameters(THREE, making)
        case 4:
            return Parameters(PARTNERS, _four_handed_making(rules), LONE)
        case 5:
            return Parameters(FIVE, bidding=FIVE_BID)
    return Parameters(SEVEN, bidding=SEVEN_BID)


def _four_handed_making(rules: Rules) -> MakingWeights:
    """How trump is made by partners."""
    if rules.partners_best:
        return PAT_MAKE if rules.pat_lone else BEST_MAKE
    if rules.pack % 2:
        return JOKER_MAKE
    return NORTH_AMERICAN_MAKE if rules.pack == 24 else FOUR_MAKE
