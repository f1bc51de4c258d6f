"""Deals that are put into a page while a file of records is read."""

from __future__ import annotations

from collections.abc import Sequence

from euchre_env.commands.arguments import UsageError
from euchre_env.records import RecordError, read_record
from euchre_env.rendering import Highlight, page_deal, render_page
from euchre_env.rendering.page import Badge, PageDeal
from euchre_env.rendering.story import plural
from euchre_env.replay import Disagreement

MOST_DEALS = 100  # of a page: about fifteen megabytes


class Album:
    """The first deals that can be shown, and links to all that is wrong with them.

    Attributes:
        shown: how many deals the page has.
        left_out: how many it might have had besides.
    """

    def __init__(self, viewer: int | None) -> None:
        """`viewer`: the seat whose knowledge the page shows, None: all hands."""
        self._viewer = viewer
        self._deals: list[PageDeal] = []
        self._links: list[Highlight] = []
        self.left_out = 0

    @property
    def shown(self) -> int:
        """How many deals the page has."""
        return len(self._deals)

    def add(self, line: bytes, found: Sequence[Disagreement]) -> None:
        """One more line of the file, and what is wrong with it; a line that is no record is left to the report.

        Raises:
            UsageError: the deal has no seat for the viewer.
        """
        if self.shown == MOST_DEALS:
            self.left_out += 1
            return
        try:
            deal = page_deal(read_record(line), viewer=self._viewer, all_hands=self._viewer is None)
        except RecordError:
            return
        except ValueError as error:
            raise UsageError(f"--{error}") from None
        for one in found:
            frame = min(one.step or len(deal.frames), len(deal.frames) - 1)
            self._links.append(Highlight(str(one), self.shown, frame, Badge("disagrees", "bad")))
        badge = Badge(plural(len(found), "disagreement"), "bad") if found else None
        self._deals.append(PageDeal(deal.title, deal.frames, deal.summary, badge))

    def page(self, title: str) -> str:
        """The page, without a newline at its end."""
        more = f"The first {self.shown} deals; {self.left_out} more are not shown." if self.left_out else ""
        return render_page(title, self._deals, self._links, more).rstrip("\n")
