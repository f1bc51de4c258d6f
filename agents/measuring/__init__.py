"""How strong agents are: duplicate deals, intervals, tests, ratings."""
