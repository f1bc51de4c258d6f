"""`play.py` with a script of moves for a human: whole matches, every command, every way of leaving."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import play
from agents import console
from euchre_env import deal_cards, read_record, replay_lines, rules_for, variants
from euchre_env.rendering import score_marker
from tests.agents.review_cases import one_pretrained

Play = Callable[..., tuple[int | str | None, str]]
ONES = ["1"] * 400  # the first choice, and the next deal
FOUR_HANDED = rules_for("four_handed")
HEARTS = next(seed for seed in range(99) if deal_cards(FOUR_HANDED, seed, 0, 0, 0).upcard in ("9H", "TH", "QH"))
BEHIND = r" (?:best|as good|-\d+\.\d\d (?:±|\+-) \d+\.\d\d)\s*\n"  # the end of a row of a hint
QUICK = ("two_handed", "railroad_full", "five_handed")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Play with arguments and lines that are typed; the exit status and all that was printed."""
    monkeypatch.setenv("COLUMNS", "100")

    def run(arguments: str, *typed: str) -> tuple[int | str | None, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        try:
            status: int | str | None = console.run("play.py", lambda: play.main(arguments.split()))
        except SystemExit as stopped:
            status = stopped.code
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return run


def disagreements(file: Path, chain: bool = True) -> list[int]:
    """How many there are in each record of a file."""
    return [len(found) for found in replay_lines(file.read_bytes().splitlines(keepends=True), chain=chain)]


@pytest.mark.parametrize("variant", [v if v in QUICK else pytest.param(v, marks=pytest.mark.slow) for v in variants()])
def test_every_game_can_be_played_and_its_records_replay(variant: str, played: Play, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    typed = ["p", "1"] * 200 if variant in ("five_handed", "seven_handed") else ONES  # pass, else the first choice
    status, out = played(f"--variant {variant} --agents random --seed 3 --deals 2 --record {file}", *typed)
    assert status == 0
    assert disagreements(file) == [0, 0]
    assert out.count("result  ") == 2
    assert "Finished deals are in" in out


def test_a_match_ends_when_it_is_won(played: Play, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    status, out = played(f"--variant two_handed --agents rule --seed 1 --record {file}", *ONES)
    records = [read_record(line) for line in file.read_bytes().splitlines()]
    assert (status, disagreements(file)) == (0, [0] * len(records))
    assert [bool(record["result"]["winners"]) for record in records] == [False] * (len(records) - 1) + [True]
    assert "match won by" in out
    assert f"{len(records)} deals; points: you " in out


def test_the_score_counts_the_deal_that_is_just_over(played: Play) -> None:
    _, out = played("--variant two_handed --agents rule --seed 1 --deals 2", *["score", "1"] * 40)
    playing, over = out.split("result  ", 2)[:2]
    assert "outcome" not in playing, "no deal is over"
    answer = over.split("Enter: the next deal\n> score", 1)[1].split("\n> 1", 1)[0]
    assert re.search(r"\ndeal +trump +outcome *\n1 .+ made it and took .+$", answer)


def test_several_matches_follow_each_other(played: Play) -> None:
    status, out = played("--variant two_handed --agents rule --seed 1 --matches 2 --option target=1", *ONES)
    assert status == 0
    assert out.count("match won by") == 2
    assert "matches won: you " in out


def test_the_same_seed_and_moves_give_the_same_evening(played: Play) -> None:
    arguments = "--variant railroad --agents random --seed 8 --deals 3"
    assert played(arguments, *ONES) == played(arguments, *ONES)
    assert played(arguments, *ONES) != played(arguments.replace("8", "9"), *ONES)


def test_everything_that_can_be_asked_for_is_answered(played: Play, tmp_path: Path) -> None:
    saved = tmp_path / "saved.jsonl"
    status, out = played(
        "--variant four_handed --agents rule --adviser rule --seed 5 --seat 1",
        *("help", "?", "hint", "last", "undo", "score", "rules", "record", "table", ""),
        *(f"save {saved}", f"save {saved}", "1", "undo", "quit"),
    )
    assert status == 0
    for line in (
        "append every finished deal to a file from now on",
        "is proposed: order it up, or pass. Who accepts first makes trump (M1).",
        "expected points",
        "No trick has been taken in this deal.",
        "You have decided nothing in this deal that could be taken back.",
        "5 points win a game",
        "follow suit if you can (P1); who wins a trick leads the next (P2)",
        "Nothing is recorded. record FILE changes that.",
        "exists already, and nothing is overwritten",
        "0 deals; points: ",
    ):
        assert line in re.sub(r"\s+", " ", out), line


def test_what_was_saved_in_the_middle_of_a_deal_replays(played: Play, tmp_path: Path) -> None:
    file = tmp_path / "saved.jsonl"
    played("--variant four_handed --agents rule --seed 5", "1", "1", f"save {file}", "quit")
    (record,) = [read_record(line) for line in file.read_bytes().splitlines()]
    assert disagreements(file) == [0]
    assert "result" not in record
    assert record["players"] == ["human", "rule", "rule", "rule"]
    assert len(record["actions"]) > 2


def test_hints_are_the_advisers(played: Play) -> None:
    _, out = played("--variant two_handed --agents random --adviser rule --seed 5", "hint", "quit")
    assert re.search(r"rule:\s+chosen\s+expected points\s+behind", out)
    _, out = played("--variant two_handed --agents random --adviser random --seed 5", "hint", "quit")
    assert re.search(r"random:\s+chosen\s*\n", out)
    assert "expected" not in out


def test_of_many_bids_the_likeliest_is_hinted_at_and_on_request_all_are(played: Play) -> None:
    begun = "--variant seven_handed --agents pretrained --seed 2"
    few, every = (played(begun, typed, "quit")[1].split(f"> {typed}\n")[1] for typed in ("hint", "hint all"))
    (marked,) = re.findall(r"^> .* %.*", few, re.MULTILINE)
    chances = [int(chance) for chance in re.findall(r"(\d+) %", every)]
    assert int(re.findall(r"(\d+) %", marked)[0]) == max(chances) > 50
    assert "> is what pretrained would do." in few
    more = re.findall(r"and (\d+) more: hint all", few)
    assert int(more[0]) == len(re.findall(BEHIND, every)) - len(re.findall(BEHIND, few)) > 0
    assert "more: hint all" not in every
    _, out = played(begun, "hint some", "quit")
    assert '"hint some" means nothing here: type hint, or hint all.' in out


def test_taking_back_and_deciding_alike_leaves_no_trace(played: Play, tmp_path: Path) -> None:
    straight, wavering = tmp_path / "straight.jsonl", tmp_path / "wavering.jsonl"
    arguments = "--variant four_handed --agents random --seed 2 --deals 3 --record"
    played(f"{arguments} {straight}", *ONES)
    played(f"{arguments} {wavering}", *["1", "undo", "1"] * 100)
    assert straight.read_bytes() == wavering.read_bytes()


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("9", '"9" means nothing here. Type 1, 2 or 3, or help.'),
        ("gibberish", '"gibberish" means nothing here. Type 1, 2 or 3, or help.'),
        ("\x1b[2J", '"\\u001b[2J" means nothing here.'),
        ("r", '"r" could be rules or record FILE.'),
        ("clubs", "Another suit than hearts may be named only when everybody has passed (M2)."),
        ("undo it", '"undo it" means nothing here: undo is typed alone.'),
        ("-1", '"-1" means nothing here. Type 1, 2 or 3, or help.'),
        ("1,2", '"1,2" means nothing here. Type'),
        ("JH", '"JH" means nothing here: a call is due now, no card. Type 1, 2 or 3, or help.'),
        ("play 10 of hearts", '"play 10 of hearts" means nothing here: a call is due now, no card.'),
        ("10\u2665", " means nothing here: a call is due now, no card."),
        ("1\x00", '"1\\u0000" means nothing here.'),
        ("\u0661", '"\\u0661" means nothing here.'),
    ],
)
def test_wrong_input_is_answered_with_what_would_be_right(typed: str, answer: str, played: Play) -> None:
    status, out = played(f"--variant four_handed --agents rule --seed {HEARTS} --seat 1 --ascii", typed)
    assert status == 0
    assert answer in re.sub(r"\s+", " ", out)
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("1", "1 is not more than 8, the highest bid (4.5)."),
        ("99", "Nobody can bid 99, but 1, 2, 3, 4, 5, 8 or 15 with a suit, or pass."),
        ("15", '"15" could be 15 C alone, 15 D alone, 15 H alone or 15 S alone.'),
        ("yes 1", '"yes 1" means nothing here. Type p, 15c, 15d, 15h or 15s, or help.'),
    ],
)
def test_a_number_that_is_no_bid_is_told_from_one_that_lacks_its_suit(typed: str, answer: str, played: Play) -> None:
    status, out = played("--variant five_handed --agents rule --seed 3 --ascii", typed)
    assert status == 0
    assert answer in re.sub(r"\s+", " ", out)


@pytest.mark.parametrize(("variant", "marked"), [("two_handed", True), ("railroad", True), ("five_handed", False)])
def test_help_explains_the_marks_of_a_score_where_they_are_drawn(variant: str, marked: bool, played: Play) -> None:
    out = re.sub(r"\s+", " ", played(f"--variant {variant} --agents rule --seed 3", "help")[1])
    told = ", ".join(f"{score_marker(points)}{' is' * (points == 1)} {points}" for points in range(1, 5))
    assert (f"# a card face down: {told}." in out) == marked


@pytest.mark.parametrize("variant", QUICK)
def test_a_call_where_a_card_is_due_is_told_from_nothing_at_all(variant: str, played: Play) -> None:
    """And a card where a call is."""
    moves = ["JH", "pass", "gibberish", "1"] * 25
    _, out = played(f"--variant {variant} --agents rule --seed 3 --deals 2 --ascii", *moves)
    answers = re.sub(r"\s+", " ", out)
    assert '"JH" means nothing here: a call is due now, no card. Type' in answers
    assert '"pass" means nothing here: a card is due now, no call. Type' in answers
    assert '"gibberish" means nothing here. Type' in answers
    assert '"pass" means nothing here. Type 1' not in answers


@pytest.mark.parametrize("typed", ["gibberish", "score", ""])
def test_a_script_that_decides_nothing_comes_to_an_end(
    typed: str, played: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agents.playing.conversation.LONGEST_IDLENESS", 5)
    status, out = played("--variant two_handed --agents rule --seed 1", *[typed] * 9)
    assert status == 1
    assert out.endswith(f'play.py: standard input: 5 lines in a row decide nothing, like "{typed}"\n')
    assert out.count("\n> ") == 6


@pytest.mark.parametrize("leaving", [["quit"], ["QUIT"], []], ids=["quit", "capitals", "end of input"])
def test_leaving_keeps_what_was_recorded_and_a_deal_that_is_over(
    leaving: list[str], played: Play, tmp_path: Path
) -> None:
    file = tmp_path / "deals.jsonl"
    arguments = f"--variant two_handed --agents rule --seed 1 --record {file}"
    _, out = played(arguments, *ONES)
    typed = out.count("> 1")
    status, out = played(arguments.replace("deals.jsonl", "early.jsonl"), *["1"] * (typed // 2), *leaving)
    early = [read_record(line) for line in (tmp_path / "early.jsonl").read_bytes().splitlines()]
    whole = [read_record(line) for line in file.read_bytes().splitlines()]
    assert status == 0
    assert early == whole[: len(early)]
    assert len(early) == out.count("result  ") > 0
    assert disagreements(tmp_path / "early.jsonl") == [0] * len(early)


@pytest.mark.parametrize("typed", ["q", "Q", "qui"])
def test_nobody_leaves_by_a_slip(typed: str, played: Play) -> None:
    """Who holds a queen may mean her."""
    _, out = played("--variant two_handed --agents rule --seed 1", typed, "score")
    assert f'> {typed}\n"{typed}" means nothing here' in out
    assert "> score\n" in out


def test_an_interrupt_leaves_in_good_order(played: Play, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    from agents.playing.screen import Screen

    asked = iter(["1"] * 9)

    def ask(screen: Screen) -> str:
        try:
            return next(asked)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(Screen, "ask", ask)
    status, out = played(f"--variant two_handed --agents rule --seed 1 --record {file}")
    assert status == console.INTERRUPTED
    assert disagreements(file) == [0] * out.count("result  ")
    assert "points: you" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--variant five_handded", "no variant 'five_handded'; did you mean 'five_handed'?"),
        ("--variant two_handed --seat 2", "--seat 2: two_handed has the seats 0 to 1"),
        ("--seat 9", "argument --seat: must be a whole number from 0 to 6, not '9'"),
        ("--agents rulle", "did you mean 'rule'?"),
        ("--agents rule,rule", "takes one name for all others, or 3 from your left on, not 2"),
        ("--agents rule --adviser nobody", "no agent 'nobody'"),
        ("--option pack=23", "pack=23: must be"),
        ("--option pack=24 --option pack=24", "--option pack is given twice"),
        ("--option pack", "argument --option: must be NAME=VALUE, such as pack=8, not 'pack'"),
        ("--agents pretrained --option pack=24", "pretrained was trained for four_handed with pack=32"),
        ("--deals 0", "argument --deals: must be a whole number from 1"),
        ("--deals 3 --matches 2", "not allowed with argument"),
        ("--seed -1", "argument --seed: must be a whole number from 0"),
        ("--record .", ". is no name of a file for deal records"),
        ("--record README.md", "README.md holds no deal records"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(arguments: str, message: str, played: Play) -> None:
    status, out = played(arguments)
    assert status in (1, 2)
    assert message in out
    assert "Traceback" not in out


def test_without_rich_one_sentence_says_how_to_get_it(played: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.playing.invitation.find_spec", lambda name: None)
    assert played("--variant two_handed") == (
        1,
        "play.py: playing in the terminal needs rich: pip install 'euchre-env[play]'\n",
    )


def test_ascii_terminals_get_letters_and_narrow_ones_short_lines(played: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "32")
    _, out = played("--variant railroad_full --agents rule --seed 5 --ascii --deals 2", *ONES)
    assert out.isascii()
    assert max(map(len, out.splitlines())) <= 32


def test_the_agents_that_come_along_sit_down_by_themselves(
    played: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out = played("--variant north_american --seed 5", "quit")
    assert "You have seat 0; all others: pretrained." in out
    _, out = played("--seed 5 --option lone_march_points=5", "quit")
    assert "pretrained was trained for four_handed with lone_march_points=4, and here lone_march_points=5." in out
    _, out = played("--agents rule,random,rule --seed 5 --seat 2", "quit")
    assert "You have seat 2; left: rule, partner: random, right: rule." in out
    one_pretrained(tmp_path, monkeypatch)
    _, out = played("--variant two_handed --seed 5", "quit")
    assert "opponent: rule" in out
