"""Winning chances from measured deals: what is counted, what matches come to, what is refused, the command."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents import console
from agents.match_chances import ChancesError, OutcomeDistribution, Standings, match_chances, measure
from agents.match_chances.__main__ import main
from agents.measuring.chunks import Progress, chunks_of
from agents.measuring.episodes import first_episodes
from agents.random_agent import RandomAgent
from euchre_env import Rules, VectorEuchre, rules_for


class FirstAgent:
    """Always the lowest legal action."""

    name = hash = "first"

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return action_mask.argmax(axis=1)


# ---- measuring -------------------------------------------------------------------------------------------------------


def counted(rules: Rules, deals: int) -> Counter[tuple[int, ...]]:
    """The outcomes of the first deal of each table, one table at a time, always the lowest legal action."""
    outcomes: Counter[tuple[int, ...]] = Counter()
    for number in range(deals):
        table = VectorEuchre(rules, num_tables=1, seed=4, table_numbers=[number])
        dealer, deal_over = int(table.dealer[0]), np.zeros(1, bool)
        while not deal_over[0]:
            _, deal_over, _ = table.step(table.forced_action)
        points = table.points[0].tolist()
        outcomes[tuple(points[(dealer + side) % rules.sides] for side in range(rules.sides))] += 1
    return outcomes


@pytest.mark.parametrize("variant", ["three_handed", "railroad"])
def test_outcomes_are_counted_from_the_side_that_dealt(variant: str) -> None:
    rules = rules_for(variant)
    measured = measure(rules, FirstAgent(), deals=60, seed=4)
    shares = {tuple(row): share for row, share in zip(measured.outcomes.tolist(), measured.probability, strict=True)}
    assert shares == {outcome: count / 60 for outcome, count in counted(rules, 60).items()}


def test_how_deals_are_spread_changes_nothing() -> None:
    def backwards(work: Any, chunks: Any, progress: Progress) -> Iterator[Any]:
        done = {chunk.start: work(chunk, progress) for chunk in reversed(list(chunks))}
        yield from (done[start] for start in sorted(done))

    rules, played = rules_for("two_handed"), []
    one = measure(rules, RandomAgent(), 1100, seed=3, progress=played.append)
    other = measure(rules, RandomAgent(), 1100, seed=3, spread=backwards)
    assert one.as_dict() == other.as_dict()
    assert sum(played) == 1100
    assert one.as_dict() != measure(rules, RandomAgent(), 1100, seed=4).as_dict()


def test_nothing_is_measured_on_no_deal() -> None:
    with pytest.raises(ValueError, match="deals=0"):
        measure(rules_for("two_handed"), RandomAgent(), deals=0, seed=0)


# ---- against matches played with the engine --------------------------------------------------------------------------


def winners_and_chances(rules: Rules, matches: int, after: int) -> tuple[np.ndarray, np.ndarray]:
    """Random matches played to the end: side 0's share of each, and its chance as it stood `after` so many deals.

    Float64 [n] both, of the matches that had not ended by then; each counts once, so they are independent.
    """
    chances = match_chances(rules, measure(rules, RandomAgent(), deals=10_000, seed=11))
    shares, predicted = np.full(matches, np.nan), np.full(matches, np.nan)
    for chunk in chunks_of(matches):
        tables = VectorEuchre(rules, len(chunk), seed=12, table_numbers=chunk)

        def watch(tables: VectorEuchre, playing: np.ndarray, start: int = chunk.start) -> None:
            rows = np.flatnonzero(playing & (tables.deal_number == after))
            dealer_side = tables.dealer[rows] % rules.sides
            predicted[start + rows] = chances.chance(tables.scores[rows], tables.games[rows], dealer_side)[:, 0]

        episodes = first_episodes(tables, (RandomAgent(),), (0,) * rules.players, (12, chunk.start), watch=watch)
        for rows in episodes:
            won = tables.winners[rows]
            shares[chunk.start + rows] = won[:, 0] / won.sum(axis=1)
    going_on = ~np.isnan(predicted)
    return shares[going_on], predicted[going_on]


def check_calibration(rules: Rules, matches: int, after: int) -> None:
    """Matches come out as predicted, those with poor, fair and good chances alike, within 3 standard errors."""
    shares, predicted = winners_and_chances(rules, matches, after)
    assert not np.isnan(shares).any()
    for third in np.array_split(np.argsort(predicted, kind="stable"), 3):
        error = math.sqrt((predicted[third] * (1 - predicted[third])).sum())  # a shared match varies less
        assert abs((shares[third] - predicted[third]).sum()) < 3 * error
    assert predicted.std() > 0.1


def test_matches_with_laps_and_slams_come_out_as_predicted() -> None:
    check_calibration(rules_for("railroad_full", target=3, match_games=2), matches=800, after=3)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["two_handed", "three_handed", "three_handed_hoffmann", "railroad_full"])
def test_matches_come_out_as_predicted(variant: str) -> None:
    rules = rules_for(variant, match_games=3)
    check_calibration(rules, matches=3000, after=6)


# ---- what is refused -------------------------------------------------------------------------------------------------


GOOD = np.array([[1, 0], [0, 1]], np.int16), np.array([0.5, 0.5])


@pytest.mark.parametrize(
    "outcomes, probability, message",
    [
        ([[1], [0]], [0.5, 0.5], "two sides or more"),
        ([[1, 0], [1, 0]], [0.5, 0.5], "twice"),
        ([[1, 0], [0, 1]], [1], r"float64 \[2\], one for each outcome, not float64 \[1\]"),
        ([[1, 0], [0, 1]], [1, 0], "above 0"),
        ([[1, 0], [0, 1]], [math.nan, 1], "above 0"),
        ([[1, 0], [0, 1]], [0.5, 0.25], "the sum must be 1, not 0.75"),
    ],
)
def test_what_is_no_distribution_is_refused(outcomes: list[list[int]], probability: list[float], message: str) -> None:
    OutcomeDistribution(*GOOD)
    with pytest.raises(ChancesError, match=message):
        OutcomeDistribution(np.array(outcomes, np.int16), np.array(probability, np.float64))


@pytest.mark.parametrize(
    "rules, message",
    [
        (rules_for("seven_handed"), "two or three sides.*seven_handed has 7 sides"),
        (rules_for("five_handed"), "five_handed has 5 sides"),
        (rules_for("three_handed_set_back"), "cannot fall; in three_handed_set_back with euchre_mode=set_back they do"),
        (rules_for("railroad_full", jambone_euchre="deduct"), "with jambone_euchre=deduct they do"),
        (rules_for("four_handed", target=1000), "target=1000 and match_games=1 has 2,000,000 standings.*262,144"),
    ],
    ids=["seven", "five", "set_back", "deduct", "many"],
)
def test_games_without_a_table_are_refused(rules: Rules, message: str) -> None:
    with pytest.raises(ChancesError, match=message):
        Standings(rules)


def test_without_jambone_nothing_is_deducted() -> None:
    assert len(Standings(rules_for("four_handed", jambone_euchre="deduct"))) == 2 * 5 * 5


@pytest.mark.parametrize(
    "outcomes, message",
    [
        ([[1, 0, 0]], "has 3 sides, four_handed 2"),
        ([[5, 0]], r"no deal of four_handed pays \[5, 0\].*more than 4"),
        ([[2, 1]], r"pays \[2, 1\]: some side scores nothing"),
        ([[-2, 0]], r"pays \[-2, 0\].*none loses"),
        ([[0, 0]], "nobody scores in any deal"),
    ],
)
def test_distributions_of_another_game_are_refused(outcomes: list[list[int]], message: str) -> None:
    with pytest.raises(ChancesError, match=message):
        match_chances(rules_for("four_handed"), OutcomeDistribution(np.array(outcomes, np.int16), np.ones(1)))


def test_differences_of_points_say_nothing_of_three_sides() -> None:
    deal = OutcomeDistribution(np.array([[1, 0, 0], [0, 2, 2]], np.int16), np.array([0.5, 0.5]))
    chances = match_chances(rules_for("three_handed"), deal)
    with pytest.raises(ChancesError, match="between two sides, not 3"):
        chances.worth(np.array([1.0]))


@pytest.mark.parametrize("outcomes", [[math.nan], [math.inf], [[1.0]], 1.0])
def test_outcomes_that_are_no_numbers_are_refused(outcomes: Any) -> None:
    chances = match_chances(rules_for("four_handed"), OutcomeDistribution(*GOOD))
    with pytest.raises(ValueError, match="finite numbers"):
        chances.worth(np.array(outcomes))


# ---- the command -----------------------------------------------------------------------------------------------------


def test_the_command_prints_what_it_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "chances.json"
    given = ["two_handed", "--agent", "random", "--deals", "400", "--seed", "5", "--json", str(file)]
    assert main(given) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    data = json.loads(file.read_text())
    measured = measure(rules_for("two_handed"), RandomAgent(), deals=400, seed=5)
    chances = match_chances(rules_for("two_handed"), measured)
    assert data["distribution"] == measured.as_dict()
    assert (data["variant"], data["agent_hash"], data["deals"], data["seed"]) == ("two_handed", "random", 400, 5)
    assert [row["chances"] for row in data["standings"]] == chances.table.tolist()
    lines = printed.out.splitlines()
    rows = lines[lines.index("they deal      0      1      2      3      4") + 1 :]
    at_3_1 = chances.chance(np.array([[3, 1]]), np.array([[0, 0]]), np.array([1]))[0, 0]
    assert rows[3].split()[2] == f"{at_3_1:.1%}"


def test_the_command_prints_a_pair_of_tables_for_every_count_of_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["railroad_full", "--agent", "random", "--deals", "100"]) == 0
    printed = capsys.readouterr().out
    counts = [
        f"{ours}-{theirs} games, {who} deal" for ours in range(3) for theirs in range(3) for who in ("we", "they")
    ]
    assert [line[: len(count)] for line in printed.splitlines() for count in counts if line.startswith(count)] == counts


@contextmanager
def refused(capsys: pytest.CaptureFixture[str], message: str) -> Iterator[None]:
    """The command ends with one line on standard error."""
    yield
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("command: ")
    assert message in printed.err
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize(
    "variant, agent, message",
    [
        ("three_handed", "random", "printed for two sides; three_handed has 3"),
        ("seven_handed", "random", "seven_handed has 7 sides"),
        ("four_hand", "random", "did you mean 'four_handed'?"),
        ("four_handed", "randon", "did you mean 'random'?"),
    ],
)
def test_the_command_says_what_is_wrong(
    variant: str, agent: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with refused(capsys, message):
        assert console.run("command", lambda: main([variant, "--agent", agent, "--deals", "10"])) == 1
