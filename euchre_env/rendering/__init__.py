"""Pictures of a table: text for terminals, SVG and pixels for all else, pages that step through deals."""

from euchre_env.rendering.notebook import Page, Picture, encoded, picture, show
from euchre_env.rendering.page import Badge, CommentTable, Frame, Highlight, PageDeal, render_page
from euchre_env.rendering.record_page import page_deal
from euchre_env.rendering.style import PLAIN, UNICODE, Style
from euchre_env.rendering.svg import render_record_svg, render_scene_svg, render_svg, svg_symbols
from euchre_env.rendering.text import render_record, render_text, score_marker

__all__ = [
    "PLAIN",
    "UNICODE",
    "Badge",
    "CommentTable",
    "Frame",
    "Highlight",
    "Page",
    "PageDeal",
    "Picture",
    "Style",
    "encoded",
    "page_deal",
    "picture",
    "render_page",
    "render_record",
    "render_record_svg",
    "render_scene_svg",
    "render_svg",
    "render_text",
    "score_marker",
    "show",
    "svg_symbols",
]
