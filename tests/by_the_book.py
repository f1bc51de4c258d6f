"""The course of a deal once more, from the rule book's words and with real cards: it shares no code with the package.

A course is a generator: it yields what the seat to decide may do, as records spell it, and hears what it does.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable

from euchre_env import Deal, Rules

Course = Generator[list[str], str, None]
Part = Generator[list[str], str, str]
RANKS, PAIRS = "23456789TJQKA", {"C": "S", "S": "C", "D": "H", "H": "D"}


def suit_of(card: str, trump: str) -> str:
    """C5, C6: the left bower and the Joker are trumps."""
    return trump if card == "JK" or card == "J" + PAIRS[trump] else card[1]


def strength(card: str, trump: str, led: str) -> int:
    """C2, C3, P2: trumps above the suit led above all others."""
    bowers = {"JK": 200, "J" + trump: 199, "J" + PAIRS[trump]: 198}
    if card in bowers:
        return bowers[card]
    return 100 + RANKS.index(card[0]) if card[1] == trump else RANKS.index(card[0]) if card[1] == led else -1


def of(verb: str, cards: Iterable[str]) -> list[str]:
    return [f"{verb}_{card}" for card in cards]


def chosen(verb: str, cards: list[str]) -> Part:
    """A card is put down; it leaves `cards`."""
    card = (yield of(verb, cards)).removeprefix(f"{verb}_")
    cards.remove(card)
    return card


def playing(hands: list[list[str]], trump: str, out: set[int], leader: int, exposed: int = -1) -> Course:
    """P1, P2, P5; R31: the leads of an `exposed` hand are called from its left, its follows from its right."""
    players = len(hands)
    while hands[leader]:
        trick: dict[int, str] = {}
        for seat in [s for s in ((leader + k) % players for k in range(players)) if s not in out]:
            led = suit_of(trick[leader], trump) if trick else ""
            follow = [card for card in hands[seat] if suit_of(card, trump) == led] or list(hands[seat])
            verb = "call" if seat == exposed else "play"
            trick[seat] = (yield of(verb, follow)).removeprefix(f"{verb}_")
            hands[seat].remove(trick[seat])
        led = suit_of(trick[leader], trump)
        leader = max(trick, key=lambda seat: strength(trick[seat], trump, led))


# ---- with a turn-up --------------------------------------------------------------------------------------------------


class TurnUp:
    """Two, three or four to the table (4.1-4.3, 4.9, section 5)."""

    def __init__(self, rules: Rules, deal: Deal, dealer: int) -> None:
        self.rules, self.dealer, self.turned, self.players = rules, dealer, deal.upcard or "", rules.players
        self.hands = [list(hand) for hand in deal.hands]
        self.trump, self.maker, self.round, self.alone = "", -1, 0, False

    def course(self) -> Course:
        """The whole deal."""
        yield from self.make()
        if self.maker < 0:
            return  # M3
        maker, dealer, rules = self.maker, self.dealer, self.rules
        takes = self.round < 2 and not (self.alone and maker == self.across(dealer))  # P6-P8
        pat = said = ""
        if self.alone and rules.partners_best:
            said = yield from self.choose(maker, takes)
            pat = said if rules.pat_lone and said == "pat" else ""
            takes = takes and not (said == "pat" and maker == dealer)  # R28
        told = False
        if maker == dealer and takes:
            holds = rules.jamboree and self.jamboree([*self.hands[dealer], self.turned])  # R40
            if holds and (yield ["play_on", "announce_jamboree"]) != "play_on":
                return
            yield from self.discard()
            takes, told = False, True
        announced = yield from self.announce(told)
        if announced == "announce_jamboree":
            return
        out, jambone = {self.across(maker)} if self.alone else set(), announced == "announce_jambone"
        if self.alone and rules.defend_alone == "vs_lone" and not pat and not jambone:  # R16, R29, R33
            for seat in ((maker + 1) % 4, (maker + 3) % 4):
                if (yield ["defend", "oppose_alone"]) == "oppose_alone":
                    out.add(self.across(seat))
                    if rules.partners_best:
                        yield from self.choose(seat, takes)
                    break
        if takes and dealer not in out:
            yield from self.discard()
        after = maker if self.alone and rules.lone_lead == "left_of_lone_player" else dealer
        leader = next(seat for seat in self.from_left_of(after) if seat not in out)  # P3, R20
        yield from playing(self.hands, self.trump, out, leader, maker if jambone else -1)

    def from_left_of(self, seat: int) -> list[int]:
        return [(seat + 1 + k) % self.players for k in range(self.players)]

    def across(self, seat: int) -> int:
        return (seat + 2) % 4

    def make(self) -> Course:
        """C9, M1-M3."""
        rules, dealer, turned = self.rules, self.dealer, self.turned
        if turned == "JK" and rules.joker_turnup == "dealer_blind_maker":
            self.trump, self.maker = (yield of("name", "CDHS"))[-1], dealer
            return
        proposed = rules.joker_suit if turned == "JK" else turned[1]
        for turn, seat in enumerate(self.from_left_of(dealer) * 2):
            first = turn < self.players
            names = ["order_up"] if first else of("name", (suit for suit in "CDHS" if suit != proposed))
            levels = [""] + ["_alone"] * rules.lone_hands
            if rules.assist_must_be_alone and turn == 1:  # M5: the dealer's partner
                levels = ["_alone"]
            stuck = rules.stick_the_dealer and turn + 1 == 2 * self.players
            call = yield ["pass"] * (not stuck) + [name + level for name in names for level in levels]
            if call != "pass":
                self.maker, self.alone, self.round = seat, call.endswith("_alone"), 1 if first else 2
                self.trump = proposed if first else call[5]
                return

    def choose(self, lone: int, takes: bool) -> Part:
        """R9, R12, R19, R28: what a lone player takes, and the exchange with his partner."""
        if lone == self.dealer and takes:
            said = yield ["ask_best", "take_up"] + ["pat"] * (self.rules.pat_lone and lone == self.maker)
        else:
            said = yield ["ask_best", "pat"]
        if said == "ask_best":
            yield from chosen("give", self.hands[lone])
            giver = self.across(lone)
            held = self.hands[giver]
            if giver == self.dealer and self.round == 1:  # R13, R19a
                held.append(self.turned)
            best = list(held)
            if self.rules.best_card_mode == "strict":  # R10
                trumps = [card for card in held if suit_of(card, self.trump) == self.trump]
                top = max(strength(card, self.trump, card[1]) for card in trumps or held)
                best = [card for card in trumps or held if strength(card, self.trump, card[1]) == top]
            card = yield from chosen("best", best)
            held.remove(card)
            self.hands[lone].append(card)
        return said

    def discard(self) -> Course:
        """P6."""
        hand = self.hands[self.dealer]
        if self.rules.may_discard_turnup:
            hand.append(self.turned)
        yield from chosen("discard", hand)
        if not self.rules.may_discard_turnup:
            hand.append(self.turned)

    def jamboree(self, cards: list[str]) -> bool:
        """R37, with a Joker."""
        trump = self.trump
        return {"JK", "J" + trump, "J" + PAIRS[trump], "A" + trump, "K" + trump} <= set(cards)

    def announce(self, told: bool) -> Part:
        """R30, R37, R40."""
        jambone = self.rules.jambone and self.alone
        jamboree = self.rules.jamboree and not told and self.jamboree(self.hands[self.maker])
        if not jambone and not jamboree:
            return "play_on"
        return (yield ["play_on"] + ["announce_jambone"] * jambone + ["announce_jamboree"] * jamboree)


# ---- with bids -------------------------------------------------------------------------------------------------------


def bidding(rules: Rules, deal: Deal, dealer: int) -> Course:
    """4.5, 4.6: the ladder, the widow, the partners."""
    players, hands = rules.players, [list(hand) for hand in deal.hands]
    ladder = [1, 2, 3, 4, 5, 8, 15] if players == 5 else [1, 2, 3, 4, 5, 6, 7, 10, 20]
    highest, bidder, trump = 0, -1, ""
    for seat in [(dealer + 1 + k) % players for k in range(players)]:
        bids = [f"bid_{bid}_{suit}" for bid in ladder for suit in "CDHS" if bid > highest and bid >= rules.min_bid]
        call = yield ["pass", *bids]
        if call != "pass":
            highest, bidder, trump = int(call.split("_")[1]), seat, call[-1]
    if bidder < 0:
        return
    if highest != ladder[-1]:
        hands[bidder] += deal.stock
        for _ in deal.stock:
            yield from chosen("bury", hands[bidder])
    few, many = (1, 2) if players == 5 else (2, 3)
    wanted = few if highest <= 3 + 2 * (players == 7) else many if highest <= players else 0
    others = [(bidder + step) % players for step in range(1, players)]
    while wanted:
        seats = others[: len(others) - wanted + 1]
        seat = int((yield of("partner", map(str, seats)))[8:])
        others, wanted = others[others.index(seat) + 1 :], wanted - 1
    yield from playing(hands, trump, set(), bidder)


def legal_by_the_book(rules: Rules, deal: Deal, dealer: int, decisions: Iterable[str]) -> list[str]:
    """What may be done after `decisions`; nothing at the end of the deal."""
    course = bidding(rules, deal, dealer) if rules.players > 4 else TurnUp(rules, deal, dealer).course()
    try:
        legal = next(course)
        for action in decisions:
            assert action in legal, f"{action} is not among {legal}"
            legal = course.send(action)
        return legal
    except StopIteration:
        return []
