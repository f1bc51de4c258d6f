"""Deal records as pages: a frame for every step, its caption in words what has led to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from euchre_env.actions import IllegalAction
from euchre_env.records import open_record, told_apart
from euchre_env.rendering.page import Badge, Frame, PageDeal
from euchre_env.rendering.scene import Scene
from euchre_env.rendering.style import UNICODE
from euchre_env.rendering.svg import render_svg
from euchre_env.spelling import spelled


def page_deal(
    record: Mapping[str, Any],
    *,
    viewer: int | None = None,
    all_hands: bool = False,
    names: Sequence[str] | None = None,
) -> PageDeal:
    """A deal for `render_page`: the table before the first action and after each.

    A record with an illegal action ends there, and the last frame says so. For `viewer`, `all_hands` and `names` see
    `render_svg`; the seat at the bottom stays the same throughout: `viewer`, else seat 0 where all hands are open, and
    the dealer's where they are not. Without `names` the seats are called as the record has them in its field `players`,
    if it does.

    Raises:
        RecordError: no deal can begin with this record.
        ValueError: `viewer` is no seat, or not one name a seat.
    """
    table = open_record(record)
    names = told_apart(record.get("players"), table.rules) if names is None else names
    seat = viewer if viewer is not None else 0 if all_hands else table.dealer

    def scene() -> Scene:
        return Scene(table, seat, all_hands, UNICODE, names)

    def frame(caption: str, comment: str = "", badge: Badge | None = None) -> Frame:
        return Frame(
            render_svg(table, viewer=seat, all_hands=all_hands, names=names, linked=True), caption, comment, badge=badge
        )

    title, frames = scene().title(), [frame("the cards are dealt")]
    for _, action in record["actions"]:
        try:
            table.step(action)
        except IllegalAction as error:
            frames.append(frame(spelled(action), str(error), Badge("illegal", "bad")))
            break
        frames.append(frame(caption(scene())))
    outcome = ", ".join(scene().outcome()).removeprefix("result  ")
    return PageDeal(title, frames, outcome or "not played to its end")


def caption(scene: Scene) -> str:
    """What has just happened, as far as the viewer knows it; also who takes a trick."""
    words = scene.latest() or "something is said in secret"
    just_taken = scene.play_begun and not scene.table.trick
    return f"{words}, {scene.name(scene.winner(scene.last_trick()))} takes the trick" if just_taken else words
