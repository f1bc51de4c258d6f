"""The making of the trump: M1 to M6."""

import pytest

from euchre_env import IllegalAction, Table, VectorEuchre

from .notation import lay, namings, passes, scored, tell, trick, void_result

TURN_ORDER = {"two_handed": (1, 0), "three_handed": (1, 2, 0), "four_handed": (1, 2, 3, 0)}
ALL_VARIANTS = [
    "two_handed",
    "three_handed",
    "three_handed_hoffmann",
    "three_handed_set_back",
    "four_handed",
    "north_american",
]


def first_round(variant: str) -> tuple[str, ...]:
    """What may be said of the turn-up."""
    return ("order_up", "order_up_alone", "pass") if variant == "four_handed" else ("order_up", "pass")


@pytest.mark.parametrize("variant", TURN_ORDER)
def test_M1_first_round_goes_once_round_from_the_eldest(variant: str) -> None:
    table = lay(variant, "7S")
    for seat in TURN_ORDER[variant]:
        assert (table.kind, table.seat, table.legal) == ("make", seat, first_round(variant))
        tell(table, f"{seat} pass")


@pytest.mark.parametrize("variant", TURN_ORDER)
def test_M1_first_acceptance_is_final(variant: str) -> None:
    for before, maker in enumerate(TURN_ORDER[variant]):
        table = tell(passes(lay(variant, "7S"), before), f"{maker} order_up")
        assert table.kind == "discard"  # nobody else is asked
        table = finished(table)
        assert table.result is not None
        assert (table.result["trump"], table.result["maker"], table.result["alone"]) == ("S", maker, False)


@pytest.mark.parametrize("variant", TURN_ORDER)
def test_M2_second_round_names_another_suit_in_the_same_order(variant: str) -> None:
    table = passes(lay(variant, "7S"), len(TURN_ORDER[variant]))
    for seat in TURN_ORDER[variant]:  # the dealer, last, has his turn too
        assert (table.kind, table.seat) == ("make", seat)
        assert table.legal == namings("CDH", alone=variant == "four_handed")
        tell(table, f"{seat} pass")
    assert table.over


@pytest.mark.parametrize("variant", TURN_ORDER)
@pytest.mark.parametrize("suit", "CDH")
def test_M2_first_naming_is_final(variant: str, suit: str) -> None:
    order = TURN_ORDER[variant]
    for before, maker in enumerate(order):
        table = tell(passes(lay(variant, "7S"), len(order) + before), f"{maker} name_{suit}")
        assert (table.kind, table.seat, table.trump) == ("play", 1, suit)
        table = finished(table)
        assert table.result is not None
        assert (table.result["trump"], table.result["maker"]) == (suit, maker)


@pytest.mark.parametrize("variant", TURN_ORDER)
def test_M3_all_pass_twice_and_the_deal_is_void(variant: str) -> None:
    sides = {"two_handed": 2, "three_handed": 3, "four_handed": 2}[variant]
    standing = [3, 1, 4][:sides]
    table = passes(lay(variant, "7S", scores=standing), 2 * len(TURN_ORDER[variant]))
    assert table.over
    assert table.result == void_result(len(TURN_ORDER[variant]), standing)


@pytest.mark.parametrize("variant", TURN_ORDER)
def test_M3_after_a_void_deal_the_deal_passes_to_the_left(variant: str) -> None:
    players = len(TURN_ORDER[variant])
    tables = VectorEuchre(variant, num_tables=1, seed=0)
    dealers = []
    for _ in range(players + 1):
        dealers.append(int(tables.dealer[0]))
        for _ in range(2 * players):
            reward, deal_over, episode_over = tables.step([tables.parse_action(0, "pass")])
        assert (deal_over.tolist(), episode_over.tolist()) == ([True], [False])
        assert reward.tolist() == [[0.0] * players]
    assert dealers == [*range(players), 0]


@pytest.mark.parametrize("variant", ALL_VARIANTS)
def test_M3_stick_the_dealer(variant: str) -> None:
    """In the second round the dealer must name a suit; in the first he may turn down; the others may always pass."""
    table = lay(variant, "9S", stick_the_dealer=True)
    players = table.rules.players
    for _ in range(2 * players - 1):
        assert "pass" in table.legal
        table.step("pass")
    assert (table.kind, table.seat) == ("make", 0)
    assert table.legal == namings("CDH", alone=players == 4, may_pass=False)
    tell(table, "0 name_D")
    assert table.trump == "D"


def test_M3_the_modern_dealer_is_stuck_by_default_and_may_be_freed() -> None:
    assert passes(lay("north_american", "9S"), 7).legal == namings("CDH", alone=True, may_pass=False)
    assert passes(lay("north_american", "9S", stick_the_dealer=False), 7).legal == namings("CDH", alone=True)


@pytest.mark.parametrize("turned, others", [("7S", "CDH"), ("7C", "DHS"), ("7H", "CDS"), ("7D", "CHS")])
def test_M4_the_suit_turned_down_cannot_be_named(turned: str, others: str) -> None:
    table = passes(lay("four_handed", turned), 4)
    assert table.legal == namings(others, alone=True)
    for action in (f"name_{turned[1]}", f"name_{turned[1]}_alone", "order_up"):
        with pytest.raises(IllegalAction, match=action):
            table.step(action)
    assert (table.seat, table.legal) == (1, namings(others, alone=True))


# ---- alone ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("round_number", [1, 2])
@pytest.mark.parametrize("maker", range(4))
def test_M5_alone_is_announced_with_the_make_and_nobody_else_is_asked(maker: int, round_number: int) -> None:
    """The partner can neither supersede nor join: after the call comes the dealer's discard or the play."""
    table = passes(lay("four_handed", "7S"), (maker - 1) % 4 + 4 * (round_number - 1))
    tell(table, f"{maker} order_up_alone" if round_number == 1 else f"{maker} name_H_alone")
    assert table.kind in ("discard", "play")
    table = finished(table)
    assert table.result is not None
    assert (table.result["maker"], table.result["alone"]) == (maker, True)
    assert {action.split("_")[0] for _, action in table.actions[table_calls(maker, round_number) :]} <= {
        "discard",
        "play",
    }


def table_calls(maker: int, round_number: int) -> int:
    """How many calls were made up to that of the maker."""
    return (maker - 1) % 4 + 4 * (round_number - 1) + 1


@pytest.mark.parametrize("maker", range(4))
def test_M5_who_did_not_say_alone_plays_with_his_partner(maker: int) -> None:
    """Nor may the dealer go alone on his partner's assist: what comes next is his discard, then all four play."""
    table = tell(passes(lay("four_handed", "7S"), (maker - 1) % 4), f"{maker} order_up")
    assert (table.kind, table.seat) == ("discard", 0)
    table = finished(table)
    assert table.result is not None
    assert table.result["alone"] is False
    assert sum(action.startswith("play_") for _, action in table.actions) == 20


@pytest.mark.parametrize("variant", ["four_handed", "north_american"])
def test_M5_without_lone_hands_nobody_plays_alone(variant: str) -> None:
    table = lay(variant, "9S", lone_hands=False)
    for _ in range(4):
        assert table.legal == ("order_up", "pass")
        table.step("pass")
    for _ in range(3):
        assert table.legal == namings("CDH", alone=False)
        table.step("pass")
    assert table.legal == namings("CDH", alone=False, may_pass=variant == "four_handed")


def test_M5_assist_must_be_alone() -> None:
    """The dealer's partner accepts the turn-up only alone; everybody else, and he in the second round, as ever."""
    table = lay("four_handed", "7S", assist_must_be_alone=True)
    seen = []
    for seat in (1, 2, 3, 0):
        seen.append(table.legal)
        tell(table, f"{seat} pass")
    usual = ("order_up", "order_up_alone", "pass")
    assert seen == [usual, ("order_up_alone", "pass"), usual, usual]
    for seat in (1, 2, 3, 0):
        assert table.legal == namings("CDH", alone=True)
        tell(table, f"{seat} pass")
    table = tell(lay("four_handed", "7S", assist_must_be_alone=True), "1 pass", "2 order_up_alone")
    assert (table.kind, table.seat) == ("play", 1)  # P7


@pytest.mark.parametrize("dealer", range(4))
def test_M5_assist_must_be_alone_counts_from_the_dealer(dealer: int) -> None:
    table = passes(lay("four_handed", "7S", dealer=dealer, assist_must_be_alone=True), 1)
    assert (table.seat, table.legal) == ((dealer + 2) % 4, ("order_up_alone", "pass"))


# ---- the contract ---------------------------------------------------------------------------------------------------


def test_M6_makers_are_the_maker_and_his_partner() -> None:
    """The dealer's partner assists and takes one trick, the dealer two: three, and the contract is made."""
    table = lay("four_handed", "7S", "JS JH 7H 8H 7C", "AD KD QD AH KH", "AC 8C 9H TH 8D", "KC QC TC QH 9D")
    tell(table, "1 pass", "2 order_up", "0 discard_7H")
    trick(table, 1, "AD 8D 9D 7S", takes=0)
    trick(table, 0, "7C KH AC KC", takes=2)  # the seat on the left has no club
    trick(table, 2, "8C QC 8H QD", takes=3)
    trick(table, 3, "QH JH AH TH", takes=1)
    trick(table, 1, "KD 9H TC JS", takes=0)
    assert table.result is not None
    assert table.result["tricks"] == [2, 1, 1, 1]
    assert table.result["points"] == [1, 0]


@pytest.mark.parametrize("tricks, points", [(2, [2, 0]), (3, [0, 1])])
def test_M6_the_contract_is_three_tricks(tricks: int, points: list[int]) -> None:
    assert scored("four_handed", tricks)["points"] == points


def finished(table: Table) -> Table:
    """The same deal played to its end with whatever is legal."""
    while not table.over:
        table.step(table.legal[0])
    return table
