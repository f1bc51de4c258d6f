"""The command line: the list of games, the page about each, and how fast they are."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from euchre_env import KINDS, SoloEnv, SoloVectorEnv, VectorEuchre, env, game_page, raw_env, rules_for, variants
from euchre_env.__main__ import main
from euchre_env.commands.bench import signature
from euchre_env.pages import DECISIONS, rules_in_short
from euchre_env.pages.blocks import families
from euchre_env.pages.numbers import STATEMENTS, numbers_cited
from euchre_env.rules import OPTIONS


@pytest.fixture(autouse=True)
def usual_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are as wide as the terminal, whichever the tests are run in."""
    monkeypatch.setenv("COLUMNS", "100")


def test_variants_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(variants())


@pytest.mark.parametrize("variant", variants())
def test_every_variant_has_a_page(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", variant]) == 0
    page = capsys.readouterr().out
    rules = rules_for(variant)
    assert all(name in page for name in rules.options())
    titles = ("Rules", "Options", "Decisions", "Actions: ", "Observation: ", "own_hand", "Rewards", "End", "Versions")
    assert all(title in page for title in (*titles, "Numbers"))
    assert ("alone" in page.split("\nNumbers")[0]) == (rules.lone_hands or bool(rules.bids))
    assert page.isascii()


@pytest.mark.parametrize("variant", variants())
def test_no_line_is_wider_than_the_page(variant: str) -> None:
    """And nothing is lost where lines are wrapped."""
    words = game_page(variant, 200).partition("\nNumbers")[0].split()
    for width in (40, 69, 80, 100):
        page = game_page(variant, width)
        assert max(map(len, page.splitlines())) <= width
        assert page.partition("\nNumbers")[0].split() == words


@pytest.mark.parametrize("width", [39, 0, -80, None, "80", 80.0, True], ids=repr)
def test_a_width_that_is_none(width: Any) -> None:
    with pytest.raises(ValueError, match=r"^width=.*: must be a whole number from 40$"):
        game_page("two_handed", width)


def test_the_list_is_wrapped_for_people_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a pipe every game is one line, whatever the terminal."""
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["variants"]) == 0
    piped = capsys.readouterr().out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(["variants"]) == 0
    shown = capsys.readouterr().out
    assert len(piped.splitlines()) == len(variants())
    assert max(map(len, shown.splitlines())) <= 60
    assert shown.split() == piped.split()
    assert [line.split()[0] for line in shown.splitlines() if not line.startswith(" ")] == list(variants())


@pytest.mark.parametrize("columns", ["1", "20", "40", "100000", "x", "-5"])
def test_a_page_fits_any_terminal(
    columns: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["variants", "two_handed"]) == 0
    assert "Rewards" in capsys.readouterr().out


@pytest.mark.parametrize("variant", variants())
def test_a_page_says_what_every_bit_of_the_observation_means(variant: str) -> None:
    layout = VectorEuchre(variant).layout
    spans = [bits.split("-") for bits, _, _ in families(layout)]
    bits = [bit for span in spans for bit in range(int(span[0]), int(span[-1]) + 1)]
    assert bits == list(range(layout.size)), "each in just one line"


def test_a_page_shows_the_options_in_force(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "railroad", "--option", "jambone=true", "--option", "target=10"]) == 0
    page = capsys.readouterr().out
    assert page == game_page(rules_for("railroad", jambone=True, target=10)) + "\n"
    assert re.search(r"^  jambone +true +R30-R36$", page, flags=re.MULTILINE)
    assert "10 points win a game" in page
    assert "  call        an adversary says which card the Jambone hand plays" in page


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--option", "laps=true"], "--option changes the page of one game: it needs NAME"),
        (["two_handed", "--option", "lap=true"], "no rule option 'lap'; did you mean 'laps'?"),
        (["two_handed", "--option", "jambone=true"], "jambone applies only to a four-handed game"),
        (["four_handed", "--option", "laps=yes"], "laps=yes: must be false or true"),
        (["four_handed", "--option", "laps"], '--option "laps": must be KEY=VALUE'),
        (["four_hand", "--option", "laps=true"], "no variant 'four_hand'; did you mean 'four_handed'?"),
    ],
)
def test_options_without_a_page(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"python -m euchre_env variants: error: {message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("variant", variants())
def test_a_page_tells_what_its_numbers_stand_for(variant: str) -> None:
    body, told = game_page(variant, width=200).split("\nNumbers (of the rule book)\n")
    lines = told.splitlines()
    assert {line.split()[0] for line in lines} == numbers_cited(body) == numbers_cited(body + told)
    assert [line[2:7].rstrip() for line in lines] == [number for number in STATEMENTS if number in numbers_cited(body)]


def test_no_number_is_told_of_that_no_page_cites() -> None:
    cited = set[str]().union(*(numbers_cited(game_page(variant).split("\nNumbers")[0]) for variant in variants()))
    assert set(STATEMENTS) == cited


def test_the_numbers_of_any_option_are_told(repository: Path) -> None:
    """What is cited only while an option is in force."""
    source = (repository / "euchre_env/pages/in_short.py").read_text(encoding="utf-8")
    assert numbers_cited(source) | numbers_cited(" ".join(o.statements for o in OPTIONS.values())) <= set(STATEMENTS)


@pytest.mark.parametrize("make", [VectorEuchre, raw_env, env, SoloEnv, partial(SoloVectorEnv, 2)])
def test_an_environment_documents_its_own_game(make: Callable[..., object]) -> None:
    page = make("five_handed", min_bid=3).__doc__
    assert page == game_page(rules_for("five_handed", min_bid=3))
    assert "the points of its side less the mean of the others', from" in " ".join(page.split())


@pytest.mark.parametrize(
    ("kind", "begins"),
    [
        (VectorEuchre, "B tables of one game"),
        (raw_env, "One table, without wrappers"),
        (SoloEnv, "One table of `raw_env`"),
        (SoloVectorEnv, "B tables of `SoloEnv`"),
    ],
)
def test_a_class_documents_itself(kind: type, begins: str) -> None:
    assert str(kind.__doc__).startswith(begins)


ORDINARY = {"make", "discard", "play"}
ASKED = {
    "railroad": ORDINARY | {"choose", "give", "best", "oppose"},
    "railroad_full": ORDINARY | {"choose", "give", "best", "oppose", "announce", "call"},
    "british": ORDINARY | {"name_blind"},
    "five_handed": {"bid", "bury", "partner", "play"},
    "seven_handed": {"bid", "bury", "partner", "play"},
}


def test_every_kind_of_decision_is_explained(repository: Path) -> None:
    """On the pages of the games that ask for it, and in the README."""
    assert set(DECISIONS) == set(KINDS)
    readme = (repository / "README.md").read_text(encoding="utf-8").split("### Decisions")[1].split("###")[0]
    first_cells = re.findall(r"^\| (`[^|]*) \|", readme, flags=re.MULTILINE)
    assert sorted(name for cell in first_cells for name in re.findall(r"`(\w+)`", cell)) == sorted(KINDS)


@pytest.mark.parametrize("variant", variants())
def test_a_page_lists_the_decisions_of_its_game(variant: str) -> None:
    section = game_page(variant, width=200).split("\nDecisions\n")[1].split("\n\n")[0]
    assert {line.split()[0] for line in section.splitlines()} == ASKED.get(variant, ORDINARY)


@pytest.mark.parametrize(
    ("variant", "options", "told", "untold"),
    [
        ("four_handed", {}, "4 players, partners sit opposite; 32 cards (C1), 5 a seat, one turned up", "Joker"),
        ("railroad", {}, "the Joker turned up stands for hearts (C9)", "Jambo"),
        ("railroad", {}, "his highest trump, or without one a card of his highest rank (R10)", "pat"),
        ("railroad", {"best_card_mode": "free"}, "  any card (R10)", "highest trump"),
        ("railroad", {"defend_alone": "never"}, "a dealer may give the turn-up (R13)", "R16"),
        ("railroad_full", {}, "without a card from outside: all five 5; 3 or 4: the others 1", "loses"),
        ("railroad_full", {"jambone_euchre": "deduct"}, "Jambone: all five 8; fewer than 3: the makers lose 2", "R30a"),
        ("railroad_full", {}, "Jamboree: 16 (R37)", "ties"),
        ("railroad_full", {}, "5 points win a game, 3 games the match", "bidder"),
        ("railroad_full", {"slams": False}, "laps: points beyond a game count in the next (R25)", "slams"),
        ("british", {}, "the dealer takes it and names the trump suit before he sees his hand (C9)", "stands for"),
        ("five_handed", {}, "5 players, each for himself; 28 cards (C1), 5 a seat, a widow of 3", "turned up"),
        ("five_handed", {}, "bid 1 to 3: so many tricks, with the widow and 1 partner of", "dealer's left"),
        ("five_handed", {"min_bid": 3}, "bid 3: so many tricks, with the widow and 1 partner of", "bid 1 "),
        ("five_handed", {}, "bid 15: all 5 tricks, alone, without the widow", "Joker"),
        ("five_handed", {}, "level at the target: the bidder first, else play goes on (4.5)", "num_deals"),
        ("seven_handed", {}, "bid 6 to 7: so many tricks, with the widow and 3 partners of", "4.5"),
        ("seven_handed", {}, "after 7 deals the highest score wins, ties share (4.6)", "points win a game"),
        ("seven_handed", {"target": 100}, "100 points win a game, one game the match", "null"),
        ("two_handed", {}, "all pass twice: void (M3)", "alone"),
    ],
)
def test_the_rules_in_short(variant: str, options: dict[str, object], told: str, untold: str) -> None:
    text = "\n".join(rules_in_short(rules_for(variant, **options)))
    assert told in text
    assert untold not in text
    assert max(map(len, text.splitlines())) <= 116


def test_bench_prints_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("euchre_env.commands.bench.SECONDS", 0.001)
    assert main(["bench", "two_handed", "three_handed", "--json", "--tables", "1", "64"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert set(report["signature"]) == {"two_handed", "three_handed"}
    cases = [(r["variant"], r["num_tables"], r["observation"]) for r in report["results"]]
    assert sorted(cases) == sorted(
        (v, n, o) for v in ("two_handed", "three_handed") for n in (1, 64) for o in (False, True)
    )
    assert all(result["decisions_per_second"] > 0 for result in report["results"])


def test_bench_prints_a_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("euchre_env.commands.bench.SECONDS", 0.001)
    assert main(["bench", "two_handed", "--tables", "64"]) == 0
    out = capsys.readouterr().out
    assert "two_handed, without observation" in out
    assert "two_handed, with packed observation" in out
    assert signature(rules_for("two_handed")) in out


def test_bench_plays_every_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("euchre_env.commands.bench.SECONDS", 0.001)
    assert main(["bench", "--tables", "8"]) == 0
    rates, signatures = capsys.readouterr().out.split("\n\nsignature\n")
    lines = [line for line in rates.splitlines() if "observation" in line]
    assert [line.split(",")[0] for line in lines] == [name for name in variants() for _ in range(2)]
    assert len({len(line) for line in lines}) == 1, "the columns are in line"
    assert all(float(line.split()[-1]) > 0 for line in lines)
    assert [line.split()[0] for line in signatures.splitlines()] == list(variants())
    assert len({line.split()[1] for line in signatures.splitlines()}) == len(variants())


def test_signature_depends_on_the_game_alone() -> None:
    """The same whatever the batch; another as soon as a rule is another."""
    rules = rules_for("four_handed")
    assert signature(rules) == signature(rules, at_once=20)
    others = [rules_for("north_american"), rules_for("four_handed", may_discard_turnup=True)]
    assert len({signature(rules), *map(signature, others)}) == 3


@pytest.mark.parametrize("variant", ["railroad_full", "five_handed"])
def test_signatures_of_the_other_games_do_not_depend_on_the_batch(variant: str) -> None:
    assert signature(rules_for(variant)) == signature(rules_for(variant), at_once=23)
