"""Pictures as pixels, the environment's mode "rgb_array" and what notebooks show of it."""

from typing import Any

import numpy as np
import pytest

from euchre_env import env, picture, raw_env
from euchre_env.rendering import raster
from euchre_env.rendering.raster import MissingPicturesError, pixels_of, png_of
from tests.test_rendering import MARCH_ALONE, deal_record

FELT, PAPER, GOLD = (23, 97, 63), (255, 253, 247), (255, 212, 92)
EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">{}</svg>'


def near(pixel: Any, colour: tuple[int, int, int]) -> bool:
    return bool(np.abs(pixel.astype(int) - colour).max() <= 2)


def test_pixels_show_the_table() -> None:
    """Felt, a card of the own hand, and the plate of the seat to move."""
    pixels = pixels_of(picture(deal_record([])).svg)
    assert (pixels.shape, pixels.dtype) == ((768, 800, 3), np.uint8)
    assert near(pixels[400, 100], FELT)
    assert near(pixels[520, 305], PAPER)
    assert near(pixels[551, 320], GOLD)
    assert not near(pixels[551, 320], FELT)


def test_the_same_picture_gives_the_same_pixels_at_any_width() -> None:
    svg = picture(deal_record(MARCH_ALONE[:9])).svg
    assert np.array_equal(pixels_of(svg, 200), pixels_of(svg, 200))
    assert pixels_of(svg, 200).shape == (192, 200, 3)
    assert png_of(svg, 200).startswith(b"\x89PNG\r\n")


@pytest.mark.parametrize("words", ["player_0", "…"])
def test_text_is_drawn_without_the_fonts_of_the_machine(words: str) -> None:
    """Whatever the families that a picture names, the font that Pillow brings takes their place."""
    blank = pixels_of(EMPTY.format(""))
    assert not np.array_equal(pixels_of(EMPTY.format(f'<text y="15" fill="#fff">{words}</text>')), blank)


def test_another_font_for_letters_that_it_lacks_is_no_failure() -> None:
    assert pixels_of(EMPTY.format('<text y="15" fill="#fff">Zoë 漢</text>')).shape == (20, 40, 3)


@pytest.mark.parametrize("text", ["", "no picture", "<svg>"])
def test_what_is_no_svg_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        png_of(text)


def test_without_the_extra_one_sentence_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "INSTALLED", False)
    for ask in (lambda: png_of(EMPTY), lambda: pixels_of(EMPTY), lambda: env(render_mode="rgb_array")):
        with pytest.raises(MissingPicturesError, match=r"^pictures as pixels need .*'euchre-env\[pictures\]'$"):
            ask()
    assert raw_env(render_mode="ansi").render_mode == "ansi"
    assert picture(deal_record([])).svg.startswith("<svg")


# ---- the environment -------------------------------------------------------------------------------------------------


def test_the_environment_returns_pixels_of_the_table_as_the_seat_to_move_sees_it() -> None:
    game = env("north_american", render_mode="rgb_array")
    game.reset(options={"record": deal_record([])})
    assert np.array_equal(game.render(), pixels_of(picture(deal_record([]), viewer=0).svg))
    for action in ("pass", "pass", "pass", "pass", "name_S_alone"):
        game.step(game.unwrapped.parse_action(action))
    frame = game.render()
    assert np.array_equal(frame, pixels_of(picture(game.unwrapped.tables.record(0)).svg))
    assert frame.shape == (768, 800, 3)


def test_the_last_picture_of_an_episode_shows_the_deal_that_ended_it() -> None:
    game = raw_env("two_handed", render_mode="rgb_array", episode="deal")
    game.reset(seed=1)
    while not all(game.terminations.values()):
        mask = game.observe(game.agent_selection)["action_mask"]
        game.step(int(np.flatnonzero(mask)[0]))
    ended = game.tables.finished_record(0)
    assert "result" in ended
    assert np.array_equal(game.render(), pixels_of(picture(ended).svg))


@pytest.mark.parametrize("make", [env, raw_env])
def test_a_notebook_draws_the_table_and_hides_what_the_seat_to_move_does_not_see(make: Any) -> None:
    game = make("north_american")
    assert game._repr_html_() is None
    game.reset(options={"record": deal_record([])})
    html = game._repr_html_()
    assert html == picture(deal_record([]), viewer=0)._repr_html_()
    assert "player_0: king of diamonds, ten of diamonds, ace of spades" in html
    assert "player_1: 5 cards" in html
