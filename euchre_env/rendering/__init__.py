"""Pictures of a table: text for terminals."""

from euchre_env.rendering.style import PLAIN, UNICODE, Style
from euchre_env.rendering.text import render_record, render_text, score_marker

__all__ = ["PLAIN", "UNICODE", "Style", "render_record", "render_text", "score_marker"]
