"""What a deal may be judged by, in training, in reviews and by an adviser; command lines begin with it, so it is light.

* `points`: what it pays, whatever the score.
* `match`: what it makes of the chance to win the match from the score at hand (`agents.match_chances`).
"""

from __future__ import annotations

OBJECTIVES = ("points", "match")
