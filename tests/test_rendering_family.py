"""The text picture of the games with a Joker, exchanges, opposing lone hands, bids and a widow."""

import re
from typing import Any

import numpy as np
import pytest

from euchre_env import Table, deal_cards, open_record, rules_for, variants
from euchre_env.rendering import PLAIN, Style, render_record, render_text
from tests.family_deals import BRITISH, DEALS, FIVE_HANDED, JAMBONE, JAMBOREE, RAILROAD, SEVEN_HANDED

LONE_AGAINST_LONE = """\
railroad_full, deal 9, dealt by player_1

                            player_2
                            # # # # (sits out)


  player_1 (dealer)       turn-up QD                      player_3 (maker)
  # # # # # (sits out)    trump D diamonds                # # # #
                                                          [JD]

                          > player_0 (opposes alone)
                            JK AD KD KS 9S


calls  player_2 passes, player_3 assists alone, player_3 asks for the best, player_3 plays on, player_0 opposes alone,
       player_0 asks for the best
cards  player_3 passes # to player_1, player_1 gives QD back, player_0 passes TC to player_2, player_2 gives KD back
trick  player_3 JD
score  player_0 and player_2  2  [4[#]  1 game
score  player_1 and player_3  0  0 games"""

SEVEN_IN_THE_BIDDING = """\
seven_handed, deal 3 of 7, dealt by player_4

  player_4 (dealer)                                player_5
  ▒ ▒ ▒ ▒ ▒ ▒ ▒                                    ▒ ▒ ▒ ▒ ▒ ▒ ▒


  player_3             widow ▒ ▒ ▒ ▒               player_6
  ▒ ▒ ▒ ▒ ▒ ▒ ▒        no trump yet                ▒ ▒ ▒ ▒ ▒ ▒ ▒
                       highest bid 3 ♣

  player_2                                         player_0
  ▒ ▒ ▒ ▒ ▒ ▒ ▒                                    ▒ ▒ ▒ ▒ ▒ ▒ ▒


                       > player_1
                         JK T♣ 8♠ 6♠ 5♠ 5♦ 2♦


calls  player_5 bids 3 ♣, player_6 passes, player_0 passes
score  player_0 0, player_1 9, player_2 4, player_3 0, player_4 0, player_5 5, player_6 4"""

SEVEN_IN_THE_PLAY = """\
seven_handed, deal 3 of 7, dealt by player_4

  player_5                                          player_6 (partner)
  # # # # # #                                       # # # # # #


  player_4 (dealer)     widow taken                 player_0
  # # # # # #           trump S spades              # # # # # #
                        bid 5: 5 tricks needed

  player_3 (partner)                                player_1 (maker)
  # # # # # #                                       # # # # #
                                                    [TS] 1 trick

                        > player_2
                          AC 5C 9D 6D 4D 3D


calls  player_5 bids 3 C, player_6 passes, player_0 passes, player_1 bids 5 S, player_2 passes, player_3 passes,
       player_4 passes, player_1 chooses player_3, player_1 chooses player_6
cards  player_1 buries # # # #
last trick  player_1 JK, player_2 AS, player_3 QS, player_4 3S, player_5 JC, player_6 JS, player_0 4S
trick  player_1 TS
score  player_0 0, player_1 9, player_2 4, player_3 0, player_4 0, player_5 5, player_6 4"""


def drawn(record: dict[str, Any], steps: int | None = None, **more: Any) -> str:
    return render_record(record, steps=steps, style=PLAIN, **more)


def line(text: str, title: str) -> str:
    """The lines under a title as one."""
    lines = text.splitlines()
    first = next(number for number, one in enumerate(lines) if one.startswith(f"{title}  "))
    further = [one for one in lines[first + 1 :] if one.startswith(" " * (len(title) + 2))]
    return " ".join(one.strip() for one in (lines[first], *further))


# ---- whole pictures --------------------------------------------------------------------------------------------------


def test_R16_a_lone_hand_against_a_lone_hand() -> None:
    assert drawn(RAILROAD, 11) == LONE_AGAINST_LONE


def test_seven_players_bid_round_a_widow() -> None:
    assert render_record(SEVEN_HANDED, steps=3) == SEVEN_IN_THE_BIDDING


def test_seven_players_play() -> None:
    assert drawn(SEVEN_HANDED) == SEVEN_IN_THE_PLAY


@pytest.mark.parametrize("name", DEALS)
def test_every_step_is_drawn_for_everybody_within_120_columns(name: str) -> None:
    record = DEALS[name]
    for steps in range(len(record["actions"]) + 1):
        for viewer in range(len(record["hands"])):
            text = drawn(record, steps, viewer=viewer)
            assert max(map(len, text.splitlines())) <= 120
            assert text.isascii()
            assert ("result  " in text) == (steps == len(record["actions"]) and name in FINISHED)


FINISHED = ("railroad", "jambone", "five_handed")


# ---- nothing that the viewer may not know ----------------------------------------------------------------------------


@pytest.mark.parametrize("variant", variants())
def test_no_viewer_sees_what_it_never_held_and_nobody_laid_open(variant: str) -> None:
    """And its own hand always, but for the blind maker (C9). `name_blind` is rare: the Benny must be turned up."""
    rules, rng, blind = rules_for(variant), np.random.default_rng(2), 0
    dealt = [deal_cards(rules, 2, 0, number, 0) for number in range(40)]
    deals = dealt[: 8 if rules.players < 7 else 3]  # of 57 decisions, each seen by seven
    deals += [deal for deal in dealt[8:] if variant == "british" and deal.upcard == "JK"]
    for number, deal in enumerate(deals):
        table = Table(rules, deal)
        held: list[set[str]] = [set() for _ in range(rules.players)]
        public = {table.deal.upcard}
        while True:
            for seat, hand in enumerate(table.hands):
                held[seat] |= set(hand)
            public |= {action[5:] for _, action in table.actions if action.startswith(("play_", "call_"))}
            exposed = [seat for seat, action in table.actions if action.startswith("announce_")]
            public |= {card for seat in exposed for card in table.hands[seat]}
            for viewer in range(rules.players):
                text = render_text(table, viewer=viewer, style=PLAIN)
                seen = set(re.findall(r"\b(?:[2-9TJQKA][CDHS]|JK)\b", text))
                if table.kind == "name_blind" and viewer == table.seat:
                    assert seen == {"JK"}
                    blind += 1
                    continue
                assert seen <= held[viewer] | public, (number, len(table.actions), viewer)
                assert set(table.hands[viewer]) <= seen
            if table.over:
                break
            table.step(table.legal[rng.integers(len(table.legal))])
    assert blind > 0 or variant != "british"


def test_R9_an_exchange_is_seen_by_those_who_hold_the_cards() -> None:
    """The discard by its giver alone, the best by giver and receiver; R13: the turn-up, which lay open, by all."""
    told = {viewer: line(drawn(RAILROAD, 10, viewer=viewer), "cards") for viewer in range(4)}
    assert told[0].endswith("player_0 passes TC to player_2, player_2 gives KD back")
    assert told[2].endswith("player_0 passes # to player_2, player_2 gives KD back")
    assert told[1] == told[3].replace("AC", "#")
    assert told[1].endswith("player_0 passes # to player_2, player_2 gives # back")
    assert all("player_1 gives QD back" in text for text in told.values())
    everything = line(drawn(RAILROAD, 10, all_hands=True), "cards")
    assert everything == told[0].replace("passes # to player_1", "passes AC to player_1")


def test_P6_a_discard_is_known_to_the_dealer() -> None:
    assert "player_2 discards 9D" in drawn(BRITISH, viewer=2)
    assert all("player_2 discards #" in drawn(BRITISH, viewer=viewer) for viewer in (0, 1, 3))


def test_the_widow_lies_face_down_until_it_is_buried() -> None:
    """4.6: nobody sees it before the bidder takes it; what he buries he alone knows."""
    for viewer in range(7):
        assert "widow # # # #" in drawn(SEVEN_HANDED, 6, viewer=viewer)
        buried = line(drawn(SEVEN_HANDED, 11, viewer=viewer), "cards")
        assert buried == "cards  player_1 buries " + ("2D 5D 4H 6C" if viewer == 1 else "# # # #")
    assert "widow taken" in drawn(SEVEN_HANDED, 7)
    assert "TC" in drawn(SEVEN_HANDED, 7)
    assert "JD" in drawn(SEVEN_HANDED, 7), "the widow is in the bidder's hand"
    assert "widow  6C TS JD 4H" in drawn(SEVEN_HANDED, 0, all_hands=True)


def test_4_6_a_bid_of_twenty_leaves_the_widow() -> None:
    record = SEVEN_HANDED | {"actions": [[5, "bid_20_C"], *([seat, "pass"] for seat in (6, 0, 1, 2, 3, 4))]}
    text = drawn(record)
    assert "widow # # # #" in text
    assert "bid 20 alone: 7 tricks needed" in text
    assert "player_5 bids 20 C alone" in text


def test_C9_the_blind_maker_sees_his_hand_when_he_has_named() -> None:
    before, after = drawn(BRITISH, 0), drawn(BRITISH, 1)
    assert "> player_2 (dealer)\n                 # # # # #" in before
    assert "JK JD JH AH" not in before
    assert "> player_2 (dealer, maker)" in after
    assert "JK JD AH QD TD 9D" in after
    assert "player_2 makes it H blind" in after

    assert "QD JD TD 9D AH" in drawn(BRITISH, 0, all_hands=True)


@pytest.mark.parametrize(("viewer", "heard"), [(0, (1, 1, 2)), (1, (0, 0, 1)), (2, (0, 0, 1)), (3, (0, 0, 1))])
def test_R40_of_a_jamboree_declined_only_its_holder_knows(viewer: int, heard: tuple[int, ...]) -> None:
    """Of the two times that the dealer plays on the first is about the Jamboree, the second about Jambone (R30) too."""
    said = tuple(drawn(JAMBOREE, steps, viewer=viewer).count("player_0 plays on") for steps in (6, 7, 8))
    assert said == heard


def test_R40_a_maker_with_his_partner_declines_in_secret() -> None:
    actions = [
        [1, "pass"],
        [2, "pass"],
        [3, "pass"],
        [0, "order_up"],
        [0, "play_on"],
        [0, "discard_9D"],
        [1, "play_TS"],
    ]
    for steps in (5, 6, 7):
        heard = ["plays on" in drawn(JAMBOREE | {"actions": actions}, steps, viewer=viewer) for viewer in range(4)]
        assert heard == [True, False, False, False]


# ---- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (2, "player_3 assists alone"),
        (3, "player_3 asks for the best"),
        (6, "player_3 plays on"),
        (7, "player_0 opposes alone"),
    ],
)
def test_railroads_calls_in_words(steps: int, words: str) -> None:
    assert line(drawn(RAILROAD, steps), "calls").endswith(words)
    assert words not in drawn(RAILROAD, steps - 1)


def test_a_lone_hand_that_is_not_opposed() -> None:
    text = line(drawn(JAMBOREE), "calls")
    assert "player_0 takes up alone, player_0 takes only the turn-up" in text
    assert text.endswith("player_1 defends, player_3 defends")


def test_bids_in_real_suits_overbid_ones_and_passes_too() -> None:
    words = "player_3 bids 2 ♠, player_4 passes, player_0 bids 8 ♥ alone, player_1 passes, player_2 passes"
    assert f"calls  {words}\n" in render_record(FIVE_HANDED)
    assert "no trump yet" in render_record(FIVE_HANDED, steps=4)
    assert "highest bid 8 ♥" in render_record(FIVE_HANDED, steps=4)
    assert "(maker)" not in render_record(FIVE_HANDED, steps=4), "he may yet be overbid"
    assert "player_0 (maker)" in render_record(FIVE_HANDED, steps=5)
    assert "bid 8 alone: 5 tricks needed" in render_record(FIVE_HANDED, steps=5)


def test_R30_a_jambone_lies_open_and_its_cards_are_called() -> None:
    for viewer in range(4):
        assert ("JD JH QD TD AH" in drawn(JAMBONE, 5, viewer=viewer)) == (viewer == 3)
        assert "JD JH QD TD AH" in drawn(JAMBONE, 6, viewer=viewer)
    assert "Jambone of player_3, player_2 calls" in drawn(JAMBONE, 7)
    assert "Jambone of player_3," not in drawn(JAMBONE, 8), "seat 0 plays a card of its own"
    assert "last trick  player_2 KD, player_3 TD, player_0 AD" in drawn(JAMBONE, 9), (
        "he who called laid none of his own"
    )


def test_R37_a_jamboree_is_shown() -> None:
    record = JAMBOREE | {"actions": [*JAMBOREE["actions"][:5], [0, "announce_jamboree"]]}
    for viewer in range(4):
        text = drawn(record, viewer=viewer)
        assert "JK JS JC AS 9D" in text
        assert "result  player_0 showed the Jamboree: player_0 and player_2 +16" in text
        assert "score  player_0 and player_2  1  [3[#]  6 games" in text.replace("16  6 games", "1  [3[#]  6 games")


def test_C9_what_the_joker_stands_for() -> None:
    """Its hand is seen from that suit: both red bowers first."""
    record = BRITISH | {"variant": "railroad", "rules": rules_for("railroad", joker_suit="D").options(), "actions": []}
    assert "turn-up JK for D" in drawn(record)
    assert "JD QD TD 9D AH" in drawn(record, viewer=2)
    assert "turn-up JK  " in drawn(BRITISH, 1)


def test_the_joker_is_never_coloured() -> None:
    text = render_record(SEVEN_HANDED, steps=3, style=Style(colour=True))
    assert "JK \x1b" not in text
    assert "\x1b[31m5♦\x1b[0m" in text


# ---- the end of a deal -----------------------------------------------------------------------------------------------


def test_4_5_a_match_of_five_players_ends() -> None:
    text = drawn(FIVE_HANDED)
    assert "result  player_0 bid 8 and took 5 tricks alone: player_0 +8" in text
    assert "match won by player_0" in text
    assert "score  player_0 100, player_1 0, player_2 3, player_3 15, player_4 0" in text


def test_the_bidders_tricks_are_counted_with_those_of_his_partners() -> None:
    table = open_record(SEVEN_HANDED)
    for _, action in SEVEN_HANDED["actions"]:
        table.step(action)
    while not table.over:
        table.step(table.legal[0])
    assert table.result is not None
    taken = sum(table.result["tricks"][seat] for seat in (1, 3, 6))
    assert table.result["tricks"][1] < taken < 7
    made = "player_1 +5, player_3 +5, player_6 +5"
    points = made if taken >= 5 else "player_0 +5, player_2 +5, player_4 +5, player_5 +5"
    text = render_text(table, style=PLAIN)
    assert line(text, "result").startswith(
        f"result  player_1 bid 5 and took {taken} tricks with player_3 and player_6: "
    )
    assert points in text


def test_R25_games_stand_beside_the_score() -> None:
    text = drawn(RAILROAD)
    assert "score  player_0 and player_2  2  [4[#]  1 game\n" in text
    assert text.endswith("score  player_1 and player_3  1  [3[#]  0 games")
    several = FIVE_HANDED | {"rules": rules_for("five_handed", match_games=2).options(), "games": [0, 1, 0, 0, 0]}
    assert "score  player_0 0 1 game, player_1 0 1 game, player_2 0 0 games" in drawn(several)
