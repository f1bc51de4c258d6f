"""What an agent makes of a decision: how it would choose, and what each choice can be expected to bring."""

from agents.advice.advice import Advice
from agents.advice.advisers import Adviser, adviser_for
from agents.advice.second_look import SecondLook, SecondOpinion, second_look_for
from agents.advice.unit import MATCH, POINTS, SURE, Unit

__all__ = [
    "MATCH",
    "POINTS",
    "SURE",
    "Advice",
    "Adviser",
    "SecondLook",
    "SecondOpinion",
    "Unit",
    "adviser_for",
    "second_look_for",
]
