"""What an agent makes of a decision: how it would choose, and what each choice can be expected to bring."""

from agents.advice.advice import Advice
from agents.advice.advisers import Adviser, adviser_for

__all__ = ["Advice", "Adviser", "adviser_for"]
