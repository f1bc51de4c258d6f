"""OpenSpiel's bots at our tables (`agent`), and our agents at OpenSpiel's (`bot`); `pip install -e '.[openspiel]'`."""
