"""The results of an evaluation as tables for the terminal, from the plain data that JSON gets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from agents.measuring.bins import binned
from agents.tables import format_table, percent

Entry = dict[str, Any]

HASH = 12
"""Digits of a hash that are shown, enough to tell agents apart; the plain data has them all."""

BINS = 17
"""Rows of a histogram at most, so that it fits on a screen: from -4 to 4 by halves."""

FIGURES = {
    "euchred": "makers euchred, of deals made",
    "marches": "marches, of deals made",
    "lone_hands": "lone hands, of deals made",
    "lone_success": "success, of lone hands",
    "dealer_takes_up": "dealer takes up, of all deals",
    "points_per_deal": "points per deal",
    "dealer_side": "dealer's side, points per deal",
    "void": "void, of all deals",
}
IN_POINTS = ("points_per_deal", "dealer_side")


def report(found: dict[str, list[Entry]], interrupted: bool = False) -> str:
    """Everything that was found; `interrupted`: it is less than was asked for."""
    results, parts = found["results"], []
    if any(entry["final"] for entry in results + found.get("cards", [])):
        parts.append("Final measurement, on deals that are kept from training and tuning.")
    if "ratings" in found:
        for variant in dict.fromkeys(entry["variant"] for entry in results):
            parts.append(cross_report(variant, found))
    elif results and "sprt" in results[0]:
        parts += [heading(results)] + [sequential_report(entry) + hashes_apart(entry, results) for entry in results]
    elif results:
        parts.append(pair_report(results))
    parts += [card_report(card) for card in found.get("cards", [])]
    if interrupted:
        parts.append("Interrupted: these are the results of what was finished, less than was asked for.")
    return "\n\n".join(parts)


def heading(results: Sequence[Entry]) -> str:
    """Who A and B are; with their hashes, if those are the same in all variants."""
    named = zip("AB", results[0]["agents"], results[0]["agent_hashes"], strict=True)
    alike = same_hashes(results)
    return ", ".join(f"{letter} = {name}" + f" (hash {value[:HASH]})" * alike for letter, name, value in named)


def same_hashes(results: Sequence[Entry]) -> bool:
    """Whether A and B are the same in all variants; names such as `pretrained` and `rule` mean others in each."""
    return all(entry["agent_hashes"] == results[0]["agent_hashes"] for entry in results)


def hashes_apart(entry: Entry, results: Sequence[Entry]) -> str:
    """A line with the hashes of one variant, if they are not those of all."""
    if same_hashes(results):
        return ""
    hash_a, hash_b = (value[:HASH] for value in entry["agent_hashes"])
    return f"\n  hash of A {hash_a}, of B {hash_b}"


def pair_report(results: Sequence[Entry]) -> str:
    """Two agents in one or several variants."""
    header = ("variant", "points per deal", "95 % interval", "matches won", "95 % interval", "fair share", "deals/s")
    rows = []
    for r in results:
        chances = *match_cells(r), percent(r["fair_share"])
        points = f"{r['points_per_deal']:+.4f}", shown_interval(r["interval"])
        rows.append((r["variant"], *points, *chances, f"{r['deals_per_second']:,.0f}"))
    lines = [f"{heading(results)}: A's points per deal beyond B's, A's matches", format_table(header, rows)]
    for r in results:
        if elo := shown_elo(r):
            lines.append(f"{r['variant']}: Elo {elo} from {r['matches']:,} matches")
        if r["unfinished_matches"]:
            counts = f"{r['unfinished_matches']} of {r['matches']} matches"
            lines.append(f"{r['variant']}: {counts} were unfinished after {r['deal_limit']} deals and count as drawn")
    for r in results:
        for phase in r.get("phases", []):
            gain = f"{phase['points_per_deal']:+.4f} ({shown_interval(phase['interval'])})"
            lines.append(
                f"{r['variant']}: with the {phase['phase']} of A alone, B gains {gain} points per deal on itself"
            )
    return "\n\n".join(["\n".join(lines), *(block_report(r) + hashes_apart(r, results) for r in results)])


def shown_elo(entry: Entry) -> str:
    """The Elo difference and its interval; the end that is known where all matches were won, or none.

    >>> shown_elo({"elo": None, "elo_interval": [609.0, None]}), shown_elo({"elo": 35.0, "elo_interval": [12.0, 58.0]})
    ('more than +609', '+35 (+12 to +58)')
    """
    low, high = entry["elo_interval"] or (None, None)
    if entry["elo"] is not None:
        return f"{entry['elo']:+.0f} ({shown_end(low)} to {shown_end(high)})"
    if low is not None:
        return f"more than {low:+.0f}"
    return "" if high is None else f"less than {high:+.0f}"


def shown_end(elo: float | None) -> str:
    """An end of an interval of Elo differences, a dash where it is not known."""
    return "-" if elo is None else f"{elo:+.0f}"


def block_report(entry: Entry) -> str:
    """The blocks of one comparison: how many, how far apart, how they fall."""
    histogram, deals = entry["block_histogram"], entry["deals"]
    won, lost = (sum(n for points, n in histogram if sign * points > 0) for sign in (1, -1))
    rates = f"won {percent(won / deals)}, drawn {percent(1 - (won + lost) / deals)}, lost {percent(lost / deals)}"
    title = f"{entry['variant']}: {deals:,} deals, each a block of all seatings: {rates}"
    _, bins = binned(histogram, BINS)
    most = max(bins.values())
    bars = [f"  {points:>+6g} {n:>9,}  {'#' * math.ceil(30 * n / most)}" for points, n in bins.items()]
    return "\n".join([f"{title}; standard deviation {entry['block_deviation']:.3f} points", *bars])


def sequential_report(entry: Entry) -> str:
    """What a sequential test has found."""
    test = entry["sprt"]
    meaning = {
        "H1": f"H1 accepted: A gains {test['high']:+g} points per deal rather than {test['low']:+g}",
        "H0": f"H0 accepted: A gains {test['low']:+g} points per deal rather than {test['high']:+g}",
        "undecided": "undecided: the deals were used up",
    }
    ratio, (lower, upper) = test["log_likelihood_ratio"], test["bounds"]
    estimate = f"{entry['points_per_deal']:+.4f} points per deal ({shown_interval(entry['interval'])})"
    return "\n".join(
        [
            f"{entry['variant']}: {meaning[test['decision']]}",
            f"  after {entry['deals']:,} of at most {test['most_deals']:,} deals in every seating, "
            f"log-likelihood ratio {ratio:+.2f} (bounds {lower:+.2f}, {upper:+.2f}; alpha = beta = {test['alpha']:g})",
            f"  estimate {estimate}: biased, as the test stops when it looks good or bad; measure anew on other deals",
        ]
    )


def cross_report(variant: str, found: dict[str, list[Entry]]) -> str:
    """The cross table of a variant with ratings, matches if there were any, and cycles."""
    entries = [entry for entry in found["results"] if entry["variant"] == variant]
    ratings = {entry["agent"]: entry for entry in found["ratings"] if entry["variant"] == variant}
    hashes = {n: h for e in entries for n, h in zip(e["agents"], e["agent_hashes"], strict=True)}
    numbers = {name: str(k) for k, name in enumerate(hashes, start=1)}
    lines = [
        f"{variant}: points per deal of the row's agent beyond the column's with 95 % intervals, "
        f"{entries[0]['deals']:,} deals in every seating",
        "Elo: Bradley-Terry from blocks won, drawn and lost, the first agent at 0",
        format_table(("agent", *numbers.values(), "Elo", "95 % interval"), cross_rows(entries, ratings, numbers)),
        *(f"hash of {numbers[name]}: {value[:HASH]}" for name, value in hashes.items()),
    ]
    if matches := [entry for entry in entries if entry["matches"]]:
        rows = [(" against ".join(e["agents"]), *match_cells(e)) for e in matches]
        lines.append(format_table(("matches", "won", "95 % interval"), rows))
    for cycle in found["cycles"]:
        if cycle["variant"] == variant:
            chain = " beats ".join([*cycle["agents"], cycle["agents"][0]])
            lines.append(f"cycle: {chain}, each beyond doubt; no rating can tell this")
    return "\n".join(lines)


def cross_rows(entries: Sequence[Entry], ratings: dict[str, Entry], numbers: dict[str, str]) -> list[tuple[str, ...]]:
    """The rows of a cross table: an agent's points against each of the others, and its rating."""
    cells: dict[tuple[str, str], str] = {}
    for entry in entries:
        (a, b), (low, high) = entry["agents"], entry["interval"]
        half = "" if low is None else f" ± {(high - low) / 2:.3f}"
        cells[a, b], cells[b, a] = (f"{sign * entry['points_per_deal']:+.3f}{half}" for sign in (1, -1))
    rows = []
    for name, number in numbers.items():
        elo, interval = "-", "-"
        if name in ratings:
            low, high = ratings[name]["interval"]
            elo, interval = f"{ratings[name]['elo']:+.0f}", f"{low:+.0f} to {high:+.0f}"
        rows.append((f"{number} {name}", *(cells.get((name, other), "") for other in numbers), elo, interval))
    return rows


def match_cells(entry: Entry) -> tuple[str, str]:
    """The share of matches won and its interval, dashes where none were played."""
    interval = entry["match_interval"]
    return shown_rate(entry["match_win_rate"]), "-" if interval is None else " to ".join(map(percent, interval))


def card_report(card: Entry) -> str:
    """How an agent behaves against itself."""
    bands, rows = card["bands"] or {}, []
    for name, words in FIGURES.items():
        value, low_high = card[name], bands.get(name)
        written = shown_points if name in IN_POINTS else shown_rate
        band = "" if low_high is None else f"{written(low_high[0])} to {written(low_high[1])}"
        rows.append((words, written(value), band, "OUTSIDE" if name in card["outside"] else ""))
    rounds = ("first round", "second round")
    single = max(len(rates) for rates in card["made"].values()) == 1
    makes = [(seat, *map(shown_rate, rates)) for seat, rates in card["made"].items()]
    score = "" if card["score"] is None else ", the side with {} points against {}".format(*card["score"])
    agent = f"{card['agent']} (hash {card['agent_hash'][:HASH]})"
    title = f"{card['variant']}: {agent} against itself, {card['deals']:,} deals"
    return "\n".join(
        [
            title + score,
            format_table(("", "", "band", ""), rows) if bands else format_table(("", "", "", ""), rows),
            format_table(("gets the contract", "") if single else ("makes, when asked", *rounds), makes),
        ]
    )


def shown_rate(rate: float | None) -> str:
    """A rate in percent, or a dash.

    >>> shown_rate(None), shown_rate(0.25)
    ('-', '25.0%')
    """
    return "-" if rate is None else percent(rate)


def shown_points(points: float) -> str:
    """Points per deal with their sign."""
    return f"{points:+.3f}"


def shown_interval(interval: Sequence[float | None]) -> str:
    """An interval of points; a dash for an end that is not known."""
    return " to ".join("-" if end is None else f"{end:+.4f}" for end in interval)
