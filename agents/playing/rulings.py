"""The rule that applies just now, in short, with its number in the rule book: up to the play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from agents.playing.card_rulings import call, play
from agents.playing.choices import order_up
from agents.playing.seat_scene import SeatScene
from agents.playing.stakes import SECTIONS, stakes
from agents.playing.words import counted, span
from euchre_env import SPOKEN, Rules


def ruling(scene: SeatScene) -> list[str]:
    """What the rules say to the decision that is due, a line for each thing they say."""
    return [*RULINGS[str(scene.table.kind)](scene), *stakes(scene)]


# ---- the making ------------------------------------------------------------------------------------------------------


def make(scene: SeatScene) -> Iterator[str]:
    """M1-M6."""
    yield from second_round(scene) if scene.story.turned_down else first_round(scene)
    if scene.rules.lone_hands:
        yield "Alone: your partner lays his cards down and sits out (M5, P5)."


def first_round(scene: SeatScene) -> Iterator[str]:
    """M1, M5, C9, C10, P6, P7."""
    rules, suit, accept = scene.rules, SPOKEN.suit(scene.turned_suit), order_up(scene)
    yield f"{suit.capitalize()} is proposed: {accept}, or pass. Who accepts first makes trump (M1)."
    if scene.joker_stands_for():
        yield f"The Joker turned up stands for {suit} (C9); turned down, it is out of play (C10)."
    dealer, his = ("You", "your") if scene.table.seat == scene.dealer else ("The dealer", "his")
    away = "any card, the turn-up too" if rules.may_discard_turnup else f"one of {his} own cards"
    yield f"{dealer} would take the turn-up and put away {away} (P6)."
    if accept == "assist" and rules.assist_must_be_alone:
        yield "The dealer's partner may accept only to play alone (M5)."
    if accept == "assist" and rules.lone_hands:
        gives = ", but may give it to you as his best (R13)" if rules.partners_best else ""
        yield f"If you play alone, he does not take it (P7){gives}."


def second_round(scene: SeatScene) -> Iterator[str]:
    """M2-M4."""
    rules, suit = scene.rules, SPOKEN.suit(scene.turned_suit)
    if not rules.stick_the_dealer:
        yield f"{suit.capitalize()} was turned down: make another suit trump, or pass (M2, M4)."
        yield "If everybody passes again, the deal is void and the next player deals (M3)."
    elif scene.table.seat == scene.dealer:
        yield f"{suit.capitalize()} was turned down: the dealer must make another suit trump (M2, M3)."
    else:
        yield f"{suit.capitalize()} was turned down: make another suit trump, or pass (M2, M4)."
        yield "If it comes to him, the dealer must make one trump (M3)."


def name_blind(scene: SeatScene) -> Iterator[str]:  # noqa: ARG001 - it is the same whatever lies on the table
    """C9."""
    yield "You turned up the Joker: name trump before you see your hand (C9)."
    yield "Your side are the makers; you take the Joker and put a card away (C9, P6)."


def bid(scene: SeatScene) -> Iterator[str]:
    """4.5, 4.6."""
    rules, highest = scene.rules, scene.story.bid
    more = "" if highest is None else f", more than {highest.worth},"
    yield f"Bid{more} on any suit, or pass. Everybody bids once, and the highest bid plays ({SECTIONS[rules.players]})."
    for (partners, widow), worths in ladder(rules).items():
        tricks = "so many tricks" if partners else f"all {rules.hand_size} tricks, alone"
        whom = f", with {counted(partners, 'partner')} of your choice" if partners else ""
        yield f"  {worths}: {tricks}{whom}, {'with' if widow else 'without'} the widow of {rules.widow}."


def ladder(rules: Rules) -> dict[tuple[int, bool], str]:
    """The bids by partners and whether the widow is taken: `1 to 3`, `8`."""
    groups: dict[tuple[int, bool], list[int]] = {}
    for rung in rules.bids:
        groups.setdefault((rung.partners, rung.widow), []).append(rung.worth)
    return {how: span(worths) for how, worths in groups.items()}


# ---- the exchange ----------------------------------------------------------------------------------------------------


def choose(scene: SeatScene) -> Iterator[str]:
    """R9, R12, R16, R19, R28, R29."""
    legal, opposes = scene.table.legal, scene.story.opposed_by is not None
    if opposes:
        yield "You oppose alone, and may take what a lone maker may (R16, R19)."
    yield "Ask for the best: you pass your partner a card, unseen, and he gives you one for it (R9)."
    if "take_up" in legal:
        yield "  You take the turn-up as well, and put another card away when you have seen the best (R12)."
        yield "Take only the turn-up: you put one card away; an ordinary lone hand (R12b)."
    if "pat" in legal and scene.rules.pat_lone and not opposes:
        yield "Take nothing: a pat hand. Nobody may oppose it alone, and it is paid otherwise (R28, R29)."
    elif "pat" in legal:
        yield "Take nothing: that remains an ordinary lone hand (R29a)."


def give(scene: SeatScene) -> Iterator[str]:
    """R9, R12, R15."""
    yield "Pass a card to your partner, face down; he sits out, and it is out of play (R9, R15)."
    if scene.table.seat == scene.dealer and not scene.story.turned_down:
        yield "The turn-up is not yet yours: you put another card away for it afterwards (R12)."


def best(scene: SeatScene) -> Iterator[str]:
    """R9, R10, R13."""
    if scene.rules.best_card_mode == "free":
        yield "Give your partner whichever card you think best (R10)."
    else:
        yield "Give your partner your highest trump; without a trump, a card of your highest rank (R10)."
    if scene.record["upcard"] in scene.held:
        yield "The turn-up counts as yours, and may be the card you give (R13)."
    yield "You cannot refuse, do not see what he passed you, and sit out afterwards (R9, P5)."


def discard(scene: SeatScene) -> Iterator[str]:
    """P6."""
    if scene.rules.may_discard_turnup:
        yield "You hold the turn-up: put any card away, face down, the turn-up too if you like (P6)."
    else:
        yield "You take the turn-up: put one of these cards away for it, face down (P6)."


def announce(scene: SeatScene) -> Iterator[str]:
    """R30-R33, R37, R40."""
    if "announce_jambone" in scene.table.legal:
        yield "Jambone: your hand lies open, and the adversaries call the cards you play (R30, R31)."
        yield "Nobody may oppose it alone (R33). All five tricks score 8 (R30)."
    if "announce_jamboree" in scene.table.legal:
        yield "Jamboree: you hold the five highest trumps; shown now, they score 16 without play (R37, R40)."


def oppose(scene: SeatScene) -> Iterator[str]:
    """R16-R18, R21, R22."""
    exchange = ", and you may ask for his best before" if scene.rules.partners_best else ""
    yield f"You may play alone against the lone maker: your partner sits out{exchange} (R16, P5)."
    yield "Of the adversaries, from the maker's left, the first who opposes has it (R18)."
    together = scene.rules.lone_euchre_points
    yield f"If the maker takes fewer than 3 tricks, that scores 4; if you defend together, {together} (R21, R22)."


def bury(scene: SeatScene) -> Iterator[str]:
    """4.5, 4.6."""
    left = len(scene.held) - scene.rules.hand_size
    yield f"You hold the widow: put {counted(left, 'card')} away, face down ({SECTIONS[scene.rules.players]})."


def partner(scene: SeatScene) -> Iterator[str]:
    """4.5, 4.6."""
    rung, where = scene.story.bid, SECTIONS[scene.rules.players]
    assert rung is not None  # or nobody would choose
    left = rung.partners - len(scene.story.partners)
    yield f"Choose {counted(left, 'partner')} for this deal, from your left on; nobody may refuse ({where})."
    yield f"If you make the bid, you and every partner score it; if not, each of the others does ({where})."


RULINGS: Mapping[str, Callable[[SeatScene], Iterator[str]]] = {
    "make": make,
    "name_blind": name_blind,
    "bid": bid,
    "choose": choose,
    "give": give,
    "best": best,
    "discard": discard,
    "announce": announce,
    "oppose": oppose,
    "bury": bury,
    "partner": partner,
    "play": play,
    "call": call,
}
"""By kind of decision."""
