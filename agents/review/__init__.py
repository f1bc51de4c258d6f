"""`play.py --review`: what an agent makes of the decisions in a file of deals, whoever made them."""
