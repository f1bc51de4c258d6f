"""Networks, and how positions become their inputs and outputs."""
